"""Whole rows of one model, inserted by a statement that is written out once.

For the few writes that every report waits for: as for `joined_rows`, the ORM takes many times as long to write such a
statement as the database to carry it out.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar, cast

from django.db import connection
from django.db.models import Expression, Field, Model
from django.db.models.expressions import DatabaseDefault
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)
Fields: TypeAlias = "Sequence[Field[Any, Any]]"
# Both databases take these as they are; of other types the field knows what it writes.
PLAIN = (int, str, bool, type(None))


class InsertedRows(Generic[M]):
    """The INSERT of all columns of a model but its own number; what is left to the database it fills in."""

    def __init__(self, model: type[M]) -> None:
        self.model = model
        self.fields: list[Field[Any, Any]] = [
            field for field in model._meta.concrete_fields if field is not model._meta.pk
        ]

    def insert(self, rows: Sequence[M]) -> None:
        """Insert rows that are in no database yet, at least one, in one statement.

        Afterwards each has its number and what the database filled in, as after `save()`. What is left to a default
        has to be so in all of them.
        """
        defaults = tuple(
            field for field in self.fields if isinstance(getattr(rows[0], field.attname), DatabaseDefault)
        )
        given = [field for field in self.fields if field not in defaults]
        values = [
            value if type(value) in PLAIN else field.get_db_prep_save(value, connection)
            for row in rows
            for field in given
            for value in [getattr(row, field.attname)]
        ]
        with connection.cursor() as cursor:
            cursor.execute(self._sql(given, defaults, len(rows)), values)
            returned = cursor.fetchall()
        back = (self.model._meta.pk, *defaults)
        for row, found in zip(rows, returned, strict=True):
            for field, value in zip(back, found, strict=True):
                setattr(row, field.attname, self._converted(field, value))
            row._state.adding, row._state.db = False, connection.alias

    def _sql(self, given: Fields, defaults: Fields, rows: int) -> str:
        columns = ", ".join(str(field.column) for field in (*given, *defaults))
        filled = [self._compiler.compile(cast("Expression", field.db_default))[0] for field in defaults]
        row = f"({', '.join([*['%s'] * len(given), *filled])})"
        back = ", ".join(str(field.column) for field in (self.model._meta.pk, *defaults))
        table = self.model._meta.db_table
        return f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * rows)} RETURNING {back}"  # noqa: S608

    @cached_property
    def _compiler(self) -> SQLCompiler:
        compiler: SQLCompiler = self.model._base_manager.all().query.get_compiler(connection=connection)
        return compiler

    def _converted(self, field: "Field[Any, Any]", value: Any) -> Any:
        column = field.get_col(self.model._meta.db_table)
        for convert in (*connection.ops.get_db_converters(column), *field.get_db_converters(connection)):
            value = convert(value, column, connection)
        return value
