from __future__ import annotations

import json
import os
import resource
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lesson_code.team_protocols.mailbox import Message, load_inbox, member_name, parse_json, save_inbox, send_message

MEMBERS = {"lead", "reader", "reviewer"}


def letter(number: int = 1, **changes: Any) -> dict[str, Any]:
    message = {"id": f"lead-{number}", "sender": "reader", "recipient": "lead", "body": "你好"}
    return {**message, **changes}


def written(box: Path, *items: Any) -> Path:
    """A mailbox of lead's that holds these items, one JSON text a line."""
    box.mkdir(exist_ok=True)
    lines = [item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in items]
    path = box / "lead.jsonl"
    path.write_bytes("".join(line + "\n" for line in lines).encode())
    return path


def letters(count: int, body: str = "你好") -> list[Message]:
    return [Message(id=f"lead-{n}", sender="reader", recipient="lead", body=body) for n in range(1, count + 1)]


class Text(str):
    """A string that shows itself as something else."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return "../escaped"

    __str__ = __repr__ = lambda self: "../escaped"


# Names


@pytest.mark.parametrize("name", ["a", "z9", "a-b", "a-", "a" + "b" * 23])
def test_a_registered_name_of_the_right_shape_is_returned(name: str) -> None:
    assert member_name(name, {name: None}) == name


@pytest.mark.parametrize(
    "name",
    ["", "A", "1a", "-a", "a_b", "a.b", "a/b", "../a", "a\n", " a", "é", "阅", "a" * 25, 1, None, b"a", ["a"], ("a",)],
)
def test_a_name_of_another_shape_is_refused_even_when_it_is_registered(name: Any) -> None:
    with pytest.raises(ValueError, match="成员名"):
        member_name(name, [name])


def test_a_name_that_nobody_registered_is_refused() -> None:
    with pytest.raises(ValueError, match="stranger"):
        member_name("stranger", MEMBERS)


def test_a_string_subclass_cannot_change_what_is_written_on_the_file(box: Path, lock: Any) -> None:
    name = member_name(Text("lead"), MEMBERS)
    assert type(name) is str
    send_message(box, MEMBERS, "reader", Text("lead"), "x", lock)
    save_inbox(box, Text("reader"), [])
    assert {path.name for path in box.parent.rglob("*.jsonl")} == {"lead.jsonl", "reader.jsonl"}


# Loading


def test_a_missing_file_or_folder_is_an_empty_inbox_and_stays_missing(box: Path) -> None:
    assert load_inbox(box, "lead", MEMBERS) == []
    assert not box.exists()
    box.mkdir()
    assert load_inbox(str(box), "lead", MEMBERS) == []
    assert list(box.iterdir()) == []


def test_an_empty_file_is_an_empty_inbox(box: Path) -> None:
    written(box)
    assert load_inbox(box, "lead", MEMBERS) == []


def test_what_was_written_is_loaded(box: Path) -> None:
    items = [letter(n, body=f"第 {n} 封") for n in range(1, 9)]
    written(box, *items)
    assert load_inbox(box, "lead", MEMBERS) == items


def test_the_name_is_checked_before_the_file(box: Path) -> None:
    written(box, "broken")
    with pytest.raises(ValueError, match="成员名"):
        load_inbox(box, "../lead", MEMBERS)
    with pytest.raises(ValueError, match="登记"):
        load_inbox(box, "stranger", MEMBERS)


def to_a_file(path: Path) -> None:
    path.with_name("other").write_text("")
    path.symlink_to("other")


def to_nothing(path: Path) -> None:
    path.symlink_to("nothing")


def to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


@pytest.mark.parametrize("make", [to_a_file, to_nothing, to_itself, a_pipe, Path.mkdir, a_socket])
def test_anything_but_a_regular_file_is_refused(
    box: Path, make: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    box.mkdir()
    monkeypatch.chdir(box)
    make(box / "lead.jsonl")
    with pytest.raises(ValueError, match=r"lead\.jsonl 不是普通文件"):
        load_inbox(box, "lead", MEMBERS)


def test_the_most_bytes_are_read_and_one_more_is_refused(box: Path) -> None:
    line = json.dumps(letter(body="x"))
    path = written(box, line + " " * (32_000 - len(line) - 1))
    assert path.stat().st_size == 32_000
    assert load_inbox(box, "lead", MEMBERS) == [letter(body="x")]
    written(box, line + " " * (32_000 - len(line)))
    with pytest.raises(ValueError, match=r"32000 字节"):
        load_inbox(box, "lead", MEMBERS)


def test_a_huge_file_is_refused_without_reading_it(box: Path) -> None:
    path = written(box)
    os.truncate(path, 10**12)
    with pytest.raises(ValueError, match=r"32000 字节"):
        load_inbox(box, "lead", MEMBERS)


def test_more_than_eight_letters_are_refused(box: Path) -> None:
    written(box, *[letter(n) for n in range(1, 10)])
    with pytest.raises(ValueError, match="8 封"):
        load_inbox(box, "lead", MEMBERS)


BROKEN = {
    "a missing key": {"id": "lead-1", "sender": "reader", "recipient": "lead"},
    "another key": letter(extra=1),
    "a key twice": '{"id": "lead-1", "sender": "reader", "recipient": "lead", "body": "x", "body": "y"}',
    "no object": [],
    "only text": '"x"',
    "a wrong number": letter(2),
    "number zero": letter(0),
    "another's number": letter(id="reader-1"),
    "a number that is none": letter(id=1),
    "another recipient": letter(recipient="reader"),
    "an unregistered sender": letter(sender="stranger"),
    "a sender that is no name": letter(sender=["reader"]),
    "an empty body": letter(body=""),
    "a long body": letter(body="x" * 601),
    "a body that is no string": letter(body=1),
    "a body that is null": letter(body=None),
    "no JSON": "not json",
    "an empty line": "",
    "two values": json.dumps(letter()) + "{}",
    "NaN": '{"id": "lead-1", "sender": "reader", "recipient": "lead", "body": NaN}',
    "Infinity": '{"id": "lead-1", "sender": "reader", "recipient": "lead", "body": Infinity}',
    "minus Infinity": '{"id": "lead-1", "sender": "reader", "recipient": "lead", "body": -Infinity}',
    "a bare control character": '{"id": "lead-1", "sender": "reader", "recipient": "lead", "body": "\x01"}',
    "a carriage return": json.dumps(letter()) + "\r",
    "a byte order mark": "\ufeff" + json.dumps(letter()),
    "deep nesting": "[" * 30_000,
    "a huge number": "9" * 30_000,
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN)
def test_one_broken_line_stops_the_inbox(box: Path, line: Any) -> None:
    written(box, line)
    with pytest.raises(ValueError, match=r"lead\.jsonl 第 1 行已损坏：."):
        load_inbox(box, "lead", MEMBERS)


def test_the_broken_line_is_named_and_good_lines_before_it_do_not_help(box: Path) -> None:
    written(box, letter(1), letter(2), letter(4))
    with pytest.raises(ValueError, match="第 3 行已损坏：编号应当是 lead-3"):
        load_inbox(box, "lead", MEMBERS)


def test_a_line_without_its_end_is_refused(box: Path) -> None:
    path = written(box, letter())
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="最后一行不完整"):
        load_inbox(box, "lead", MEMBERS)


@pytest.mark.parametrize("data", [b"\xff\n", b"\xed\xa0\x80\n", "你".encode()[:2]])
def test_bytes_that_are_not_utf8_are_refused(box: Path, data: bytes) -> None:
    written(box).write_bytes(data)
    with pytest.raises(ValueError, match="不是 UTF-8"):
        load_inbox(box, "lead", MEMBERS)


def test_a_body_may_be_of_any_length_up_to_600(box: Path) -> None:
    written(box, letter(1, body="x"), letter(2, body="信" * 600))
    assert [len(message["body"]) for message in load_inbox(box, "lead", MEMBERS)] == [1, 600]


def test_os_errors_pass_through(box: Path) -> None:
    box.write_text("no folder")
    with pytest.raises(NotADirectoryError):
        load_inbox(box, "lead", MEMBERS)


def test_brackets_in_a_body_are_no_nesting(box: Path, lock: Any) -> None:
    body = '[{"\\' * 150
    send_message(box, MEMBERS, "reader", "lead", body, lock)
    assert load_inbox(box, "lead", MEMBERS)[0]["body"] == body


@pytest.mark.parametrize(("depth", "refused"), [(64, False), (65, True)])
def test_json_nests_so_deep_and_no_deeper(depth: int, refused: bool) -> None:
    """Deeper, and a browser's stack is used up: that would end Python there, without an exception."""
    text = '["]", ' * (depth - 1) + "[]" + "]" * (depth - 1)
    if refused:
        with pytest.raises(ValueError, match="嵌套过深"):
            parse_json(text)
    else:
        assert json.loads(text) == parse_json(text)


