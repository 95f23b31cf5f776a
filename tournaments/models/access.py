"""Who may reach what: staff, seat tokens on phones, API tokens of programs. Secrets are stored as hashes only."""

import hashlib
import secrets
from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.models import User
from players.names import LONGEST_NAME
from tournaments.models.rounds import Round, Seat
from tournaments.models.structure import Tournament

# Prefixes let secret scanners recognise what leaked.
API_TOKEN_PREFIX = "mjt_"  # noqa: S105
SEAT_BEARER_PREFIX = "mjs_"
# Without 0, 1, I and O: a code is read off paper in a noisy hall.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 26  # 32**26 = 2**130 codes


def new_code() -> str:
    """Return a secret for a QR code, which can also be typed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def code_from(digest: bytes) -> str:
    """Return the code that 32 bytes of a keyed hash stand for: every code is as likely as every other."""
    number = int.from_bytes(digest, "big")
    letters = len(CODE_LETTERS)
    return "".join(CODE_LETTERS[number // letters**place % letters] for place in range(CODE_LENGTH))


def hash_of(secret: str) -> str:
    """Return what is stored of a secret: a plain SHA-256, because the secrets are random and long."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Staff(models.Model):
    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("Organizer")
        REFEREE = "referee", _("Referee")
        SCORER = "scorer", _("Scorer")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="staff")
    user = models.ForeignKey(User, models.CASCADE, related_name="staff_of")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)

    class Meta:
        verbose_name = _("staff")
        verbose_name_plural = _("staff")
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_person")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


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
    device_name = models.CharField(_("device"), max_length=120, blank=True)
    issued_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(db_default=Now())
    claimed_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    second_claims = models.PositiveSmallIntegerField(default=0)

    objects = SeatTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat token")
        verbose_name_plural = _("seat tokens")
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(revoked_at__isnull=True), name="one_living_token_per_seat"
            )
        ]

    def __str__(self) -> str:
        return f"token of {self.seat}"


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def alive(self) -> Self:
        return self.filter(revoked_at__isnull=True, expires_at__gt=Now(), user__is_active=True)


class ApiToken(models.Model):
    """A program's key: a person's rights, narrowed to scopes, for a limited time."""

    class Scope(models.TextChoices):
        READ = "read", _("Read")
        REPORT = "report", _("Report and confirm results")
        MANAGE = "manage", _("Everything its owner may")

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("what it is for"), max_length=LONGEST_NAME)
    scope = models.CharField(_("scope"), max_length=10, choices=Scope.choices, default=Scope.READ)
    tournament = models.ForeignKey(
        Tournament,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("only this tournament"),
    )
    start = models.CharField(max_length=12, help_text="The first characters, to tell tokens apart.")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(_("expires"))
    last_used_at = models.DateTimeField(_("last used"), null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.start}… {self.name}"


class Attempts(models.Model):
    """How often something that must not be tried often was tried in the current period, by whom or what.

    `period` is the second at which it began.
    """

    bucket = models.CharField(max_length=80, primary_key=True)
    period = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("attempts")
        verbose_name_plural = _("attempts")

    def __str__(self) -> str:
        return f"{self.bucket}: {self.count}"
