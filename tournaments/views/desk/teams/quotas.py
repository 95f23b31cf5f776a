"""How many games everybody is to play in a stage, at the desk, and who needs more."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.teams.quotas import set_game_quota
from tournaments.forms.teams.quotas import GameQuotaForm
from tournaments.models.teams.events import GameQuotaSet
from tournaments.standings.stages.who_takes_part import players_with_games
from tournaments.views.desk.stages.setting_page import StageSettingPage


class GameQuotaPage(StageSettingPage):
    event = GameQuotaSet
    template_name = "desk/teams/quota.html"
    success_message = _("Game quota saved.")
    success_page = "desk_game_quota"

    def get_form(self, data: QueryDict | None) -> GameQuotaForm:
        return GameQuotaForm(self.row, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_game_quota(stage=self.stage, by=self.by, **data)

    def get_context(self, form: GameQuotaForm) -> dict[str, Any]:
        context = super().get_context(form)
        if self.row is None:
            return context
        players = [
            (entry, games, self.row.missing(games.played)) for entry, games in players_with_games(self.stage)
        ]
        return {**context, "quota": self.row, "players": players}
