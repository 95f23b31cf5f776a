"""A series of events like one: on which days, then what each is called."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.seasons.repeating import (
    MOST_DAYS_BEFORE,
    MOST_EVENTS,
    PlannedEvent,
    RegistrationDays,
    event_names,
    stem_of,
)
from tournaments.actions.seasons.rhythms import RHYTHMS
from tournaments.actions.setup.addresses import tournament_addresses
from tournaments.actions.setup.tournaments import FIRST_YEAR, LAST_YEAR
from tournaments.forms.setup import TitleField
from tournaments.models import Season, Tournament
from tournaments.models.leagues.league import LONGEST_TITLE
from web.form_choices import offer
from web.typed_fields import DayField, MinuteOfDayField, WholeField

USUAL_HOUR = 20 * 60
# How many months a new series is proposed for.
USUAL_MONTHS = 6
NTH = ("first", "second", "third", "fourth", "last")


class RhythmForm(forms.Form):
    """The days of a series, like those of a tournament."""

    rhythm = forms.ChoiceField(label=pgettext_lazy("field", "How often"))
    weekday = forms.TypedChoiceField(label=pgettext_lazy("field", "Weekday"), coerce=int)
    first = DayField(label=pgettext_lazy("first day of a series", "From"))
    last = DayField(label=pgettext_lazy("last day of a series", "Until"))
    stem = TitleField(
        label=pgettext_lazy("field", "Name"),
        max_length=LONGEST_TITLE,
        help_text=gettext_lazy("The month of each event is added, or its day."),
    )

    def __init__(self, like: Tournament, data: Any = None) -> None:
        super().__init__(data, initial=_usual(like))
        offer(self, "rhythm", [(key, str(rhythm)) for key, rhythm in RHYTHMS.items()])
        offer(self, "weekday", list(WEEKDAYS.items()))

    def clean(self) -> dict[str, Any]:
        """Add the `days` of the series."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        first, last = cleaned.get("first"), cleaned.get("last")
        for name, day in (("first", first), ("last", last)):
            if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
                years = {"first": FIRST_YEAR, "last": LAST_YEAR}
                self.add_error(name, _("The year must be between %(first)s and %(last)s.") % years)
        if self.errors or first is None or last is None:
            return cleaned
        days = RHYTHMS[cleaned["rhythm"]].days(cleaned["weekday"], first, last, MOST_EVENTS + 1)
        if not days:
            self.add_error("last", _("There is no such day in this time. Please choose a later end."))
        if len(days) > MOST_EVENTS:
            words = _("These are more than %(most)s events. Please choose an earlier end.")
            self.add_error("last", words % {"most": MOST_EVENTS})
        return cleaned | {"days": days}


def _usual(like: Tournament) -> dict[str, Any]:
    """Return the rhythm in which the day of a tournament is the first one; its series begins after it, or now."""
    day = like.starts_on or timezone.localdate()
    first = max(timezone.localdate(), day) + timedelta(days=1)
    months = first.year * 12 + first.month - 1 + USUAL_MONTHS - 1
    year, month = divmod(months, 12)
    last = date(year, month + 1, monthrange(year, month + 1)[1])
    return {
        "rhythm": NTH[(day.day - 1) // 7],
        "weekday": day.weekday(),
        "first": first,
        "last": last,
        "stem": stem_of(like),
    }


class EventsForm(forms.Form):
    """The events of a series, each with its name and a tick to leave it out; and when players can register."""

    season = forms.ChoiceField(
        label=gettext_lazy("Counts in the ranking of"),
        required=False,
    )
    opens_before = WholeField(
        label=gettext_lazy("Registration opens, days before"),
        required=False,
        min_value=0,
        max_value=MOST_DAYS_BEFORE,
        help_text=gettext_lazy(
            "If empty, you open it yourself. Places and questions are those of the model."
        ),
    )
    closes_before = WholeField(
        label=gettext_lazy("Registration closes, days before"),
        required=False,
        min_value=0,
        max_value=MOST_DAYS_BEFORE,
        help_text=gettext_lazy("If empty, when the first tables are drawn."),
    )
    at = MinuteOfDayField(
        label=gettext_lazy("Opens and closes at"),
        required=False,
        initial=USUAL_HOUR,
        error_messages={"invalid": gettext_lazy("Please enter a time such as 10:00.")},
    )

    def __init__(
        self,
        like: Tournament,
        days: Sequence[date],
        stem: str,
        seasons: Sequence[Season],
        data: object = None,
    ) -> None:
        super().__init__(data, initial={"season": like.season_id})  # type: ignore[arg-type]
        self.days, self.seasons = days, {str(one.pk): one for one in seasons}
        names = [f"{one.league.name} · {one.name}" for one in self.seasons.values()]
        none = _("No season: each event on its own")
        offer(self, "season", [("", none), *zip(self.seasons, names, strict=True)])
        for day, name in zip(days, event_names(stem, days), strict=True):
            self.fields[f"take_{day}"] = forms.BooleanField(required=False, initial=True)
            self.fields[f"name_{day}"] = TitleField(required=False, max_length=LONGEST_TITLE, initial=name)

    def rows(self) -> list[tuple[date, forms.BoundField, forms.BoundField]]:
        """Return each day with its tick and its name."""
        return [(day, self[f"take_{day}"], self[f"name_{day}"]) for day in self.days]

    def others(self) -> list[forms.BoundField]:
        """Return the fields that are about all events."""
        is_in_one = bool(self.seasons) or "season" in self.errors
        unseen = ("take_", "name_") if is_in_one else ("take_", "name_", "season")
        return [field for field in self if not field.name.startswith(unseen)]

    def clean(self) -> dict[str, Any]:
        """Return what the action takes: events, season and registration."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        taken = [day for day in self.days if cleaned.get(f"take_{day}")]
        if not taken:
            raise forms.ValidationError(_("Please tick at least one day."))
        for day in taken:
            if not cleaned.get(f"name_{day}") and f"name_{day}" not in self.errors:
                self.add_error(f"name_{day}", _("Every event needs a name."))
        if self.errors:
            return cleaned
        names = [cleaned[f"name_{day}"] for day in taken]
        events = [
            PlannedEvent(name, slug, day)
            for name, slug, day in zip(names, tournament_addresses(names), taken, strict=True)
        ]
        opens, at = cleaned.get("opens_before"), cleaned.get("at")
        registration = (
            RegistrationDays(opens, cleaned.get("closes_before"), USUAL_HOUR if at is None else at)
            if opens is not None
            else None
        )
        season = self.seasons.get(cleaned.get("season") or "")
        return {"events": events, "season": season, "registration": registration}
