"""The card of a player: one code and one PIN on paper, which open every seat of that player in a tournament."""

import hmac
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.codes import CARD_CODE_LENGTH, code_from, pin_from
from tournaments.models.people.entries import Entry
from tournaments.models.setup.structure import Tournament

# Lets secret scanners recognise what leaked.
CARD_BEARER_PREFIX = "mjc_"


def _keyed(about: str) -> bytes:
    return hmac.new(settings.SECRET_KEY.encode(), about.encode(), "sha256").digest()


def keyed_hash(text: str) -> str:
    """Return what may be stored to know a few letters or digits again, such as a PIN: with this house's secret."""
    return _keyed(f"player card|known again|{text}").hex()


def card_code_hash(code: str) -> str:
    """Return what is stored of a card's code: with a key, because eight letters could all be tried."""
    return _keyed(f"player card|stored|{code}").hex()


class PlayerCardQuerySet(models.QuerySet["PlayerCard"]):
    def alive(self) -> Self:
        """Those that open seats: not replaced, and the tournament is not over."""
        return self.filter(revoked_at=None).exclude(entry__tournament__status=Tournament.Status.FINISHED)


class PlayerCard(models.Model):
    """One player's card for the whole event. Its code and PIN follow from `nonce` and this house's secret."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="cards")
    nonce = models.CharField(max_length=32)
    code_hash = models.CharField(max_length=64, unique=True)
    issued_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(db_default=Now())
    revoked_at = models.DateTimeField(null=True)

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
    def code(self) -> str:
        """What is printed as a QR code and can be typed. It can be worked out here alone."""
        return code_from(_keyed(f"player card|code|{self.nonce}"), CARD_CODE_LENGTH)

    @property
    def pin(self) -> str:
        """Four digits for whoever lost the browser that followed this card."""
        return pin_from(_keyed(f"player card|pin|{self.nonce}"))

    @property
    def can_be_printed(self) -> bool:
        """Not once this house has another secret than when the card was made: its code would be another."""
        return constant_time_compare(card_code_hash(self.code), self.code_hash)


class CardPhoneQuerySet(models.QuerySet["CardPhone"]):
    def admitted(self) -> Self:
        """Those that act for their player, as long as the card does."""
        return self.filter(admitted_at__isnull=False, ended_at=None)

    def waiting(self) -> Self:
        """Those that the referee may let in."""
        return self.filter(admitted_at=None, ended_at=None)


class CardPhone(models.Model):
    """A browser that was shown a card: it follows the card's player, waits for the referee, or is out again."""

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
