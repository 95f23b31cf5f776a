"""A player leaves or comes: the desk repairs the rounds that have not started."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.actions.draws.plans import StoredDraw
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.forms.draws import RepairForm
from tournaments.models import Round
from tournaments.views.desk.people.newcomers import NewcomersView
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class Repair(NewcomersView):
    """All rounds that have not started become drafts, repaired; `?leaver=…` and `?joiner=…` are ticked beforehand."""

    tab = "draw"
    template_name = "desk/draws/repair.html"
    success_message = _("The rounds were repaired. Check them, then publish.")

    def get_form(self, data: QueryDict | None) -> RepairForm:
        asked = self.request.GET
        initial = {
            "leavers": asked.getlist("leaver")[:200],
            "joiners": asked.getlist("joiner")[:20],
            "remainder": self._remainder(),
        }
        return RepairForm(self.tournament, data, initial=initial)

    def _remainder(self) -> str:
        """What was done with players who fill no table when these rounds were drawn."""
        rounds = Round.objects.not_started().filter(stage__tournament=self.tournament, draw__isnull=False)
        last = rounds.select_related("draw").order_by("-stage__ordinal", "number").first()
        return (
            StoredDraw.of(last.draw).plan.remainder
            if last is not None and last.draw is not None
            else "refuse"
        )

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        change = ScheduleChange(
            leavers=list(data["leavers"]),
            joiners=list(data["joiners"]),
            newcomers=self.newcomers(data),
            substitutes={data["out"]: data["into"]} if data["out"] else {},
            remainder=data["remainder"],
        )
        draw = repair_schedule(
            stage=data["stage"],
            change=change,
            reason=data["reason"],
            confirm=confirmed(self.request),
            by=self.by,
        )
        return {"draw": draw.pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_draft", self.tournament.slug, outcome.body["draw"])
