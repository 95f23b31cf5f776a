"""Player cards: one code and one PIN on paper that open all seats of a player in a tournament."""

from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.codes import CARD_CODE_LENGTH, CodeByNonce, Issued, keyed, pin_from
from tournaments.models.people.entries import Entry
from tournaments.models.setup.structure import Tournament

# Lets secret scanners recognize leaks.
CARD_BEARER_PREFIX = "mjc_"


class PlayerCardQuerySet(models.QuerySet["PlayerCard"]):
    def alive(self) -> Self:
        """Cards that open seats: not replaced, and the tournament is neither finished nor discarded."""
        here = self.filter(revoked_at=None, entry__tournament__discard=None)
        return here.exclude(entry__tournament__status=Tournament.Status.FINISHED)


class PlayerCard(CodeByNonce, Issued):
    """A player's card for the whole event. Its PIN is derived from `nonce`, like its code."""

    code_of = "player card"
    code_length = CARD_CODE_LENGTH

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="cards")

    objects = PlayerCardQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "player card")
        verbose_name_plural = pgettext_lazy("record", "player cards")
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(revoked_at__isnull=True),
                name="one_living_card_per_entry",
            )
        ]

    def __str__(self) -> str:
        return f"card of {self.entry}"

    @property
    def pin(self) -> str:
        """Four digits, for a player who lost the browser that followed this card."""
        return pin_from(keyed(f"player card|pin|{self.nonce}"))

    def has_pin(self, typed: str) -> bool:
        return constant_time_compare(typed, self.pin)


class CardPhoneQuerySet(models.QuerySet["CardPhone"]):
    def admitted(self) -> Self:
        """Phones that act for their player while the card is valid."""
        return self.filter(admitted_at__isnull=False, ended_at=None)

    def waiting(self) -> Self:
        """Phones that the referee may admit."""
        return self.filter(admitted_at=None, ended_at=None)


class CardPhone(models.Model):
    """A browser that scanned a card: it follows the card's player, waits for the referee, or is signed out."""

    class Admission(models.TextChoices):
        FIRST = "first", _("the first to scan the card")
        PIN = "pin", _("by the PIN")
        REFEREE = "referee", _("by the referee")

    card = models.ForeignKey(PlayerCard, models.CASCADE, related_name="phones")
    device_hash = models.CharField(max_length=64, unique=True)
    device_name = models.CharField(pgettext_lazy("field", "device"), max_length=120, blank=True)
    asked_at = models.DateTimeField(db_default=Now())
    admitted_at = models.DateTimeField(null=True)
    admission = models.CharField(max_length=10, choices=Admission.choices, blank=True)
    ended_at = models.DateTimeField(null=True)
    has_left = models.BooleanField(default=False, help_text="It ended by itself; nobody put it out.")

    objects = CardPhoneQuerySet.as_manager()

    class Meta:
        verbose_name = _("phone of a player card")
        verbose_name_plural = _("phones of player cards")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(admitted_at=None, admission="")
                | models.Q(admitted_at__isnull=False, admission__in=["first", "pin", "referee"]),
                name="how_a_phone_was_admitted_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(has_left=False) | models.Q(ended_at__isnull=False),
                name="a_phone_that_left_has_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"phone of {self.card}"

    @property
    def is_admitted(self) -> bool:
        return self.admitted_at is not None and self.ended_at is None
