"""Line-ups at the desk: how captains name them in a stage, who has handed one in, and showing them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.teams.line_ups import seats_of_teams, set_line_up_rule, show_line_ups
from tournaments.credentials.visitors import actor_of
from tournaments.forms.teams.line_ups import LineUpRuleForm
from tournaments.models import LineUp, LineUpRule, Round, Seat, Stage, Team, Tournament
from tournaments.models.play.events import LineUpRuleSet
from tournaments.permissions import can_run
from tournaments.views.desk.frame import DeskActionView, DeskFormView, frame
from tournaments.views.desk.stages.setting_page import StageSettingPage
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome
from tournaments.views.seat.line_up import LineUpFormView


class LineUpRulePage(StageSettingPage):
    """How captains name line-ups, and the rounds for which they do."""

    event = LineUpRuleSet
    template_name = "desk/teams/line_up_rule.html"
    success_message = pgettext_lazy("message", "Saved.")
    success_page = "desk_line_up_rule"

    def get_form(self, data: QueryDict | None) -> LineUpRuleForm:
        return LineUpRuleForm(self.row, self.tournament.rulebook.units_per_point, data)

    def perform(self, data: dict[str, Any]) -> None:
        set_line_up_rule(stage=self.stage, by=self.by, **data)

    def get_context(self, form: LineUpRuleForm) -> dict[str, Any]:
        rounds = _open_rounds(self.stage) if self.row is not None else []
        return {**super().get_context(form), "rule": self.row, "rounds": rounds}


class Sent(NamedTuple):
    """A team of a round: its seats, and whether it has handed in."""

    team: Team
    seats: list[Seat]
    line_up: LineUp | None


def sent_for(round_: Round) -> list[Sent]:
    """The teams that play in a round, by name, without what they handed in. Three queries."""
    places = seats_of_teams(round_)
    line_ups = {one.team_id: one for one in LineUp.objects.filter(round=round_)}
    teams = Team.objects.filter(pk__in=places).order_by("name")
    return [Sent(team, places[team.pk], line_ups.get(team.pk)) for team in teams]


@for_tournament(can_run)
@require_safe
def line_ups(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Who has handed in for a round; whom they send nobody reads before all are shown."""
    round_ = _find(tournament, pk)
    rule = LineUpRule.objects.filter(stage=round_.stage).first()
    closes_at: datetime | None = rule.closes_at(round_) if rule is not None else None
    sent = sent_for(round_)
    context = {
        **frame(tournament, actor_of(request), "desk"),
        "round": round_,
        "rule": rule,
        "closes_at": closes_at,
        "sent": sent,
        "are_shown": any(one.line_up is not None and one.line_up.is_shown for one in sent),
    }
    return render(request, "desk/teams/line_ups.html", context)


class HandIn(DeskFormView, LineUpFormView):
    """For a team whose captain cannot, also after the deadline."""

    tab = "desk"
    template_name = "desk/teams/line_up.html"
    success_message = _("The line-up was handed in.")
    is_at_the_desk = True

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.round = _find(tournament, kwargs["pk"])
        self.team = get_object_or_404(tournament.teams, pk=kwargs["team"])
        self.team.tournament = tournament

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_line_ups", self.tournament.slug, self.round.pk)


class Show(DeskActionView):
    """Seat what was handed in; asks first while something is missing."""

    success_message = _("The line-ups are shown, and those players have the seats.")

    def perform(self) -> None:
        round_ = _find(self.tournament, self.kwargs["pk"])
        show_line_ups(round_=round_, by=self.by, confirm=self.request.POST.getlist("confirm")[:20])

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("round", self.tournament.slug, self.kwargs["pk"])

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_line_ups", self.tournament.slug, self.kwargs["pk"])


def _find(tournament: Tournament, pk: int) -> Round:
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("stage")
    found = get_object_or_404(rounds, pk=pk)
    found.stage.tournament = tournament
    return found


def _open_rounds(stage: Stage) -> Sequence[Round]:
    return list(stage.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))
