"""What is nobody's mistake and passes by itself: a database or a Redis that is away, full, failing over or busy.

Such errors are answered with 503 and Retry-After, never with 500: whoever asks again with the same key loses nothing.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import InterfaceError, InternalError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

RETRY_AFTER = 2  # seconds
# Whoever waits for a broker that does not answer waits for nothing: after a failure the next ones do not try. Fewer
# seconds than the sweep takes to come round, so that nothing is late for it.
REST = 10.0
# psycopg calls these internal errors; all the others of their kind (classes 08, 40, 53, 55 and 57) are operational.
READ_ONLY = "25006"  # a standby, or a server that must not be written to
IDLE_IN_TRANSACTION = "25P03"
INTERNAL = {READ_ONLY, IDLE_IN_TRANSACTION}
SQLITE_READ_ONLY, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL = 8, 5, 6, 13


def is_outage(error: BaseException | None) -> bool:
    """Will asking again in a moment help?"""
    match error:
        case OperationalError() | InterfaceError() | RedisError():
            return True
        case InternalError():
            return _sqlstate(error) in INTERNAL
    return False


@contextmanager
def passing_outage(without: str) -> Iterator[None]:
    """Go on `without` what is done inside if an outage prevents it: for what a reader does not need."""
    try:
        yield
    except Exception as error:
        if not is_outage(error):
            raise
        logger.warning("%s: %s", without, error)


def outage_of_database(error: BaseException) -> str:
    """Return what ails the database, in a word: `read-only`, `full`, `busy` or `away`."""
    state, code = _sqlstate(error), getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF
    if state == READ_ONLY or code == SQLITE_READ_ONLY:
        return "read-only"
    if state == "53100" or code == SQLITE_FULL:
        return "full"
    if state in {"55P03", "57014", "53300"} or code in {SQLITE_BUSY, SQLITE_LOCKED}:
        return "busy"
    return "away"


class Messages:
    """Sends messages that may be lost for as long as `to` takes them; a circuit breaker for each process."""

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


def _sqlstate(error: BaseException) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""
