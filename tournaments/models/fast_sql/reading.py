"""Rows that every report or every page waits for: by a queryset whose values are left open (`PreparedQuery`), by SQL
(`PreparedSQL`), or by SQL that gives instances of several models and can lock them (`JoinedRows`).
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import BooleanField, Expression, Func, Model, QuerySet, Value, signals
from django.db.models.base import ModelState
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=Model)
R = TypeVar("R")
Kind: TypeAlias = type[str] | type[int] | type[list[Any]]
Given: TypeAlias = str | int | Collection[int]
# What stands for the values while the statement is written: no address has these characters, no row these numbers.
FIRST_TEXT, FIRST_NUMBER = 0xFDD0, 2**62
# What both databases hold as a whole number.
LARGEST = 2**63 - 1
# By column, what makes of the database's value Python's.
Converters: TypeAlias = list[tuple[int, list[Any], Any]]


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


class JoinedRows:
    """A SELECT whose columns are all those of some models, joined under these names, and `expressions` of the ORM
    that ask no table; after them in the statement there may be others, which come as the database gives them.

    Until the transaction ends, the rows of those that `share` names are kept from being changed, and then those that
    `lock` names are locked as `no_key`. Several transactions can share a row. Columns that `defer` names are
    left out, and loaded once they are asked for, as by the ORM's `defer()`.

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
        defer: Collection[str] = (),
        **models: type[Model],
    ) -> None:
        self.template, self.expressions, self.models, self.deferred = (
            sql,
            expressions,
            models,
            frozenset(defer),
        )
        # PostgreSQL locks in the order in which they are named.
        self.locks = [
            (words, names) for words, names in (("FOR SHARE", share), ("FOR NO KEY UPDATE", lock)) if names
        ]

    @cached_property
    def sql(self) -> str:
        columns = [
            f"{name}.{field.column}"
            for name, model in self.models.items()
            for field in self._fields(name, model)
        ]
        columns += [self._compiler.compile(one)[0] for one in self.expressions]
        return self.template.format(columns=", ".join(columns))

    def read(self, *params: int | str | None) -> list[list[Any]]:
        """Return of each row an instance of each model, None where an outer join found none, and the other values.

        What several rows are joined to is one instance.
        """
        sql = self._locking_sql if self._locks() else self.sql
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            rows = cursor.fetchall()
        return self._instances(rows)

    def _locks(self) -> bool:
        if not self.locks or not connection.features.has_select_for_update:
            return False
        if not connection.in_atomic_block:
            raise TransactionManagementError("Rows are locked until a transaction ends; there is none.")
        return True

    @cached_property
    def _locking_sql(self) -> str:
        named = [(words, ", ".join(map(connection.ops.quote_name, names))) for words, names in self.locks]
        return "".join([self.sql, *(f" {words} OF {names}" for words, names in named)])

    def _fields(self, name: str, model: type[Model]) -> list[Any]:
        return [field for field in model._meta.concrete_fields if f"{name}.{field.name}" not in self.deferred]

    @property
    def _compiler(self) -> SQLCompiler:
        some_model = next(iter(self.models.values()))
        compiler: SQLCompiler = some_model._base_manager.all().query.get_compiler(connection=connection)
        return compiler

    @cached_property
    def _parts(self) -> list["Part"]:
        """What of a row belongs to each model."""
        parts, start = [], 0
        for name, model in self.models.items():
            refuse_own_loading(model)
            fields = self._fields(name, model)
            columns = [field.get_col(model._meta.db_table) for field in fields]
            parts.append(
                Part(
                    model,
                    [field.attname for field in fields],
                    start,
                    start + len(fields),
                    start + fields.index(model._meta.pk),
                    self._converters(columns, start),
                )
            )
            start += len(fields)
        return parts

    @cached_property
    def _of_expressions(self) -> Converters:
        return self._converters(self.expressions, self._parts[-1].end)

    def _converters(self, columns: Sequence[Any], start: int) -> Converters:
        found = self._compiler.get_converters(list(columns))
        return [(start + number, *converters) for number, converters in found.items()]

    def _instances(self, rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
        found = []
        known: dict[tuple[int, Any], Model] = {}
        for values in rows:
            row, instances = list(values), list[Any]()
            for part in self._parts:
                key = (part.start, row[part.key])
                if key[1] is not None and key not in known:
                    _convert(row, part.converters)
                    known[key] = part.instance(row)
                instances.append(known.get(key))
            _convert(row, self._of_expressions)
            found.append([*instances, *row[self._parts[-1].end :]])
        return found


@dataclass(frozen=True)
class Part:
    """The columns of a model in a row, from `start` up to `end`; `key` is the one of its primary key."""

    model: type[Model]
    names: list[str]
    start: int
    end: int
    key: int
    converters: Converters

    def instance(self, row: Sequence[Any]) -> Model:
        """A row of the model, filled as unpickling fills it. `Model.__init__` takes three times as long: it sends two
        signals and asks the descriptor of each field.
        """
        found = self.model.__new__(self.model)
        found._state = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        vars(found).update(zip(self.names, row[self.start : self.end], strict=True))
        return found


def refuse_own_loading(model: type[Model]) -> None:
    """Raise TypeError for a model that does something of its own when a row is loaded."""
    own = [base for base in model.__mro__ if base not in Model.__mro__]
    has_methods = any(name in vars(base) for base in own for name in ("__init__", "__new__", "from_db"))
    if has_methods or any(signal.has_listeners(model) for signal in (signals.pre_init, signals.post_init)):
        raise TypeError(
            f"Rows are loaded here without the signals and methods that {model.__name__} has for it."
        )


def _convert(row: list[Any], converters: Converters) -> None:
    for number, functions, column in converters:
        for function in functions:
            row[number] = function(row[number], column, connection)
