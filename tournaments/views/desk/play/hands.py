"""A hand at the desk: the referee says what it was."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from scoring.game.game import replay
from scoring.game.outcome import from_json
from tournaments.actions.hands.hands import CorrectedHand, change_hand
from tournaments.forms.play.hands import HandCorrectionForm
from tournaments.models import HandRecord, Tournament
from tournaments.models.play.hands import EMPTY_LOG, standing
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.play.tables import find_table
from tournaments.views.hands_wording import lines_of_log
from tournaments.views.repeatable_forms import Outcome


class CorrectHand(DeskFormView):
    """What a hand was, and why; the hands after it are paid again. It begins with what was entered."""

    permission = can_referee
    template_name = "hands/correction.html"
    tab = "desk"
    success_message = gettext_lazy("The hand was corrected. Payments of later hands were recomputed.")

    def dispatch(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponseBase:
        self.table, self.number = find_table(tournament, kwargs["pk"]), kwargs["number"]
        self.seats = list(self.table.seats.for_display())
        records = list(HandRecord.objects.of_table(self.table.pk).defer("state"))
        self.hands = standing(records)
        self.tag = records[-1].tag if records else EMPTY_LOG
        if self.number not in self.hands and request.method != "POST":
            raise Http404
        return super().dispatch(request, tournament, **kwargs)

    def get_form(self, data: QueryDict | None) -> HandCorrectionForm:
        rulebook = self.tournament.rulebook_for(len(self.seats))
        before = [from_json(record.content) for number, record in self.hands.items() if number < self.number]
        here = self.hands.get(self.number)
        return HandCorrectionForm(
            rulebook,
            self.seats,
            replay(rulebook, before),
            tag=self.tag,
            tells=True,
            outcome=here.content if here else None,
            data=data,
        )

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        record = change_hand(
            table=self.table,
            correction=CorrectedHand(self.number, data["outcome"], data["reason"]),
            by=self.by,
            if_match=data["if_match"],
        )
        return {"record": record.pk}

    def get_context(self, form: HandCorrectionForm) -> dict[str, Any]:
        names = [seat.entry.player.name for seat in self.seats]
        lines, _state = lines_of_log(form.rulebook, self.hands, names)
        return {
            "table": self.table,
            "round": self.table.round,
            "line": next((line for line in lines if line.number == self.number), None),
            "rows": [(row, None) for row in form.rows],
            "tag": self.tag,
        }

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_table", self.tournament.slug, self.table.pk)
