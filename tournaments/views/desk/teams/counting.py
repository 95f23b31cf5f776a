"""What counts for teams in a stage, at the desk."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.teams.counting import set_team_counting
from tournaments.forms.teams.counting import TeamCountingForm
from tournaments.models.teams.events import TeamCountingSet
from tournaments.views.desk.stages.setting_page import StageSettingPage
from tournaments.views.questions import confirmed


class TeamCountingPage(StageSettingPage):
    event = TeamCountingSet
    template_name = "desk/teams/counting.html"
    success_message = _("Team scoring rules saved.")
    success_page = "desk_edit"

    def get_form(self, data: QueryDict | None) -> TeamCountingForm:
        return TeamCountingForm(self.row, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_team_counting(stage=self.stage, by=self.by, confirm=confirmed(self.request), **data)
