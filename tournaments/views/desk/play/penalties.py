"""Penalties, warnings, bonuses and chombo at the desk."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.actions.errors import ActionError
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize, penalize_team
from tournaments.actions.preview import preview
from tournaments.forms.desk import PenaltyForm
from tournaments.models import Penalty, Round, Scoresheet, Seat, Table, Tournament, Wind
from tournaments.models.play.penalty_kinds import PENALTY_KINDS
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.desk.last_done import lifted_by_mistake
from tournaments.views.desk.play.preview_wording import PreviewInWords, preview_in_words
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


@dataclass(frozen=True)
class Fault:
    """A line of the list: a penalty or warning, or the chombo of one game, which its sheet holds.

    `name` and `whose` are the player's, or the team's where `is_team`.
    """

    name: str
    whose: int
    at: datetime
    deducted: int
    round: Round | None
    table: Table | None
    penalty: Penalty | None = None
    chombo: int = 0
    is_team: bool = False


class Penalties(DeskFormView):
    """What was imposed, with its reason, and one more; with `do=preview` first what it would change."""

    permission = can_referee
    tab = "penalties"
    template_name = "desk/play/penalties.html"
    success_page = "desk_penalties"
    foreseen: PreviewInWords | None = None

    def get_form(self, data: QueryDict | None) -> PenaltyForm:
        asked = self.request.GET
        about = {name: asked[name] for name in ("entry", "round", "stage") if name in asked}
        return PenaltyForm(self.tournament, data, about)

    def do(self, form: PenaltyForm) -> HttpResponse:
        if self.request.POST.get("do") != "preview":
            return super().do(form)
        data = form.cleaned_data
        try:
            is_of_team = data.get("team") is not None
            found = preview(stage=data["stage"], action=lambda: self.perform(data), teams=is_of_team)
            self.foreseen = preview_in_words(found, teams=is_of_team)
        except ActionError as error:
            outcome = Outcome(error.status, code=error.code, refusal=error.message, fields=error.fields)
            self.show_error(form, outcome)
            return self.render_page(form, outcome.status)
        return self.render_page(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        how = {
            "stage": data["stage"],
            "ruling": Ruling(data["amount"], data["reason"], data["round"], data["kind"]),
            "by": self.by,
            "confirm": confirmed(self.request),
        }
        team = data.get("team")
        penalty = penalize_team(team=team, **how) if team else penalize(entry=data["entry"], **how)
        return {"penalty": penalty.pk, "name": penalty.name, "kind": penalty.kind}

    def get_success_message(self, outcome: Outcome) -> str:
        return str(PENALTY_KINDS[str(outcome.body["kind"])].recorded) % outcome.body

    def get_undo(self, outcome: Outcome) -> str:
        address = reverse("desk_lift", args=[self.tournament.slug, outcome.body["penalty"]])
        return f"{address}?{urlencode({'reason': lifted_by_mistake()})}"

    def get_context(self, form: PenaltyForm) -> dict[str, Any]:
        return {
            "faults": sorted(
                [*_imposed(self.tournament), *_chombo(self.tournament)], key=lambda one: one.at, reverse=True
            ),
            "preview": self.foreseen,
            "units": self.tournament.rulebook.units_per_point,
        }


def _imposed(tournament: Tournament) -> list[Fault]:
    """Penalties and warnings; of those that name a round, the table at which the player sat. Two queries."""
    penalties = Penalty.objects.filter(stage__tournament=tournament)
    rows = list(
        penalties.select_related("entry__player", "team", "round__stage").order_by("-imposed_at", "-pk")
    )
    seats = Seat.objects.filter(
        round__in={row.round_id for row in rows if row.round_id},
        entry__in={row.entry_id for row in rows if row.entry_id},
    )
    sat: Mapping[tuple[int, int], Table] = {
        (seat.round_id, seat.entry_id): seat.table for seat in seats.select_related("table")
    }
    return [
        Fault(
            row.name,
            row.entry.player_id if row.entry else row.team_id or 0,
            row.imposed_at,
            row.amount,
            row.round,
            sat.get((row.round_id or 0, row.entry_id or 0)),
            penalty=row,
            is_team=row.team_id is not None,
        )
        for row in rows
    ]


def _chombo(tournament: Tournament) -> list[Fault]:
    """The chombo on the sheets that stand. Two queries."""
    fouled = Q()
    for wind in Wind:
        fouled |= Q(**{f"{wind.key}_chombo__gt": 0})
    sheets = (
        Scoresheet.objects.live()
        .filter(fouled, table__round__stage__tournament=tournament)
        .select_related("table__round__stage")
        .prefetch_related("scores__seat", "scores__entry__player")
    )
    return [
        Fault(
            score.entry.player.name,
            score.entry.player_id,
            sheet.reported_at,
            -score.chombo,
            sheet.table.round,
            sheet.table,
            chombo=sheet.chombo[score.seat.wind - 1],
        )
        for sheet in sheets
        for score in sheet.scores.all()
        if sheet.chombo[score.seat.wind - 1]
    ]


class Lift(DeskActionView):
    """Take a penalty back, for a reason."""

    permission = can_referee
    success_message = gettext_lazy("The penalty was lifted.")
    success_page = "desk_penalties"

    def perform(self) -> dict[str, object]:
        penalty = get_object_or_404(Penalty, pk=self.kwargs["pk"], stage__tournament=self.tournament)
        reason = self.request.POST.get("reason", "")
        return {"penalty": lift_penalty(penalty=penalty, reason=reason, by=self.by).pk}
