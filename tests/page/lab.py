"""A lab on a built page, and what its traces hold: tests compare what is shown with what was recorded."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from site_runtime.build.code import function_lines
from site_runtime.trace.replay import State, Value, positions
from tests.conftest import Site

PAGES = {"zh": "team-protocols/", "en": "en/team-protocols/"}
LESSON = "team_protocols"
Box = dict[str, float]
MANIFEST = re.compile(r'class="lab-manifest" hidden>(.*?)</pre>', re.S)


RESTYLE = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""


def restyle(page: Page, css: str) -> None:
    """Give a page style of the test's own, in place of what the test gave before; the policy allows no other way."""
    page.evaluate(RESTYLE, css)


def box_of(at: Locator) -> Box:
    """Return where the first such element stands, in px of the window, once it is shown."""
    expect(at.first).to_be_visible()
    found: Any = at.first.bounding_box()
    assert found is not None, f"{at} is shown, then not"
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def manifests(page: Path) -> dict[str, dict[str, Any]]:
    """Return area -> manifest of every lab on a built page."""
    found = [json.loads(html.unescape(text)) for text in MANIFEST.findall(page.read_text("utf-8"))]
    return {manifest["area"]: manifest for manifest in found}


@dataclass
class Lab:
    """One lab of an open page: `area` of the lesson in `site`."""

    page: Page
    site: Site
    area: str
    address: str

    @cached_property
    def manifest(self) -> dict[str, Any]:
        return manifests(self.site.folder / self.address / "index.html")[self.area]

    @property
    def dom(self) -> Locator:
        return self.page.locator(f'lesson-lab[data-area="{self.area}"]')

    def at(self, selector: str) -> Locator:
        return self.dom.locator(selector)

    def states(self, name: str) -> list[State]:
        """Return every position of an input's shipped trace."""
        path = self.site.folder / f"assets/lesson/traces/{LESSON}/{self.area}/{name}.jsonl"
        return list(positions(path.read_text("utf-8")))

    def line(self, text: str, file: str = "protocol.py") -> int:
        """Return the number of the only line of the displayed function, or of a whole other file, that has `text`."""
        source = next(source for source in self.manifest["sources"] if source["label"] == file)
        own = function_lines(source["text"], self.manifest["function"]) if file == self.manifest["file"] else None
        lines = enumerate(source["text"].splitlines(), 1)
        numbers = [n for n, line in lines if text in line and (own is None or n in own)]
        assert len(numbers) == 1, f"{text!r} stands on lines {numbers} of {file}"
        return numbers[0]

    def choose(self, name: str) -> None:
        self.at(f'.lab-choice[data-input="{name}"]').click()
        expect(self.at(".lab-ui")).to_have_attribute("data-input", name)
        expect(self.at(f'.lab-choice[data-input="{name}"]')).to_have_attribute("aria-checked", "true")

    def command(self, name: str, times: int = 1) -> None:
        """Press a step button; at the run's ends it is marked as disabled, and pressing it does nothing."""
        for _ in range(times):
            self.at(f'.lab-step[data-command="{name}"]').click(force=True)
        self.drawn()

    def drawn(self) -> None:
        """Wait for what the lesson watches: after a jump it is drawn in the frames after the line's."""
        expect(self.at(".lab-column[aria-busy]")).to_have_count(0)

    @property
    def position(self) -> int:
        return int(self.at(".lab-ui").get_attribute("data-position") or -1)

    @property
    def last(self) -> int:
        return int(self.at(".lab-ui").get_attribute("data-last") or -1)

    def go(self, position: int) -> None:
        """Use the scrubber, as a reader does who drags it there."""
        self.at(".lab-range").evaluate(
            "(range, p) => { range.value = p; range.dispatchEvent(new Event('input', { bubbles: true })); }", position
        )
        assert self.position == position
        self.drawn()

    @property
    def listing(self) -> Locator:
        """The file that is shown; others may stand beside it, unseen."""
        return self.at(".lab-code-scroll > :not(.lab-aside)")

    def row(self, line: int) -> Locator:
        return self.listing.locator(f'.lab-line[data-line="{line}"]')

    def number(self, line: int) -> Locator:
        return self.row(line).locator(".lab-no")

    @property
    def current(self) -> int:
        """The line that is marked as the run's own."""
        marked = self.at('.lab-line[data-mark^="now"]')
        expect(marked).to_have_count(1)
        return int(marked.get_attribute("data-line") or 0)

    def variable(self, name: str) -> Locator:
        row = self.at(".lab-var").filter(has=self.page.locator(f'.lab-var-name:text-is("{name}")'))
        return row.first

    def field(self, root: str, row: str, column: str) -> Locator:
        """A cell of a watched object's sheet."""
        return self.at(f'.lab-table[data-root="{root}"] [data-row="{row}"][data-column="{column}"]')

    def shown_variables(self) -> dict[str, str]:
        """Return name -> text of the chosen frame's variables."""
        rows = self.at(".lab-var:not([data-kind]):not([data-change=gone])").all()
        return {row.locator(".lab-var-name").inner_text(): row.locator(".lab-var-value").inner_text() for row in rows}

    def letters(self) -> list[str]:
        """The letters that are saved; not what is still being written."""
        return self.at(".lab-file:not([data-temporary]) .lab-letter").all_inner_texts()


def plain(value: Value) -> str:
    """Return how a simple value of a trace is written in Python."""
    assert value is None or isinstance(value, bool | int | str), value
    return repr(value)


def dict_of(state: State, value: Value) -> dict[str, Value]:
    """Return a dict of a trace by its keys."""
    cells = state.heap[value[0]].cells
    return dict(zip(cells[::2], cells[1::2], strict=True))


def record(state: State) -> dict[str, object]:
    """Return the first request as the table holds it."""
    return dict_of(state, dict_of(state, state.roots["state"])["req-1"])


def first(lab: Lab, name: str, status: str) -> int:
    """Return the first position of an input at which the request has this status."""
    return next(state.position for state in lab.states(name) if record(state)["status"] == status)
