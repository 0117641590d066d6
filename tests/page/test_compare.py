"""Two inputs side by side: where they part and why, and both stepped together."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Opener
from tests.page.lab import Lab

pytestmark = pytest.mark.browser


def compared(open_lab: Opener, area: str, one: str, other: str) -> Lab:
    lab = open_lab(area)
    lab.choose(one)
    lab.at('[data-tool="compare"]').click()
    lab.at(".lab-compare").wait_for()
    lab.at(".lab-compare-with select").select_option(other)
    title = next(given["title"]["zh"] for given in lab.manifest["inputs"] if given["name"] == other)
    expect(lab.at('.lab-side[data-side="b"] .lab-side-title')).to_have_text(title)
    return lab


def side(lab: Lab, name: str) -> int:
    line = lab.at(f'.lab-side[data-side="{name}"] [data-mark^="now"]').get_attribute("data-line")
    return int(line or 0)


def test_approved_against_forged_part_at_the_saved_reply(open_lab: Opener) -> None:
    lab = compared(open_lab, "match_response", "approved", "forged")
    deciding = lab.line('if data != record["reply"]:')
    told = lab.at(".lab-compare-told").inner_text()
    assert f"第 {deciding} 行之后分开" in told
    assert "data['feedback']" in told
    lab.at('[data-compare="fork"]').click()
    assert side(lab, "a") == lab.line('if record["status"] != "pending":')
    assert side(lab, "b") == lab.line('return ignored("not_saved_reply")')
    differ = lab.at(".lab-differences tbody th").all_inner_texts()
    assert "match_response · data['feedback']" in differ, "two frames may have variables of one name"


def test_approve_against_reject_differ_in_a_value_and_go_the_same_way(open_lab: Opener) -> None:
    lab = compared(open_lab, "reply_request", "approve", "reject")
    told = lab.at(".lab-compare-told").inner_text()
    assert "第 1 步" in told
    assert "approve 这边是 True，那边是 False" in told
    assert "一直走同样的路" in told
    assert lab.at('[data-compare="fork"]').is_disabled()


def test_both_are_stepped_together(open_lab: Opener) -> None:
    lab = compared(open_lab, "reply_request", "approve", "conflict")
    lab.at('[data-compare="forth"]').click()
    assert lab.position == 1
    assert side(lab, "a") == side(lab, "b")
    lab.command("out")
    lab.command("over")
    assert side(lab, "a") == side(lab, "b") > 0
    lab.at('[data-compare="fork"]').click()
    assert side(lab, "a") != side(lab, "b")
    lab.at('[data-compare="back"]').click()
    assert side(lab, "a") == side(lab, "b")
    lab.at(".lab-compare .lab-icon-button").click()
    assert lab.at(".lab-code-pane").is_visible()
