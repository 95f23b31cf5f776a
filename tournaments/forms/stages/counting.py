"""Which games of a stage count."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import CountingRule
from tournaments.models.setup.counting import MOST_GAMES, MOST_UNITS

COLUMNS = ("selection", "number", "minimum_games", "maximum_games")


class CountingForm(forms.Form):
    """`units` are those of a point of the tournament's rulebook."""

    selection = forms.ChoiceField(
        label=gettext_lazy("Games that count"), choices=CountingRule.Selection.choices
    )
    number = forms.IntegerField(
        label=gettext_lazy("How many"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("How many of the best count, or how many of the worst do not."),
    )
    minimum_games = forms.IntegerField(
        label=gettext_lazy("Games until somebody is ranked"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Leave empty to rank everybody."),
    )
    missing_game_penalty = forms.DecimalField(
        label=gettext_lazy("Or each game missing costs, in points"),
        required=False,
        min_value=0,
        max_value=MOST_UNITS,
        help_text=gettext_lazy(
            "Then everybody is ranked. Leave empty if whoever has too few games has no rank."
        ),
    )
    maximum_games = forms.IntegerField(
        label=gettext_lazy("Most games of a player"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Later ones do not count. Leave empty for no limit."),
    )

    def __init__(self, counting: CountingRule | None, units: int, data: Any = None) -> None:
        rule = counting or CountingRule()
        self.units = units
        initial = {name: getattr(rule, name) or None for name in COLUMNS}
        if rule.missing_game_penalty:
            initial["missing_game_penalty"] = Decimal(rule.missing_game_penalty) / units
        super().__init__(data, initial=initial)

    def clean_missing_game_penalty(self) -> int:
        """In smallest units."""
        units = (self.cleaned_data["missing_game_penalty"] or Decimal(0)) * self.units
        if units != units.to_integral_value():
            raise forms.ValidationError(_("This is finer than the rulebook counts."), code="too_fine")
        return int(units)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # What belongs to another choice than the one made says nothing.
        if cleaned.get("selection") == CountingRule.Selection.ALL:
            cleaned["number"] = 0
        return {name: value or 0 if name != "selection" else value for name, value in cleaned.items()}
