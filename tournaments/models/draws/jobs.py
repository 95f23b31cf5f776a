"""Draws too long for a request: ordered, computed by a worker, stored when done."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self, TypeAlias, TypedDict, cast

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.draws.draws import Draw, SeedCommitment
from tournaments.models.setup.structure import Stage
from web.triggers import Guard, changes, on_write

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

LIVE = ("queued", "running")
TOTAL = 1_000  # progress is in thousandths


class NowAnnotation(TypedDict):
    """Annotations of `light()`."""

    now: datetime


DrawJobWithNow: TypeAlias = "WithAnnotations[DrawJob, NowAnnotation]"


class DrawJobQuerySet(models.QuerySet["DrawJob"]):
    def light(self) -> "models.QuerySet[DrawJobWithNow]":
        """Without the large texts, which only the worker needs; `now` is the database time."""
        rows = self.defer("plan", "request").annotate(now=Now())
        return cast("models.QuerySet[DrawJobWithNow]", rows)

    def live(self) -> Self:
        """Waiting or being computed."""
        return self.filter(status__in=LIVE)

    def silent(self) -> Self:
        """Jobs whose worker has been silent for so long that it must be dead."""
        quiet = Now() - models.Value(timedelta(seconds=settings.DRAW_SILENCE_SECONDS))
        return self.filter(status="running", heartbeat_at__lt=quiet)

    def at_work(self) -> Self:
        """Jobs computed by a living worker."""
        return self.filter(status="running").exclude(pk__in=self.silent().values("pk"))


class DrawJob(models.Model):
    """An ordered draw. Its inputs are frozen when it is ordered; once ended it never changes.

    `request` is canonical JSON as `seating.json_requests` reads it; with `seed` it gives the same tables on every
    machine and attempt. `attempt` fences off workers that were given up: one that wakes up later finds another number
    there.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", pgettext_lazy("status", "Waiting")
        RUNNING = "running", pgettext_lazy("status", "Being drawn")
        DONE = "done", pgettext_lazy("status", "Drawn")
        REFUSED = "refused", pgettext_lazy("status", "Refused")
        CANCELLED = "cancelled", pgettext_lazy("status", "Cancelled")
        LOST = "lost", pgettext_lazy("status", "Given up")

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="draw_jobs")
    old = models.ForeignKey(Draw, models.PROTECT, null=True, related_name="+")
    plan = models.TextField(help_text="Canonical JSON: what the organizer asked for.")
    request = models.TextField(help_text="Canonical JSON: everything the draw depends on but its seed.")
    fingerprint = models.CharField(max_length=64)
    first = models.PositiveSmallIntegerField(help_text="The number of the first round to be drawn.")
    about_ms = models.PositiveIntegerField(help_text="About how long it keeps one core busy.")
    seed = models.CharField(max_length=128)
    commitment = models.ForeignKey(SeedCommitment, models.PROTECT, null=True, related_name="+")
    reason = models.CharField(_("reason for the redraw"), max_length=200, blank=True)
    language = models.CharField(max_length=10)
    ordered_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    ordered_at = models.DateTimeField(db_default=Now())

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    phase = models.CharField(max_length=20, blank=True)
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=TOTAL)
    # {"code", "message", "fields"}; the message is in the language of the person who ordered.
    refusal = models.JSONField(null=True)
    draw = models.OneToOneField(Draw, models.PROTECT, null=True, related_name="job")

    objects = DrawJobQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "requested draw")
        verbose_name_plural = pgettext_lazy("record", "requested draws")
        ordering = ["ordered_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=models.Q(status__in=LIVE), name="one_live_draw_job_per_stage"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["queued", "running", "done", "refused", "cancelled", "lost"]),
                name="a_draw_job_is_in_a_known_state",
            ),
            models.CheckConstraint(
                condition=models.Q(done__gte=0, done__lte=models.F("total")),
                name="a_draw_jobs_progress_is_from_none_to_all",
            ),
            models.CheckConstraint(
                condition=models.Q(status="done", draw__isnull=False)
                | (~models.Q(status="done") & models.Q(draw__isnull=True)),
                name="a_draw_job_has_a_draw_when_done_and_only_then",
            ),
            models.CheckConstraint(
                condition=models.Q(status="refused", refusal__isnull=False)
                | (~models.Q(status="refused") & models.Q(refusal__isnull=True)),
                name="a_refused_draw_job_says_why",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=LIVE, ended_at__isnull=True)
                | (~models.Q(status__in=LIVE) & models.Q(ended_at__isnull=False)),
                name="a_draw_job_that_ended_says_when",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="running")
                | models.Q(started_at__isnull=False, heartbeat_at__isnull=False, attempt__gte=1),
                name="a_running_draw_job_has_a_heartbeat",
            ),
            Guard(
                name="what_was_ordered_is_never_rewritten",
                on="UPDATE",
                when=changes("stage_id", "plan", "request", "fingerprint", "first", "seed"),
            ),
            *on_write(
                "a_draw_job_is_for_its_own_stage",
                "(SELECT COUNT(*) FROM tournaments_draw WHERE id IN (NEW.draw_id, NEW.old_id)"
                " AND stage_id <> NEW.stage_id) > 0 OR (SELECT COUNT(*) FROM tournaments_seedcommitment"
                " WHERE id = NEW.commitment_id AND stage_id <> NEW.stage_id) > 0",
            ),
            Guard(
                name="an_ended_draw_job_never_changes",
                on="UPDATE",
                when="OLD.status NOT IN ('queued', 'running')",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.get_status_display()}"

    @property
    def is_live(self) -> bool:
        return self.status in LIVE
