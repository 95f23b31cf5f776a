"""Permission matrices: each method of each route, called by each role, about each kind of object.

A matrix is a list of `Row`s. Tests show that it has a row for each method of each route, that each cell answers as
specified, that other people's objects look like missing ones, and that refused and reading calls change nothing in
the whole database.
"""

import functools
import hashlib
import io
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.http import HttpResponse

from tests.routes import address_of

# Columns that may change although a call is refused: last sign-ins, and counts of attempts.
VOLATILE_TABLES = {"django_session", "tournaments_attempts"}
VOLATILE_COLUMNS = {("tournaments_apitoken", "last_used_at")}
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")

OWN, FOREIGN, MISSING = "own", "foreign", "missing"

Ask = Callable[[str, str, object, Mapping[str, str]], HttpResponse]
"""(method, path, body, headers) → response; the caller adds what every call of theirs has."""


@dataclass(frozen=True)
class Row:
    """A method of a route: how to call it, and each role's answer.

    `things` names what fills the route's parameters: `{"pk": "table"}` looks up "table" in the current world.
    `expected` maps role → status, for each applicable target. `scene` distinguishes rows of one route, and selects
    the role's place (a phone belongs to one table).
    """

    method: str
    route: str
    expected: Mapping[str, Mapping[str, int]]
    things: Mapping[str, str] = field(default_factory=dict)
    body: Callable[[Mapping[str, Any]], object] | None = None
    headers: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None
    scene: str = ""

    @property
    def described_path(self) -> str:
        """Return its address as in the API description."""
        return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", self.route.replace("<id:pk>", "{id}"))

    def __str__(self) -> str:
        return f"{self.method} /{self.route}{' ' + self.scene if self.scene else ''}"

    def path(self, world: Mapping[str, Any]) -> str:
        """Return the address of this row's object in a world."""
        return address_of(self.route, {name: world[thing] for name, thing in self.things.items()})


@dataclass(frozen=True)
class Cell:
    """An answer: status, body, and whether the database changed."""

    status: int
    content: bytes
    changed: bool
    head: str = ""
    """The headers and cookies."""


Digest = Mapping[str, str]
"""Table → SHA-256 of its rows."""
EMPTY = hashlib.sha256(b"[]").hexdigest()
"""That of a table without rows, as `digest_of` gives it."""


def answer(row: Row, ask: Ask, world: Mapping[str, Any], untouched: Digest) -> Cell:
    """Call once, record changes, and undo them. `untouched` is the initial digest of the database."""
    with undone(), written() as statements:
        body = row.body(world) if row.body else None
        headers = row.headers(world) if row.headers else {}
        response = ask(row.method, row.path(world), body, headers)
        changed = has_changed(untouched, statements)
    return Cell(response.status_code, response.getvalue(), changed, f"{response.headers}\n{response.cookies}")


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Collect log output of the block, from INFO on."""
    lines = io.StringIO()
    handler, root = logging.StreamHandler(lines), logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.setLevel(before)
        root.removeHandler(handler)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back everything in the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def written() -> Iterator[list[str]]:
    """Collect the writing statements of the block: without any, nothing can have changed."""
    found: list[str] = []

    def look(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.lstrip().upper().startswith(WRITES):
            found.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(look):
        yield found


def has_changed(untouched: Digest, statements: Iterable[str]) -> bool:
    """Whether these statements changed the database; only the tables they name are compared.

    No trigger of ours writes: guards refuse, and Django cascades deletions by separate statements.
    """
    written_to = {
        word for statement in statements for word in re.findall(r"\w+", statement)
    } & untouched.keys()
    return any(digest_of(table) != untouched[table] for table in sorted(written_to))


def digest() -> Digest:
    """Return the digest of all tables, without volatile columns. Empty ones are found by a single query."""
    tables = list(columns_of_tables())
    looks = (f"EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(looks)}")
        filled = cursor.fetchone()
    return {
        table: digest_of(table) if has_rows else EMPTY for table, has_rows in zip(tables, filled, strict=True)
    }


def digest_of(table: str) -> str:
    """Return a SHA-256 of all rows of a table."""
    columns = ", ".join(map(connection.ops.quote_name, columns_of_tables()[table]))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)} ORDER BY 1")
        return hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()


@functools.cache
def columns_of_tables() -> dict[str, list[str]]:
    """Return all tables of models with their columns, without volatile ones."""
    return {
        model._meta.db_table: [
            field.column
            for field in model._meta.local_concrete_fields
            if (model._meta.db_table, field.column) not in VOLATILE_COLUMNS
        ]
        for model in sorted(
            apps.get_models(include_auto_created=True), key=lambda model: model._meta.db_table
        )
        if model._meta.db_table not in VOLATILE_TABLES
    }
