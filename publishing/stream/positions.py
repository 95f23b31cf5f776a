"""How far a reader of a stream has come, as text for `after` and Last-Event-ID."""

import re
from dataclasses import dataclass, field

# Rows in a position. What lies beyond is told once more, never left out.
MOST_ROWS = 300
LONGEST = 8_000
_POSITION = re.compile(r"(\d{1,18})((?:\.[hs]\d{1,18}-\d{1,18})*)", re.ASCII)
_ROW = re.compile(r"\.([hs])(\d+)-(\d+)", re.ASCII)


class BadPosition(ValueError):
    """A text is no position."""


@dataclass
class Position:
    """The last ledger entry, and what has no entry: the standings of each stage, by the entry they are as of, and the
    last hand of each table in play, by its number.

    >>> str(Position(112, {3: 110}, {17: 5}))
    '112.s3-110.h17-5'
    """

    seq: int = 0
    standings: dict[int, int] = field(default_factory=dict)
    hands: dict[int, int] = field(default_factory=dict)

    def __str__(self) -> str:
        standings = [f".s{stage}-{seq}" for stage, seq in self.standings.items()]
        hands = [f".h{table}-{number}" for table, number in self.hands.items()]
        return "".join([str(self.seq), *[*standings, *hands][:MOST_ROWS]])

    @classmethod
    def of(cls, text: str) -> "Position":
        """Read a position; the number of an entry alone is one. Raises BadPosition."""
        match = _POSITION.fullmatch(text) if len(text) <= LONGEST else None
        if match is None:
            raise BadPosition(text[:60])
        rows = [(kind, int(pk), int(number)) for kind, pk, number in _ROW.findall(match[2])]
        return cls(
            int(match[1]),
            {pk: number for kind, pk, number in rows if kind == "s"},
            {pk: number for kind, pk, number in rows if kind == "h"},
        )

    def copy(self) -> "Position":
        return Position(self.seq, dict(self.standings), dict(self.hands))
