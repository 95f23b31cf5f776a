"""Rounds in batches: memory is bounded however long a league is."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from tournaments.models import Round, Tournament

T = TypeVar("T")
# Equal to one round of 1,000 players; a thousand seats are some hundred kilobytes.
TABLES_AT_ONCE = 250
ROWS_AT_ONCE = 1_000


def rounds_by_strides(tournament: Tournament) -> Iterator[list[int]]:
    """Yield the ids of all published rounds in order, in batches with a bounded number of tables."""
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
    """Yield the rows in batches."""
    left = iter(rows)
    while stride := list(islice(left, most)):
        yield stride
