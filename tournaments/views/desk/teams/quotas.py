"""How many games everybody is to play in a stage, at the desk, and who needs more."""

from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.teams.quotas import set_game_quota
from tournaments.forms.teams.quotas import GameQuotaForm
from tournaments.models import GameQuota, Tournament
from tournaments.standings.stages.who_takes_part import players_with_games
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.stages.qualification import stage_of
from tournaments.views.repeatable_forms import Outcome


class GameQuotaPage(DeskFormView):
    tab = "desk"
    template_name = "desk/teams/quota.html"
    success_message = _("So many games everybody plays.")
    success_page = "desk_game_quota"

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.stage = stage_of(tournament, kwargs["pk"])
        self.quota = GameQuota.objects.filter(stage=self.stage).first()

    def page_arguments(self) -> tuple[object, ...]:
        return (*super().page_arguments(), self.stage.pk)

    def get_form(self, data: QueryDict | None) -> GameQuotaForm:
        return GameQuotaForm(self.quota, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_game_quota(stage=self.stage, by=self.by, **data)

    def show_error(self, form: GameQuotaForm, outcome: Outcome) -> None:
        named = [name for name in outcome.fields if name in form.fields]
        if named:
            form.add_error(named[0], outcome.refusal)
        else:
            super().show_error(form, outcome)

    def get_context(self, form: GameQuotaForm) -> dict[str, Any]:
        if self.quota is None:
            return {"stage": self.stage}
        players = [
            (entry, games, self.quota.missing(games.played))
            for entry, games in players_with_games(self.stage)
        ]
        return {"stage": self.stage, "quota": self.quota, "players": players}
