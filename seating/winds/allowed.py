"""Which winds each player may get next, and whether four players can share E, S, W, N."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from seating.metrics import Schedule, wind_counts

_SHIFT = 3  # bits for the number of players (at most four) with one set of winds


class _Shareable(dict[int, bool]):
    """Hall's condition on four sets of winds, given as counts of equal sets; cached."""

    def __missing__(self, code: int) -> bool:
        sets = [mask for mask in range(16) for _ in range(code >> _SHIFT * mask & 7)]
        self[code] = answer = all(
            _union(some).bit_count() >= size for size in range(1, 5) for some in combinations(sets, size)
        )
        return answer


def _union(masks: Sequence[int]) -> int:
    out = 0
    for mask in masks:
        out |= mask
    return out


class WindNeed:
    """For places 0 ... n - 1: whether four players can share a table so that each gets one of their rarest winds."""

    def __init__(self, seated: Sequence[int], blanks: int, history: Schedule, table_size: int = 4) -> None:
        counts = wind_counts(history)
        self.codes = []
        for player in seated:
            row = counts.get(player, [0, 0, 0, 0])[:table_size]
            mask = sum(1 << wind for wind, n in enumerate(row) if n == min(row))
            self.codes.append(1 << _SHIFT * mask)
        # At tables of three North is the empty chair.
        self.codes += [1 << _SHIFT * (15 if table_size == 4 else 8)] * blanks
        self.shareable = _Shareable()

    def allows(self, a: int, b: int, c: int, d: int) -> bool:
        codes = self.codes
        return self.shareable[codes[a] + codes[b] + codes[c] + codes[d]]
