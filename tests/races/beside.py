"""Actions on a connection of their own, beside the one a test holds its locks on. PostgreSQL only."""

import threading
import time
from collections.abc import Callable

from django.db import connection

from tournaments.actions.errors import ActionError

PATIENCE = 60
WAITING = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"


def beside(action: Callable[[], object], refused: list[str]) -> threading.Thread:
    """Do something on a connection of its own, which waits for its locks as long as it takes."""

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
