"""Which games of a stage count, at the desk."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.stages.counting import set_counting
from tournaments.forms.stages.counting import CountingForm
from tournaments.models.setup.events import CountingSet
from tournaments.views.desk.stages.setting_page import StageSettingPage
from tournaments.views.questions import confirmed


class Counting(StageSettingPage):
    event = CountingSet
    template_name = "desk/stages/counting.html"
    success_message = _("Counting rules of the standings saved.")
    success_page = "desk_edit"

    def get_form(self, data: QueryDict | None) -> CountingForm:
        return CountingForm(self.row, self.tournament.rulebook.units_per_point, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_counting(stage=self.stage, by=self.by, confirm=confirmed(self.request), **data)
