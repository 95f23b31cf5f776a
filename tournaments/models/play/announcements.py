"""What the staff tells the whole hall."""

from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.setup.structure import Tournament

LONGEST_ANNOUNCEMENT = 200


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def standing(self) -> Self:
        """Announcements shown now, by the database's clock, newest first."""
        shown = models.Q(until=None) | models.Q(until__gt=Now())
        return self.filter(shown, removed_at__isnull=True).order_by("-made_at", "-pk")

    def over(self) -> Self:
        """Announcements whose time has passed and that were not removed, latest first."""
        return self.filter(until__lte=Now(), removed_at__isnull=True).order_by("-until", "-pk")


class Announcement(models.Model):
    """A sentence for everyone. Can be removed, never changed."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="announcements")
    text = models.CharField(pgettext_lazy("field", "text"), max_length=LONGEST_ANNOUNCEMENT)
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    # Empty: shown until it is removed.
    until = models.DateTimeField(pgettext_lazy("field", "shown until"), null=True, blank=True)
    removed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "announcement")
        verbose_name_plural = pgettext_lazy("record", "announcements")
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(text=""), name="an_announcement_says_something"),
            models.CheckConstraint(
                condition=models.Q(removed_at__isnull=True, removed_by__isnull=True)
                | models.Q(removed_at__isnull=False, removed_by__isnull=False),
                name="a_removed_announcement_says_by_whom",
            ),
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gt=models.F("made_at")),
                name="an_announcement_is_shown_for_a_while",
            ),
        ]

    def __str__(self) -> str:
        return self.text
