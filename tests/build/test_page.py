"""A page before and without JavaScript, and what it tells the modules."""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from site_runtime.build.manifest import recorded_files
from site_runtime.parity.results import Outcome, Result
from site_runtime.recorder import load_lessons
from tests.build.html import Element, read
from tests.conftest import Site

ROOT = Path(__file__).resolve().parents[2]
LESSON = load_lessons(ROOT / "lesson_code")["team_protocols"]
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'"
)
PAGES = ["team-protocols/index.html", "en/team-protocols/index.html"]


@pytest.fixture(scope="module", params=PAGES)
def labs(request: pytest.FixtureRequest, site: Site) -> list[Element]:
    return list(read((site.folder / request.param).read_text("utf-8")).all("lesson-lab"))


def manifest_of(lab: Element) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(lab.one(of="lab-manifest").text)
    return data


def test_each_area_of_the_lesson_stands_on_the_page_once(labs: list[Element]) -> None:
    assert [lab.attributes["data-area"] for lab in labs] == list(LESSON.areas)


def test_the_shown_code_is_the_exact_source_of_the_function(labs: list[Element]) -> None:
    for lab in labs:
        area = LESSON.areas[str(lab.attributes["data-area"])]
        text = LESSON.sources[area.file]
        node = next(n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef) and n.name == area.function)
        lines = list(next(lab.all("figure", "lab-code")).all(of="lab-line"))
        assert [line.one("a", "lab-no").text for line in lines] == [line.attributes["data-line"] for line in lines]
        assert int(str(lines[0].attributes["data-line"])) == node.lineno
        shown = "".join(line.one(of="lab-src").text for line in lines)
        assert shown == "".join(text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno])
        assert all(line.one("a").attributes["href"] == f"#{line.attributes['id']}" for line in lines)


def test_each_input_shows_title_preparation_call_and_output(labs: list[Element]) -> None:
    for lab in labs:
        area = LESSON.areas[str(lab.attributes["data-area"])]
        items = list(lab.one("ul", "lab-inputs").all("li"))
        assert [item.attributes["data-input"] for item in items] == list(area.inputs)
        for item in items:
            given = area.inputs[str(item.attributes["data-input"])]
            assert item.one(of="lab-title").text == given.title[str(lab.attributes["lang"])]
            assert [code.text for code in item.all("code")][:2] == [given.prepare, given.call]
            assert item.one(of="lab-output").one("code").text.startswith("{'")


def test_the_manifest_names_every_input_with_the_checksum_of_its_trace(labs: list[Element], site: Site) -> None:
    for lab in labs:
        data = manifest_of(lab)
        assert [entry["name"] for entry in data["inputs"]] == list(LESSON.areas[data["area"]].inputs)
        for entry in data["inputs"]:
            content = (site.folder / "assets" / "lesson" / entry["trace"]).read_bytes()
            assert (len(content), hashlib.sha256(content).hexdigest()) == (entry["bytes"], entry["sha256"])
            end = json.loads(content.splitlines()[-1])["end"]
            assert (end["snapshots"], end["focus"]) == (entry["snapshots"], entry["focus"])
        first = data["inputs"][0]
        shipped = (site.folder / "assets" / "lesson" / first["trace"]).read_text("utf-8")
        assert data["shipped"] == {first["name"]: shipped}


def test_the_manifest_holds_each_source_with_a_recorded_frame_and_its_valid_lines(labs: list[Element]) -> None:
    for lab in labs:
        data = manifest_of(lab)
        assert data["sources"][0]["label"] == data["file"]
        assert {"protocol.py", "mailbox.py"} <= {source["label"] for source in data["sources"]}
        for source in data["sources"]:
            assert source["text"] == LESSON.sources[source["label"]]
        assert data["sources"][0]["lines"][data["function"]]


def test_a_file_is_found_also_after_a_text_with_a_line_separator_of_its_own() -> None:
    trace = '{"trace":1}\n{"files":[["a.py","0"]],"text":"\u2028"}\n{"files":[["b.py","0"]]}\n{"end":{}}\n'
    area = next(iter(LESSON.areas.values()))
    outcome = Outcome("", {}, None)
    result = Result("key", trace, outcome, outcome, 0, 0)
    assert recorded_files(area, [result]) == [area.file, "a.py", "b.py"]


