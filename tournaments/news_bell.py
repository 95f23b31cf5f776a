"""Ringing for whoever listens to a tournament: after every ledger entry and every publication a message on Redis.

It says that there is something new and nothing else, and nobody depends on it: pages ask besides.
"""

from functools import cache

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from web.outages import Messages

# Where the streams listen; the message is the number of the tournament.
CHANNEL = "jantaku:news"
# Seconds: to connect, and for the answer. Somebody waits while we ring.
PATIENCE = 0.1

_messages = Messages("Redis")


def ring_on_commit(tournament_id: int) -> None:
    """Let everybody who listens know of news in this tournament, once they can be read."""
    if not settings.LIVE_STREAMS:
        return

    # A function of its own: Django reports a failing hook by its name, and a partial has none.
    def ring() -> None:
        _messages.send(lambda: _redis(settings.REDIS_URL).publish(CHANNEL, tournament_id))

    transaction.on_commit(ring, robust=True)


@cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
    )
