"""What tournaments are worth in a season's ranking."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.standing.season_ranking import SeasonRanking
from tournaments.forms.leagues.points import PointsField
from tournaments.models import SeasonRankingRule
from tournaments.models.leagues.season_rankings import MOST_RANK_POINTS, MOST_TOURNAMENTS
from web.typed_fields import WholeField

NONE = ("", gettext_lazy("None: the season has no ranking"))


class SeasonRankingForm(forms.Form):
    """`rule` is the chosen rule; None for no ranking."""

    worth = forms.ChoiceField(
        label=gettext_lazy("Each finished tournament contributes"),
        choices=[NONE, *SeasonRankingRule.Worth.choices],
        required=False,
    )
    by_rank = PointsField(
        label=gettext_lazy("Points by rank, 1st first"),
        most=MOST_RANK_POINTS,
        max_length=2_000,
        help_text=gettext_lazy("Separated by commas, such as 25, 18, 15. Lower ranks get nothing."),
    )
    best = WholeField(
        label=gettext_lazy("Best tournaments that count per player"),
        required=False,
        min_value=0,
        max_value=MOST_TOURNAMENTS,
        help_text=gettext_lazy("Leave empty to count all."),
    )
    minimum = WholeField(
        label=gettext_lazy("Tournaments until a player is ranked"),
        required=False,
        min_value=0,
        max_value=MOST_TOURNAMENTS,
        help_text=gettext_lazy("Leave empty to rank everyone."),
    )

    def __init__(self, stored: SeasonRankingRule | None, data: Any = None) -> None:
        rule = stored or SeasonRankingRule()
        super().__init__(
            data,
            initial={
                "worth": rule.worth,
                "by_rank": ", ".join(map(str, rule.by_rank)),
                "best": rule.best or None,
                "minimum": rule.minimum or None,
            },
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        worth = cleaned.get("worth")
        by_rank = cleaned.get("by_rank") or []
        if worth == SeasonRankingRule.Worth.RANK and not by_rank and "by_rank" not in self.errors:
            self.add_error("by_rank", _("Please enter the points by rank, such as 25, 18, 15."))
        # Values of fields that belong to other choices are dropped.
        cleaned["rule"] = (
            SeasonRanking(
                worth=worth,
                by_rank=tuple(by_rank) if worth == SeasonRankingRule.Worth.RANK else (),
                best=cleaned.get("best") or 0,
                minimum=cleaned.get("minimum") or 0,
            )
            if worth
            else None
        )
        return cleaned
