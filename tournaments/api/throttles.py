"""Fairness: how many calls a minute one visitor gets. Not a protection of secrets: see actions/attempts.py."""

import logging
import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.api.actors import api_actor
from tournaments.doors import network_of

if TYPE_CHECKING:
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)
MINUTE = 60


class FairUse(BaseThrottle):
    """So many reads and so many deeds a minute, counted in the cache for each person, phone or network.

    With the cache away everybody is let in: a result matters more than fairness.
    """

    def allow_request(self, request: Request, view: "APIView") -> bool:
        is_read = request.method in SAFE_METHODS
        most = settings.API_READS_PER_MINUTE if is_read else settings.API_DEEDS_PER_MINUTE
        minute = int(time.time()) // MINUTE
        key = f"fair-use:{'read' if is_read else 'deed'}:{_visitor(request)}:{minute}"
        try:
            cache.add(key, 0, timeout=2 * MINUTE)
            count = cache.incr(key)
        except (RedisError, ValueError) as error:
            # ValueError: the key was thrown out between the two calls.
            logger.warning("calls are not counted: %s", error)
            return True
        return bool(count <= most)

    def wait(self) -> float:
        return MINUTE - time.time() % MINUTE


def _visitor(request: Request) -> str:
    actor = api_actor(request)
    return network_of(request) if actor.key == "anybody" else actor.key
