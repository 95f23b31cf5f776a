"""Make ordered PDFs one at a time, outside any transaction.

A worker may be killed at any moment: its heartbeat stops, and the next worker takes the job. However many workers
make a file, it is kept once.
"""

import logging
import time

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone, translation

from publishing.prints.kinds import KINDS
from tournaments.models import PrintedFile, PrintJob
from tournaments.models.printing import MOST_BYTES, PrintJobQuerySet
from tournaments.standings import publish_for_readers

logger = logging.getLogger(__name__)

Status = PrintJob.Status
HEARTBEAT = 0.5  # seconds between two heartbeats of a job
MOST_ATTEMPTS = 3


class TakenAway(Exception):
    """The job is no longer ours: another worker has it, or it was deleted."""


def work_off() -> int:
    """Make ordered PDFs until none is left; return how many ended here. Safe to run anywhere, at any time."""
    PrintJob.objects.expired().delete()
    PrintJob.objects.silent().filter(attempt__gte=MOST_ATTEMPTS).update(status=Status.FAILED)
    ended = 0
    while (job := _take()) is not None:
        ended += make(job)
    return ended


def make(job: PrintJob) -> bool:
    """Make the file of a job taken by this worker; return whether it ended here."""
    try:
        content = _content(job)
    except TakenAway:
        return False
    except Exception:
        # A fault in one does not stop the next.
        logger.exception("an ordered PDF could not be made")
        return bool(_mine(job).update(status=Status.FAILED))
    if len(content) > MOST_BYTES:
        return bool(_mine(job).update(status=Status.FAILED))
    with transaction.atomic():
        if not _mine(job).update(status=Status.DONE, done=F("total")):
            return False
        PrintedFile.objects.create(job=job, content=content)
    return True


def _content(job: PrintJob) -> bytes:
    tournament, heard = job.tournament, time.monotonic()

    def report(pages: int) -> None:
        nonlocal heard
        if time.monotonic() - heard >= HEARTBEAT:
            heard = time.monotonic()
            if not _mine(job).update(done=pages, heartbeat_at=Now()):
                raise TakenAway

    with translation.override(job.language), timezone.override(tournament.time_zone):
        publish_for_readers([tournament.pk])
        found = KINDS[job.kind](tournament, job.choice)
        _mine(job).update(total=found.pages, heartbeat_at=Now())
        return found.draw(report)


def _take() -> PrintJob | None:
    """Take the job that has waited longest or whose worker is dead; None if there is none."""
    while True:
        waiting = Q(status=Status.QUEUED) | Q(pk__in=PrintJob.objects.silent().values("pk"))
        seen = PrintJob.objects.filter(waiting).order_by("ordered_at", "pk").first()
        if seen is None:
            return None
        # Of two workers that saw it, only one finds it unchanged.
        taken = PrintJob.objects.filter(pk=seen.pk, status=seen.status, attempt=seen.attempt).update(
            status=Status.RUNNING, attempt=F("attempt") + 1, heartbeat_at=Now(), done=0
        )
        if taken:
            return PrintJob.objects.select_related("tournament").get(pk=seen.pk)


def _mine(job: PrintJob) -> PrintJobQuerySet:
    return PrintJob.objects.filter(pk=job.pk, status=Status.RUNNING, attempt=job.attempt)
