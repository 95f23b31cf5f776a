"""What a picture is made of, a tag a line, to be compared with what a test says."""

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
    """What comes after the words of a picture about `RACE`, whose frame has `more` attributes."""
    found = figure.svg.replace("><", ">\n<")
    head = HEAD % more
    assert found.startswith(head), found[:400]
    assert found.endswith("\n</svg>")
    return found.removeprefix(head).removesuffix("\n</svg>") + "\n"


class _Reader(HTMLParser):
    """Collects what a browser makes of a picture: its tags, its attributes, its texts."""

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
    """By line the whole numbers in its path."""
    return [
        [int(number) for number in re.findall(r"-?\d+", path)]
        for path in re.findall(r' d="([^"]+)"', figure.svg)
    ]
