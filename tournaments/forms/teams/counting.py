import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models import TeamCountingRule
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.models.teams.events import TeamCountingSet
from web.typed_fields import WholeField


class TeamCountingForm(StageSettingForm):
    event = TeamCountingSet

    best_of_a_round = WholeField(
        label=gettext_lazy("Best games of each round"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("How many of a team’s games in one round count. Leave empty if all do."),
    )
    games_of_a_player = WholeField(
        label=gettext_lazy("Games per player that count"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy(
            "The first ones; later games still count for the player. Leave empty for no limit."
        ),
    )
    best_games = WholeField(
        label=gettext_lazy("Best games of the whole stage"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Leave empty to count all."),
    )
    match_points = forms.CharField(
        label=gettext_lazy("Match points by place"),
        required=False,
        max_length=100,
        help_text=gettext_lazy(
            "For teams that meet in a round, 1st first, such as 4, 2, 1, 0. Tied teams share. Match points "
            "then rank teams before totals do. Leave empty to rank by totals alone."
        ),
    )

    def __init__(self, counting: TeamCountingRule | None, data: Any = None) -> None:
        super().__init__(counting, data)
        points = counting.match_points if counting is not None else []
        self.initial["match_points"] = ", ".join(map(str, points))

    def clean_match_points(self) -> list[int]:
        words = [word for word in re.split(r"[,、，;\s]+", self.cleaned_data["match_points"]) if word]
        try:
            return [int(word) for word in words]
        except ValueError as error:
            raise forms.ValidationError(
                _("Please enter whole numbers, such as 4, 2, 1, 0."), code="match_points"
            ) from error
