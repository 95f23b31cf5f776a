"""Self-registration of players, and its terms."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from players.countries import two_letters
from tournaments.actions.people.entering import MOST_ENTRIES
from tournaments.forms.about.questions import ASKED, field_of
from tournaments.forms.desk import NameField
from tournaments.models import Question, SelfRegistration
from web.typed_fields import MomentField, WholeField

Email = SelfRegistration.Email


# Typed at most: a country and its places, for each country there is.
LONGEST_COUNTRIES = 2_000


def said_country_places(places: Mapping[str, int]) -> str:
    """Return places by country as they are typed: “FR 6, JP 8”."""
    return ", ".join(f"{country} {number}" for country, number in sorted(places.items()))


class CountryPlacesField(forms.CharField):
    """Places by country: codes of two or three letters, each with a number."""

    default_error_messages = {
        "countries": gettext_lazy(
            "Please write each country by its ISO 3166 code and its places, such as JP 8, FR 6."
        )
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_COUNTRIES, **kwargs)

    def clean(self, value: Any) -> dict[str, int]:
        typed = unicodedata.normalize("NFKC", super().clean(value))
        found: dict[str, int] = {}
        for part in filter(None, re.split(r"[,;、\s]*[,;、\n][,;、\s]*", typed.strip(" ,;、"))):
            match = re.fullmatch(r"([A-Za-z]{2,3})[\s:=]*([0-9]{1,4})", part)
            country = two_letters(match[1]) if match else None
            if match is None or not country or country in found:
                raise ValidationError(self.error_messages["countries"], code="countries")
            found[country] = int(match[2])
        return found


class SelfRegistrationForm(forms.Form):
    """Registration terms. Times are in the tournament's time zone."""

    is_open = forms.BooleanField(label=gettext_lazy("Players can register themselves"), required=False)
    capacity = WholeField(
        label=pgettext_lazy("how many may take part", "Places"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=gettext_lazy(
            "If empty, no limit. When all places are taken, further players join a waiting list in order."
        ),
    )
    opens_at = MomentField(
        label=pgettext_lazy("field", "Opens"),
        required=False,
        help_text=gettext_lazy("If empty, at once."),
    )
    closes_at = MomentField(
        label=pgettext_lazy("field", "Closes"),
        required=False,
        help_text=gettext_lazy("If empty, when the first tables are drawn."),
    )
    needs_approval = forms.BooleanField(
        label=gettext_lazy("I approve each registration"),
        required=False,
        help_text=gettext_lazy(
            "You then also say who is already on file; otherwise every registration is a new person."
        ),
    )
    email = forms.ChoiceField(
        label=pgettext_lazy("field", "E-mail address"),
        choices=Email.choices,
        help_text=gettext_lazy(
            "Only organizers can see it. If you give one, the private link is sent to it."
        ),
    )

    club_limit = WholeField(
        label=gettext_lazy("Places per club"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=gettext_lazy("At most so many from any one club; if empty, no limit."),
    )
    country_limit = WholeField(
        label=gettext_lazy("Places per country"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=gettext_lazy("At most so many from any one country; everyone is then asked for theirs."),
    )
    country_limits = CountryPlacesField(
        label=gettext_lazy("Places for single countries"),
        required=False,
        help_text=gettext_lazy("Where a country has another number, such as JP 8, FR 6."),
    )
    own_club = NameField(
        label=gettext_lazy("Club with reserved places"),
        required=False,
        help_text=gettext_lazy("Usually your own. The places per club do not limit it."),
    )
    own_places = WholeField(
        label=gettext_lazy("Places reserved for it"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=gettext_lazy("So many of all places are kept for its members."),
    )

    QUOTAS = ("club_limit", "country_limit", "country_limits", "own_club", "own_places")

    def __init__(self, terms: SelfRegistration, data: object = None) -> None:
        initial = {name: getattr(terms, name) for name in self.base_fields}
        initial["country_limits"] = said_country_places(terms.country_limits)
        super().__init__(data, initial=initial)  # type: ignore[arg-type]

    @property
    def usual_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.QUOTAS]

    @property
    def quota_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in self.QUOTAS]

    @property
    def has_quotas(self) -> bool:
        """Whether one is set, or one that was typed is wrong."""
        return any(self.initial[name] or name in self.errors for name in self.QUOTAS)


class RegisterYourselfForm(forms.Form):
    """A registration; a known player is asked only for an e-mail address."""

    name = NameField(label=pgettext_lazy("field", "Name"))
    reading = NameField(
        label=pgettext_lazy("field", "Reading (optional)"),
        required=False,
        help_text=gettext_lazy("kana, for sorting"),
    )
    club = NameField(label=pgettext_lazy("field", "Club (optional)"), required=False)
    country = forms.RegexField(
        r"^[A-Za-z]{2}$",
        label=pgettext_lazy("field", "Country (optional)"),
        required=False,
        help_text=gettext_lazy("ISO 3166 code, such as JP"),
    )
    email = forms.EmailField(
        label=pgettext_lazy("field", "E-mail address"),
        max_length=254,
    )
    wants_record = forms.BooleanField(
        label=gettext_lazy("Send me my results after the tournament, by one e-mail"),
        required=False,
    )

    def __init__(
        self,
        terms: SelfRegistration,
        data: object = None,
        *,
        is_known: bool = False,
        questions: Sequence[Question] = (),
    ) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.fields.update({f"{ASKED}{one.pk}": field_of(one) for one in questions})
        self.fields["email"].help_text = ngettext(
            "Only the organizers can see it. It is erased a day after the tournament.",
            "Only the organizers can see it. It is erased %(days)s days after the tournament.",
            settings.REGISTRATION_ADDRESS_DAYS,
        ) % {"days": settings.REGISTRATION_ADDRESS_DAYS}
        if is_known:
            for name in ("name", "reading", "club", "country"):
                del self.fields[name]
        elif terms.asks_country:
            self.fields["country"].required = True
            self.fields["country"].label = pgettext_lazy("field", "Country")
            self.fields["country"].help_text = gettext_lazy(
                "ISO 3166 code, such as JP. Places are limited by country."
            )
        if terms.email == Email.NOT_ASKED:
            del self.fields["email"], self.fields["wants_record"]
        else:
            self.fields["email"].required = terms.email == Email.REQUIRED
            if terms.email == Email.OPTIONAL:
                self.fields["email"].label = gettext_lazy("E-mail address (optional)")
        complete = {"name": "name", "country": "country", "email": "email"}
        for name in complete.keys() & self.fields.keys():
            self.fields[name].widget.attrs["autocomplete"] = complete[name]

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()

    def clean(self) -> dict[str, Any]:
        """Add `answers` as typed, by question id."""
        cleaned = {"email": "", **(super().clean() or {})}
        asked = [name for name in cleaned if name.startswith(ASKED)]
        answers = {int(name.removeprefix(ASKED)): cleaned.pop(name) for name in asked}
        return {**cleaned, "answers": answers}
