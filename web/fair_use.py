"""Counting calls, so that one visitor cannot take everything. Fairness, no protection of secrets."""

import logging
import time
from typing import Protocol, cast

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

MINUTE = 60


class Counting(Protocol):
    """What our caches can beyond Django's (config/cache.py)."""

    def count(self, key: str, timeout: int) -> int:
        """Count one more under a key that is forgotten so many seconds after its first; return how many there are."""


def is_fair(what: str, whose: str, *, most: int, seconds: int) -> bool:
    """Count one more of `what` for `whose` in the cache; is it within `most` in this period of `seconds`?"""
    return (count_call(what, whose, seconds=seconds) or 0) <= most


def count_call(what: str, whose: str, *, seconds: int) -> int | None:
    """Count one more of `what` for `whose` in the cache; return how many there were in this period of `seconds`.

    This is about fairness, not about secrets (see actions/rate_limits.py): with the cache away nothing is counted
    (None) and everybody is let in.
    """
    key = f"{what}:{whose}:{int(time.time()) // seconds}"
    try:
        return cast("Counting", cache).count(key, 2 * seconds)
    except (RedisError, ValueError) as error:
        # ValueError: a cache in this process was full and has thrown the key out.
        logger.warning("calls are not counted: %s", error)
        return None
