"""Fairness: how many calls a minute one visitor gets. Not a protection of secrets: see actions/rate_limits.py."""

import math
import time
from typing import TYPE_CHECKING, Protocol, cast

from django.conf import settings
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from web.fair_use import MINUTE, count_call
from web.networks import network_of

if TYPE_CHECKING:
    from rest_framework.views import APIView


class LimitedRequest(Protocol):
    """A request with the headers that say how much is left."""

    rate_limit: dict[str, int]


class FairUse(BaseThrottle):
    """So many reads and so many actions a minute, counted in the cache for each caller.

    With the cache away everybody is let in: a result matters more than fairness. Otherwise `request.rate_limit` are
    the headers that say how much is left.
    """

    def allow_request(self, request: Request, view: "APIView") -> bool:
        is_read = request.method in SAFE_METHODS
        most = settings.API_READS_PER_MINUTE if is_read else settings.API_DEEDS_PER_MINUTE
        what = "read" if is_read else "action"
        count = count_call(f"fair-use:{what}", self.caller(request), seconds=MINUTE)
        if count is not None:
            cast(LimitedRequest, request).rate_limit = {
                "RateLimit-Limit": most,
                "RateLimit-Remaining": max(0, most - count),
                "RateLimit-Reset": math.ceil(self.wait()),
            }
        return bool((count or 0) <= most)

    def caller(self, request: Request) -> str:
        """Return whose calls these are: those of a network. Who knows people and phones says more."""
        return network_of(request)

    def wait(self) -> float:
        return MINUTE - time.time() % MINUTE
