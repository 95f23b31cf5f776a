"""When recurring jobs last ran, by the database clock."""

from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class NowAnnotation(TypedDict):
    """Annotations of `with_now()`."""

    now: datetime


HeartbeatWithNow: TypeAlias = "WithAnnotations[Heartbeat, NowAnnotation]"


class HeartbeatQuerySet(models.QuerySet["Heartbeat"]):
    def beat(self, name: "Heartbeat.Name") -> None:
        """Record that the job ran now. One idempotent statement."""
        self.bulk_create(
            [Heartbeat(name=name, beat_at=Now())],
            update_conflicts=True,
            unique_fields=["name"],
            update_fields=["beat_at"],
        )

    def ages(self) -> dict[str, float]:
        """Return the seconds since each job's last run; jobs that never ran are missing."""
        rows = cast("models.QuerySet[HeartbeatWithNow]", self.annotate(now=Now()))
        return {row.name: (row.now - row.beat_at).total_seconds() for row in rows}


class Heartbeat(models.Model):
    class Name(models.TextChoices):
        # A worker looked for outdated standings.
        SWEEP = "sweep"
        # No mail about a move up was left unsent.
        MAILS = "mails"
        # deploy/bin/backup or `manage.py backup` wrote a file.
        BACKUP = "backup"
        # All ledgers were verified and found sound.
        VERIFIED = "verified"

    name = models.CharField(max_length=20, choices=Name.choices, primary_key=True)
    beat_at = models.DateTimeField(db_default=Now())

    objects = HeartbeatQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("a sign of life", "heartbeat")
        verbose_name_plural = pgettext_lazy("signs of life", "heartbeats")

    def __str__(self) -> str:
        return f"{self.name}: {self.beat_at}"