def test_an_endless_string_is_looked_at_once(box: Path) -> None:
    written(box, "[" * 65 + '"' + '\\"' * 15_000)
    before = time.perf_counter()
    with pytest.raises(ValueError, match="第 1 行"):
        load_inbox(box, "lead", MEMBERS)
    assert time.perf_counter() - before < 1


# Saving


def test_a_saved_inbox_has_this_form_and_nothing_beside_it(box: Path) -> None:
    items = letters(2, "你好\u2028\u0085\x00")
    save_inbox(box, "lead", items)
    line = '"sender": "reader", "recipient": "lead", "body": "你好\u2028\u0085\\u0000"}\n'
    assert (box / "lead.jsonl").read_bytes().decode() == f'{{"id": "lead-1", {line}{{"id": "lead-2", {line}'
    assert os.listdir(box) == ["lead.jsonl"]
    assert load_inbox(box, "lead", MEMBERS) == items


def test_the_folder_is_made_with_its_parents(box: Path) -> None:
    save_inbox(box / "deep" / "er", "lead", [])
    assert load_inbox(box / "deep" / "er", "lead", MEMBERS) == []


def test_the_most_bytes_are_saved_and_one_more_is_refused(box: Path) -> None:
    fill = 32_000 - len(json.dumps(letters(1, "")[0])) - 1
    save_inbox(box, "lead", letters(1, "x" * fill))
    assert (box / "lead.jsonl").stat().st_size == 32_000
    with pytest.raises(ValueError, match=r"lead\.jsonl 会超过 32000 字节"):
        save_inbox(box, "lead", letters(1, "x" * (fill + 1)))
    assert (box / "lead.jsonl").stat().st_size == 32_000


