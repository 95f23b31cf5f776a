"""Actions of a racing process on ordered draws."""

import json
from typing import Any

from seating.json_requests import read
from tests.tournaments.hall import open_hall, order_draw
from tournaments import wake_workers
from tournaments.actions.actor import Actor
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.drawing import run
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.jobs.orders import cancel_draw_job, wake_again
from tournaments.actions.draws.plans import Plan
from tournaments.models import Draw, DrawJob, LedgerEntry, Round, Stage

Reply = dict[str, Any]


def set_up_hall(players: int, slug: str = "spring-open") -> Reply:
    """Open a hall without draws."""
    hall = open_hall(slug, players=players)
    return {"stage": hall.stage.pk, "tournament": hall.tournament.pk}


def order(stage: int, rounds: int, effort: int) -> Reply:
    plan = Plan(method="schedule", rounds=rounds, remainder="byes", effort=effort)
    where = Stage.objects.get(pk=stage)
    return {"status": 201, "job": order_draw(stage=where, plan=plan, by=_organizer(where)).pk}


def cancel(job: int) -> Reply:
    ordered = DrawJob.objects.get(pk=job)
    return {"status": 200, "job": cancel_draw_job(job=ordered, by=_organizer(ordered.stage)).status}


def look(job: int) -> Reply:
    """Return a job's progress, as shown on its page."""
    ordered = DrawJob.objects.light().get(pk=job)
    wake_again(ordered)
    beside = wake_workers._draw_process.process
    return {
        "status": ordered.status,
        "done": ordered.done,
        "attempt": ordered.attempt,
        "beside": beside.pid if beside and beside.poll() is None else None,
    }


def what_came(job: int) -> Reply:
    """Return a job's result, and whether its request and seed give the same draw now."""
    ordered = DrawJob.objects.get(pk=job)
    of_draws = LedgerEntry.objects.filter(tournament=ordered.stage.tournament, kind__startswith="draw")
    found = {
        "status": ordered.status,
        "draws": Draw.objects.filter(stage=ordered.stage).count(),
        "rounds": Round.objects.filter(stage=ordered.stage).count(),
        "kinds": list(of_draws.values_list("kind", flat=True)),
    }
    if ordered.draw is None:
        return found
    seated = [seats_of(round_) for round_ in ordered.draw.rounds.order_by("number")]
    directly = run(*read({**json.loads(ordered.request), "seed": ordered.seed})).rounds
    return {**found, "equal": seated == directly, "verified": check_draw(ordered.draw).is_same}


def _organizer(stage: Stage) -> Actor:
    return Actor(stage.tournament.staff.get(role="organizer").user)
