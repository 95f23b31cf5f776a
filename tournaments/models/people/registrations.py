"""Registration by players: terms, registrations, and their outcome."""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player
from players.names import LONGEST_NAME, validate_name
from tournaments.models.codes import REGISTRATION_CODE_LENGTH, CodeByNonce
from tournaments.models.people.entries import Entry
from tournaments.models.setup.structure import Tournament
from web.triggers import Guard, on_write


class SelfRegistration(models.Model):
    """The terms of registration for a tournament. Without a row it is closed."""

    class Email(models.TextChoices):
        NOT_ASKED = "not_asked", _("not asked for")
        OPTIONAL = "optional", _("asked for, optional")
        REQUIRED = "required", pgettext_lazy("choice", "required")

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="self_registration")
    is_open = models.BooleanField(pgettext_lazy("field", "open"), default=False)
    capacity = models.PositiveIntegerField(
        pgettext_lazy("how many may take part", "places"), null=True, blank=True
    )
    opens_at = models.DateTimeField(pgettext_lazy("field", "opens"), null=True, blank=True)
    closes_at = models.DateTimeField(pgettext_lazy("field", "closes"), null=True, blank=True)
    needs_approval = models.BooleanField(pgettext_lazy("field", "needs approval"), default=False)
    email = models.CharField(
        pgettext_lazy("field", "e-mail address"),
        max_length=10,
        choices=Email.choices,
        default=Email.NOT_ASKED,
    )
    club_limit = models.PositiveIntegerField(_("places per club"), null=True, blank=True)
    country_limit = models.PositiveIntegerField(_("places per country"), null=True, blank=True)
    country_limits = models.JSONField(
        _("places of single countries"),
        default=dict,
        blank=True,
        help_text="ISO 3166 code → places; other countries have `country_limit`.",
    )
    own_club = models.CharField(_("club with reserved places"), max_length=LONGEST_NAME, blank=True)
    own_places = models.PositiveIntegerField(_("places reserved for a club"), null=True, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("record", "self-registration")
        verbose_name_plural = pgettext_lazy("record", "self-registrations")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(capacity=None) | models.Q(capacity__gte=1),
                name="there_is_a_place_at_least",
            ),
            models.CheckConstraint(
                condition=models.Q(opens_at=None)
                | models.Q(closes_at=None)
                | models.Q(opens_at__lt=models.F("closes_at")),
                name="registration_opens_before_it_closes",
            ),
            models.CheckConstraint(
                condition=models.Q(email__in=["not_asked", "optional", "required"]),
                name="whether_an_address_is_asked_for_is_known",
            ),
            models.CheckConstraint(
                condition=(models.Q(club_limit=None) | models.Q(club_limit__gte=1))
                & (models.Q(country_limit=None) | models.Q(country_limit__gte=1)),
                name="a_quota_has_a_place_at_least",
            ),
            models.CheckConstraint(
                condition=models.Q(own_club="", own_places=None)
                | ~models.Q(own_club="")
                & models.Q(own_places__gte=1, capacity__isnull=False, own_places__lte=models.F("capacity")),
                name="reserved_places_are_a_clubs_and_some_of_all",
            ),
        ]

    def __str__(self) -> str:
        return f"self-registration of {self.tournament}"

    @property
    def has_quotas(self) -> bool:
        """Whether a place may be missing for a country or club while others are free."""
        return bool(self.club_limit or self.asks_country or self.own_club)

    @property
    def asks_country(self) -> bool:
        """Whether a country is needed to know if there is a place."""
        return bool(self.country_limit or self.country_limits)

    def is_over_at(self, now: datetime) -> bool:
        """Whether its deadline has passed."""
        return self.closes_at is not None and self.closes_at <= now


class RegistrationQuerySet(models.QuerySet["Registration"]):
    def live(self) -> Self:
        """Registrations that have a place or wait for one."""
        return self.filter(ended_at=None)

    def waiting(self) -> Self:
        """The waiting list, in order."""
        return self.filter(status=Registration.Status.WAITING).order_by("pk")

    def pending(self) -> Self:
        """Registrations awaiting the organizer's decision, in order of arrival."""
        return self.filter(status=Registration.Status.PENDING).order_by("pk")


