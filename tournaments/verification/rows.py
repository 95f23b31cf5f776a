"""Rows as the database gives them: for hundreds of thousands, Django's conversion costs more than the reading.

Columns of numbers and texts are named; those of moments and truths are asked for as `Raw`.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, QuerySet
from django.db.models.sql.compiler import SQLCompiler

CHUNK = 8_000


class Raw(Func):
    """A column as SQLite stores it: a moment is a text, a truth a number. On PostgreSQL it is the column itself.

    The driver of SQLite goes by the type a column was declared with, which an expression does not have.
    """

    arity = 1
    template = "%(expressions)s"

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Any]:
        kind = "INTEGER" if self.output_field.get_internal_type() == "BooleanField" else "TEXT"
        return self.as_sql(compiler, connection, template=f"CAST(%(expressions)s AS {kind})", **context)


def raw_rows(query: QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield what `values_list` selects, unconverted; moments are for `moment_of`. Needs a transaction."""
    try:
        sql, params = query.query.sql_with_params()
    except EmptyResultSet:
        return
    is_pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS")
    with connection.cursor() if is_pooled else connection.chunked_cursor() as cursor:
        cursor.execute(sql, params)
        while rows := cursor.fetchmany(CHUNK):
            yield from rows


def moment_of(value: Any) -> Any:
    """The moment in a raw column: SQLite keeps a text, in UTC.

    >>> moment_of("2026-11-21 09:30:00.25")
    datetime.datetime(2026, 11, 21, 9, 30, 0, 250000, tzinfo=datetime.timezone.utc)
    """
    if type(value) is not str:
        return value
    moment = datetime.fromisoformat(value)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
