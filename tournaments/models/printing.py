"""PDFs too long for a request: ordered, made by a worker, kept for a day for the person who ordered them."""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Length, Now
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.setup.structure import Tournament
from web.triggers import Guard, changes

LIVE = ("queued", "running")
KEPT = timedelta(days=1)
MOST_BYTES = 16 * 1024 * 1024


class PrintJobQuerySet(models.QuerySet["PrintJob"]):
    def live(self) -> Self:
        """Waiting or being made."""
        return self.filter(status__in=LIVE)

    def kept(self) -> Self:
        """Those not older than a day, even if older ones are not yet cleaned up."""
        return self.filter(ordered_at__gt=Now() - models.Value(KEPT))

    def expired(self) -> Self:
        return self.filter(ordered_at__lte=Now() - models.Value(KEPT))

    def silent(self) -> Self:
        """Those whose worker has been silent for so long that it must be dead."""
        quiet = Now() - models.Value(timedelta(seconds=settings.DRAW_SILENCE_SECONDS))
        return self.filter(status="running", heartbeat_at__lt=quiet)


class PrintJob(models.Model):
    """An ordered PDF, made of the facts at the time of making. `attempt` fences off workers that were given up."""

    class Kind(models.TextChoices):
        KIT = "kit", pgettext_lazy("heading", "Print kit")
        CERTIFICATES = "certificates", pgettext_lazy("heading", "Certificates")

    class Status(models.TextChoices):
        QUEUED = "queued", pgettext_lazy("status", "Waiting")
        RUNNING = "running", pgettext_lazy("status", "Being made")
        DONE = "done", pgettext_lazy("status", "Ready")
        FAILED = "failed", pgettext_lazy("status", "Could not be made")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="print_jobs")
    ordered_by = models.ForeignKey(User, models.CASCADE, related_name="+")
    ordered_at = models.DateTimeField(db_default=Now(), editable=False)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    choice = models.JSONField(help_text="What is printed, as its kind reads it.")
    language = models.CharField(max_length=10)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0, help_text="Pages.")
    total = models.PositiveIntegerField(help_text="Pages.")

    objects = PrintJobQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "ordered PDF")
        verbose_name_plural = pgettext_lazy("record", "ordered PDFs")
        ordering = ["ordered_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "ordered_by"],
                condition=models.Q(status__in=LIVE),
                name="one_live_print_job_per_person",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["kit", "certificates"]), name="a_print_job_is_of_a_known_kind"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["queued", "running", "done", "failed"]),
                name="a_print_job_is_in_a_known_state",
            ),
            models.CheckConstraint(
                condition=~models.Q(status="running") | models.Q(heartbeat_at__isnull=False, attempt__gte=1),
                name="a_running_print_job_has_a_heartbeat",
            ),
            Guard(
                name="an_ordered_print_is_never_rewritten",
                on="UPDATE",
                when=changes("tournament_id", "ordered_by_id", "ordered_at", "kind", "choice", "language"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.get_status_display()}"

    @property
    def is_live(self) -> bool:
        return self.status in LIVE


class PrintedFile(models.Model):
    """The bytes of an ordered PDF: a separate row, so that they are not read by accident."""

    job = models.OneToOneField(PrintJob, models.CASCADE, primary_key=True, related_name="file")
    content = models.BinaryField()

    class Meta:
        verbose_name = _("bytes of an ordered PDF")
        verbose_name_plural = _("bytes of ordered PDFs")
        constraints = [
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("content"), MOST_BYTES), name="a_printed_file_has_an_end"
            ),
            Guard(name="a_printed_file_is_never_changed", on="UPDATE"),
        ]

    def __str__(self) -> str:
        return str(self.job_id)
