"""Links and files: a link opens at its step, a trace is saved, opened again and shown by a page of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from site_runtime.recorder import record_program
from tests.conftest import Site
from tests.page.conftest import Opener
from tests.page.lab import Lab

pytestmark = pytest.mark.browser

PROGRAM = """\
class Node:
    def __init__(self, name):
        self.name = name
        self.links = []

def fact(n):
    if n < 2:
        return 1
    return n * fact(n - 1)

a = Node("<img src=x onerror=alert(1)>")
b = a
b.links.append(a)
print(fact(4))
"""


def opened(lab: Lab, path: Path) -> None:
    lab.at("input[type=file]").set_input_files(path)


def test_a_link_opens_input_step_and_stops(lab: Lab, open_lab: Opener, page: Page) -> None:
    line = lab.line("state[request_id] =")
    lab.choose("shutdown")
    lab.number(line).click()
    lab.command("continue")
    position = lab.position
    lab.at('[data-tool="link"]').click()
    expect(lab.at(".lab-notice")).to_be_visible()
    address = page.url
    assert "#lab=team_protocols/open_request" in address
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    again = open_lab(hash=address[address.index("#") :])
    expect(again.at(".lab-ui")).to_have_attribute("data-position", str(position))
    assert again.at(".lab-ui").get_attribute("data-input") == "shutdown"
    assert again.number(line).get_attribute("aria-pressed") == "true"


def test_a_link_to_a_step_that_is_not_there_says_so(open_lab: Opener) -> None:
    lab = open_lab(hash="#lab=team_protocols/open_request&input=plan&step=99999")
    expect(lab.at(".lab-notice")).to_contain_text("不存在")
    assert lab.position == lab.last


def test_a_saved_trace_opens_again(lab: Lab, tmp_path: Path) -> None:
    lab.choose("limit")
    with lab.page.expect_download() as download:
        lab.at('[data-tool="save"]').click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "team_protocols-open_request-limit.json"
    lab.choose("plan")
    opened(lab, path)
    expect(lab.at(".lab-shown")).to_contain_text(path.name)
    assert lab.last == len(lab.states("limit")) - 1
    lab.command("over")
    assert lab.current > 0
    assert lab.at(".lab-run").is_hidden()
    lab.at(".lab-back").click()
    assert lab.at(".lab-ui").get_attribute("data-input") == "plan"


def test_a_page_of_its_own_steps_without_network_or_python(lab: Lab, tmp_path: Path) -> None:
    with lab.page.expect_download() as download:
        lab.at('[data-tool="page"]').click()
    path = tmp_path / "alone.html"
    download.value.save_as(path)
    page = lab.page.context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(path.as_uri())
    page.locator(".lab-ui").wait_for()
    last = page.locator(".lab-ui").get_attribute("data-last")
    assert last == str(len(lab.states("plan")) - 1)
    page.locator('[data-command="last"]').click()
    assert page.locator(".lab-event-letter").count() == 1
    assert page.locator(".lab-shown").inner_text() == f"构建时由 CPython {lab.manifest['python']} 记录"
    assert faults == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def saved_program(tmp_path: Path, source: str = PROGRAM) -> Path:
    trace = record_program(source).text
    parts = {
        "lesson": "",
        "area": "",
        "input": "",
        "sources": [{"label": "program.py", "text": source}],
        "trace": trace,
    }
    path = tmp_path / "program.json"
    path.write_text(json.dumps({"lesson-trace": 1, **parts}), "utf-8")
    return path


def test_a_general_program_is_shown_and_its_strings_are_only_text(lab: Lab, tmp_path: Path) -> None:
    opened(lab, saved_program(tmp_path))
    expect(lab.at(".lab-tab").first).to_have_text("program.py")
    assert lab.at(".lab-diagram").count() == 0
    lab.command("over", 3)
    assert lab.variable("a").locator(".lab-var-alias").count() == 0
    lab.command("over", 2)
    assert "b" in lab.variable("a").locator(".lab-var-alias").inner_text()
    assert "<img src=x onerror=alert(1)>" in lab.variable("a").locator(".lab-var-value").inner_text()
    assert lab.dom.locator("img").count() == 0
    while lab.at('.lab-frame-name:text-is("fact")').count() < 3:
        lab.command("into")
        assert lab.position < lab.last
    lab.command("last")
    assert lab.at(".lab-output-text").inner_text().strip() == "24"


@pytest.mark.parametrize(
    "text",
    ["", "{}", "not json", '{"lesson-trace":1,"sources":[],"trace":"{}\\n"}', '{"trace":1}\n{"at":0}\n{"end":{}}\n'],
)
def test_a_file_that_is_no_trace_is_refused_and_the_lab_goes_on(lab: Lab, tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, "utf-8")
    opened(lab, path)
    expect(lab.at(".lab-notice")).to_contain_text("broken.json 不是可读的记录")
    lab.command("over")
    assert lab.position > 0


def test_a_source_that_was_not_recorded_is_named_and_not_shown(lab: Lab, tmp_path: Path) -> None:
    path = saved_program(tmp_path)
    whole = json.loads(path.read_text("utf-8"))
    whole["sources"][0]["text"] = PROGRAM.replace("fact(4)", "fact(5)")
    path.write_text(json.dumps(whole), "utf-8")
    opened(lab, path)
    notice = lab.at(".lab-notice")
    expect(notice).to_contain_text("没有打开 program.json：其中 program.py 的文字不是记录时的那份")
    expect(notice).to_contain_text("重新记录")
    expect(lab.at(".lab-shown")).to_contain_text("构建时")


def test_a_file_that_is_too_big_is_not_even_read(lab: Lab, page: Page, site: Site, tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(250 * 2**20)
    opened(lab, path)
    expect(lab.at(".lab-notice")).to_contain_text("64 MB")
