"""A link carries a reader's own texts, shows them as text, and runs nothing before a click."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Opener
from tests.page.lab import Lab, box_of
from tests.page.trials import SLOW, condition, fill, insert_after, open_editor, origin, own, pythons, watch, watched

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror=alert(1)>"


def packed(data: Any) -> str:
    """Return data as a link carries it."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = squeeze.compress(json.dumps(data).encode()) + squeeze.flush()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def copied(lab: Lab) -> str:
    """Copy the link to what is shown; return what stands after "#"."""
    before = lab.page.url
    lab.at('[data-tool="link"]').click()
    expect(lab.page).not_to_have_url(before)
    return lab.page.url[lab.page.url.index("#") :]


def fresh(page: Page) -> None:
    """As another reader, in another browser."""
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")


def test_a_link_carries_all_and_runs_nothing_before_a_click(page: Page, lab: Lab, open_lab: Opener) -> None:
    line = lab.line("target = member_name(target, team)")
    lab.at(".lab-own-new").click()
    fill(lab, sender="reviewer", payload=EVIL)
    lab.at(".lab-own-name").fill(EVIL)
    open_editor(lab)
    insert_after(lab, "target = member_name(target, team)", "noted = sender")
    lab.at('[data-edit="debug"]').click()
    origin(lab, "edited")
    own(lab, "debug")
    expect(lab.at(".lab-shown")).to_contain_text(EVIL, timeout=SLOW)
    lab.number(line).click()
    condition(lab, "protocol.py", line, "sender == 'reviewer'")
    expect(lab.at(".lab-condition-state")).to_have_text("1 次命中里 1 次为真", timeout=SLOW)
    watch(lab, "sender + '!'")
    lab.command("continue")
    position = lab.position
    assert lab.current == line
    link = copied(lab)
    assert len(link) < 24_000

    fresh(page)
    lab = open_lab(hash=link)
    expect(lab.at(".lab-own-offered")).to_be_visible()
    expect(lab.at(".lab-edit-note")).to_contain_text("还没有运行任何代码")
    expect(lab.at(".lab-editor .cm-content")).to_contain_text("noted = sender")
    expect(lab.at(".lab-ask-offered")).to_be_visible()
    assert lab.at('.lab-own [data-field="payload"]').input_value() == EVIL
    assert lab.at(".lab-own-name").input_value() == EVIL
    expect(lab.at(".lab-badge")).to_have_attribute("data-origin", "shipped")
    lab.command("over", 3)
    page.wait_for_timeout(700)
    assert pythons(page) == []
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('lesson-lab'))") == []

    lab.at('[data-edit="debug"]').click()
    origin(lab, "edited")
    # Python is there now; what came with the link still waits for its own click.
    expect(watched(lab, "sender + '!'").locator(".lab-watch-state")).to_have_text("还没有求值")
    own(lab, "debug")
    expect(lab.at(".lab-shown")).to_contain_text("你改过的代码和你的输入", timeout=SLOW)
    lab.at('[data-ask="all"]').click()
    expect(watched(lab, "sender + '!'").locator(".lab-answer")).to_have_text("'reviewer!'", timeout=SLOW)
    lab.at(".lab-stops summary").click()
    lab.at('[data-condition="find"]').click()
    expect(lab.at(".lab-condition-state")).to_have_text("1 次命中里 1 次为真", timeout=SLOW)
    lab.command("first")
    lab.command("continue")
    assert lab.position == position
    assert page.locator("img[src=x]").count() == 0


def test_a_readers_own_copy_outlives_a_link(page: Page, lab: Lab, open_lab: Opener) -> None:
    open_editor(lab)
    insert_after(lab, "target = member_name(target, team)", "mine = 1")
    expect(lab.at(".lab-editor .cm-content")).to_contain_text("mine = 1")
    theirs = packed({"copy": "def open_request(*given):\n    return {'theirs': 1}\n"})
    page.goto("about:blank")
    lab = open_lab(hash=f"#lab=team_protocols/open_request&input=plan&with={theirs}")
    content = lab.at(".lab-editor .cm-content")
    expect(content).to_contain_text("theirs")
    lab.at('[data-edit="restore"]').click()
    expect(content).to_contain_text("mine = 1")
    page.goto("about:blank")
    lab = open_lab()
    content = open_editor(lab)
    expect(content).to_contain_text("mine = 1")


