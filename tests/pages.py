"""A page as its reader sees it: elements with their text, found by tag and class."""

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
        """All that is read in it, words one blank apart."""
        pieces = (one if isinstance(one, str) else one.text for one in self.inside)
        return " ".join(" ".join(pieces).split())

    @property
    def own_text(self) -> str:
        """The same without what its elements say."""
        return " ".join("".join(one for one in self.inside if isinstance(one, str)).split())

    def every(self, tag: str, of_class: str = "") -> Iterator["Element"]:
        """The elements of this tag, and class, anywhere in it, in their order."""
        for one in self.inside:
            if isinstance(one, Element):
                if one.tag == tag and (not of_class or of_class in one.classes):
                    yield one
                yield from one.every(tag, of_class)

    def first(self, tag: str, of_class: str = "") -> "Element":
        return next(self.every(tag, of_class))


def read_page(html: str) -> Element:
    """The whole page; of its main part `read_page(html).first("main")`."""
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
        # What was left open ends with what is around it.
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def rows_of(table: Element) -> list[dict[str, Element]]:
    """The rows of a table's body, each cell by the name of its column; what spans columns is left out."""
    names = [one.text for one in table.first("thead").every("th")]
    found = []
    for row in table.first("tbody").every("tr"):
        cells = [one for one in row.inside if isinstance(one, Element) and one.tag in ("td", "th")]
        if not any("colspan" in cell.attributes for cell in cells):
            found.append(dict(zip(names, cells, strict=True)))
    return found
