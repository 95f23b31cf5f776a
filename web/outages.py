"""Temporary outages: a database or Redis that is down, full, failing over or busy.

Answered with 503 and Retry-After, never 500: retrying with the same key loses nothing.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
)
from django.db.models import ProtectedError, RestrictedError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

from web.schema_versions import are_versions_apart

logger = logging.getLogger(__name__)

RETRY_AFTER = 2  # seconds
# After a failed attempt the broker is left alone for a while, because waiting would be in vain. Shorter than the
# sweep's interval, so that nothing is delayed.
REST = 10.0
# psycopg classifies these as internal errors; all others of their kind (classes 08, 40, 53, 55 and 57) are
# operational.
READ_ONLY = "25006"  # a standby, or a server that must not be written to
IDLE_IN_TRANSACTION = "25P03"
INTERNAL = {READ_ONLY, IDLE_IN_TRANSACTION}
SQLITE_ERROR, SQLITE_READ_ONLY, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL = 1, 8, 5, 6, 13

# The kind of outage → the sentence for people. The kind appears in the log and in `readyz`.
WORDS: dict[str, Promise] = {
    "away": _("The database is temporarily unavailable. Nothing was lost; please try again."),
    "busy": _("The server is busy. Nothing was lost; please try again."),
    "read-only": _(
        "The server is not accepting changes at the moment. Nothing was lost; please try again in a while."
    ),
    "full": _("The server's disk is full. Nothing was lost; please tell the organizer, and try again."),
    "redis": _("The server is busy. Nothing was lost; please try again."),
    "unnamed rule": _(
        "This could not be stored, for an unknown reason. Nothing was lost; please try again, and tell the "
        "organizer if it keeps happening."
    ),
    "other version": _("The server is being upgraded. Nothing was lost; please try again."),
}


def is_outage(error: BaseException | None) -> bool:
    """Whether retrying in a moment will help."""
    match error:
        case OperationalError():
            # SQLite's error for a statement it does not understand, such as a missing table or column.
            return _sqlite_code(error) != SQLITE_ERROR
        case InterfaceError() | RedisError():
            return True
        case InternalError():
            return _sqlstate(error) in INTERNAL
    return False


def what_passes(error: BaseException | None) -> str:
    """Return the key of WORDS if retrying may help; "" for our own bugs.

    Named constraints are handled earlier by code that knows the names. An unnamed one is never the caller's fault:
    the database has rules this version does not know, or the program forgot a check.
    """
    match error:
        case RedisError():
            return "redis"
        case ProtectedError() | RestrictedError() | DataError() | None:
            return ""
        case IntegrityError():
            return "unnamed rule"
    if is_outage(error):
        return outage_of_database(error)
    if isinstance(error, DatabaseError) and are_versions_apart():
        return "other version"
    return ""


@contextmanager
def passing_outage(without: str) -> Iterator[None]:
    """Context manager: if an outage prevents the body, continue without it."""
    try:
        yield
    except Exception as error:
        if not is_outage(error):
            raise
        logger.warning("%s: %s", without, error)


def outage_of_database(error: BaseException) -> str:
    """Return the kind of database outage: `read-only`, `full`, `busy` or `away`."""
    state, code = _sqlstate(error), _sqlite_code(error)
    if state == READ_ONLY or code == SQLITE_READ_ONLY:
        return "read-only"
    if state == "53100" or code == SQLITE_FULL:
        return "full"
    if state in {"55P03", "57014", "53300"} or code in {SQLITE_BUSY, SQLITE_LOCKED}:
        return "busy"
    return "away"


class Causes:
    """Logs causes of retries: each kind once per `REST` seconds and process.

    Hundreds of identical lines would bury the informative one.
    """

    def __init__(self) -> None:
        self.silent_until: dict[str, float] = {}

    def log(self, kind: str, error: BaseException) -> None:
        now = time.monotonic()
        if now < self.silent_until.get(kind, 0):
            return
        self.silent_until[kind] = now + REST
        logger.error(
            "%s, so what is asked is answered 503: %s: %s", kind, type(error).__name__, _cause(error)
        )


causes = Causes()


class Messages:
    """Sends expendable messages while `to` accepts them: a circuit breaker per process."""

    def __init__(self, to: str) -> None:
        self.to = to
        self.rests_until = 0.0

    def send(self, message: Callable[[], object]) -> None:
        if time.monotonic() < self.rests_until:
            return
        try:
            message()
        except (BrokerError, RedisError, OSError) as error:
            self.rests_until = time.monotonic() + REST
            logger.warning(
                "%s takes no message; none is sent for the next %.0f seconds: %s", self.to, REST, error
            )


def _cause(error: BaseException) -> str:
    """Return the general part of a database error: its details may contain values of a row, which do not belong in
    the log.
    """
    diagnosis = getattr(error.__cause__, "diag", None)
    if diagnosis is not None and diagnosis.message_primary:
        where = [diagnosis.table_name, diagnosis.column_name, diagnosis.constraint_name]
        return " ".join(part for part in [diagnosis.message_primary, *where] if part)
    return str(error).partition("\n")[0]


def _sqlite_code(error: BaseException) -> int:
    """Return SQLite's primary error code."""
    return int(getattr(error.__cause__, "sqlite_errorcode", 0)) & 0xFF


def _sqlstate(error: BaseException) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""
