"""A chart with its texts and table, as shown by `includes/_chart.html`."""

from collections.abc import Sequence
from itertools import repeat, zip_longest
from typing import NamedTuple

from django.utils.safestring import SafeString


class About(NamedTuple):
    """A chart's title, and its description for people who do not see it. `ident` is unique on the page, `note` is
    shown beside the title.
    """

    ident: str
    title: str
    description: str
    note: str = ""


class Table(NamedTuple):
    """The same figures as text: column names, then for each row its name and the other cells.

    `column_urls` and `row_urls` are links for these names, "" or omitted for none.
    """

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    column_urls: Sequence[str] = ()
    row_urls: Sequence[str] = ()

    @property
    def heads(self) -> list[tuple[str, str]]:
        """The name and link of each column."""
        return list(zip_longest(self.columns, self.column_urls, fillvalue=""))

    @property
    def lines(self) -> list[tuple[str, str, Sequence[str]]]:
        """The name, link and cells of each row."""
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
