"""Rows written by every report: new ones of one model (`InsertedRows`), and integer rows of which only differences
are written (`ReplacedRows`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, Generic, TypeAlias, TypeVar, cast

from django.db import connection
from django.db.models import Expression, Field, ForeignKey, IntegerField, Model
from django.db.models.expressions import DatabaseDefault
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)
AnyField: TypeAlias = "Field[Any, Any]"
# Both databases take these unchanged; other types are converted by the field.
PLAIN = (str, bool, type(None))
Numbers = tuple[int | None, ...]


@dataclass(frozen=True, eq=False)
class Column:
    """`width` is the integer field of the same width, if any; `is_shared`: all rows have the same value."""

    field: AnyField
    name: str
    attname: str
    width: str | None
    is_shared: bool


Columns: TypeAlias = tuple[Column, ...]


class InsertedRows(Generic[M]):
    """The INSERT of all columns of a model except its id; columns left to the database are filled in afterwards.

    Fields in `same` have equal values in all rows of a statement and are sent once.
    """

    def __init__(self, model: type[M], *, same: Collection[str] = ()) -> None:
        self.model = model
        self.columns = tuple(
            Column(field, str(field.column), field.attname, _width(field), field.name in same)
            for field in model._meta.concrete_fields
            if field is not model._meta.pk
        )

    def insert(self, rows: Sequence[M]) -> None:
        """Insert new rows, at least one, in one statement.

        Afterwards each has its id and what the database filled in, as after `save()`. A column is left to its default
        in all rows or in none. Raises ValueError if rows differ in a `same` field.
        """
        first, adapted = vars(rows[0]), connection.ops.adapt_integerfield_value
        defaults = tuple(one for one in self.columns if isinstance(first[one.attname], DatabaseDefault))
        statement = _written(self, defaults, len(rows))
        values: dict[str, Any] = {}
        for column, names in statement.given:
            for number, row in enumerate(rows):
                value = vars(row)[column.attname]
                if column.is_shared and number:
                    if value != first[column.attname]:
                        name = column.field.name
                        raise ValueError(f"These rows of {self.model.__name__} differ in {name}.")
                    continue
                if type(value) is int and column.width is not None:
                    value = adapted(value, column.width)
                elif type(value) not in PLAIN:
                    value = column.field.get_db_prep_save(value, connection)
                values[names[number]] = value
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, values)
            returned = cursor.fetchall()
        for row, found in zip(rows, returned, strict=True):
            for (attname, column, converters), value in zip(statement.back, found, strict=True):
                for convert in converters:
                    value = convert(value, column, connection)
                setattr(row, attname, value)
            row._state.adding, row._state.db = False, connection.alias

    def statement(self, defaults: Columns, rows: int) -> "Statement":
        """Return the statement for these rows, with `defaults` left to the database."""
        given = [
            (one, [f"{one.name}_{0 if one.is_shared else number}" for number in range(rows)])
            for one in self.columns
            if one not in defaults
        ]
        filled = [self._compiler.compile(cast("Expression", one.field.db_default))[0] for one in defaults]
        values = [[f"%({names[number]})s" for _one, names in given] + filled for number in range(rows)]
        written = "), (".join(map(", ".join, values))
        columns = ", ".join(column.name for column in (*(one for one, _names in given), *defaults))
        fields = (self.model._meta.pk, *(column.field for column in defaults))
        back = ", ".join(str(field.column) for field in fields)
        table = self.model._meta.db_table
        return Statement(
            f"INSERT INTO {table} ({columns}) VALUES ({written}) RETURNING {back}",  # noqa: S608
            given,
            [self._returned(field) for field in fields],
        )

    def _returned(self, field: AnyField) -> "Returned":
        column = field.get_col(self.model._meta.db_table)
        converters = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
        return field.attname, column, converters

    @cached_property
    def _compiler(self) -> SQLCompiler:
        compiler: SQLCompiler = self.model._base_manager.all().query.get_compiler(connection=connection)
        return compiler


# For a column filled in by the database: its attribute, and the function from database to Python value.
Returned: TypeAlias = tuple[str, Any, list[Any]]


@dataclass(frozen=True)
class Statement:
    """`given` are the columns sent, each with its attribute in the rows; `back` are those returned."""

    sql: str
    given: Sequence[tuple[Column, Sequence[str]]]
    back: Sequence[Returned]


@lru_cache(maxsize=32)
def _written(rows_of: InsertedRows[Any], defaults: Columns, rows: int) -> Statement:
    return rows_of.statement(defaults, rows)


def _width(field: AnyField) -> str | None:
    """Return the integer field as wide as the column; None if it is no integer column.

    By default psycopg sends the smallest type that fits each number, so PostgreSQL would see different statements for
    two reports and prepare hardly any.
    """
    while isinstance(field, ForeignKey):
        field = field.target_field
    if not isinstance(field, IntegerField):
        return None
    return "BigIntegerField" if field.primary_key else field.get_internal_type()


class ReplacedRows:
    """Computed rows: those that share a number are replaced together.

    `shared` is the column of this number, `key` is unique among the rows. `moving` are the first of `columns`, which
    often change alone: a game changes four rows and moves hundreds up or down.
    """

    def __init__(
        self, model: Any, shared: str, key: str, columns: Sequence[str], *, moving: Sequence[str]
    ) -> None:
        self.model, self.table = model, model._meta.db_table
        self.shared, self.key, self.columns, self.moving = shared, key, columns, moving

    def replace(self, number: int, *, has: Mapping[int, Numbers], should: Mapping[int, Numbers]) -> None:
        """Write new and changed rows and delete obsolete ones, in at most three statements.

        `has` and `should` map keys to column values, before and after.
        """
        shared, key, fixed = self.shared, self.key, len(self.moving)
        gone = has.keys() - should.keys()
        if gone:
            self.model.objects.filter(**{shared: number, f"{key}__in": gone}).delete()
        changed = {pk: row for pk, row in should.items() if has.get(pk) != row}
        moved = {pk for pk, row in changed.items() if pk in has and has[pk][fixed:] == row[fixed:]}
        if moved:
            # PostgreSQL types a VALUES column of only NULLs as text.
            new = ", ".join(
                f"{name} = CAST(new.column{place} AS bigint)" for place, name in enumerate(self.moving, 2)
            )
            _execute(
                f"UPDATE {self.table} SET {new}"  # noqa: S608 - names of columns and whole numbers
                f" FROM ({_values((pk, *changed[pk][:fixed]) for pk in moved)}) AS new"
                f" WHERE {shared} = {number:d} AND {key} = new.column1"
            )
        if len(moved) < len(changed):
            new = ", ".join(f"{name} = excluded.{name}" for name in self.columns)
            rows = ((number, pk, *row) for pk, row in changed.items() if pk not in moved)
            _execute(
                f"INSERT INTO {self.table} ({', '.join((shared, key, *self.columns))}) {_values(rows)}"
                f" ON CONFLICT ({shared}, {key}) DO UPDATE SET {new}"
            )


def _values(rows: Iterable[Numbers]) -> str:
    """Return integers as SQL literals. Passing thousands as parameters takes longer than adding up and ranking."""
    return f"VALUES {', '.join(map(_line, rows))}"


def _line(row: Numbers) -> str:
    if None in row:
        return f"({', '.join('NULL' if number is None else f'{number:d}' for number in row)})"
    return _template(len(row)).format(*row)


@cache
def _template(columns: int) -> str:
    """Return the template of a row. Not %d, which would silently truncate fractions."""
    return f"({', '.join(['{:d}'] * columns)})"


def _execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
