"""How many games everybody is to play in a stage."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import GameQuota
from tournaments.models.setup.counting import MOST_GAMES
from web.typed_fields import WholeField


class GameQuotaForm(forms.Form):
    least = WholeField(
        label=gettext_lazy("Fewest games of a player"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Teams and the desk read who needs more. Leave empty if none is needed."),
    )
    most = WholeField(
        label=gettext_lazy("Most games of a player"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Asked about before somebody comes in for more. Leave empty for no limit."),
    )

    def __init__(self, quota: GameQuota | None, data: Any = None) -> None:
        rule = quota or GameQuota()
        super().__init__(data, initial={"least": rule.least or None, "most": rule.most or None})

    def clean(self) -> dict[str, Any]:
        return {name: value or 0 for name, value in (super().clean() or {}).items()}
