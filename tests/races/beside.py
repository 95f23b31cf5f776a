"""Actions on a second connection, beside the one with a test's locks. PostgreSQL only."""

import threading
import time
from collections.abc import Callable

from django.db import connection

from tournaments.actions.errors import ActionError

PATIENCE = 60
WAITING = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"


def beside(action: Callable[[], object], refused: list[str]) -> threading.Thread:
    """Run an action on a second connection, which waits for locks without a limit."""

    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
        try:
            action()
        except ActionError as refusal:
            refused.append(refusal.code)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def wait_until(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends, "nobody waits where somebody should"
        time.sleep(0.02)


def waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return int(cursor.fetchone()[0])
