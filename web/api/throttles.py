"""Fair use: calls per minute for each visitor. For protecting secrets see actions/rate_limits.py."""

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
    """A request with rate-limit headers."""

    rate_limit: dict[str, int]


class FairUse(BaseThrottle):
    """Limits reads and actions per minute, counted in the cache for each caller.

    If the cache is down everyone is let in: a result matters more than fairness. Otherwise `request.rate_limit` holds
    the headers with the remaining budget.
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
        """Return the caller's key: the network, unless a subclass knows people and phones."""
        return network_of(request)

    def wait(self) -> float:
        return MINUTE - time.time() % MINUTE
