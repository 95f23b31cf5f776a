"""The elements of a chart, one tag per line, for comparison."""

import re
from html.parser import HTMLParser

from web.charts.figure import About, Figure

RACE = About("race", "The race", "Bob is first.")
HEAD = """\
<svg role="img" aria-labelledby="race-title" aria-describedby="race-desc"%s>
<title id="race-title">The race</title>
<desc id="race-desc">Bob is first.</desc>
"""


def pieces(figure: Figure, more: str = "") -> str:
    """Return what follows the texts of a chart of `RACE`, whose frame has `more` attributes."""
    found = figure.svg.replace("><", ">\n<")
    head = HEAD % more
    assert found.startswith(head), found[:400]
    assert found.endswith("\n</svg>")
    return found.removeprefix(head).removesuffix("\n</svg>") + "\n"


class _Reader(HTMLParser):
    """Collects a chart as browsers parse it: tags, attributes, texts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags, self.attributes, self.texts = set[str](), set[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(figure: Figure) -> tuple[set[str], set[str], list[str]]:
    reader = _Reader()
    reader.feed(figure.svg)
    return reader.tags, reader.attributes, reader.texts


def numbers_of_paths(figure: Figure) -> list[list[int]]:
    """Return the integers in each line's path."""
    return [
        [int(number) for number in re.findall(r"-?\d+", path)]
        for path in re.findall(r' d="([^"]+)"', figure.svg)
    ]
