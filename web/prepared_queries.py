"""Queries that are asked all day, by everybody's pages and after every result: their statement is written once a
process and not each time.

The ORM takes ten times as long to write such a statement as the database to answer it.
"""

import json
from collections.abc import Callable, Collection, Mapping
from copy import copy
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from django.db import connection, connections
from django.db.models import BooleanField, Func, Model, QuerySet, Value
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)
R = TypeVar("R")
Kind: TypeAlias = type[str] | type[int] | type[list[Any]]
Given: TypeAlias = str | int | Collection[int]
# What stands for the values while the statement is written: no address has these characters, no row these numbers.
FIRST_TEXT, FIRST_NUMBER = 0xFDD0, 2**62
# What both databases hold as a whole number.
LARGEST = 2**63 - 1


class Among(Func):
    """Is this number one of a list, which is one parameter however long it is?"""

    output_field = BooleanField()

    def __init__(self, number: str, numbers: str) -> None:
        super().__init__(number, Value(numbers))

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **more: Any) -> Any:
        joiner = " IN (SELECT value FROM json_each("
        return self.as_sql(compiler, connection, template="%(expressions)s))", arg_joiner=joiner, **more)

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **more: Any) -> Any:
        template = "%(expressions)s::bigint[])"
        return self.as_sql(compiler, connection, template=template, arg_joiner=" = ANY (", **more)


def among(number: str, numbers: Collection[int]) -> Among:
    """As `number__in=numbers`, for thousands of them: one parameter, where the ORM looks at each."""
    return Among(number, _as_text(numbers, connection.vendor))


class PreparedSQL:
    """A statement by hand, where the ORM has no words for it: `read` gives its rows for values, as `read_raw` of a
    `PreparedQuery` does.

    In `sql` each `%s` takes the next value, and each `{among}` the next list of numbers: `stage.id {among}` is true
    where the id is one of them.
    """

    AMONG: ClassVar[Mapping[str, str]] = {
        "postgresql": "= ANY (%s::bigint[])",
        "sqlite": "IN (SELECT value FROM json_each(%s))",
    }

    def __init__(self, sql: str) -> None:
        self.sql = {vendor: sql.format(among=among) for vendor, among in self.AMONG.items()}

    def read(self, *values: Given) -> list[tuple[Any, ...]]:
        """The rows for these values. One query."""
        vendor = connection.vendor
        with connection.cursor() as cursor:
            cursor.execute(self.sql[vendor], [_as_parameter(value, vendor) for value in values])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _as_parameter(value: Given, vendor: str) -> str | int:
    """A list as text: psycopg looks at each of its numbers three times."""
    return value if isinstance(value, str | int) else _as_text(value, vendor)


def _as_text(numbers: Collection[int], vendor: str) -> str:
    text = json.dumps(list(numbers))
    return f"{{{text[1:-1]}}}" if vendor == "postgresql" else text


class PreparedQuery(Generic[M, R]):
    """A queryset that depends on some values, and on nothing else that changes while the process runs: neither on who
    asks nor on the language. `read` gives the rows for values. `of` are their types: texts, numbers, or lists of
    numbers, which go into `Among`.
    """

    def __init__(self, queryset_for: Callable[..., "QuerySet[M, R]"], *, of: Kind | tuple[Kind, ...]) -> None:
        self.queryset_for = queryset_for
        kinds = of if isinstance(of, tuple) else (of,)
        self.places = [
            FIRST_NUMBER + number if kind is int else chr(FIRST_TEXT + number)
            for number, kind in enumerate(kinds)
        ]

    @cached_property
    def queryset(self) -> "QuerySet[M, R]":
        return self.queryset_for(*self.places)

    @cached_property
    def statement(self) -> tuple[SQLCompiler, str, tuple[Any, ...]]:
        compiler = self.queryset.query.get_compiler(using=self.queryset.db)
        sql, params = compiler.as_sql()
        return compiler, sql, tuple(params)

    @cached_property
    def value_of(self) -> dict[int, int]:
        """Which parameter of the statement is which of the values."""
        _compiler, _sql, params = self.statement
        return {
            number: self.places.index(param) for number, param in enumerate(params) if param in self.places
        }

    def read(self, *values: Given) -> list[R]:
        """The rows for these values: none for a number that no row can have. One query."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        prepared, sql, _params = self.statement
        queryset, compiler, params = self.queryset.all(), copy(prepared), tuple(self._params(values))
        # Each thread has a connection of its own.
        vars(compiler).update(connection=connections[queryset.db], as_sql=lambda *_how: (sql, params))
        vars(queryset.query).update(get_compiler=lambda *_args, **_using: compiler)
        return list(queryset)

    def read_raw(self, *values: Given) -> list[tuple[Any, ...]]:
        """The columns of these rows as the database gives them: numbers and texts are the same, moments are not, and
        what is true may be 1. One query.
        """
        with connections[self.queryset.db].cursor() as cursor:
            cursor.execute(self.statement[1], self._params(values))
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    def _params(self, values: tuple[Given, ...]) -> list[Any]:
        params = list(self.statement[2])
        vendor = connections[self.queryset.db].vendor
        for number, place in self.value_of.items():
            params[number] = _as_parameter(values[place], vendor)
        return params
