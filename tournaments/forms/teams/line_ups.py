"""A team's line-up for a round, and the rule for line-ups in a stage."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.points_field import PointsField
from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models import Entry, LineUp, LineUpRule, Seat
from tournaments.models.play.events import LineUpRuleSet
from tournaments.models.play.line_ups import MOST_MINUTES
from web.form_choices import offer
from web.typed_fields import WholeField


class LineUpRuleForm(StageSettingForm):
    """`units` make a point of the tournament's rulebook."""

    event = LineUpRuleSet

    is_on = forms.BooleanField(
        label=gettext_lazy("Captains choose who plays"),
        required=False,
        help_text=gettext_lazy("Otherwise the drawn players play."),
    )
    closes_before = WholeField(
        label=gettext_lazy("Deadline, in minutes before the round"),
        required=False,
        min_value=0,
        max_value=MOST_MINUTES,
        help_text=gettext_lazy(
            "Counted from the planned time of the round. Without one: until the round starts."
        ),
    )
    late_penalty = PointsField(
        label=gettext_lazy("Deduction for late teams, in points"),
        help_text=gettext_lazy("Leave empty for no deduction."),
    )

    def __init__(self, rule: LineUpRule | None, units: int, data: Any = None) -> None:
        super().__init__(rule, data)
        points = self.fields["late_penalty"]
        assert isinstance(points, PointsField)
        points.units = units
        self.initial["late_penalty"] = points.shown(self.initial["late_penalty"] or 0)


class LineUpForm(forms.Form):
    """A choice for each of the team's `places` in a round; `people` are the candidates.

    Preselected is the submitted line-up, else the drawn one.
    """

    def __init__(
        self, places: Sequence[Seat], people: Sequence[Entry], line_up: LineUp | None, data: Any = None
    ) -> None:
        named = line_up.entries if line_up is not None else [seat.entry_id for seat in places]
        names = [f"table_{number}" for number in range(1, len(places) + 1)]
        super().__init__(data, initial=dict(zip(names, map(str, named), strict=False)))
        self.people = {str(entry.pk): entry for entry in people}
        choices = [(key, f"{entry.number} {entry.player.name}") for key, entry in self.people.items()]
        for name, seat in zip(names, places, strict=True):
            self.fields[name] = forms.ChoiceField(label=f"{seat.table} · {seat.get_wind_display()}")
            offer(self, name, choices)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if len(cleaned) == len(self.fields) and len(set(cleaned.values())) < len(cleaned):
            raise forms.ValidationError(
                _("Please choose a different player for each table."), code="repeated"
            )
        return cleaned

    def chosen(self) -> list[Entry]:
        """Return the chosen players, in order of the tables."""
        return [self.people[self.cleaned_data[name]] for name in self.fields]
