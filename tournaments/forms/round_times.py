"""Times of all rounds from a start, a length, days of the week and breaks; or moved, or one by one."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.play.round_times import MOST_BREAKS, MOST_DAYS_MOVED, Break, Rhythm
from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models import Round
from tournaments.models.bounds import EARLIEST, LATEST
from tournaments.models.play.clocks import MOST_MINUTES
from tournaments.models.play.events import PlannedRoundsSet
from web.form_choices import Checkboxes, offer
from web.text.typed_days import BETWEEN_DAYS, UnclearDay, read_day
from web.typed_fields import DayField, MinuteOfDayField, MomentField, TimeOfDayField, WholeField

MOST_ROUNDS_BEFORE_LUNCH = 60
# A line for each break.
LONGEST_BREAKS = 60 * MOST_BREAKS


class PlannedRoundsForm(StageSettingForm):
    """How many rounds a stage has and their rhythm."""

    event = PlannedRoundsSet

    starts_at = MinuteOfDayField(
        label=gettext_lazy("First round begins at"),
        error_messages={"invalid": gettext_lazy("Please enter a time such as 10:00.")},
    )


class BreaksField(forms.CharField):
    """Days without games, one day or range on each line."""

    widget = forms.Textarea(attrs={"rows": 3})

    def clean(self, value: Any) -> tuple[Break, ...]:
        lines = [line for line in str(super().clean(value)).splitlines() if line.strip()]
        if len(lines) > MOST_BREAKS:
            raise forms.ValidationError(_("At most %(most)s breaks can be entered.") % {"most": MOST_BREAKS})
        return tuple(_break(line) for line in lines)


def _break(line: str) -> Break:
    parts = BETWEEN_DAYS.split(line.strip())
    if len(parts) > 2:
        raise forms.ValidationError(_("Please enter one day, or a first and a last day, on each line."))
    try:
        days = [read_day(part) for part in parts]
    except UnclearDay as unclear:
        raise forms.ValidationError(str(unclear)) from unclear
    if days[0] > days[-1]:
        raise forms.ValidationError(_("A break ends before it begins: %(line)s.") % {"line": line.strip()})
    return days[0], days[-1]


class FromRoundForm(forms.Form):
    """About the rounds that have not started, or those from one of them on."""

    first = forms.ModelChoiceField(
        Round.objects.none(),
        label=pgettext_lazy("field", "From round"),
        required=False,
        empty_label=gettext_lazy("All that have not started"),
    )

    def __init__(self, rounds: Any, data: Any = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        offer(self, "first", rounds)


class RoundTimesForm(FromRoundForm):
    """The rhythm of the rounds that have not started, in the tournament's zone."""

    day = DayField(label=pgettext_lazy("field", "First day"))
    weekdays = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Days of the week"),
        coerce=int,
        choices=tuple(WEEKDAYS.items()),
        required=False,
        widget=Checkboxes,
        help_text=gettext_lazy("Tick none to play on every day in a row."),
    )
    breaks = BreaksField(
        label=gettext_lazy("No games on"),
        required=False,
        max_length=LONGEST_BREAKS,
        help_text=gettext_lazy(
            "Holidays and breaks, one on each line: 2027-05-03, or 2027-12-28 – 2028-01-04."
        ),
    )
    start = TimeOfDayField(
        label=gettext_lazy("First round begins at"),
        error_messages={"invalid": gettext_lazy("Please enter a time such as 10:00.")},
    )
    a_day = WholeField(
        label=gettext_lazy("Rounds per day"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS_BEFORE_LUNCH,
        help_text=gettext_lazy("Leave empty if all are on one day."),
    )
    minutes = WholeField(label=gettext_lazy("Minutes per round"), min_value=1, max_value=MOST_MINUTES)
    pause = WholeField(label=gettext_lazy("Minutes between rounds"), min_value=0, max_value=MOST_MINUTES)
    lunch_after = WholeField(
        label=gettext_lazy("Lunch after round"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS_BEFORE_LUNCH,
        help_text=gettext_lazy("Of each day. Leave empty for no lunch break."),
    )
    lunch = WholeField(
        label=gettext_lazy("Minutes of lunch"), required=False, min_value=0, max_value=MOST_MINUTES
    )
    field_order = ("day", "weekdays", "breaks", "first", "start", "a_day")

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not EARLIEST.date() <= day < LATEST.date():
            raise forms.ValidationError(_("A round must be between the years 2000 and 2099."))
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("weekdays") and "a_day" not in self.errors and cleaned.get("a_day") is None:
            self.add_error("a_day", _("Please enter how many rounds are played on one of these days."))
        return cleaned

    def rhythm(self) -> Rhythm:
        given: dict[str, Any] = {
            name: value for name, value in self.cleaned_data.items() if value is not None
        }
        given.pop("first", None)
        return Rhythm(**{**given, "weekdays": frozenset(given["weekdays"])})


class MoveTimesForm(FromRoundForm):
    """By how many days rounds are moved."""

    UNITS = (
        ("7", pgettext_lazy("move dates", "weeks later")),
        ("1", pgettext_lazy("move dates", "days later")),
        ("-7", pgettext_lazy("move dates", "weeks earlier")),
        ("-1", pgettext_lazy("move dates", "days earlier")),
    )

    amount = WholeField(
        label=pgettext_lazy("field", "Move by"), min_value=1, max_value=MOST_DAYS_MOVED // 7, initial=1
    )
    unit = forms.TypedChoiceField(label=pgettext_lazy("field", "Direction"), choices=UNITS, coerce=int)

    def days(self) -> int:
        return int(self.cleaned_data["amount"] * self.cleaned_data["unit"])


class EachTimeForm(forms.Form):
    """The time of each of these rounds. Only those changed in the form are in `changed_times`, so that times set
    elsewhere stay.
    """

    def __init__(self, rounds: Sequence[Round], data: Any = None) -> None:
        super().__init__(data)
        for round_ in rounds:
            # Browsers show minutes, so a time with seconds would count as changed.
            shown = round_.planned_at.replace(second=0, microsecond=0) if round_.planned_at else None
            self.fields[f"at_{round_.pk}"] = MomentField(
                label=str(round_), required=False, initial=shown, show_hidden_initial=True
            )

    def changed_times(self) -> dict[int, datetime | None]:
        return {int(name.removeprefix("at_")): self.cleaned_data[name] for name in self.changed_data}
