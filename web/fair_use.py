"""Call counting, so that one visitor cannot use up everything. Fairness, not protection of secrets."""

import logging
import time
from typing import Protocol, cast

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

MINUTE = 60


class Counting(Protocol):
    """What our caches offer beyond Django's (config/cache.py)."""

    def count(self, key: str, timeout: int) -> int:
        """Increment and return a counter that expires `timeout` seconds after its first call."""


def is_fair(what: str, whose: str, *, most: int, seconds: int) -> bool:
    """Count one more of `what` for `whose`; return whether it is within `most` in this period of `seconds`."""
    return (count_call(what, whose, seconds=seconds) or 0) <= most


def count_call(what: str, whose: str, *, seconds: int) -> int | None:
    """Count one more of `what` for `whose` in the cache; return the count in this period of `seconds`.

    For fairness, not for secrets (see actions/rate_limits.py): if the cache is down nothing is counted (None) and
    everyone is let in.
    """
    key = f"{what}:{whose}:{int(time.time()) // seconds}"
    try:
        return cast("Counting", cache).count(key, 2 * seconds)
    except (RedisError, ValueError) as error:
        # ValueError: an in-process cache was full and evicted the key.
        logger.warning("calls are not counted: %s", error)
        return None
