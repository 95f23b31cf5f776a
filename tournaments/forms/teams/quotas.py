"""How many games everybody is to play in a stage."""

from django.utils.translation import gettext_lazy

from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.models.teams.events import GameQuotaSet
from web.typed_fields import WholeField


class GameQuotaForm(StageSettingForm):
    event = GameQuotaSet

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
