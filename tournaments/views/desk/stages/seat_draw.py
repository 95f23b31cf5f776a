"""Whether players draw their seats at the tables of a stage, at the desk."""

from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import pgettext_lazy

from tournaments.actions.play.seat_draws import procedure_of, set_seat_draw_rule
from tournaments.forms.stages.seat_draw import SeatDrawRuleForm
from tournaments.models import SeatDrawRule, Tournament
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.stages.qualification import stage_of


class SeatDrawRulePage(DeskFormView):
    tab = "desk"
    template_name = "desk/stages/seat_draw.html"
    success_message = pgettext_lazy("message", "Saved.")
    success_page = "desk_seat_draw"

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.stage = stage_of(tournament, kwargs["pk"])

    def page_arguments(self) -> tuple[object, ...]:
        return (*super().page_arguments(), self.stage.pk)

    def get_form(self, data: QueryDict | None) -> SeatDrawRuleForm:
        is_on = SeatDrawRule.objects.filter(stage=self.stage).exists()
        return SeatDrawRuleForm(data, initial={"is_on": is_on})

    def perform(self, data: dict[str, Any]) -> None:
        set_seat_draw_rule(stage=self.stage, is_on=data["is_on"], by=self.by)

    def get_context(self, form: SeatDrawRuleForm) -> dict[str, Any]:
        return {"stage": self.stage, "procedure": procedure_of(self.tournament.rulebook)}
