"""Repairing a schedule at the desk: somebody leaves or comes."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.actions.draws.repairs import repair_schedule
from tournaments.forms.draws import RepairForm
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.repeatable_forms import Outcome


class Repair(DeskFormView):
    """The drafts of a schedule are repaired; published rounds stay."""

    tab = "draw"
    template_name = "desk/draws/repair.html"
    success_message = _("The schedule is repaired. Published rounds stay as they are.")

    def get_form(self, data: QueryDict | None) -> RepairForm:
        return RepairForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        draw = repair_schedule(
            stage=data["stage"],
            leavers=list(data["leavers"]),
            joiners=list(data["joiners"]),
            substitutes={data["out"]: data["into"]} if data["out"] else {},
            remainder=data["remainder"],
            reason=data["reason"],
            by=self.by,
        )
        return {"draw": draw.pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_draft", self.tournament.slug, outcome.body["draw"])
