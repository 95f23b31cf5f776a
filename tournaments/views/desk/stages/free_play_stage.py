"""Whether players open the tables of a stage themselves, at the desk."""

from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import pgettext_lazy

from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.forms.free_play.tables import FreePlayForm
from tournaments.models import Tournament
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.stages.qualification import stage_of


class FreePlayStage(DeskFormView):
    tab = "edit"
    template_name = "desk/stages/free_play.html"
    success_message = pgettext_lazy("message", "Saved.")
    success_page = "desk_free_play"

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.stage = stage_of(tournament, kwargs["pk"])

    def page_arguments(self) -> tuple[object, ...]:
        return (*super().page_arguments(), self.stage.pk)

    def get_form(self, data: QueryDict | None) -> FreePlayForm:
        return FreePlayForm(data, initial={"is_on": self.stage.is_free_play})

    def perform(self, data: dict[str, Any]) -> None:
        set_free_play(stage=self.stage, is_on=data["is_on"], by=self.by)

    def get_context(self, form: FreePlayForm) -> dict[str, Any]:
        return {"stage": self.stage}
