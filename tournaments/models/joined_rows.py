"""Rows of several models from one statement that is written out.

For the few reads that every report waits for: the ORM takes fifty times as long to write such a statement as the
database to answer it.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import Expression, Model
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError


class JoinedRows:
    """A SELECT whose columns are all those of some models, joined under these names, and `expressions` of the ORM
    that ask no table; after them in the statement there may be others, which come as the database gives them.

    Until the transaction ends, the rows of those that `share` names are kept from being changed, and then those that
    `lock` names are locked as `no_key`. Several transactions can share a row.

    >>> from tournaments.models import Season
    >>> JoinedRows("SELECT {columns} FROM tournaments_season s", s=Season).sql
    'SELECT s.id, s.league_id, s.name, s.ordinal FROM tournaments_season s'
    """

    def __init__(
        self,
        sql: str,
        *,
        expressions: Sequence[Expression] = (),
        share: Sequence[str] = (),
        lock: Sequence[str] = (),
        **models: type[Model],
    ) -> None:
        self.template, self.expressions, self.models = sql, expressions, models
        # PostgreSQL locks in the order in which they are named.
        self.locks = [
            (words, names) for words, names in (("FOR SHARE", share), ("FOR NO KEY UPDATE", lock)) if names
        ]
        self.fields = [(model, model._meta.concrete_fields) for model in models.values()]

    @cached_property
    def sql(self) -> str:
        columns = [
            f"{name}.{field.column}"
            for name, model in self.models.items()
            for field in model._meta.concrete_fields
        ]
        columns += [self._compiler.compile(one)[0] for one in self.expressions]
        return self.template.format(columns=", ".join(columns))

    def read(self, *params: int | str | None) -> list[list[Any]]:
        """Return of each row an instance of each model, None where an outer join found none, and the other values."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql + self._for_update(), params)
            rows = cursor.fetchall()
        return [self._instances(list(row)) for row in rows]

    def _for_update(self) -> str:
        if not self.locks or not connection.features.has_select_for_update:
            return ""
        if not connection.in_atomic_block:
            raise TransactionManagementError("Rows are locked until a transaction ends; there is none.")
        return "".join(
            f" {words} OF {', '.join(map(connection.ops.quote_name, names))}" for words, names in self.locks
        )

    @property
    def _compiler(self) -> SQLCompiler:
        compiler: SQLCompiler = (
            self.fields[0][0]._base_manager.all().query.get_compiler(connection=connection)
        )
        return compiler

    @cached_property
    def _converters(self) -> dict[int, tuple[list[Any], Any]]:
        """By column, what makes of the database's value Python's."""
        columns = [field.get_col(model._meta.db_table) for model, fields in self.fields for field in fields]
        converters: dict[int, tuple[list[Any], Any]] = self._compiler.get_converters(
            [*columns, *self.expressions]
        )
        return converters

    def _instances(self, row: list[Any]) -> list[Any]:
        for number, (converters, column) in self._converters.items():
            for converted in converters:
                row[number] = converted(row[number], column, connection)
        found: list[Any] = []
        start = 0
        for model, fields in self.fields:
            values = row[start : start + len(fields)]
            names = [field.attname for field in fields]
            found.append(None if values[0] is None else model.from_db(connection.alias, names, values))
            start += len(fields)
        return [*found, *row[start:]]
