"""What a tournament says about itself: a description, and answers to common questions."""

from typing import NamedTuple
from urllib.parse import quote

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.setup.structure import Tournament
from web.text.typed_texts import LONGEST_ADDRESS, validate_line, validate_lines, validate_web_address

LONGEST_DESCRIPTION = 20_000
LONGEST_THANKS = 4_000
LONGEST_FACT = 200
MAP = "https://www.openstreetmap.org/search?query="


class Description(NamedTuple):
    """Markdown, and its language."""

    text: str
    language: str


def _in_language(language: str, **texts: str) -> Description:
    """Return the text in this language, else in the other one."""
    chosen = language if texts.get(language) else next((one for one in texts if texts[one]), language)
    return Description(texts.get(chosen, ""), chosen)


def _a_text(name: str | Promise, longest: int, meaning: str) -> "models.TextField[str, str]":
    return models.TextField(
        name,  # type: ignore[arg-type]
        max_length=longest,
        blank=True,
        validators=[MaxLengthValidator(longest), validate_lines],
        help_text=meaning,
    )


def _a_description(name: str | Promise) -> "models.TextField[str, str]":
    return _a_text(name, LONGEST_DESCRIPTION, "Description of the event, in Markdown; may be empty.")


def _thanks(name: str | Promise) -> "models.TextField[str, str]":
    return _a_text(name, LONGEST_THANKS, "What the organizers say at the end, in Markdown; may be empty.")


def _a_fact(name: str | Promise, meaning: str) -> "models.CharField[str, str]":
    return models.CharField(
        name,  # type: ignore[arg-type]
        max_length=LONGEST_FACT,
        blank=True,
        validators=[validate_line],
        help_text=meaning,
    )


def _a_link(name: str | Promise, meaning: str) -> "models.CharField[str, str]":
    return models.CharField(
        name,  # type: ignore[arg-type]
        max_length=LONGEST_ADDRESS,
        blank=True,
        validators=[validate_web_address],
        help_text=meaning,
    )


def is_web_address(column: str) -> models.Q:
    """Condition: empty, or starting like a web address."""
    return (
        models.Q(**{column: ""})
        | models.Q(**{f"{column}__startswith": "https://"})
        | models.Q(**{f"{column}__startswith": "http://"})
    )


class About(models.Model):
    """Without a row a tournament says nothing about itself."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="about", primary_key=True)
    description_en = _a_description(_("description in English"))
    description_ja = _a_description(_("description in Japanese"))
    fee = _a_fact(pgettext_lazy("field", "entry fee"), "What taking part costs; may be empty.")
    address = _a_fact(pgettext_lazy("field", "postal address"), "Postal address of the venue; may be empty.")
    map_link = _a_link(
        pgettext_lazy("field", "map link"), "Web address of a map; empty: OpenStreetMap finds `address`."
    )
    contact = _a_fact(
        pgettext_lazy("field", "contact"), "How to reach the organizers: an e-mail address or a text."
    )
    website = _a_link(pgettext_lazy("field", "website"), "Web address of the event's own site; may be empty.")

    class Meta:
        verbose_name = _("text about an event")
        verbose_name_plural = _("texts about events")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    LessThanOrEqual(Length("description_en"), LONGEST_DESCRIPTION),
                    LessThanOrEqual(Length("description_ja"), LONGEST_DESCRIPTION),
                ),
                name="a_description_has_an_end",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    LessThanOrEqual(Length("fee"), LONGEST_FACT),
                    LessThanOrEqual(Length("address"), LONGEST_FACT),
                    LessThanOrEqual(Length("contact"), LONGEST_FACT),
                    LessThanOrEqual(Length("map_link"), LONGEST_ADDRESS),
                    LessThanOrEqual(Length("website"), LONGEST_ADDRESS),
                ),
                name="facts_about_an_event_have_an_end",
            ),
            models.CheckConstraint(
                condition=is_web_address("map_link") & is_web_address("website"),
                name="links_of_an_event_lead_to_the_web",
            ),
        ]

    def __str__(self) -> str:
        return f"about {self.tournament}"

    def description_for(self, language: str) -> Description:
        """Return the description in this language, else in the other one."""
        return _in_language(language, en=self.description_en, ja=self.description_ja)

    @property
    def map_url(self) -> str:
        """Return a map link for the venue's address; "" without an address."""
        return self.map_link or (MAP + quote(self.address, safe="") if self.address else "")

    @property
    def is_contact_an_address(self) -> bool:
        """Whether the contact is an email address."""
        try:
            validate_email(self.contact)
        except ValidationError:
            return False
        return True

    @property
    def has_facts(self) -> bool:
        return bool(self.fee or self.address or self.map_link or self.contact or self.website)


class Thanks(models.Model):
    """What the organizers say at the end. Without a row they say nothing."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="thanks", primary_key=True)
    text_en = _thanks(_("closing words in English"))
    text_ja = _thanks(_("closing words in Japanese"))

    class Meta:
        verbose_name = _("closing words of an event")
        verbose_name_plural = _("closing words of events")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    LessThanOrEqual(Length("text_en"), LONGEST_THANKS),
                    LessThanOrEqual(Length("text_ja"), LONGEST_THANKS),
                ),
                name="closing_words_have_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"closing words of {self.tournament}"

    def text_for(self, language: str) -> Description:
        """Return the text in this language, else in the other one."""
        return _in_language(language, en=self.text_en, ja=self.text_ja)


def thanks_of(tournament: Tournament, language: str) -> Description | None:
    """Return what the organizers say at the end, in this language or else the other; None if nothing."""
    thanks = Thanks.objects.filter(tournament=tournament).first()
    return thanks.text_for(language) if thanks else None
