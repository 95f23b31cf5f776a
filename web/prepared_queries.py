"""Queries that every page of everybody's asks: their statement is written once a process and not for every request.

The ORM takes ten times as long to write such a statement as the database to answer it.
"""

from collections.abc import Callable, Mapping
from copy import copy
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=Model)
R = TypeVar("R")
V = TypeVar("V", bound=str | int)
# What stands for the value while the statement is written: no address has this character, and no row this number.
PLACE: Mapping[type, str | int] = {str: "\ufdd0", int: -(2**62) - 1}


class PreparedQuery(Generic[M, R, V]):
    """A queryset that depends on one value, a text or the number of a row (`of`), and on nothing else that changes
    while the process runs: neither on who asks nor on the language. `read` gives the rows for a value.
    """

    def __init__(self, queryset_for: Callable[[V], "QuerySet[M, R]"], *, of: type[V]) -> None:
        self.queryset_for = queryset_for
        self.place = cast("V", PLACE[of])

    @cached_property
    def queryset(self) -> "QuerySet[M, R]":
        return self.queryset_for(self.place)

    @cached_property
    def statement(self) -> tuple[SQLCompiler, str, tuple[Any, ...]]:
        compiler = self.queryset.query.get_compiler(using=self.queryset.db)
        sql, params = compiler.as_sql()
        return compiler, sql, tuple(params)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Which parameters of the statement are the value."""
        _compiler, _sql, params = self.statement
        return tuple(number for number, param in enumerate(params) if param == self.place)

    def read(self, value: V) -> list[R]:
        """The rows for this value. One query."""
        prepared, sql, written = self.statement
        params = list(written)
        for place in self.places:
            params[place] = value
        queryset, compiler = self.queryset.all(), copy(prepared)
        # Each thread has a connection of its own.
        vars(compiler).update(connection=connections[queryset.db], as_sql=lambda *_how: (sql, tuple(params)))
        vars(queryset.query).update(get_compiler=lambda *_args, **_using: compiler)
        return list(queryset)
