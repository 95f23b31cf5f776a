"""All ways to arrange concealed tiles in sets and a pair.

The list is complete, so that the best reading can be found. Suits are independent, so each suit's nine counts are
split once and cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Arrangement(NamedTuple):
    """A reading: the kind of the pair, the lowest kinds of sequences, the kinds of triplets."""

    pair: int
    sequences: tuple[int, ...]
    triplets: tuple[int, ...]


_Part = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@lru_cache(maxsize=32768)
def _take_apart(counts: tuple[int, ...]) -> tuple[_Part, ...]:
    """Return all ways to make sequences, triplets and at most one pair of a suit: (pairs, starts, triplets)."""
    parts: set[_Part] = set()
    remaining = list(counts)

    def go(at: int, pairs: tuple[int, ...], sequences: tuple[int, ...], triplets: tuple[int, ...]) -> None:
        while at < 9 and not remaining[at]:
            at += 1
        if at == 9:
            parts.add((pairs, sequences, triplets))
            return
        if remaining[at] >= 3:
            remaining[at] -= 3
            go(at, pairs, sequences, (*triplets, at))
            remaining[at] += 3
        if remaining[at] >= 2 and not pairs:
            remaining[at] -= 2
            go(at, (at,), sequences, triplets)
            remaining[at] += 2
        if at <= 6 and remaining[at + 1] and remaining[at + 2]:
            for step in (0, 1, 2):
                remaining[at + step] -= 1
            go(at, pairs, (*sequences, at), triplets)
            for step in (0, 1, 2):
                remaining[at + step] += 1

    go(0, (), (), ())
    return tuple(sorted(parts))


@lru_cache(maxsize=4096)
def _honours_apart(counts: tuple[int, ...]) -> _Part | None:
    """Return pairs and triplets of honours, in the only possible way; None if there is none."""
    if any(count in (1, 4) for count in counts) or counts.count(2) > 1:
        return None
    pairs = tuple(27 + kind for kind, count in enumerate(counts) if count == 2)
    return pairs, (), tuple(27 + kind for kind, count in enumerate(counts) if count == 3)


def arrange(counts: Sequence[int]) -> list[Arrangement]:
    """Return all readings of these 34 counts as sets and exactly one pair; empty if there is none.

    >>> for way in arrange([3, 3, 3, 0, 0, 0, 0, 0, 2] + [0] * 25):
    ...     print(way)
    Arrangement(pair=8, sequences=(), triplets=(0, 1, 2))
    Arrangement(pair=8, sequences=(0, 0, 0), triplets=())
    """
    honours = _honours_apart(tuple(counts[27:]))
    if honours is None:
        return []
    parts: list[_Part] = [honours]
    for base in (0, 9, 18):
        suit = tuple(counts[base : base + 9])
        if not any(suit):
            continue
        options = _take_apart(suit)
        if not options:
            return []
        parts = [
            (
                pairs + tuple([base + kind for kind in pair]),
                sequences + tuple([base + kind for kind in starts]),
                triplets + tuple([base + kind for kind in threes]),
            )
            for pairs, sequences, triplets in parts
            for pair, starts, threes in options
            if not (pairs and pair)
        ]
    return [Arrangement(pairs[0], sequences, triplets) for pairs, sequences, triplets in parts if pairs]
