"""A page as read: elements with their text, found by tag and class."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    inside: list["Element | str"] = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """Return all text in it, with single blanks."""
        pieces = (one if isinstance(one, str) else one.text for one in self.inside)
        return " ".join(" ".join(pieces).split())

    @property
    def own_text(self) -> str:
        """Return its text without that of child elements."""
        return " ".join("".join(one for one in self.inside if isinstance(one, str)).split())

    def every(self, tag: str, of_class: str = "") -> Iterator["Element"]:
        """Yield all descendants with this tag and class, in order."""
        for one in self.inside:
            if isinstance(one, Element):
                if one.tag == tag and (not of_class or of_class in one.classes):
                    yield one
                yield from one.every(tag, of_class)

    def first(self, tag: str, of_class: str = "") -> "Element":
        return next(self.every(tag, of_class))


def read_page(html: str) -> Element:
    """Return the whole page; its main part is `read_page(html).first("main")`."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.page


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Element("", {})
        self.open = [self.page]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        # Open elements end with their parent.
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def rows_of(table: Element) -> list[dict[str, Element]]:
    """Return the rows of a table's body, with cells by column name; cells that span columns are left out."""
    names = [one.text for one in table.first("thead").every("th")]
    found = []
    for row in table.first("tbody").every("tr"):
        cells = [one for one in row.inside if isinstance(one, Element) and one.tag in ("td", "th")]
        if not any("colspan" in cell.attributes for cell in cells):
            found.append(dict(zip(names, cells, strict=True)))
    return found
