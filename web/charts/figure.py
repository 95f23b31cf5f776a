"""A picture with its words and its table: what `includes/_chart.html` shows."""

from collections.abc import Sequence
from itertools import repeat, zip_longest
from typing import NamedTuple

from django.utils.safestring import SafeString


class About(NamedTuple):
    """What a picture is called and what it tells those who do not see it. `ident` is unique on its page, `note` is
    shown beside the title.
    """

    ident: str
    title: str
    description: str
    note: str = ""


class Table(NamedTuple):
    """The same figures as text: names of columns, then by row its name and a cell for each other column.

    `column_urls` and `row_urls` are where these names lead, "" for nowhere; of those that are left out none does.
    """

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    column_urls: Sequence[str] = ()
    row_urls: Sequence[str] = ()

    @property
    def heads(self) -> list[tuple[str, str]]:
        """The name of each column and where it leads."""
        return list(zip_longest(self.columns, self.column_urls, fillvalue=""))

    @property
    def lines(self) -> list[tuple[str, str, Sequence[str]]]:
        """The name of each row, where it leads, and its cells."""
        urls = (*self.row_urls, *repeat("", len(self.rows) - len(self.row_urls)))
        return [(name, url, cells) for (name, cells), url in zip(self.rows, urls, strict=True)]


class Figure(NamedTuple):
    """`kind` is its class in `css/charts.css`."""

    kind: str
    about: About
    svg: SafeString
    table: Table

    @property
    def note(self) -> str:
        return self.about.note