@pytest.mark.parametrize("body", ["\ud800", float("nan"), object(), "x" * 32_000])
def test_what_cannot_be_saved_is_refused_before_anything_is_touched(box: Path, body: Any) -> None:
    with pytest.raises(ValueError, match=r"lead\.jsonl"):
        save_inbox(box, "lead", letters(1, body))
    assert not box.exists()


@pytest.mark.parametrize("name", ["../lead", "lead/../x", "", "Lead", None])
def test_a_name_that_would_leave_the_folder_is_refused(box: Path, name: Any) -> None:
    with pytest.raises(ValueError, match="成员名"):
        save_inbox(box, name, [])
    assert not box.exists()


def test_the_new_text_is_on_disk_under_another_name_before_it_takes_the_old_one(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_inbox(box, "lead", letters(1))
    events: list[str] = []
    fsync, replace = os.fsync, os.replace

    def watched_fsync(handle: int) -> None:
        events.append(f"fsync {os.fstat(handle).st_size}")
        fsync(handle)

    def watched_replace(source: str, target: str) -> None:
        assert os.path.dirname(source) == os.path.dirname(target) == str(box)
        assert sorted(os.listdir(box)) == sorted(["lead.jsonl", os.path.basename(source)])
        events.append(f"replace {os.path.getsize(source)}")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watched_fsync)
    monkeypatch.setattr(os, "replace", watched_replace)
    save_inbox(box, "lead", letters(3))
    size = (box / "lead.jsonl").stat().st_size
    assert events == [f"fsync {size}", f"replace {size}"]


@pytest.mark.parametrize("step", ["os.replace", "os.fsync", "builtins.open"])
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, MemoryError])
def test_a_save_that_fails_leaves_the_old_inbox_and_no_temporary_file(
    box: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: type[BaseException]
) -> None:
    save_inbox(box, "lead", letters(1))
    before = (box / "lead.jsonl").read_bytes()

    def fail(*arguments: Any, **more: Any) -> None:
        raise error("injected")

    with monkeypatch.context() as patched:
        patched.setattr(step, fail)
        with pytest.raises(error, match="injected"):
            save_inbox(box, "lead", letters(2))
    assert (box / "lead.jsonl").read_bytes() == before
    assert os.listdir(box) == ["lead.jsonl"]


def test_a_full_disk_leaves_the_old_inbox_and_no_temporary_file(box: Path) -> None:
    """The kernel itself refuses the write: a limit on this process's file size."""
    save_inbox(box, "lead", letters(1))
    before = (box / "lead.jsonl").read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 1, hard))
    try:
        with pytest.raises(OSError, match="large"):
            save_inbox(box, "lead", letters(8))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, old)
    assert (box / "lead.jsonl").read_bytes() == before
    assert os.listdir(box) == ["lead.jsonl"]


