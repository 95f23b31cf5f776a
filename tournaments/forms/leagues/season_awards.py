"""Which titles a season awards."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import SeasonAwardRule
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.models.teams.award_rules import AwardTerms
from web.typed_fields import WholeField


class SeasonAwardsForm(forms.Form):
    """`terms` are what was chosen; None for no titles."""

    titles = forms.MultipleChoiceField(
        label=pgettext_lazy("of a season", "Titles"),
        choices=SeasonAwardRule.Title.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Each division has its own. Where teams play, a team is the champion."),
    )
    minimum = WholeField(
        label=gettext_lazy("Minimum games for points, rates and averages"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Leave empty for none. The best game never needs any."),
    )
    stages = forms.ChoiceField(
        label=gettext_lazy("Games that count for titles"), choices=SeasonAwardRule.Stages.choices
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("Where players are level"), choices=SeasonAwardRule.Ties.choices
    )

    def __init__(self, stored: SeasonAwardRule | None, data: Any = None) -> None:
        rule = stored or SeasonAwardRule(titles=[])
        super().__init__(
            data,
            initial={
                "titles": rule.titles,
                "minimum": rule.minimum or None,
                "stages": rule.stages,
                "ties": rule.ties,
            },
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        titles = tuple(cleaned.get("titles") or ())
        cleaned["terms"] = (
            AwardTerms(
                titles, cleaned.get("minimum") or 0, cleaned.get("stages", ""), cleaned.get("ties", "")
            )
            if titles
            else None
        )
        return cleaned
