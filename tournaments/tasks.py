"""Derivations, later. The database knows what is stale; a lost message costs seconds, never a result."""

from celery import shared_task

from tournaments.standings import publish_stale, publish_tournament


@shared_task
def update_standings(tournament_id: int) -> None:
    publish_tournament(tournament_id)


@shared_task
def reconcile_standings() -> None:
    publish_stale()
