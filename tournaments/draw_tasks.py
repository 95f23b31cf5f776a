"""Ordered draws, computed by a worker. Not in `standings`, which actions wake: what it ends is an action."""

from celery import shared_task

from tournaments.actions.draws.jobs.worker import work_off

# No search takes nearly as long: each is bounded by steps. One that does is given up and given to another.
AN_HOUR = 3_600


@shared_task(soft_time_limit=AN_HOUR, time_limit=AN_HOUR + 60)
def work_off_draws() -> None:
    work_off()
