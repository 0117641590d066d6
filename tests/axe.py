"""What axe finds on an open page, for every test that asks it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[1] / "node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCHEMES = {"light": "default", "dark": "slate"}
"""A reader's wish, and the theme's name for it."""
# Two frames: what watches sizes has seen the last change.
RUN = """async ([root, how]) => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return (await axe.run(root ?? document, how)).violations
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 120)}`));
}"""


def violations(page: Page, root: str | None = None) -> list[str]:
    """Return what axe finds: on the whole page by every rule, or below an element by WCAG and good practice."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(RUN, [root, {"runOnly": TAGS} if root else {"resultTypes": ["violations"]}])
    return found


def wish(page: Page, scheme: str) -> None:
    """Wish for a colour scheme and no motion, and wait until the theme has heard of it."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    page.wait_for_function("name => document.body.dataset.mdColorScheme === name", arg=SCHEMES[scheme])
