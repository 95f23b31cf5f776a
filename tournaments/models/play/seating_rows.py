"""The seats of whole rounds, written and removed by the thousand: the ORM takes ten times as long as the database."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db import connection, models

from tournaments.models.play.rounds import Seat, Table
from web.prepared_queries import among

Row = tuple[int, int, int, int]
"""A seat's table, round, wind and entry."""


def insert_seats(rows: Iterable[Row]) -> None:
    """Insert seats in which nobody replaces anybody. One statement; none without rows."""
    values = ", ".join(f"({table:d}, {round_:d}, {wind:d}, {entry:d})" for table, round_, wind, entry in rows)
    if values:
        columns = "table_id, round_id, wind, entry_id"
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {Seat._meta.db_table} ({columns}) VALUES {values}")  # noqa: S608 - whole numbers


def clear_tables(tables: Collection[int], *, seats: Collection[int]) -> None:
    """Remove `seats` of `tables`, and what was made for either; the tables stay, and so do their other seats.

    For rounds that have not started: whatever protects its table or its seat from being deleted is not looked for,
    and the database refuses to lose it.
    """
    for model, numbers in ((Table, tables), (Seat, seats)):
        for relation in model._meta.get_fields(include_hidden=True):
            if isinstance(relation, models.ForeignObjectRel) and _goes_along(relation):
                _remove(relation.related_model, relation.field.attname, numbers)
    if seats:
        Seat.objects.filter(among("pk", seats))._raw_delete(connection.alias)


def _goes_along(relation: models.ForeignObjectRel) -> bool:
    return relation.on_delete is models.CASCADE and relation.related_model is not Seat


def _remove(model: Any, column: str, numbers: Collection[int]) -> None:
    rows = model._base_manager.filter(among(column, numbers))
    # Most tables have none of most things, and to look is one statement; to delete may be several.
    if numbers and rows.exists():
        rows.delete()