def test_a_link_left_under_a_temporary_name_is_not_followed(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box.mkdir()
    victim = box.parent / "victim"
    victim.write_text("precious")
    monkeypatch.setattr("random.randrange", lambda stop: 7)
    (box / "lead.jsonl.7.tmp").symlink_to(victim)
    with pytest.raises(FileExistsError):
        save_inbox(box, "lead", letters(1))
    assert victim.read_text() == "precious"


# Sending


def test_a_sent_letter_is_queued_stripped_and_numbered(box: Path, lock: Any) -> None:
    assert send_message(box, MEMBERS, "reader", "lead", " \n你好\t", lock) == {"id": "lead-1", "status": "queued"}
    assert send_message(str(box), MEMBERS, "reviewer", "lead", "再来", lock) == {"id": "lead-2", "status": "queued"}
    assert load_inbox(box, "lead", MEMBERS) == [
        {"id": "lead-1", "sender": "reader", "recipient": "lead", "body": "你好"},
        {"id": "lead-2", "sender": "reviewer", "recipient": "lead", "body": "再来"},
    ]
    keys = [list(json.loads(line)) for line in (box / "lead.jsonl").read_text("utf-8").splitlines()]
    assert keys == [["id", "sender", "recipient", "body"]] * 2


@pytest.mark.parametrize("body", ["x", "x" * 600, " " + "x" * 600 + " ", "[team-protocol] {}", "a\u2028b\u0085c\rd\ne"])
def test_these_bodies_are_sent(box: Path, lock: Any, body: str) -> None:
    send_message(box, MEMBERS, "reader", "lead", body, lock)
    assert load_inbox(box, "lead", MEMBERS)[0]["body"] == body.strip()


@pytest.mark.parametrize("body", ["", " \t\n", "x" * 601, None, 1, b"x", ["x"]])
def test_these_bodies_are_refused_before_the_lock(box: Path, lock: Any, body: Any) -> None:
    with pytest.raises(ValueError, match="正文"):
        send_message(box, MEMBERS, "reader", "lead", body, lock)
    assert lock.sections == 0
    assert not box.exists()


def test_sender_then_recipient_then_body_are_checked_before_the_lock(box: Path, lock: Any) -> None:
    with pytest.raises(ValueError, match="first"):
        send_message(box, MEMBERS, "first", "second", "", lock)
    with pytest.raises(ValueError, match="second"):
        send_message(box, MEMBERS, "lead", "second", "", lock)
    with pytest.raises(ValueError, match="正文"):
        send_message(box, MEMBERS, "lead", "reader", "", lock)
    assert lock.sections == 0


def test_loading_and_saving_happen_in_one_critical_section(
    box: Path, lock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[int] = []

    def noted(*arguments: Any) -> list[Message]:
        held.append(lock.depth)
        return []

    monkeypatch.setattr("lesson_code.team_protocols.mailbox.load_inbox", noted)
    monkeypatch.setattr("lesson_code.team_protocols.mailbox.save_inbox", noted)
    send_message(box, MEMBERS, "reader", "lead", "x", lock)
    assert (held, lock.sections) == ([1, 1], 1)


def test_a_ninth_letter_is_refused_and_nothing_is_overwritten(box: Path, lock: Any) -> None:
    for number in range(1, 9):
        assert send_message(box, MEMBERS, "reader", "lead", "x", lock)["id"] == f"lead-{number}"
    before = (box / "lead.jsonl").read_bytes()
    with pytest.raises(ValueError, match="lead 的信箱已满"):
        send_message(box, MEMBERS, "reader", "lead", "x", lock)
    assert (box / "lead.jsonl").read_bytes() == before


def test_eight_of_the_longest_letters_fit(box: Path, lock: Any) -> None:
    for body in ["\x01" * 600] * 4 + ["\U0001f600" * 600] * 4:
        send_message(box, MEMBERS, "reader", "lead", "x" + body[2:] + "x", lock)
    assert len(load_inbox(box, "lead", MEMBERS)) == 8


def test_a_letter_to_oneself_is_ordinary(box: Path, lock: Any) -> None:
    assert send_message(box, MEMBERS, "lead", "lead", "x", lock)["status"] == "queued"


def test_a_closed_member_still_gets_letters(box: Path, lock: Any, team: Any) -> None:
    team["reader"]["status"] = "closed"
    assert send_message(box, team, "lead", "reader", "x", lock)["status"] == "queued"


def test_text_that_has_no_utf8_is_refused_and_nothing_is_made(box: Path, lock: Any) -> None:
    with pytest.raises(ValueError, match="无法编码"):
        send_message(box, MEMBERS, "reader", "lead", "a\udc80b", lock)
    assert not box.exists()


def test_a_damaged_inbox_takes_no_more_letters(box: Path, lock: Any) -> None:
    path = written(box, letter(), "broken")
    before = path.read_bytes()
    with pytest.raises(ValueError, match="第 2 行"):
        send_message(box, MEMBERS, "reader", "lead", "x", lock)
    assert path.read_bytes() == before


def test_a_relative_folder_given_as_text_is_used_from_where_one_stands(
    lock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory() as place:
        monkeypatch.chdir(place)
        send_message("mailbox", MEMBERS, "reader", "lead", "x", lock)
        assert os.listdir("mailbox") == ["lead.jsonl"]
        monkeypatch.undo()
