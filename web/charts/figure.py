"""A picture with its words and its table: what `includes/_chart.html` shows."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString


class About(NamedTuple):
    """What a picture is called and what it tells whoever does not see it. `ident` is unique on its page."""

    ident: str
    title: str
    description: str


class Table(NamedTuple):
    """The same figures as text: names of columns, then by row its name and a cell for each other column."""

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


class Figure(NamedTuple):
    """`kind` is its class in `css/charts.css`; `note` stands beside the title."""

    kind: str
    about: About
    svg: SafeString
    table: Table
    note: str = ""
