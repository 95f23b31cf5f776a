"""A long table in parts: each is a page that leads to its neighbours, so that all is read without a script."""

from typing import NamedTuple

ROWS = 100
"""Rows in a part; a table that is not longer is one part."""
_MOST_DIGITS = 6


class Part(NamedTuple):
    """Rows `first` to `last` of so many, counted from 1."""

    first: int
    last: int
    rows: int

    @classmethod
    def with_row(cls, text: str, rows: int) -> "Part":
        """The part that holds the row of this number: the first where it is none, the last where it is beyond."""
        is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        row = max(1, min(int(text), rows)) if is_number else 1
        return cls._holding(row, rows)

    @classmethod
    def _holding(cls, row: int, rows: int) -> "Part":
        before = (row - 1) // ROWS * ROWS
        return cls(before + 1, min(before + ROWS, rows), rows)

    @property
    def is_all(self) -> bool:
        return self.rows <= ROWS

    @property
    def query(self) -> str:
        """What its address has behind the question mark; the first part's has nothing."""
        return f"from={self.first}" if self.first > 1 else ""

    @property
    def previous(self) -> "Part | None":
        return self._holding(self.first - 1, self.rows) if self.first > 1 else None

    @property
    def next(self) -> "Part | None":
        return self._holding(self.last + 1, self.rows) if self.last < self.rows else None
