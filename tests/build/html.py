"""Read HTML strictly: every tag closed in its place, every id once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

BLOCKS = frozenset("article details div dl figure h1 h2 h3 lesson-lab ol p pre section table ul".split())
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass
class Element:
    """An element with its attributes and children, texts among them."""

    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, tag: str = "", of: str = "") -> Iterator[Element]:
        """Yield the elements below it, in order, of a tag and a class where these are given."""
        for child in self.children:
            if isinstance(child, Element):
                if tag in ("", child.tag) and (not of or of in (child.attributes.get("class") or "").split()):
                    yield child
                yield from child.all(tag, of)

    def one(self, tag: str = "", of: str = "") -> Element:
        """Return the only such element."""
        (found,) = self.all(tag, of)
        return found


class Reader(HTMLParser):
    """Builds the tree; fails where a tag is closed that is not open last, or a block stands in a paragraph."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        assert len(element.attributes) == len(attrs), f"<{tag}> has an attribute twice"
        assert tag not in BLOCKS or all(outer.tag != "p" for outer in self.open), f"<{tag}> at {self.getpos()} in a <p>"
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> at {self.getpos()} closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(text: str) -> Element:
    """Return the tree of a document or a part of one; AssertionError when it is not well nested."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    ids = [element.attributes["id"] for element in reader.open[0].all() if "id" in element.attributes]
    assert len(set(ids)) == len(ids), "an id stands twice"
    return reader.open[0]
