from django.utils.translation import gettext_lazy

from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.models.teams.events import GameQuotaSet
from web.typed_fields import WholeField


class GameQuotaForm(StageSettingForm):
    event = GameQuotaSet

    least = WholeField(
        label=gettext_lazy("Minimum games per player"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("Teams and the desk see who needs more. Leave empty for no minimum."),
    )
    most = WholeField(
        label=gettext_lazy("Most games per player"),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        help_text=gettext_lazy("You are asked before a player comes in for more. Leave empty for no limit."),
    )
