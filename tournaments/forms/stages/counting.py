from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models import CountingRule
from tournaments.models.setup.counting import MOST_GAMES, MOST_UNITS
from tournaments.models.setup.events import CountingSet
from web.typed_fields import NumberField, WholeField

IN_POINTS = ("missing_game_penalty", "sitting_out_score", "absence_score")


class CountingForm(StageSettingForm):
    """`units` make a point of the tournament's rulebook."""

    event = CountingSet

    selection = forms.ChoiceField(
        label=gettext_lazy("Games that count"), choices=CountingRule.Selection.choices
    )
    number = WholeField(
        label=pgettext_lazy("field", "How many"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("How many of the best games count, or how many of the worst do not."),
    )
    minimum_games = WholeField(
        label=gettext_lazy("Games required for a rank"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Leave empty to rank everyone."),
    )
    missing_game_penalty = NumberField(
        label=gettext_lazy("Or deduction per missing game, in points"),
        required=False,
        min_value=0,
        max_value=MOST_UNITS,
        help_text=gettext_lazy(
            "Everyone is then ranked. Leave empty if players with too few games have no rank."
        ),
    )
    maximum_games = WholeField(
        label=gettext_lazy("Most games per player"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Later games do not count. Leave empty for no limit."),
    )
    sitting_out_score = NumberField(
        label=gettext_lazy("Points for sitting out a round"),
        required=False,
        min_value=-MOST_UNITS,
        max_value=MOST_UNITS,
        help_text=gettext_lazy(
            "For players the draw leaves without a seat, once the round is closed. Leave empty for none."
        ),
    )
    absence_score = NumberField(
        label=gettext_lazy("Points for missing a round"),
        required=False,
        min_value=-MOST_UNITS,
        max_value=MOST_UNITS,
        help_text=gettext_lazy("For players who are absent: −30 deducts 30. Leave empty for none."),
    )

    def __init__(self, counting: CountingRule | None, units: int, data: Any = None) -> None:
        super().__init__(counting, data)
        self.units = units
        for name in IN_POINTS:
            if value := self.initial[name]:
                self.initial[name] = Decimal(value) / units

    def clean_missing_game_penalty(self) -> int:
        return self._in_units("missing_game_penalty")

    def clean_sitting_out_score(self) -> int:
        return self._in_units("sitting_out_score")

    def clean_absence_score(self) -> int:
        return self._in_units("absence_score")

    def _in_units(self, name: str) -> int:
        """Convert typed points to smallest units."""
        units = (self.cleaned_data[name] or Decimal(0)) * self.units
        if units != units.to_integral_value():
            raise forms.ValidationError(_("This is finer than the rulebook allows."), code="too_fine")
        return int(units)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        # Fields of other choices are ignored.
        if cleaned.get("selection") == CountingRule.Selection.ALL:
            cleaned["number"] = 0
        return cleaned
