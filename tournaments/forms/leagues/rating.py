from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import RatingRule
from tournaments.models.leagues.rating_rules import MOST_GAMES_FOR_A_RANK
from web.typed_fields import WholeField

NONE = ("", gettext_lazy("None: the league keeps no ratings"))


class RatingForm(forms.Form):
    method = forms.ChoiceField(
        label=pgettext_lazy("field", "Rating"), choices=[NONE, *RatingRule.Method.choices], required=False
    )
    minimum_games = WholeField(
        label=gettext_lazy("Games until a player is ranked"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES_FOR_A_RANK,
        help_text=gettext_lazy("Leave empty to rank everyone."),
    )

    def __init__(self, stored: RatingRule | None, data: Any = None) -> None:
        initial = {"method": stored.method, "minimum_games": stored.minimum_games or None} if stored else {}
        super().__init__(data, initial=initial)
