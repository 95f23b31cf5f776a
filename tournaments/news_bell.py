"""A message on Redis after every ledger entry and every publication, for open pages that listen to a tournament.

It says which tables it concerns and nothing else. No page depends on it: they ask besides.
"""

from collections.abc import Collection
from functools import cache

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from web.outages import Messages

# Where the streams listen; the message is the id of the tournament, and behind it what `ring_on_commit` was told.
CHANNEL = "jantaku:news"
# Seconds: to connect, and for the answer. A request waits while we ring.
PATIENCE = 0.1

_messages = Messages("Redis")


def ring_on_commit(tournament_id: int, concerned: Collection[str]) -> None:
    """Tell open pages of this tournament that there is news, once it is committed.

    `concerned` are ids of tables or EVERYWHERE, as `table_concerned` gives them: other tables' phones need not look.
    Without any, only pages that show all of the tournament look.
    """
    if not settings.LIVE_STREAMS:
        return

    message = " ".join([str(tournament_id), *sorted(filter(None, concerned))])

    # A function of its own: Django reports a failing hook by its name, and a partial has none.
    def ring() -> None:
        _messages.send(lambda: _redis(settings.REDIS_URL).publish(CHANNEL, message))

    transaction.on_commit(ring, robust=True)


@cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
    )
