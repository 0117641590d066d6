"""Material's style sheets without the rules that no page of the site can match.

A browser tries each rule on each element whose style it computes, at the first paint as at every step of a lab. A rule
for whatever follows something (``table + *``) costs more: it makes Chromium compute all siblings of a change anew.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import tinycss2
from tinycss2.ast import LiteralToken, Node, QualifiedRule

from site_runtime.build.errors import BuildError

FOLDER = "assets/stylesheets"
NESTING = {"media", "supports"}
ANY_SIBLING = re.compile(r"[+~]\s*\*?(::?[\w-]+(\(.*\))?)*$")
"""How a selector ends that is for whatever stands beside something."""


def trim(site: Path) -> None:
    """Trim the theme's style sheets in a built site by the words in its pages and scripts.

    Their source maps, which fit no more, go. Raises BuildError for a sheet that cannot be read.
    """
    words = set[str]()
    for path in site.rglob("*"):
        if path.suffix in {".html", ".js"}:
            words.update(re.findall(r"[\w-]+", path.read_text("utf-8")))
    for sheet in (site / FOLDER).glob("*.css"):
        try:
            sheet.write_text(trimmed(sheet.read_text("utf-8"), words), "utf-8")
        except ValueError as error:
            raise BuildError(f"{sheet}: this style sheet of the theme cannot be read: {error}") from error
        sheet.with_name(f"{sheet.name}.map").unlink(missing_ok=True)


def trimmed(sheet: str, classes: Container[str]) -> str:
    """Return the sheet without selectors that ask for other classes or for any sibling at all, and without comments.

    What stands in ``:is()``, ``:where()`` and ``:not()`` asks for nothing. Raises ValueError for what cannot be parsed.
    """
    rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    return str(tinycss2.serialize(list(_kept(rules, classes))))


def _kept(rules: Iterable[Node], classes: Container[str]) -> Iterator[Node]:
    for rule in rules:
        if rule.type == "error":
            raise ValueError(f"line {rule.source_line}: {rule.message}")
        if rule.type == "qualified-rule":
            yield from _live(rule, classes)
        elif rule.type == "at-rule" and rule.lower_at_keyword in NESTING:
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            rule.content = list(_kept(inner, classes))
            if rule.content:
                yield rule
        else:
            yield rule


def _live(rule: QualifiedRule, classes: Container[str]) -> Iterator[QualifiedRule]:
    """Yield the rule with those of its selectors that something may match; nothing if there are none."""
    selectors = [selector for selector in _selectors(rule.prelude) if _may_match(selector, classes)]
    if selectors:
        rule.prelude = [node for selector in selectors for node in (LiteralToken(0, 0, ","), *selector)][1:]
        yield rule


def _selectors(prelude: Iterable[Node]) -> list[list[Node]]:
    selectors: list[list[Node]] = [[]]
    for node in prelude:
        if node == ",":
            selectors.append([])
        else:
            selectors[-1].append(node)
    return selectors


def _may_match(selector: list[Node], classes: Container[str]) -> bool:
    asked = [after.value for before, after in pairwise(selector) if before == "." and after.type == "ident"]
    return all(name in classes for name in asked) and not ANY_SIBLING.search(tinycss2.serialize(selector).strip())