@pytest.mark.parametrize(
    "parcel",
    [
        "",
        "AAAA",
        packed(7),
        packed([1, 2]),
        packed({"own": 7, "copy": ["x"], "watches": {"0": "a"}, "stops": "all"}),
        packed({"own": {"values": None, "prepare": 1}, "copy": "x" * 70_000, "watches": [None, 3, ""]}),
        packed("x" * 300_000),
        "A" * 30_000,
    ],
    ids=["empty", "garbage", "number", "list", "shapes", "sizes", "bomb", "long"],
)
def test_what_a_link_holds_is_never_trusted(page: Page, open_lab: Opener, parcel: str) -> None:
    lab = open_lab(hash=f"#lab=team_protocols/open_request&input=shutdown&step=3&with={parcel}")
    if len(parcel) < 30_000:
        expect(lab.at(".lab-ui")).to_have_attribute("data-input", "shutdown")
    lab.command("over")
    assert lab.at(".lab-own").is_hidden()
    assert lab.at(".lab-edit").is_hidden()
    assert lab.at(".lab-watch").count() == 0
    assert pythons(page) == []


def test_what_is_too_long_for_a_link_is_told(lab: Lab) -> None:
    lab.at(".lab-own-new").click()
    lab.at(".lab-own-texts summary").click()
    own(lab, "hand")
    noise = "".join(chr(0x4E00 + (i * i * 7919 + i * 104729) % 20000) for i in range(19_000))
    lab.at(".lab-own-area").nth(0).fill(noise)
    lab.at(".lab-own-area").nth(1).fill(noise[::-1])
    own(lab, "share")
    expect(lab.at(".lab-notice")).to_have_text("这里写的内容太长，放不进链接。")


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ("&input=plam", ["没有输入“plam”。", "相近的有：plan。"]),
        ("&input=shutdown&step=-5", ["“-5”不是步骤"]),
        ("&input=shutdown&step=abc", ["“abc”不是步骤"]),
        ("&input=shutdown&step=99999", ["步骤“99999”在这次运行中不存在"]),
        ("&input=shutdown&stops=protocol.py:1,nowhere.py:3", ["“protocol.py:1”处不能设断点", "“nowhere.py:3”处"]),
        ("&input=shutdown&with=AAAA", ["已损坏或太长"]),
        (f"&input=shutdown&with={packed({'own': 7, 'copy': ['x']})}", ["自己的输入读不出来", "改过的代码"]),
        (f"&input={EVIL}&code=1&step=2", ["没有输入“<img", "“code”在这里没有意义"]),
    ],
)
def test_what_of_a_link_cannot_be_used_is_told(page: Page, open_lab: Opener, rest: str, told: list[str]) -> None:
    lab = open_lab(hash=f"#lab=team_protocols/open_request{rest}")
    for text in told:
        expect(lab.at(".lab-notice")).to_contain_text(text)
    if "input=shutdown" in rest:
        expect(lab.at(".lab-ui")).to_have_attribute("data-input", "shutdown")
    if "step=2" in rest:
        assert lab.position == 2
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("hash", ["#lab=team_protocols/open_reqest&step=3", "#lab=team_protocol/open_request"])
def test_a_link_to_no_lab_of_the_page_is_told_once(page: Page, open_lab: Opener, hash: str) -> None:
    lab = open_lab(hash=hash, lang="en")
    expect(lab.at(".lab-notice")).to_contain_text("This page has no lab")
    expect(lab.at(".lab-notice")).to_contain_text("team_protocols/open_request")
    assert page.locator(".lab-notice:visible").count() == 1


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_what_is_told_is_in_sight(page: Page, open_lab: Opener, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    lab = open_lab(hash="#lab=team_protocols/open_request&input=plam")
    expect(lab.at(".lab-notice")).to_be_in_viewport(ratio=1)
    assert box_of(lab.at(".lab-notice"))["bottom"] < box_of(lab.at(".lab-caption"))["y"]


@pytest.mark.parametrize(
    ("hash", "position"),
    [
        ("#lab=team_protocols/open_request&input=shutdown&step=3", 3),
        ("#lab=team_protocols/open_request&input=own-abcdefgh&step=9", None),
        ("#anchor", None),
    ],
)
def test_nothing_is_told_of_a_whole_link_an_own_input_or_an_anchor(
    open_lab: Opener, hash: str, position: int | None
) -> None:
    first = open_lab().position
    lab = open_lab(hash=hash)
    lab.page.wait_for_timeout(500)  # what is told is told within a few frames
    expect(lab.at(".lab-notice")).to_be_hidden()
    assert lab.position == (first if position is None else position)
