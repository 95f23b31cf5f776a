"""Penalties at the desk."""

from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from tournaments.actions.play.penalties import lift_penalty, penalize
from tournaments.forms.desk import PenaltyForm
from tournaments.models import Penalty
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import DeskActionView, DeskFormView


class Penalties(DeskFormView):
    """All penalties with their reasons, and one more."""

    permission = can_referee
    tab = "penalties"
    template_name = "desk/play/penalties.html"
    success_message = gettext_lazy("The penalty stands.")
    success_page = "desk_penalties"

    def get_form(self, data: QueryDict | None) -> PenaltyForm:
        return PenaltyForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        penalty = penalize(
            stage=data["stage"],
            entry=data["entry"],
            amount=data["amount"],
            reason=data["reason"],
            by=self.by,
        )
        return {"penalty": penalty.pk}

    def get_context(self, form: PenaltyForm) -> dict[str, Any]:
        penalties = Penalty.objects.filter(stage__tournament=self.tournament)
        return {
            "penalties": penalties.select_related("entry__player", "stage").order_by("-imposed_at", "-pk"),
            "units": self.tournament.rulebook.units_per_point,
        }


class Lift(DeskActionView):
    """Take a penalty back, for a reason."""

    permission = can_referee
    success_message = gettext_lazy("The penalty is lifted.")
    success_page = "desk_penalties"

    def perform(self) -> dict[str, object]:
        penalty = get_object_or_404(Penalty, pk=self.kwargs["pk"], stage__tournament=self.tournament)
        reason = self.request.POST.get("reason", "")
        return {"penalty": lift_penalty(penalty=penalty, reason=reason, by=self.by).pk}
