"""What counts for teams in a stage, at the desk."""

from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.teams.counting import set_team_counting
from tournaments.forms.teams.counting import TeamCountingForm
from tournaments.models import Tournament
from tournaments.standings.teams.counted import team_counting_of
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.stages.qualification import stage_of
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class TeamCountingPage(DeskFormView):
    tab = "desk"
    template_name = "desk/teams/counting.html"
    success_message = _("The standings of teams follow these rules.")
    success_page = "desk_edit"

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.stage = stage_of(tournament, kwargs["pk"])

    def get_form(self, data: QueryDict | None) -> TeamCountingForm:
        return TeamCountingForm(team_counting_of(self.stage), data)

    def perform(self, data: dict[str, Any]) -> None:
        set_team_counting(stage=self.stage, by=self.by, confirm=confirmed(self.request), **data)

    def show_error(self, form: TeamCountingForm, outcome: Outcome) -> None:
        named = [name for name in outcome.fields if name in form.fields]
        if named:
            form.add_error(named[0], outcome.refusal)
        else:
            super().show_error(form, outcome)

    def get_context(self, form: TeamCountingForm) -> dict[str, Any]:
        return {"stage": self.stage}
