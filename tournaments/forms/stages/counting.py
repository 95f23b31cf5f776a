"""Which games of a stage count."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import CountingRule
from tournaments.models.setup.counting import MOST_GAMES

COLUMNS = ("selection", "number", "minimum_games", "maximum_games")


class CountingForm(forms.Form):
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
    maximum_games = forms.IntegerField(
        label=gettext_lazy("Most games of a player"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Later ones do not count. Leave empty for no limit."),
    )

    def __init__(self, counting: CountingRule | None, data: Any = None) -> None:
        rule = counting or CountingRule()
        super().__init__(data, initial={name: getattr(rule, name) or None for name in COLUMNS})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        # What belongs to another choice than the one made says nothing.
        if cleaned.get("selection") == CountingRule.Selection.ALL:
            cleaned["number"] = 0
        return {name: value or 0 if name != "selection" else value for name, value in cleaned.items()}