class Registration(CodeByNonce):
    """A registration, in the registrant's words. Becomes an entry once accepted.

    `language` is used for mails. The email address is visible only to organizers, and deleted when the registration
    ends.
    """

    code_of = "registration"
    code_length = REGISTRATION_CODE_LENGTH

    class Status(models.TextChoices):
        WAITING = "waiting", _("On the waiting list")
        PENDING = "pending", _("Awaiting the organizer’s approval")
        ACCEPTED = "accepted", pgettext_lazy("status", "Confirmed")
        DECLINED = "declined", pgettext_lazy("status", "Declined")
        CANCELLED = "cancelled", pgettext_lazy("a registration", "Cancelled")
        REMOVED = "removed", _("Removed from the list")

    class Mail(models.TextChoices):
        """Status of the mail about moving up from the waiting list."""

        DUE = "due", _("To be sent")
        SENDING = "sending", _("Is being sent")
        SENT = "sent", pgettext_lazy("choice", "Sent")
        FAILED = "failed", _("Could not be sent")

    class RecordMail(models.TextChoices):
        """Status of the mail with the player's own record after the tournament; empty unless they asked for it."""

        WANTED = "wanted", pgettext_lazy("status of a mail", "Asked for")
        DUE = "due", _("To be sent")
        SENDING = "sending", _("Is being sent")
        SENT = "sent", pgettext_lazy("choice", "Sent")
        FAILED = "failed", _("Could not be sent")

    ENDED = (Status.DECLINED, Status.CANCELLED, Status.REMOVED)

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="registrations")
    status = models.CharField(pgettext_lazy("field", "status"), max_length=10, choices=Status.choices)
    name = models.CharField(
        pgettext_lazy("field", "name"), max_length=LONGEST_NAME, validators=[validate_name]
    )
    reading = models.CharField(pgettext_lazy("field", "reading"), max_length=LONGEST_NAME, blank=True)
    club = models.CharField(pgettext_lazy("field", "club"), max_length=LONGEST_NAME, blank=True)
    country = models.CharField(pgettext_lazy("field", "country"), max_length=2, blank=True)
    email = models.EmailField(pgettext_lazy("field", "e-mail address"), blank=True)
    language = models.CharField(pgettext_lazy("field", "language"), max_length=10, blank=True, default="")
    mail = models.CharField(
        pgettext_lazy("field", "mail"), max_length=10, choices=Mail.choices, blank=True, default=""
    )
    record_mail = models.CharField(
        _("mail with the record"),
        max_length=10,
        choices=RecordMail.choices,
        blank=True,
        default="",
        help_text="The mail after the tournament; empty unless the registrant asked for it.",
    )
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="The player on file, if known before the decision.",
    )
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="registration")
    skeleton = models.CharField(max_length=4 * LONGEST_NAME, db_index=True, editable=False)
    created_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True)

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "registration")
        verbose_name_plural = pgettext_lazy("record", "registrations")
        ordering = ["tournament_id", "pk"]
        indexes = [
            models.Index(fields=["mail"], condition=models.Q(mail="due"), name="mails_that_are_due"),
            models.Index(
                fields=["record_mail"],
                condition=models.Q(record_mail="due"),
                name="record_mails_that_are_due",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status="accepted", entry__isnull=False)
                | models.Q(status__in=["waiting", "pending", "declined", "cancelled", "removed"], entry=None),
                name="an_accepted_registration_has_an_entry",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["waiting", "pending", "accepted"], ended_at=None)
                | models.Q(status__in=["declined", "cancelled", "removed"], ended_at__isnull=False, email=""),
                name="an_ended_registration_says_when_and_has_no_address",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_registration_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(mail__in=["", "due", "sending", "sent", "failed"]),
                name="what_became_of_a_mail_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(record_mail__in=["", "wanted", "due", "sending", "sent", "failed"]),
                name="what_became_of_a_record_mail_is_known",
            ),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=models.Q(ended_at=None, player__isnull=False),
                name="one_live_registration_per_player",
            ),
            Guard(
                name="an_ended_registration_keeps_no_answers",
                on="UPDATE",
                when="NEW.ended_at IS NOT NULL AND EXISTS (SELECT 1 FROM tournaments_answer"
                " WHERE registration_id = NEW.id)",
            ),
            *on_write(
                "a_registration_is_for_its_own_tournament",
                "NEW.entry_id IS NOT NULL AND (SELECT tournament_id FROM tournaments_entry"
                " WHERE id = NEW.entry_id) <> NEW.tournament_id",
            ),
        ]

    def __str__(self) -> str:
        return f"registration of {self.name}"

    @property
    def is_live(self) -> bool:
        return self.ended_at is None

    @property
    def is_untold(self) -> bool:
        """Whether they moved up and no mail is known to have reached them."""
        return self.is_live and self.mail in (self.Mail.DUE, self.Mail.SENDING, self.Mail.FAILED)
