"""Bulk writes of seats for whole rounds: the ORM takes ten times as long as the database."""

from collections.abc import Collection, Iterable, Mapping
from itertools import zip_longest
from typing import Any

from django.db import connection, models

from tournaments.models.fast_sql.reading import among
from tournaments.models.play.rounds import Seat, Table
from tournaments.models.winds import Wind

Row = tuple[int, int, int, int]
"""A seat's table, round, wind and entry."""
# Needed for each of a thousand tables, and an enumeration builds its list every time.
WINDS = frozenset(Wind.values)


def insert_seats(rows: Iterable[Row]) -> None:
    """Insert seats without substitutes. One statement; none without rows."""
    values = ", ".join(f"({table:d}, {round_:d}, {wind:d}, {entry:d})" for table, round_, wind, entry in rows)
    if values:
        columns = "table_id, round_id, wind, entry_id"
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {Seat._meta.db_table} ({columns}) VALUES {values}")  # noqa: S608 - whole numbers


def change_winds(tables: Iterable[tuple[Mapping[int, int], Mapping[int, int]]]) -> None:
    """Swap winds within tables: maps seats to current and wanted winds.

    One of the swapping seats is parked on a free wind, so no table may be full. At most six statements: only winds
    are written, and referencing rows are not looked up.
    """
    steps = zip_longest(*(_moves(now, wanted) for now, wanted in tables))
    for step in steps:
        values = ", ".join(f"({seat:d}, {wind:d})" for seat, wind in filter(None, step))
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH moved (seat, wind) AS (VALUES {values}) UPDATE {Seat._meta.db_table}"  # noqa: S608 - whole numbers
                f" SET wind = moved.wind FROM moved WHERE {Seat._meta.db_table}.id = moved.seat"
            )


def _moves(now: Mapping[int, int], wanted: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return moves of seats to winds, ordered so that each wind is free when it is taken.

    >>> _moves({11: 1, 12: 2, 13: 3, 14: 4}, {11: 2, 12: 1, 13: 3, 14: 4})
    [(11, 5), (12, 1), (11, 2)]
    """
    free = min(WINDS - set(now.values()))
    comes = {wind: seat for seat, wind in wanted.items()}
    moves: list[tuple[int, int]] = []
    settled: set[int] = set()
    for first, hole in now.items():
        if first in settled or wanted[first] == hole:
            continue
        moves.append((first, free))
        while (seat := comes[hole]) != first:
            moves.append((seat, hole))
            settled.add(seat)
            hole = now[seat]
        moves.append((first, hole))
    return moves


def clear_tables(tables: Collection[int], *, of_seats: Collection[int]) -> None:
    """Delete what belongs to `tables` and `of_seats`, such as cards and lots, but not those themselves. For rounds
    that have not started; rows protected from cascading stay.
    """
    for model, numbers in ((Table, tables), (Seat, of_seats)):
        for relation in model._meta.get_fields(include_hidden=True):
            if isinstance(relation, models.ForeignObjectRel) and _goes_along(relation):
                _remove(relation.related_model, relation.field.attname, numbers)


def remove_seats(seats: Collection[int]) -> None:
    """Delete seats without dependent rows; the database refuses to break a reference."""
    if seats:
        Seat.objects.filter(among("pk", seats))._raw_delete(connection.alias)


def _goes_along(relation: models.ForeignObjectRel) -> bool:
    return relation.on_delete is models.CASCADE and relation.related_model is not Seat


def _remove(model: Any, column: str, numbers: Collection[int]) -> None:
    rows = model._base_manager.filter(among(column, numbers))
    # Most tables have none of most things; checking is one statement, deleting may be several.
    if numbers and rows.exists():
        rows.delete()
