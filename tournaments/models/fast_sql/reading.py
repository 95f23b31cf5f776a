"""Rows needed by every report or page: from a queryset with parameters (`PreparedQuery`), from SQL (`PreparedSQL`),
or from SQL that returns instances of several models and can lock them (`JoinedRows`).
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
# Placeholders for the values while the SQL is compiled: no slug contains these characters, no id is this large.
FIRST_TEXT, FIRST_NUMBER = 0xFDD0, 2**62
# The largest integer in both databases.
LARGEST = 2**63 - 1
# By column, functions from database to Python values.
Converters: TypeAlias = list[tuple[int, list[Any], Any]]


class Among(Func):
    """Whether a number is in a list, passed as one parameter of any length."""

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
    """Like `number__in=numbers` for thousands of them: one parameter, where the ORM checks each."""
    return Among(number, _as_text(numbers, connection.vendor))


class PreparedSQL:
    """A handwritten statement for what the ORM cannot express; `read` works like `read_raw` of a `PreparedQuery`.

    In `sql` each `%s` takes the next value, and each `{among}` the next list of numbers: `stage.id {among}` is true
    for an id in the list.
    """

    AMONG: ClassVar[Mapping[str, str]] = {
        "postgresql": "= ANY (%s::bigint[])",
        "sqlite": "IN (SELECT value FROM json_each(%s))",
    }

    def __init__(self, sql: str) -> None:
        self.sql = {vendor: sql.format(among=among) for vendor, among in self.AMONG.items()}

    def read(self, *values: Given) -> list[tuple[Any, ...]]:
        """Return the rows for these values. One query."""
        vendor = connection.vendor
        with connection.cursor() as cursor:
            cursor.execute(self.sql[vendor], [_as_parameter(value, vendor) for value in values])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _as_parameter(value: Given, vendor: str) -> str | int:
    """Return a list as text: psycopg inspects each of its numbers three times."""
    return value if isinstance(value, str | int) else _as_text(value, vendor)


def _as_text(numbers: Collection[int], vendor: str) -> str:
    text = json.dumps(list(numbers))
    return f"{{{text[1:-1]}}}" if vendor == "postgresql" else text


class PreparedQuery(Generic[M, R]):
    """A queryset that depends only on some values, not on the user, the language or anything else that changes in the
    process. `of` gives their types: texts, numbers, or lists of numbers for `Among`.
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
        """Map parameters of the statement to values."""
        _compiler, _sql, params = self.statement
        return {
            number: self.places.index(param) for number, param in enumerate(params) if param in self.places
        }

    def read(self, *values: Given) -> list[R]:
        """Return the rows for these values; none for a number no row can have. One query."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        prepared, sql, _params = self.statement
        queryset, compiler, params = self.queryset.all(), copy(prepared), tuple(self._params(values))
        # Each thread has its own connection.
        vars(compiler).update(connection=connections[queryset.db], as_sql=lambda *_how: (sql, params))
        vars(queryset.query).update(get_compiler=lambda *_args, **_using: compiler)
        return list(queryset)

    def read_raw(self, *values: Given) -> list[tuple[Any, ...]]:
        """Return the columns as the database gives them: numbers and texts are the same, times are not, and true may
        be 1. One query.
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
    """A SELECT of all columns of some models, joined under these names, and ORM `expressions` that read no table;
    further columns of the statement are returned as the database gives them.

    Until the transaction ends, the rows named in `share` are locked against changes, shared between transactions, and
    then those named in `lock` are locked as `no_key`. `defer` works like the ORM's `defer()`.

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
        # PostgreSQL locks in the order given.
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
        """Return for each row an instance of each model (None for an empty outer join) and the other values.

        Rows joined to the same row share one instance.
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
        """Return which part of a row belongs to each model."""
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
    """A model's columns in a row, from `start` up to `end`; `key` is the index of its primary key."""

    model: type[Model]
    names: list[str]
    start: int
    end: int
    key: int
    converters: Converters

    def instance(self, row: Sequence[Any]) -> Model:
        """Create the instance like unpickling does. `Model.__init__` takes three times as long: it sends two signals
        and visits each field's descriptor.
        """
        found = self.model.__new__(self.model)
        found._state = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        vars(found).update(zip(self.names, row[self.start : self.end], strict=True))
        return found


def refuse_own_loading(model: type[Model]) -> None:
    """Raise TypeError for a model that customizes loading."""
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
