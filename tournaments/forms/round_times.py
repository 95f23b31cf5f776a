"""Times of all rounds from a start, a length and breaks."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.play.round_times import Rhythm
from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models.bounds import EARLIEST, LATEST
from tournaments.models.play.clocks import MOST_MINUTES
from tournaments.models.play.events import PlannedRoundsSet
from web.typed_fields import DayField, MinuteOfDayField, TimeOfDayField, WholeField

MOST_ROUNDS_BEFORE_LUNCH = 60


class PlannedRoundsForm(StageSettingForm):
    """How many rounds a stage has and their rhythm."""

    event = PlannedRoundsSet

    starts_at = MinuteOfDayField(
        label=gettext_lazy("First round begins at"),
        error_messages={"invalid": gettext_lazy("Please enter a time such as 10:00.")},
    )


class RoundTimesForm(forms.Form):
    """The rhythm of the rounds that have not started, in the tournament's zone."""

    day = DayField(label=pgettext_lazy("field", "First day"))
    start = TimeOfDayField(
        label=gettext_lazy("First round begins at"),
        error_messages={"invalid": gettext_lazy("Please enter a time such as 10:00.")},
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
    a_day = WholeField(
        label=gettext_lazy("Rounds per day"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS_BEFORE_LUNCH,
        help_text=gettext_lazy("Leave empty if all are on one day."),
    )

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not EARLIEST.date() <= day < LATEST.date():
            raise forms.ValidationError(_("A round must be between the years 2000 and 2099."))
        return day

    def rhythm(self) -> Rhythm:
        given: dict[str, Any] = self.cleaned_data
        return Rhythm(**{name: value for name, value in given.items() if value is not None})
