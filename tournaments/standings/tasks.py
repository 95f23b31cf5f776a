"""Publishing standings, by a worker. The database knows what is stale; a lost message costs seconds, never a result.

Each task has its name from before it stood here: messages that wait in a queue during an upgrade still find it.
"""

from celery import shared_task

from tournaments.standings.publish import publish_stale, publish_tournament
from tournaments.standings.ratings.publish import publish_ratings_with, publish_stale_ratings


@shared_task(name="tournaments.tasks.update_standings")
def update_standings(tournament_id: int) -> None:
    publish_tournament(tournament_id)
    publish_ratings_with(tournament_id)


@shared_task(name="tournaments.tasks.reconcile_standings")
def reconcile_standings() -> None:
    publish_stale()
    publish_stale_ratings()
