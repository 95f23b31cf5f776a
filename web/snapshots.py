"""Reading for long: as everything was at one moment, and in nobody's way."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything as it is at one moment, while others go on writing. Refuses to write (`DatabaseError`).

    Inside a transaction that one goes on, with its own rules: it may write, and sees what it sees. SQLite keeps what
    others write in its write-ahead log until the reading is over; that may take minutes, but no days.
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
    """A transaction of SQLite without the write lock, which `transaction_mode` takes at once for all others."""
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
