"""Publishing standings, by a worker. The database knows what is stale; a lost message costs seconds, never a result.

Each task has its name from before it stood here: messages that wait in a queue during an upgrade still find it.
"""

from celery import shared_task
from django.core.cache import cache

from tournaments.models import Heartbeat
from tournaments.standings.publish import publish_stale, publish_tournament
from tournaments.standings.ratings.publish import publish_ratings_with, publish_stale_ratings
from web.outages import passing_outage

# Seconds until a call that nobody took is taken for lost.
LOST_AFTER = 5


def call_for_standings(tournament_id: int) -> None:
    """Have a worker run `update_standings`, unless a call for the tournament waits to be taken already: that one will
    find what is committed by now, too.
    """
    if cache.add(_waiting(tournament_id), 1, LOST_AFTER):
        try:
            update_standings.delay(tournament_id)
        except BaseException:
            forget_call(tournament_id)
            raise


@shared_task(name="tournaments.tasks.update_standings")
def update_standings(tournament_id: int) -> None:
    # Before anything is read: what is committed from here on has a call of its own.
    forget_call(tournament_id)
    publish_tournament(tournament_id)
    publish_ratings_with(tournament_id)


@shared_task(name="tournaments.tasks.reconcile_standings")
def reconcile_standings() -> None:
    publish_stale()
    publish_stale_ratings()
    note_sweep()


def note_sweep() -> None:
    """Shows those who watch the server that a worker works."""
    with passing_outage("a sweep is not noted"):
        Heartbeat.objects.beat(Heartbeat.Name.SWEEP)


def forget_call(tournament_id: int) -> None:
    """No call for the tournament waits any more: it is taken, or could not be sent."""
    with passing_outage("a call for standings stays noted until it counts as lost"):
        cache.delete(_waiting(tournament_id))


def _waiting(tournament_id: int) -> str:
    return f"standings-called-for:{tournament_id}"
