"""What is drawn in which frame, so that none is late; and that nothing differs once all of it is drawn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Opener
from tests.page.lab import Lab, box_of, first

pytestmark = pytest.mark.browser

# What a reader sees right after what they do, before any frame; and in each frame from there on.
SEEN = """const ui = document.querySelector(`lesson-lab[data-area="${area}"] .lab-ui`);
  const seek = (p) => {
    const range = ui.querySelector(".lab-range");
    range.value = p;
    range.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const press = (name) => ui.querySelector(`[data-command="${name}"]`).click();
  const seen = () => ({
    line: Number(ui.querySelector('.lab-line[data-mark^="now"]')?.dataset.line ?? 0),
    status: ui.querySelector('.lab-table [data-row="req-1"][data-column="status"] .lab-word')?.innerText ?? "",
    events: ui.querySelectorAll(".lab-event").length,
    busy: ui.querySelector(".lab-column[aria-busy]") !== null,
  });
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"""
JUMP = f"""async ([area, position]) => {{
  {SEEN}
  seek(position);
  const all = [seen()];
  while (all.at(-1).busy && all.length < 50) {{
    await frame();
    all.push(seen());
  }}
  return all;
}}"""
STEP = f"""([area]) => {{
  {SEEN}
  press("into");
  return seen();
}}"""
JUMPS = f"""async ([area, positions]) => {{
  {SEEN}
  for (const position of positions) {{
    seek(position);
    await frame();
  }}
  while (seen().busy) await frame();
  return seen();
}}"""
# Two frames after it was put there what a reader sees is laid out; what only keeps its layout is not seen.
VISIBLE = """async (all) => {
  for (let i = 0; i < 2; i += 1) await new Promise((done) => requestAnimationFrame(done));
  return all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).map((one) => one.innerText);
}"""


def frames(lab: Lab, position: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = lab.page.evaluate(JUMP, [lab.area, position])
    return found


def test_a_jump_shows_the_line_at_once_and_the_protocol_a_view_a_frame(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    position = first(lab, "approved", "approved")
    lab.go(0)
    at_once, *rest = frames(lab, position)
    assert at_once["line"] == lab.states("approved")[position].stack[-1].line
    assert (at_once["status"], at_once["busy"]) == ("pending", True)
    assert 3 <= len(rest) <= 8
    assert [seen["busy"] for seen in rest] == [True] * (len(rest) - 1) + [False]
    drawn = next(seen for seen in rest if seen["status"] == "approved")
    assert drawn["events"] == rest[-1]["events"] > at_once["events"], "the sequence stands first in its column"


def test_a_single_step_draws_all_of_it_at_once(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    position = first(lab, "approved", "approved")
    lab.go(position - 1)
    seen = lab.page.evaluate(STEP, [lab.area])
    assert (seen["status"], seen["busy"]) == ("approved", False)


def test_of_many_jumps_in_a_row_the_last_is_what_stays(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    position = first(lab, "approved", "approved")
    seen = lab.page.evaluate(JUMPS, [lab.area, [position, 0, position + 2, 3, 0]])
    assert (seen["status"], seen["busy"]) == ("pending", False)
    seen = lab.page.evaluate(JUMPS, [lab.area, [lab.last, 0, 3, position]])
    assert (seen["status"], seen["busy"]) == ("approved", False)


def test_another_input_is_drawn_at_once_and_ends_what_waits(open_lab: Opener) -> None:
    lab = open_lab("match_response")
    lab.go(0)
    lab.at(".lab-range").evaluate(
        """(range) => {
          range.value = range.max;
          range.dispatchEvent(new Event("input", { bubbles: true }));
          range.closest(".lab-ui").querySelector('.lab-choice[data-input="rejected"]').click();
        }"""
    )
    expect(lab.at(".lab-ui")).to_have_attribute("data-input", "rejected")
    lab.drawn()
    lab.command("last")
    assert lab.field("state", "req-1", "status").inner_text().split()[-1] == "rejected"


def test_of_the_files_only_the_one_that_runs_is_seen_and_its_lines_are_whole(lab: Lab) -> None:
    states = lab.states("plan")
    files = {state.stack[-1].file: state.position for state in reversed(states) if state.stack}
    assert len(files) >= 2
    lab.at(".lab-debug").scroll_into_view_if_needed()
    for file, position in [*files.items(), *files.items()]:
        lab.go(position)
        (listing,) = lab.at(".lab-code-pane > .lab-code-scroll .lab-listing").evaluate_all(VISIBLE)
        source = next(one["text"] for one in lab.manifest["sources"] if one["label"] == file)
        assert states[position].stack[-1].line == lab.current
        assert source.splitlines()[lab.current - 1].strip() in listing


def test_a_whole_file_is_as_high_as_its_lines_before_they_are_looked_at(lab: Lab) -> None:
    lab.at(".lab-fold:visible").first.click()
    rows = lab.listing.locator(".lab-line").count()
    height = lab.listing.locator(".lab-listing").evaluate("(code) => code.getBoundingClientRect().height")
    row = box_of(lab.at('.lab-line[data-mark^="now"]'))
    assert rows > 100
    assert abs(height - rows * row["height"]) < row["height"], (height, rows, row["height"])
