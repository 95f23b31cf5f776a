"""Webhooks: what happens in a tournament is sent to an address of its organizers.

No action knows of them. A worker follows the ledger, entry by entry, from where a cursor says it has come.
"""

from typing import Any, Self

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models.functions import Length, Now
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.leagues.league import League
from tournaments.models.setup.structure import Tournament
from web.outgoing import LONGEST_ANSWER, Failure
from web.sealed_texts import seal, unseal
from web.text.typed_texts import validate_lines
from web.triggers import Guard

MOST_WEBHOOKS = 10
LONGEST_TEMPLATE, LONGEST_RECIPIENT, LONGEST_TOKEN = 300, 64, 400
# Of a sealed text, for the longest address or token.
LONGEST_SEALED = 1_000
# Deliveries kept in the log of a webhook.
MOST_KEPT = 50
PURPOSE = "webhook"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def live(self) -> Self:
        """Not removed, whether switched on or off."""
        return self.filter(removed_at__isnull=True)

    def of(self, owner: Tournament | League) -> Self:
        """The webhooks of a tournament or a league that are not removed, oldest first."""
        whose = {"tournament": owner} if isinstance(owner, Tournament) else {"league": owner}
        return self.live().filter(**whose).order_by("pk")


class Webhook(models.Model):
    """An address of a tournament, or of a league for all its tournaments. Its address and its secrets are sealed;
    a removed webhook has neither.

    The last columns are the worker's: `lease` fences off workers that were given up.
    """

    class Shape(models.TextChoices):
        JSON = "json", pgettext_lazy("of a webhook", "Jantaku JSON")
        DISCORD = "discord", pgettext_lazy("of a webhook", "Discord")
        SLACK = "slack", pgettext_lazy("of a webhook", "Slack")
        LINE = "line", pgettext_lazy("of a webhook", "LINE")

    class Told(models.TextChoices):
        ROUNDS = "rounds", _("Rounds: published and started")
        RESULTS = "results", _("Results: confirmed, corrected and voided")
        STANDINGS = "standings", _("Standings after each round")
        ANNOUNCEMENTS = "announcements", pgettext_lazy("choice", "Announcements")
        END = "end", _("The end of the tournament")

    tournament = models.ForeignKey(Tournament, models.PROTECT, null=True, blank=True, related_name="webhooks")
    league = models.ForeignKey(League, models.PROTECT, null=True, blank=True, related_name="webhooks")
    shape = models.CharField(
        pgettext_lazy("of a webhook", "format"),
        max_length=10,
        choices=Shape.choices,
        help_text="Format of what is sent: json, discord, slack or line.",
    )
    events = models.JSONField(
        pgettext_lazy("of a webhook", "events"),
        default=list,
        help_text="What is sent: any of rounds, results, standings, announcements, end.",
    )
    language = models.CharField(
        pgettext_lazy("field", "language"),
        max_length=10,
        help_text="Language of its texts, such as en or ja.",
    )
    template = models.TextField(
        pgettext_lazy("of a webhook", "message"),
        blank=True,
        max_length=LONGEST_TEMPLATE,
        validators=[MaxLengthValidator(LONGEST_TEMPLATE), validate_lines],
        help_text="Message with {event}, {text} and {link}; empty for the usual one.",
    )
    host = models.CharField(
        pgettext_lazy("of a webhook", "host"),
        max_length=255,
        help_text="Host of the address; the rest of it is a secret.",
    )
    address = models.TextField(pgettext_lazy("of a webhook", "address"), blank=True, editable=False)
    recipient = models.CharField(
        pgettext_lazy("of a webhook", "recipient"),
        max_length=LONGEST_RECIPIENT,
        blank=True,
        help_text="ID of the group or person on LINE; empty for all friends of the account.",
    )
    secret = models.TextField(pgettext_lazy("of a webhook", "secret"), blank=True, editable=False)
    # After a rotation both sign for a while.
    old_secret = models.TextField(blank=True, editable=False)
    old_secret_until = models.DateTimeField(null=True, blank=True, editable=False)
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(db_default=Now(), editable=False)
    removed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)

    lease = models.PositiveBigIntegerField(default=0, editable=False)
    leased_until = models.DateTimeField(null=True, blank=True, editable=False)
    failures = models.PositiveIntegerField(default=0, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    next_at = models.DateTimeField(null=True, blank=True, editable=False)
    off_at = models.DateTimeField(
        pgettext_lazy("of a webhook", "switched off"), null=True, blank=True, editable=False
    )
    is_mail_due = models.BooleanField(default=False, editable=False)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "webhook")
        verbose_name_plural = pgettext_lazy("record", "webhooks")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=True, league__isnull=False)
                | models.Q(tournament__isnull=False, league__isnull=True),
                name="a_webhook_is_of_a_tournament_or_a_league",
            ),
            models.CheckConstraint(
                condition=models.Q(shape__in=["json", "discord", "slack", "line"]),
                name="a_webhook_has_a_known_format",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    LessThanOrEqual(Length("template"), LONGEST_TEMPLATE),
                    LessThanOrEqual(Length("address"), LONGEST_SEALED),
                    LessThanOrEqual(Length("secret"), LONGEST_SEALED),
                    LessThanOrEqual(Length("old_secret"), LONGEST_SEALED),
                ),
                name="texts_of_a_webhook_have_an_end",
            ),
            models.CheckConstraint(
                condition=models.Q(removed_at__isnull=True, removed_by__isnull=True) & ~models.Q(address="")
                | models.Q(
                    removed_at__isnull=False,
                    removed_by__isnull=False,
                    address="",
                    recipient="",
                    template="",
                    secret="",
                    old_secret="",
                ),
                name="a_removed_webhook_keeps_no_secrets",
            ),
            models.CheckConstraint(
                condition=models.Q(removed_at__isnull=False)
                | models.Q(shape__in=["json", "line"]) & ~models.Q(secret="")
                | models.Q(shape__in=["discord", "slack"], secret=""),
                name="webhooks_that_sign_have_a_secret",
            ),
            Guard(
                name="few_webhooks_belong_to_one",
                on="INSERT",
                when="(SELECT COUNT(*) FROM tournaments_webhook WHERE removed_at IS NULL"
                " AND COALESCE(tournament_id, 0) = COALESCE(NEW.tournament_id, 0)"
                " AND COALESCE(league_id, 0) = COALESCE(NEW.league_id, 0)) >= 10",
            ),
            Guard(
                name="a_removed_webhook_stays_removed",
                on="UPDATE",
                when="OLD.removed_at IS NOT NULL AND NEW.removed_at IS NULL",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_shape_display()}: {self.host}"

    @property
    def owner(self) -> Tournament | League:
        found = self.tournament if self.tournament is not None else self.league
        assert found is not None, "the database requires one"
        return found

    @property
    def events_in_words(self) -> list[str]:
        return [str(self.Told(one).label) for one in self.events if one in self.Told.values]

    @property
    def status(self) -> "WebhookStatus":
        if self.off_at is not None:
            return WebhookStatus.OFF
        return WebhookStatus.FAILING if self.failures else WebhookStatus.ON


