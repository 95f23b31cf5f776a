"""Somebody leaves or comes: the rounds that have not started are repaired at the desk."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.actions.draws.repairs import repair_schedule
from tournaments.forms.draws import RepairForm
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.repeatable_forms import Outcome


class Repair(DeskFormView):
    """All rounds that have not started become drafts, repaired; `?leaver=…` and `?joiner=…` are ticked beforehand."""

    tab = "draw"
    template_name = "desk/draws/repair.html"
    success_message = _("The rounds are repaired. Look at them, then publish.")

    def get_form(self, data: QueryDict | None) -> RepairForm:
        asked = self.request.GET
        ticked = {"leavers": asked.getlist("leaver")[:200], "joiners": asked.getlist("joiner")[:20]}
        return RepairForm(self.tournament, data, initial=ticked)

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
