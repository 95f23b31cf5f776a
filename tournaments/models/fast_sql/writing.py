"""Rows that every report waits for: new ones of one model (`InsertedRows`), and those of whole numbers of which only
what differs is written (`ReplacedRows`).
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
# Both databases take these as they are; of other types the field knows what it writes.
PLAIN = (str, bool, type(None))
Numbers = tuple[int | None, ...]


@dataclass(frozen=True, eq=False)
class Column:
    """`width` is of a column of integers the field that is as wide; `is_shared`: all rows agree in it."""

    field: AnyField
    name: str
    attname: str
    width: str | None
    is_shared: bool


Columns: TypeAlias = tuple[Column, ...]


class InsertedRows(Generic[M]):
    """The INSERT of all columns of a model but its own number; what is left to the database it fills in.

    In the fields that `same` names all rows of a statement agree, so their values are sent once.
    """

    def __init__(self, model: type[M], *, same: Collection[str] = ()) -> None:
        self.model = model
        self.columns = tuple(
            Column(field, str(field.column), field.attname, _width(field), field.name in same)
            for field in model._meta.concrete_fields
            if field is not model._meta.pk
        )

    def insert(self, rows: Sequence[M]) -> None:
        """Insert rows that are in no database yet, at least one, in one statement.

        Afterwards each has its number and what the database filled in, as after `save()`. What is left to a default
        has to be so in all of them. Raises ValueError for rows that differ where they are said to be the same.
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
        """Return the statement for so many rows, in which these columns are left to the database."""
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


# Of a column that the database fills in: its attribute, and what makes of the database's value Python's.
Returned: TypeAlias = tuple[str, Any, list[Any]]


@dataclass(frozen=True)
class Statement:
    """`given` are the columns whose values are sent, each with what its value is called in each row; `back` are those
    that it returns.
    """

    sql: str
    given: Sequence[tuple[Column, Sequence[str]]]
    back: Sequence[Returned]


@lru_cache(maxsize=32)
def _written(rows_of: InsertedRows[Any], defaults: Columns, rows: int) -> Statement:
    return rows_of.statement(defaults, rows)


def _width(field: AnyField) -> str | None:
    """Return which field of integers is as wide as the column; None if it holds none.

    Left to itself, psycopg says of every number how many bytes it needs: to PostgreSQL the statements of two reports
    would differ in that, and it would prepare hardly any of them.
    """
    while isinstance(field, ForeignKey):
        field = field.target_field
    if not isinstance(field, IntegerField):
        return None
    return "BigIntegerField" if field.primary_key else field.get_internal_type()


class ReplacedRows:
    """Rows that are worked out as a whole: those that share a number are replaced together.

    `shared` is the column of this number, `key` the column that tells the rows apart, unique among them. `moving` are
    the first of `columns`, which often change alone: a game changes four rows, and hundreds move up or down.
    """

    def __init__(
        self, model: Any, shared: str, key: str, columns: Sequence[str], *, moving: Sequence[str]
    ) -> None:
        self.model, self.table = model, model._meta.db_table
        self.shared, self.key, self.columns, self.moving = shared, key, columns, moving

    def replace(self, number: int, *, has: Mapping[int, Numbers], should: Mapping[int, Numbers]) -> None:
        """Write the rows that are new or different, and remove those that no longer belong: three statements at most.

        `has` and `should` are key → values of the columns, as they stand and as they are to be.
        """
        shared, key, fixed = self.shared, self.key, len(self.moving)
        gone = has.keys() - should.keys()
        if gone:
            self.model.objects.filter(**{shared: number, f"{key}__in": gone}).delete()
        changed = {pk: row for pk, row in should.items() if has.get(pk) != row}
        moved = {pk for pk, row in changed.items() if pk in has and has[pk][fixed:] == row[fixed:]}
        if moved:
            # PostgreSQL takes a column of VALUES that holds nothing but NULL for text.
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
