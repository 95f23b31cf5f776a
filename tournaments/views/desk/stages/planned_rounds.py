"""How many rounds a stage has and when they begin, at the desk."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.actions.play.round_times import planned_times, set_planned_rounds
from tournaments.forms.round_times import PlannedRoundsForm
from tournaments.models import Round
from tournaments.models.play.events import PlannedRoundsSet
from tournaments.views.desk.stages.setting_page import StageSettingPage


class PlannedRoundsPage(StageSettingPage):
    """How many rounds a stage has and when each begins, before they are drawn."""

    event = PlannedRoundsSet
    template_name = "desk/play/planned_rounds.html"
    success_message = gettext_lazy("The planned rounds were saved.")
    success_page = "desk_planned_rounds"

    def get_form(self, data: QueryDict | None) -> PlannedRoundsForm:
        return PlannedRoundsForm(self.row, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_planned_rounds(stage=self.stage, by=self.by, **data)

    def get_context(self, form: PlannedRoundsForm) -> dict[str, Any]:
        return {
            **super().get_context(form),
            "row": self.row,
            "times": planned_times(self.tournament, self.row),
            "has_rounds": Round.objects.not_started().filter(stage=self.stage).exists(),
        }
