"""Compute ordered draws one at a time, outside any transaction; only the result is written in one.

A worker may be killed at any moment: its heartbeat stops, and the next worker takes the job and draws the same tables
from the same request and seed. However many workers compute a job, it ends once.
"""

import json
import time

from django.db import OperationalError, connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import translation
from django.utils.translation import gettext as _

from seating.errors import SeatingError
from seating.json_requests import read
from seating.progress import PHASES, Stopped, watched
from tournaments.actions.actor import Actor
from tournaments.actions.draws.drawing import Drawn, run
from tournaments.actions.draws.draws import prepare, refusal_for, store
from tournaments.actions.draws.jobs.orders import end
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import ActionError, StateRefuses
from tournaments.actions.locks import lock_tournament
from tournaments.models import DrawJob
from tournaments.models.draws.jobs import TOTAL

Status = DrawJob.Status

HEARTBEAT = 0.5  # seconds between two heartbeats of a job
MOST_ATTEMPTS = 3
PATIENCE = 5  # attempts to store a draw in a busy database
# The share of the progress bar that each phase covers, roughly.
WAY = dict(
    zip(
        PHASES,
        [(0, 100), (100, 600), (600, 700), (700, 800), (800, 950), (950, 990), (990, 1_000)],
        strict=True,
    )
)


def work_off() -> int:
    """Compute ordered draws until none is left; return how many ended here.

    Only one is computed at a time on the whole installation, so that workers stay free for standings. Safe to run
    anywhere, at any time, concurrently.
    """
    _give_up()
    ended = 0
    while (job := _take()) is not None:
        ended += compute(job)
    return ended


def compute(job: DrawJob) -> bool:
    """Compute a job taken by this worker and end it; return whether it ended here. Nothing is locked meanwhile."""
    try:
        with watched(_Heartbeat(job)):
            drawn = run(*read({**json.loads(job.request), "seed": job.seed}))
    except Stopped:
        return False
    except SeatingError as error:
        return finish(job, error)
    for _again in range(PATIENCE - 1):
        try:
            return finish(job, drawn)
        except OperationalError:
            connection.close()
            time.sleep(1)
    return finish(job, drawn)


def finish(job: DrawJob, found: Drawn | SeatingError) -> bool:
    """End a job with its result: seat everyone, or record why not. Return False if the job is no longer ours.

    Checks first that the facts have not changed since the draw was ordered: nobody is seated by outdated standings or
    an outdated player list.
    """
    with translation.override(job.language):
        try:
            return _store(job, found)
        except ActionError as refusal:
            return _refuse(job, refusal)


def _take() -> DrawJob | None:
    """Take the job that has waited longest or whose worker is dead; None if there is none or one is being
    computed.
    """
    if DrawJob.objects.at_work().exists():
        return None
    waiting = Q(status=Status.QUEUED) | Q(pk__in=DrawJob.objects.silent().values("pk"))
    seen = DrawJob.objects.filter(waiting).order_by("ordered_at", "pk").first()
    if seen is None:
        return None
    # Of two workers that saw it, only one finds it unchanged.
    taken = DrawJob.objects.filter(pk=seen.pk, status=seen.status, attempt=seen.attempt).update(
        status=Status.RUNNING,
        attempt=F("attempt") + 1,
        started_at=Now(),
        heartbeat_at=Now(),
        phase="",
        done=0,
    )
    if not taken:
        return None
    return DrawJob.objects.select_related("stage__tournament").get(pk=seen.pk)


def _give_up() -> None:
    """Give up jobs that have outlived too many workers: the job itself is probably the cause."""
    for job in DrawJob.objects.silent().filter(attempt__gte=MOST_ATTEMPTS).select_related("stage"):
        with transaction.atomic():
            lock_tournament(job.stage.tournament_id)
            mine = _locked(job)
            if mine is not None:
                end(mine, Status.LOST, by=_who(mine))


@transaction.atomic
def _store(job: DrawJob, found: Drawn | SeatingError) -> bool:
    lock_tournament(job.stage.tournament_id)
    mine = _locked(job)
    if mine is None:
        return False
    prepared = prepare(mine.stage, Plan.from_json(json.loads(mine.plan)), old=mine.old, job=mine)
    if (prepared.fingerprint, prepared.first) != (mine.fingerprint, mine.first):
        raise StateRefuses(
            _(
                "Players, results, rounds or wishes changed while the draw was being computed, so it was "
                "not used. Please draw again."
            ),
            code="facts_changed",
        )
    if isinstance(found, SeatingError):
        raise refusal_for(prepared, found)
    mine.draw = store(
        prepared, found, seed=mine.seed, fixed=mine.commitment, reason=mine.reason, by=_who(mine)
    )
    mine.status, mine.done, mine.phase, mine.ended_at = Status.DONE, mine.total, "", Now()
    # The draw has the reason now, and may remove it later.
    mine.reason = ""
    mine.save(update_fields=["draw", "status", "done", "phase", "ended_at", "reason"])
    return True


@transaction.atomic
def _refuse(job: DrawJob, refusal: ActionError) -> bool:
    lock_tournament(job.stage.tournament_id)
    mine = _locked(job)
    if mine is None:
        return False
    mine.refusal = {"code": refusal.code, "message": refusal.message, "fields": refusal.fields}
    end(mine, Status.REFUSED, by=_who(mine), code=refusal.code)
    return True


def _locked(job: DrawJob) -> DrawJob | None:
    """Return the job, locked, if it is still computed and by us."""
    return (
        DrawJob.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__tournament", "old__stage", "commitment", "ordered_by")
        .filter(pk=job.pk, status=Status.RUNNING, attempt=job.attempt)
        .first()
    )


def _who(job: DrawJob) -> Actor:
    return Actor(job.ordered_by, is_console=job.ordered_by is None)


class _Heartbeat:
    """Reports a search's progress to the database and stops the search once the job is no longer ours."""

    def __init__(self, job: DrawJob) -> None:
        self.job, self.done, self.last_beat = job, 0, time.monotonic()

    def __call__(self, phase: str, done: int, total: int) -> None:
        begins, ends = WAY[phase]
        # Phases may repeat; the bar never moves back.
        self.done = max(self.done, begins + (ends - begins) * min(done, total) // max(1, total))
        now = time.monotonic()
        if now - self.last_beat < HEARTBEAT:
            return
        self.last_beat = now
        try:
            is_ours = DrawJob.objects.filter(
                pk=self.job.pk, status=Status.RUNNING, attempt=self.job.attempt
            ).update(phase=phase, done=min(self.done, TOTAL - 1), heartbeat_at=Now())
        except OperationalError:
            connection.close()  # the database is down or busy; the next heartbeat will do
            return
        if not is_ours:
            raise Stopped
