"""Rows of several models from one statement that is written out.

For the few reads that every report waits for: the ORM takes fifty times as long to write such a statement as the
database to answer it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Expression, Model, signals
from django.db.models.base import ModelState
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

# By column, what makes of the database's value Python's.
Converters: TypeAlias = list[tuple[int, list[Any], Any]]


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