@pytest.mark.parametrize("name", PAGES)
def test_every_path_of_the_manifest_leads_to_a_file(name: str, site: Site) -> None:
    for lab in read((site.folder / name).read_text("utf-8")).all("lesson-lab"):
        data = manifest_of(lab)
        base = (site.folder / name).parent / data["base"]
        runtime = data["runtime"]
        assert (base / runtime["indexURL"] / "pyodide.mjs").is_file()
        assert (base / runtime["stdLib"]).is_file()
        lock = json.loads((base / runtime["lockFile"]).read_text())
        wheel = lock["packages"][runtime["package"]]["file_name"]
        assert (base / runtime["packageBase"] / wheel).is_file()
        assert (base / "browser" / "worker.js").is_file()
        assert json.loads((base / "runtime.json").read_text()) == {k: v for k, v in runtime.items() if k != "lessons"}
        assert (ROOT / runtime["lessons"] / data["lesson"]).is_dir()


def test_every_page_has_the_policy_and_nothing_that_it_would_forbid(site: Site) -> None:
    pages = sorted(site.folder.rglob("*.html"))
    assert len(pages) >= 5
    for path in pages:
        tree = read(path.read_text("utf-8"))
        (policy,) = [e for e in tree.all("meta") if e.attributes.get("http-equiv") == "Content-Security-Policy"]
        assert policy.attributes["content"] == POLICY
        assert next(e for e in tree.one("head").all() if e.tag in ("meta", "script", "link")) is policy
        assert not list(tree.all("style")), path
        scripts = [e for e in tree.all("script") if e.attributes.get("type") != "application/json"]
        assert all(e.attributes.get("src") and not e.text.strip() for e in scripts), path
        forbidden = [n for e in tree.all() for n in e.attributes if n == "style" or n.startswith("on")]
        assert not forbidden, path


def test_nothing_on_a_page_is_loaded_from_elsewhere_and_no_page_claims_this_machine(site: Site) -> None:
    for path in sorted(site.folder.rglob("*.html")):
        tree = read(path.read_text("utf-8"))
        loaded = [e.attributes.get("src") for e in tree.all() if e.tag in ("script", "img", "iframe")]
        loaded += [e.attributes.get("href") for e in tree.all("link")]
        assert not [address for address in loaded if address and "//" in address], path


def test_a_lesson_from_outside_has_a_page_in_each_language(outside: Path) -> None:
    titles = {"lessons/counter": "带 <尖括号>", "en/lessons/counter": "With <angle brackets>"}
    for page, title in titles.items():
        tree = read((outside / page / "index.html").read_text("utf-8"))
        lab = tree.one("lesson-lab")
        assert "def add(self, text):" in next(lab.all("figure")).text
        assert next(lab.all(of="lab-title")).text == title
        assert next(lab.all(of="lab-output")).one("code").text == "{'one': 2, 'b>two</b': 1, '': 1}\n"
        sources = {source["label"] for source in manifest_of(lab)["sources"]}
        assert sources == {"tally.py", "words.py"}
        assert manifest_of(lab)["runtime"]["lessons"] == "plain"


def test_a_lesson_from_outside_shows_its_own_pages_where_it_has_some(outside: Path) -> None:
    tree = read((outside / "lessons" / "greeting" / "index.html").read_text("utf-8"))
    assert "A page of its own" in tree.one("h1").text
    assert "hello, world" in next(tree.one("lesson-lab").all(of="lab-output")).text
    assert not (outside / "en" / "lessons" / "greeting").exists()


def test_lessons_from_outside_are_in_the_navigation(outside: Path) -> None:
    tree = read((outside / "index.html").read_text("utf-8"))
    links = {e.attributes["href"] for e in tree.all("a", "md-nav__link") if "href" in e.attributes}
    assert {"lessons/counter/", "lessons/greeting/"} <= links


def test_every_plain_table_has_a_box(site: Site) -> None:
    text = (site.folder / "team-protocols/index.html").read_text("utf-8")
    assert text.count("<table>") == text.count('<div class="sheet"><table>') > 1


def test_no_two_pages_have_the_same_title(site: Site) -> None:
    pages = {path: path.read_text("utf-8") for path in site.folder.rglob("index.html")}
    titles = {path: text.partition("<title>")[2].partition("</title>")[0] for path, text in pages.items()}
    assert len(titles) >= 11
    assert all(titles.values())
    assert len(set(titles.values())) == len(titles), titles
