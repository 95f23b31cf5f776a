"""Whether players draw their seats at the tables of a stage, at the desk."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import pgettext_lazy

from tournaments.actions.play.seat_draws import procedure_of, set_seat_draw_rule
from tournaments.forms.stages.seat_draw import SeatDrawRuleForm
from tournaments.models.ceremony.events import SeatDrawRuleSet
from tournaments.views.desk.stages.setting_page import StageSettingPage


class SeatDrawRulePage(StageSettingPage):
    event = SeatDrawRuleSet
    template_name = "desk/stages/seat_draw.html"
    success_message = pgettext_lazy("message", "Saved.")
    success_page = "desk_seat_draw"

    def get_form(self, data: QueryDict | None) -> SeatDrawRuleForm:
        return SeatDrawRuleForm(self.row, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_seat_draw_rule(stage=self.stage, by=self.by, **data)

    def get_context(self, form: SeatDrawRuleForm) -> dict[str, Any]:
        return {**super().get_context(form), "procedure": procedure_of(self.tournament.rulebook)}
