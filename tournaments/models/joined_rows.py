"""Rows of several models from one statement that is written out.

For the few reads that every report waits for: the ORM takes fifty times as long to write such a statement as the
database to answer it.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Model


class JoinedRows:
    """A SELECT whose columns are all those of some models, joined under these names, and then some expressions.

    >>> from tournaments.models import Season
    >>> JoinedRows("SELECT {columns} FROM tournaments_season s", s=Season).sql
    'SELECT s.id, s.league_id, s.name, s.ordinal FROM tournaments_season s'
    """

    def __init__(self, sql: str, **models: type[Model]) -> None:
        self.fields = [(model, model._meta.concrete_fields) for model in models.values()]
        columns = [
            f"{name}.{field.column}"
            for name, model in models.items()
            for field in model._meta.concrete_fields
        ]
        self.sql = sql.format(columns=", ".join(columns))

    def read(self, *params: int | str) -> list[list[Any]]:
        """Return of each row an instance of each model, None where an outer join found none, and the other values."""
        compiler = self.fields[0][0]._base_manager.all().query.get_compiler(connection=connection)
        columns = [field.get_col(model._meta.db_table) for model, fields in self.fields for field in fields]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            rows = cursor.fetchall()
        converters = compiler.get_converters(columns)
        return [self._instances(row) for row in compiler.apply_converters(rows, converters)]

    def _instances(self, row: Sequence[Any]) -> list[Any]:
        found: list[Any] = []
        start = 0
        for model, fields in self.fields:
            values = row[start : start + len(fields)]
            names = [field.attname for field in fields]
            found.append(None if values[0] is None else model.from_db(connection.alias, names, values))
            start += len(fields)
        return [*found, *row[start:]]
