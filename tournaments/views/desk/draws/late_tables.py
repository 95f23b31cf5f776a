"""A table for latecomers, added to a round in play."""

from functools import cached_property
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.actions.draws.late_tables import add_late_table
from tournaments.forms.late_tables import LateTableForm
from tournaments.models import Round
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class LateTable(DeskFormView):
    """Tick who came late; the lot seats them."""

    tab = "desk"
    template_name = "desk/draws/late_table.html"

    @cached_property
    def round(self) -> Round:
        rounds = Round.objects.select_related("stage__tournament", "draw")
        return get_object_or_404(rounds, pk=self.kwargs["pk"], stage__tournament=self.tournament)

    def get_form(self, data: QueryDict | None) -> LateTableForm:
        return LateTableForm(self.round, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        table = add_late_table(
            round_=self.round,
            players=list(data["players"]),
            by=self.by,
            confirm=confirmed(self.request),
        )
        return {"table": table.pk, "number": table.number}

    def get_success_message(self, outcome: Outcome) -> str:
        return (
            _("Table %(number)s was added. Its seats were drawn by lot; it can report at once.")
            % outcome.body
        )

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_table", self.tournament.slug, outcome.body["table"])

    def get_context(self, form: LateTableForm) -> dict[str, Any]:
        return {"round": self.round, "is_in_play": self.round.status == Round.Status.STARTED}
