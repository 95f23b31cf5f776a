"""Rows of whole numbers that are worked out as a whole: of those that stand, only what differs is written."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection

Numbers = tuple[int | None, ...]


def replace_rows(
    model: Any,
    of: tuple[str, int],
    key: str,
    columns: Sequence[str],
    *,
    has: Mapping[int, Numbers],
    should: Mapping[int, Numbers],
    moving: Sequence[str],
) -> None:
    """Write the rows that are new or different, and remove those that no longer belong: three statements at most.

    `of` is the column and the number that all of them share, `key` the column that tells them apart, unique among
    them. `has` and `should` are key → values of `columns`, as they stand and as they are to be. `moving` are the
    first of these columns, which often change alone: a game changes four rows, and hundreds move up or down.
    """
    table, (shared, number) = model._meta.db_table, of
    gone = has.keys() - should.keys()
    if gone:
        model.objects.filter(**{shared: number, f"{key}__in": gone}).delete()
    changed = {pk: row for pk, row in should.items() if has.get(pk) != row}
    moved = {pk for pk, row in changed.items() if pk in has and has[pk][len(moving) :] == row[len(moving) :]}
    if moved:
        # PostgreSQL takes a column of VALUES that holds nothing but NULL for text.
        new = ", ".join(f"{name} = CAST(new.column{place} AS bigint)" for place, name in enumerate(moving, 2))
        _execute(
            f"UPDATE {table} SET {new}"  # noqa: S608 - names of columns and whole numbers
            f" FROM ({_values((pk, *changed[pk][: len(moving)]) for pk in moved)}) AS new"
            f" WHERE {shared} = {number:d} AND {key} = new.column1"
        )
    if len(moved) < len(changed):
        new = ", ".join(f"{name} = excluded.{name}" for name in columns)
        rows = ((number, pk, *row) for pk, row in changed.items() if pk not in moved)
        _execute(
            f"INSERT INTO {table} ({', '.join((shared, key, *columns))}) {_values(rows)}"
            f" ON CONFLICT ({shared}, {key}) DO UPDATE SET {new}"
        )


def _values(rows: Iterable[Numbers]) -> str:
    """Whole numbers as SQL. To hand over thousands of them as parameters takes longer than to add up and to rank."""
    return f"VALUES {', '.join(map(_line, rows))}"


def _line(row: Numbers) -> str:
    if None in row:
        return f"({', '.join('NULL' if number is None else f'{number:d}' for number in row)})"
    return _template(len(row)).format(*row)


@cache
def _template(columns: int) -> str:
    """Of so many whole numbers. Not with %d: that would cut a fraction off in silence."""
    return f"({', '.join(['{:d}'] * columns)})"


def _execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
