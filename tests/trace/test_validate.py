"""What is no trace is refused with its place and reason, and the schema agrees about each line."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from site_runtime.build.node import find_node
from site_runtime.trace import TraceError, validate
from site_runtime.trace.canonical import spelled
from tests.trace.conftest import HERE, ROOT

SCHEMA = Draft202012Validator(json.loads((ROOT / "docs" / "trace-format.schema.json").read_text("utf-8")))
Lines = list[Any]

HEADER = {
    "trace": 1,
    "program": "p",
    "focus": None,
    "roots": ["state"],
    "lock": None,
    "folders": ["box"],
    "limits": {"steps": 9, "items": 9, "text": 9, "objects": 9},
}
FIRST = {
    "at": 0,
    "files": [["p.py", "00"]],
    "codes": [[0, "f", 1, True], [0, "numbers", 5, False]],
    "names": ["x", "data"],
    "key": None,
    "steps": [
        [1, 0, "a", 1, [1], {"push": [[0]], "heap": [[1, "dict", "dict", 0, "k", None]], "roots": [0, [1]]}],
        [6, {"push": [[1]], "files": [["box/a", 0, "𝒳"]]}],
        [2, 0, ["+", "b"], {"pop": 1, "heap": [[1, 1, 1, 0, ["tuple", 0, 2]]], "lock": 0, "out": "hi\n"}],
    ],
}
SECOND = {
    "at": 3,
    "files": [],
    "codes": [],
    "names": [],
    "key": {
        "stack": [0, 1],
        "acts": [[0, 0, 2, 0, "ab", 1, [1]], [1, 1, 7, 0, 5]],
        "heap": [[1, "dict", "dict", 0, "k", ["tuple", 0, 2]]],
        "roots": [[1]],
        "lock": 0,
        "files": [["box/a", 0, "𝒳b"]],
    },
    "steps": [
        [7, 0, 5, {"push": [1], "files": [["box/a", 1, "b"]]}],
        [7, {"ret": None}],
        [3, 0, ["-"], {"lock": None, "err": ["object", "E"], "exc": ["object", "E"]}],
        [0],
    ],
}
END = {
    "end": {
        "snapshots": 6,
        "focus": 3,
        "output": "hi\n",
        "files": [["box/a", 0, "𝒳b"]],
        "exception": None,
        "stopped": None,
    }
}
GOOD: Lines = [HEADER, FIRST, SECOND, END]


def text_of(lines: Lines) -> str:
    return "".join(f"{spelled(line)}\n" for line in lines)


def at(*path: str | int, value: Any = None, remove: bool = False) -> Callable[[Lines], None]:
    """Return a change of one part of a trace."""

    def change(lines: Lines) -> None:
        *way, last = path
        part: Any = lines
        for step in way:
            part = part[step]
        if remove:
            del part[last]
        else:
            part[last] = value

    return change


def add_key(*path: str | int, key: str, value: Any) -> Callable[[Lines], None]:
    return at(*path, key, value=value)


SHAPES: dict[str, Callable[[Lines], None]] = {
    "another version": at(0, "trace", value=2),
    "a version that is true": at(0, "trace", value=True),
    "no program": at(0, "program", remove=True),
    "a focus of one": at(0, "focus", value=["p.py"]),
    "a limit that is no number": at(0, "limits", "steps", value="9"),
    "a key that no header has": add_key(0, key="time", value=5),
    "a code without its flag": at(1, "codes", 0, value=[0, "f", 1]),
    "no steps": at(1, "steps", value=[]),
    "a step without line": at(1, "steps", 1, value=[]),
    "a negative line": at(1, "steps", 1, 0, value=-1),
    "an unknown part of a step": add_key(1, "steps", 1, 1, key="time", value=5),
    "an empty part of a step": at(1, "steps", 1, 1, "files", value=[]),
    "an end in two ways": add_key(2, "steps", 2, -1, key="ret", value=None),
    "nothing printed": at(1, "steps", 2, 3, "out", value=""),
    "a fraction": at(1, "steps", 0, 2, value=0.5),
    "an integer that is not exact everywhere": at(1, "steps", 0, 2, value=2**53),
    "a tuple without count": at(1, "steps", 0, 2, value=["tuple"]),
    "an unknown head with two texts": at(1, "steps", 0, 2, value=["who", "a", "b"]),
    "an object as a value": at(1, "steps", 0, 2, value={}),
    "an unknown kind of object": at(1, "steps", 0, 5, "heap", 0, 1, value="tree"),
    "object number 0": at(1, "steps", 0, 5, "heap", 0, 0, value=0),
    "a lock of nobody": at(1, "steps", 2, 3, "lock", value=-2),
    "a key without roots": at(2, "key", "roots", remove=True),
    "a key with a changed file": at(2, "key", "files", 0, 1, value=3),
    "an end without output": at(3, "end", "output", remove=True),
    "an unknown reason to stop": at(3, "end", "stopped", value="tired"),
}

RELATIONS: dict[str, tuple[Callable[[Lines], None], str]] = {
    "a name without value": (at(1, "steps", 1, value=[6, 0, {"push": [[1]]}]), "line 2.*no known shape"),
    "a name in no table": (at(1, "steps", 0, 1, value=7), "line 2: step 0 does not fit"),
    "a code in no table": (at(1, "steps", 1, 1, "push", value=[[4]]), "line 2: step 1 does not fit"),
    "a resumption of what runs": (at(2, "steps", 1, value=[7, {"push": [0], "ret": None}]), "line 3: .*not suspended"),
    "too many pops": (at(1, "steps", 2, 3, "pop", value=5), "line 2: step 2 does not fit"),
    "a splice of an unknown object": (at(1, "steps", 2, 3, "heap", 0, 0, value=9), "line 2: step 2"),
    "a splice beyond the end": (at(1, "steps", 2, 3, "heap", 0, 2, value=9), "line 2: .*loses cells"),
    "a dict with a key too many": (at(1, "steps", 2, 3, "heap", 0, 2, value=0), "position 2: object 1"),
    "a longer number": (at(1, "steps", 0, 2, value=5), "line 2: .*no string"),
    "a longer file that was another": (at(2, "steps", 0, -1, "files", 0, 1, value=2), "line 3: .*another length"),
    "a gap between chunks": (at(2, "at", value=4), "line 3: .*a chunk at 4 where 3 is next"),
    "parts out of order": (at(1, "steps", 1, 1, value={"files": [["box/a", 0, "𝒳"]], "push": [[1]]}), "no known shape"),
    "a key with another stack": (at(2, "key", "stack", value=[1, 0]), "position 3: .* is another from the chunk's key"),
    "a key with another line": (at(2, "key", "acts", 0, 2, value=9), "position 3: stack is another"),
    "a key with another object": (at(2, "key", "heap", 0, 5, value=3), "position 3: heap is another"),
    "a key without an object": (at(2, "key", "heap", value=[]), "position 3: heap is another"),
    "a key with another root": (at(2, "key", "roots", value=[1]), "position 3: .* is another"),
    "a key with another lock": (at(2, "key", "lock", value=None), "position 3: lock is another"),
    "a key with another file": (at(2, "key", "files", 0, 2, value="b"), "position 3: files is another"),
    "two ends": (
        lambda lines: lines[2]["steps"].append([0]),
        "no activation|one end position|has a stack|does not fit",
    ),
    "no end position": (at(2, "steps", 3, remove=True), "end position"),
    "another number of snapshots": (at(3, "end", "snapshots", value=5), "line 4: snapshots is 5"),
    "another number in the focus": (at(3, "end", "focus", value=5), "line 4: focus is 5"),
    "another output": (at(3, "end", "output", value=""), "line 4: output"),
    "other files": (at(3, "end", "files", value=[]), "line 4: files"),
}


def changed(change: Callable[[Lines], None]) -> Lines:
    lines = copy.deepcopy(GOOD)
    change(lines)
    assert lines != GOOD or spelled(lines) != spelled(GOOD)
    return lines


def test_the_sample_is_a_trace() -> None:
    validate(text_of(GOOD))
    for line in GOOD:
        SCHEMA.validate(line)


def recorded_of(text: str) -> str:
    """Return the sample as one that was recorded of this text."""
    return text_of(GOOD).replace('["p.py","00"]', spelled(["p.py", sha256(text.encode()).hexdigest()]))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_beyond_its_file_is_refused_where_the_text_is_known(end: str) -> None:
    validate(text_of(GOOD), {"other.py": ""})
    for text in (7 * f"x{end}", 6 * f"x{end}" + "x", 7 * f"\f{end}"):
        validate(recorded_of(text), {"p.py": text})
    for text in (6 * f"x{end}", 5 * f"x{end}" + "x", 6 * f"\f{end}"):
        validate(recorded_of(text))
        with pytest.raises(TraceError, match=r"^position \d: line 7 of p\.py, which has 6$"):
            validate(recorded_of(text), {"p.py": text})


def test_another_text_than_the_recorded_one_is_refused() -> None:
    with pytest.raises(TraceError, match=r"^p\.py: the text is not the one that was recorded$"):
        validate(text_of(GOOD), {"p.py": "\n" * 9})


@pytest.mark.parametrize("what", SHAPES)
def test_a_line_of_another_shape_is_refused_by_validator_and_schema(what: str) -> None:
    lines = changed(SHAPES[what])
    with pytest.raises(TraceError, match=r"^line \d: "):
        validate(text_of(lines))
    assert not all(map(SCHEMA.is_valid, lines))


@pytest.mark.parametrize("what", RELATIONS)
def test_lines_that_do_not_fit_each_other_are_refused(what: str) -> None:
    change, reason = RELATIONS[what]
    with pytest.raises(TraceError, match=reason):
        validate(text_of(changed(change)))


NOT_FOR_THE_PAGE = {"parts out of order", "another number in the focus", "other files"}
"""The page shows neither; the bytes' order is the recorder's promise."""


def test_the_page_refuses_the_same() -> None:
    changes = SHAPES | {what: change for what, (change, _) in RELATIONS.items()}
    texts = {what: text_of(changed(change)) for what, change in changes.items()} | {"good": text_of(GOOD)}
    command = [find_node(), str(HERE / "refused.mjs")]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    accepted = {what for what, reason in json.loads(done.stdout).items() if reason is None}
    assert accepted == NOT_FOR_THE_PAGE | {"good"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a header, a chunk and an end"),
        ("{}\n", "line 1: is no header"),
        (text_of(GOOD)[:-1], "line 4: the last line has no line end"),
        (text_of(GOOD).replace('"at":0', '"at": 0'), "line 2: is not spelled"),
        (text_of(GOOD).replace("data", "d\\u0061ta"), "line 2: is not spelled"),
        (text_of(GOOD).replace('"lock":0,"files"', '"lock":0,"lock":0,"files"'), "line 3: is not spelled"),
        (text_of(GOOD)[:300] + "\n", "line 2: no JSON"),
    ],
)
def test_other_texts_are_refused(text: str, reason: str) -> None:
    with pytest.raises(TraceError, match=reason):
        validate(text)


def test_lone_surrogates_are_spelled_in_ascii() -> None:
    lines = changed(at(3, "end", "exception", value=["E", "\ud800é"]))
    assert "\\ud800\\u00e9" in text_of(lines)
    validate(text_of(lines))


def test_the_halves_of_a_character_apart_are_escaped() -> None:
    assert '"data"' in text_of(GOOD)
    validate(text_of(GOOD).replace('"data"', '"\\u00e9\\ud83d\\ude00"'))
    with pytest.raises(TraceError, match="line 2: is not spelled"):
        validate(text_of(GOOD).replace('"data"', '"é\\ud83d\\ude00"').replace('"x"', '"\\u0078"'))


def test_every_recorded_trace_is_valid_by_validator_and_schema(traces: dict[str, str]) -> None:
    recorded = {name: text for name, text in traces.items() if not name.startswith("random")}
    assert len(recorded) > 100
    for name, text in recorded.items():
        try:
            validate(text)
        except TraceError as error:
            raise AssertionError(f"{name}: {error}") from error
        for line in text.split("\n")[:-1] if len(text) < 40_000 else ():
            SCHEMA.validate(json.loads(line))


def test_the_schema_is_a_schema() -> None:
    SCHEMA.check_schema(SCHEMA.schema)
    assert Path(ROOT / "docs" / "trace-format.schema.json").is_file()
