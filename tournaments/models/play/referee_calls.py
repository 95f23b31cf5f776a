"""Calls for the referee."""

from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.play.rounds import Round, Seat


class RefereeCallQuerySet(models.QuerySet["RefereeCall"]):
    def waiting(self) -> Self:
        """Unanswered calls that still matter, oldest first."""
        return (
            self.filter(ended_at__isnull=True).exclude(seat__round__status=Round.Status.CLOSED).order_by("pk")
        )


class RefereeCall(models.Model):
    """A call for the referee from a table; it waits until the staff or the table ends it."""

    # Like seat cards: rows of games not played are deleted with the seats of a redrawn round.
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="referee_calls")
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=200, blank=True)
    called_at = models.DateTimeField(pgettext_lazy("field", "at"), db_default=Now(), editable=False)
    ended_by_seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="+")
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True, editable=False)

    objects = RefereeCallQuerySet.as_manager()

    class Meta:
        verbose_name = _("call for the referee")
        verbose_name_plural = _("calls for the referee")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(ended_at__isnull=True), name="one_waiting_call_per_seat"
            ),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True, ended_by_seat__isnull=True, ended_by__isnull=True)
                | models.Q(ended_at__isnull=False)
                & (
                    models.Q(ended_by_seat__isnull=False, ended_by__isnull=True)
                    | models.Q(ended_by_seat__isnull=True, ended_by__isnull=False)
                ),
                name="an_ended_call_says_by_whom",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat.table}: {self.reason}" if self.reason else str(self.seat.table)