class WebhookStatus(models.TextChoices):
    """How a webhook is doing."""

    ON = "on", pgettext_lazy("status of a webhook", "on")
    FAILING = "failing", pgettext_lazy("status of a webhook", "failing")
    OFF = "off", pgettext_lazy("status of a webhook", "switched off")


def sealed(text: str) -> str:
    """Return an address or a secret as a webhook keeps it."""
    return seal(PURPOSE, text) if text else ""


def opened(sealed_text: str) -> str:
    """Return what `sealed` keeps; raises `web.sealed_texts.Unreadable` if the server's secret key has changed."""
    return unseal(PURPOSE, sealed_text)


class WebhookCursor(models.Model):
    """How far a webhook has told the ledger of a tournament: every entry until `seq`."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="cursors")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    seq = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("record", "cursor of a webhook")
        verbose_name_plural = _("cursors of webhooks")
        constraints = [
            models.UniqueConstraint(fields=["webhook", "tournament"], name="one_cursor_per_ledger"),
            Guard(name="cursors_only_move_forwards", on="UPDATE", when="NEW.seq < OLD.seq"),
        ]

    def __str__(self) -> str:
        return str(self.seq)


class WebhookDeliveryQuerySet(models.QuerySet["WebhookDelivery"]):
    def waiting(self) -> Self:
        """Asked for at the desk and not sent yet, oldest first."""
        return self.filter(sent_at__isnull=True).order_by("pk")

    def newest(self) -> Any:
        return self.order_by("-pk")


class WebhookDelivery(models.Model):
    """A message as it was sent, or is to be sent because the desk asked for it. Only the newest are kept."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    # Neither for a test.
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="+")
    seq = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Entry of the ledger; null for a test."
    )
    type = models.CharField(max_length=40, help_text="Type of the message, such as result.confirmed.")
    is_asked = models.BooleanField(default=False, help_text="Whether it was a test, or was sent again.")
    asked_at = models.DateTimeField(db_default=Now(), editable=False)
    sent_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="Null while it waits.")
    milliseconds = models.PositiveIntegerField(null=True, help_text="Until the answer; null without one.")
    status = models.PositiveSmallIntegerField(null=True, help_text="HTTP status; null without an answer.")
    failure = models.CharField(
        max_length=10,
        blank=True,
        choices=Failure.choices,
        help_text="Why there was no answer; empty with one.",
    )
    answer = models.CharField(max_length=LONGEST_ANSWER, blank=True, help_text="Beginning of the answer.")

    objects = WebhookDeliveryQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "delivery of a webhook")
        verbose_name_plural = _("deliveries of webhooks")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=True, seq__isnull=True)
                | models.Q(tournament__isnull=False, seq__isnull=False),
                name="a_delivery_is_of_an_entry_or_a_test",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    failure__in=["", "address", "name", "connection", "time", "tls", "not_http", "sealed"]
                ),
                name="a_delivery_has_a_known_failure",
            ),
        ]

    def __str__(self) -> str:
        return self.type

    @property
    def is_delivered(self) -> bool:
        return is_accepted(self.webhook.shape, self.status)


def is_accepted(shape: str, status: int | None) -> bool:
    """Whether an answer says that the message has arrived. LINE answers 409 to a repeat of what it has."""
    if status is None:
        return False
    return 200 <= status < 300 or (shape == Webhook.Shape.LINE and status == 409)
