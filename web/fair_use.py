"""Counting calls, so that one visitor cannot take everything. Fairness, no protection of secrets."""

import logging
import time

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

MINUTE = 60


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
        try:
            return int(cache.incr(key))
        except ValueError:  # the first one of this period
            cache.add(key, 0, timeout=2 * seconds)
            return int(cache.incr(key))
    except (RedisError, ValueError) as error:
        # ValueError: the key was thrown out between the two calls.
        logger.warning("calls are not counted: %s", error)
        return None
