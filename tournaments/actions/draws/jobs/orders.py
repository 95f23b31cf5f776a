"""Order draws that are too long for a request, and cancel them. `worker` computes them."""

from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Now
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from seating.json_requests import as_json
from tournaments.actions.actor import Actor
from tournaments.actions.draws.costs import is_long, milliseconds
from tournaments.actions.draws.draws import PreparedDraw, draw_now, prepare, seed_for
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.reasons import reason_of
from tournaments.models import Draw, DrawJob, Stage
from tournaments.models.digests import sha256
from tournaments.models.draws.events import DrawCancelled, DrawLost, DrawOrdered, DrawRefused
from tournaments.models.events import Event
from tournaments.models.ledger import canonical
from tournaments.wake_workers import wake_for_draws

Status = DrawJob.Status
# The ledger event for a job that ended without a draw.
ENDED: Mapping[Status, Callable[..., Event]] = {
    Status.CANCELLED: DrawCancelled,
    Status.REFUSED: DrawRefused,
    Status.LOST: DrawLost,
}

UNHEARD = timedelta(seconds=5)


@transaction.atomic
def draw_or_order(
    *,
    stage: Stage,
    plan: Plan,
    by: Actor,
    seed: str = "",
    reason: str = "",
    confirm: Collection[str] = (),
) -> Draw | DrawJob:
    """Draw the stage's next rounds as drafts, now if that is quick, else in the background.

    Which one depends only on the plan and the number of players; see `costs`. Refuses while another draw of the stage
    is pending, and whatever `draws.draw` refuses before computing. `seed`, `reason` and `confirm` are as in
    `draws.draw`.
    """
    return _now_or_ordered(prepare(stage, plan, confirm=confirm), by=by, seed=seed, reason=reason)


@transaction.atomic
def redraw_or_order(
    *, old: Draw, plan: Plan, by: Actor, seed: str = "", reason: str = "", confirm: Collection[str] = ()
) -> Draw | DrawJob:
    """Redraw the rounds of `old`, as `draws.redraw` does, now if that is quick, else in the background."""
    prepared = prepare(old.stage, plan, old=old, confirm=confirm)
    return _now_or_ordered(prepared, by=by, seed=seed, reason=reason)


def _now_or_ordered(prepared: PreparedDraw, *, by: Actor, seed: str, reason: str) -> Draw | DrawJob:
    if is_long(prepared.request):
        return _order(prepared, by=by, seed=seed, reason=reason)
    return draw_now(prepared, by=by, seed=seed, reason=reason)


@transaction.atomic
def cancel_draw_job(*, job: DrawJob, by: Actor) -> DrawJob:
    """Cancel an ordered draw. Its worker stops within about a second; nothing is seated."""
    lock_tournament(job.stage.tournament_id)
    job = (
        DrawJob.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__tournament")
        .get(pk=job.pk)
    )
    if not job.is_live:
        raise StateRefuses(
            _("This draw is no longer being computed. Please check its outcome."),
            code=f"draw_job_{job.status}",
        )
    end(job, Status.CANCELLED, by=by)
    return job


def end(job: DrawJob, status: DrawJob.Status, *, by: Actor, **extra: Any) -> None:
    """End a locked job without a draw, with its ledger entry, which includes `extra`."""
    job.status, job.ended_at, job.reason = status, Now(), ""
    job.save(update_fields=["status", "ended_at", "reason", "refusal"])
    event = ENDED[status](job=job.pk, stage=job.stage_id, **extra)
    record(event, tournament_id=job.stage.tournament_id, by=by)


def wake_again(job: DrawJob) -> None:
    """Wake a worker again if none seems to have picked up a job. Without Celery, requests have to do this."""
    jobs = DrawJob.objects.filter(pk=job.pk)
    waits = jobs.filter(status=Status.QUEUED, ordered_at__lt=Now() - Value(UNHEARD))
    if settings.DRAW_WORKER == "beside" and (waits.exists() or jobs.silent().exists()):
        wake_for_draws()


def _order(prepared: PreparedDraw, *, by: Actor, seed: str, reason: str) -> DrawJob:
    seed, fixed = seed_for(prepared.stage, seed)
    job = DrawJob.objects.create(
        stage=prepared.stage,
        old=prepared.old,
        plan=canonical(prepared.plan.as_json()),
        request=canonical(as_json(prepared.request)),
        fingerprint=prepared.fingerprint,
        first=prepared.first,
        about_ms=milliseconds(prepared.request),
        seed=seed,
        commitment=fixed,
        reason=reason_of(reason),
        language=get_language() or settings.LANGUAGE_CODE,
        ordered_by=by.user,
    )
    record(
        DrawOrdered(
            job=job.pk,
            stage=prepared.stage.pk,
            number=prepared.first,
            method=str(prepared.plan.method),
            seed_hash=sha256(seed),
            request_hash=sha256(canonical({"seed": seed, "request": as_json(prepared.request)})),
        ),
        tournament_id=prepared.tournament.pk,
        by=by,
    )

    # A named function: Django reports a failing hook by its name.
    def wake() -> None:
        wake_for_draws()

    # Robust: if the broker is down the order is kept, and the sweep finds it.
    transaction.on_commit(wake, robust=True)
    return job
