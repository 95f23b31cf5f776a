"""Consistent long reads that block no one."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Read a consistent snapshot while others write. Writing raises `DatabaseError`.

    Inside a transaction that one is used, with its own rules, including writes. SQLite keeps concurrent writes in its
    write-ahead log until the end, so a snapshot may take minutes but not days.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _deferred():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """A SQLite transaction without the write lock that `transaction_mode` otherwise takes at once."""
    sqlite: Any = connection  # types know no `transaction_mode`
    sqlite.ensure_connection()
    with ExitStack() as stack:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only=ON")
        stack.callback(_may_write)
        mode, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
        try:
            stack.enter_context(transaction.atomic())
        finally:
            sqlite.transaction_mode = mode
        yield


def _may_write() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=OFF")
