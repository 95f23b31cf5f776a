"""What is set of a stage as one row, at the desk."""

from typing import Any, ClassVar

from django.http import HttpRequest

from tournaments.models import Stage, Tournament
from tournaments.models.events import Event, explaining_events
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.stages.qualification import stage_of


class StageSettingPage(DeskFormView):
    """Shows and sets the row that `event` explains; `row` is None where the stage has none.

    Saving leads back here, or to the tournament's settings (`success_page = "desk_edit"`).
    """

    tab = "edit"
    event: ClassVar[type[Event]]
    stage: Stage
    row: Any

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.stage = stage_of(tournament, kwargs["pk"])
        rows = explaining_events()[self.event].model._default_manager
        self.row = rows.filter(stage=self.stage).first()

    def page_arguments(self) -> tuple[object, ...]:
        of_stage = () if self.success_page == "desk_edit" else (self.stage.pk,)
        return (*super().page_arguments(), *of_stage)

    def get_context(self, form: Any) -> dict[str, Any]:
        return {"stage": self.stage}
