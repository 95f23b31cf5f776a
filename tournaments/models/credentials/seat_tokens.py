"""Seat tokens, on paper and on phones."""

from typing import Self

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.codes import Claimable, claimed_by_a_device
from tournaments.models.play.rounds import Round, Seat

# Lets secret scanners recognize leaks.
SEAT_BEARER_PREFIX = "mjs_"


class SeatTokenQuerySet(models.QuerySet["SeatToken"]):
    def alive(self) -> Self:
        """Tokens that open a seat now: not revoked, and the round is not closed."""
        return self.filter(
            revoked_at__isnull=True, seat__round__status__in=[Round.Status.PUBLISHED, Round.Status.STARTED]
        )


class SeatToken(Claimable):
    """The token of one seat, printed as a QR code. The first device that claims it keeps it."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tokens")
    second_claims = models.PositiveSmallIntegerField(default=0)

    objects = SeatTokenQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "seat token")
        verbose_name_plural = pgettext_lazy("record", "seat tokens")
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(revoked_at__isnull=True), name="one_living_token_per_seat"
            ),
            claimed_by_a_device("a_claimed_seat_token_names_its_device"),
        ]

    def __str__(self) -> str:
        return f"token of {self.seat}"
