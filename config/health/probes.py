"""Probes of the database, Redis and the disk; each gives a word or a number after a short wait."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.backends.utils import CursorWrapper

from tournaments.models import Attempts
from web.networks import is_of_this_machine_alone
from web.outages import causes, outage_of_database

PATIENCE = 0.2  # seconds, for Redis
BUSY = 1_000  # milliseconds to wait for SQLite's write lock
LEAST_ROOM = 2**20  # bytes: SQLite has to write a page, its log and the log's index
# PostgreSQL reports a full disk only when a file has to grow, and rows often fit into existing pages. A result too
# large for its memory goes into a temporary file; this is about a megabyte of generated numbers.
SPILL = ("SET LOCAL work_mem = '64kB'", "SELECT count(*) FROM generate_series(1, 60000)")
SPILL_EVERY = 5.0  # seconds, in each process: these addresses are public


class _Remembered:
    """When the disk was last probed, and the result."""

    def __init__(self) -> None:
        self.until = 0.0
        self.word = "ok"


spilled = _Remembered()


def database_word() -> str:
    """Return `ok` if a row could be written now, else the problem. Runs a real UPDATE that matches no row."""
    if connection.vendor == "sqlite" and _room_beside(connection.settings_dict["NAME"]) < LEAST_ROOM:
        return "full"
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                _try_sqlite(cursor)
                return "ok"
            _try_row(cursor)
            if time.monotonic() >= spilled.until:
                spilled.word = _word_of(lambda: _try_disk(cursor))
                spilled.until = time.monotonic() + SPILL_EVERY
            return spilled.word
    except (DatabaseError, InterfaceError) as error:
        return _told(error)


def redis_word() -> str:
    """Return `ok` if it accepts messages, else the problem; `not used` in embedded mode."""
    if not settings.REDIS_URL:
        return "not used"
    patience = {"socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **patience) as client:
            client.set("jantaku:ready", 1, ex=5)
    except redis.exceptions.OutOfMemoryError:
        return "full"
    except redis.RedisError:
        return "away"
    return "ok"


def room_of_database() -> tuple[int, int] | None:
    """Return free and total bytes of the database's disk; None if it is not visible from here."""
    if connection.vendor == "sqlite":
        place = Path(str(connection.settings_dict["NAME"])).parent
    elif settings.DATABASE_DISK:
        place = Path(settings.DATABASE_DISK)
    elif is_of_this_machine_alone(f"//{connection.settings_dict['HOST'] or 'localhost'}"):
        place = Path("/var/lib/postgresql")
    else:
        return None
    try:
        usage = shutil.disk_usage(place)
    except OSError:
        return None
    return usage.free, usage.total


def _try_sqlite(cursor: CursorWrapper) -> None:
    cursor.execute(f"PRAGMA busy_timeout = {BUSY}")
    try:
        _try_row(cursor)
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {connection.settings_dict['OPTIONS']['timeout']}000")


def _try_row(cursor: CursorWrapper) -> None:
    """Run an UPDATE without rows: it is refused or waits as a real one would."""
    with transaction.atomic():
        cursor.execute(f"UPDATE {Attempts._meta.db_table} SET count = count WHERE 1 = 0")  # noqa: S608


def _try_disk(cursor: CursorWrapper) -> None:
    with transaction.atomic():
        for statement in SPILL:
            cursor.execute(statement)


def _word_of(attempt: Callable[[], None]) -> str:
    try:
        attempt()
    except (DatabaseError, InterfaceError) as error:
        return _told(error)
    return "ok"


def _told(error: Exception) -> str:
    kind = outage_of_database(error)
    causes.log(kind, error)
    return kind


def _room_beside(database: object) -> int:
    place = Path(str(database)).parent
    return shutil.disk_usage(place).free if place.is_dir() else LEAST_ROOM
