"""The keys of seats, on paper and on phones."""

from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.play.rounds import Round, Seat

# Lets secret scanners recognise what leaked.
SEAT_BEARER_PREFIX = "mjs_"


class SeatTokenQuerySet(models.QuerySet["SeatToken"]):
    def alive(self) -> Self:
        """Those that open a seat now: not revoked, and the round still runs."""
        return self.filter(
            revoked_at__isnull=True, seat__round__status__in=[Round.Status.PUBLISHED, Round.Status.STARTED]
        )


class SeatToken(models.Model):
    """The key of one seat, printed as a QR code. The first device that claims it keeps it."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tokens")
    token_hash = models.CharField(max_length=64, unique=True)
    device_hash = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 - many have none yet
    device_name = models.CharField(pgettext_lazy("field", "device"), max_length=120, blank=True)
    issued_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(db_default=Now())
    claimed_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    second_claims = models.PositiveSmallIntegerField(default=0)

    objects = SeatTokenQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "seat token")
        verbose_name_plural = pgettext_lazy("record", "seat tokens")
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(revoked_at__isnull=True), name="one_living_token_per_seat"
            )
        ]

    def __str__(self) -> str:
        return f"token of {self.seat}"
