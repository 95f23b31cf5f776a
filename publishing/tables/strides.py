"""Rounds by the handful: what grows with games is read so much at a time, however long a league is."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from tournaments.models import Round, Tournament

T = TypeVar("T")
# Of a hall of 1,000 one round is as much; a thousand seats are some hundred kilobytes.
TABLES_AT_ONCE = 250
ROWS_AT_ONCE = 1_000


def rounds_by_strides(tournament: Tournament) -> Iterator[list[int]]:
    """Yield the ids of all published rounds in their order, so many at a time that their tables are few."""
    published = Round.objects.published().filter(stage__tournament=tournament)
    rounds = published.order_by("stage__ordinal", "number").values_list("pk", "progress__tables")
    stride: list[int] = []
    tables = 0
    for pk, of_round in rounds.iterator(chunk_size=ROWS_AT_ONCE):
        size = of_round or 1
        if stride and tables + size > TABLES_AT_ONCE:
            yield stride
            stride, tables = [], 0
        stride.append(pk)
        tables += size
    if stride:
        yield stride


def by_strides(rows: Iterable[T], most: int = ROWS_AT_ONCE) -> Iterator[list[T]]:
    """Yield the rows, so many at a time."""
    left = iter(rows)
    while stride := list(islice(left, most)):
        yield stride
