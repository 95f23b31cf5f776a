"""The next season of a league: what the rules make of the last one, to be changed and confirmed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy

from players.models import Player
from tournaments.actions.errors import ActionError
from tournaments.actions.seasons.confirming import Change, confirm_next_season, no_such_player
from tournaments.actions.seasons.proposal import Proposal, propose_next_season
from tournaments.forms.leagues.seasons import NextSeasonForm
from tournaments.models import Move, Season
from tournaments.permissions import unseen_players
from tournaments.repeated_calls import status_of
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionFormView
from tournaments.views.questions import confirmed, ticked_questions
from tournaments.views.repeatable_forms import Outcome, was_sent_before


class NextSeason(OwnLeagueMixin, ActionFormView):
    """The proposal with a choice for everybody, and the button that opens the season."""

    template_name = "leagues/next_season.html"
    success_message = gettext_lazy("The season is opened, with its tournaments and their players.")
    proposal: Proposal | None = None
    # What is asked before it is done, as `includes/_questions.html` shows it.
    questions: Sequence[Mapping[str, object]] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.season = get_object_or_404(
            Season.objects.select_related("league"), ordinal=kwargs["ordinal"], league__slug=kwargs["slug"]
        )
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            self.proposal = propose_next_season(self.season)
        except ActionError as refusal:
            return self._without(refusal.message, 200)
        return super().get(request, **kwargs)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if was_sent_before(request, by=self.by):
            return super().post(request, **kwargs)
        try:
            self.proposal = propose_next_season(self.season)
        except ActionError as refusal:
            return self._without(refusal.message, status_of(refusal))
        return super().post(request, **kwargs)

    def _without(self, refusal: str, status: int) -> HttpResponse:
        context = {"league": self.league, "season": self.season, "refusal": refusal}
        return render(self.request, self.template_name, context, status=status)

    def get_form(self, data: QueryDict | None) -> NextSeasonForm:
        proposal = self.proposal
        players = Player.objects.in_bulk(list(proposal.places) if proposal else [])
        return NextSeasonForm(proposal, players, data, by=self.by)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        changes = [Change(*one) for one in data["changes"]]
        if unseen := unseen_players(self.by, [change.player for change in changes]):
            raise no_such_player(min(unseen))
        season = confirm_next_season(
            season=self.season,
            name=data["name"],
            changes=changes,
            seen=data["seen"],
            by=self.by,
            confirm=confirmed(self.request),
        )
        return {"season": season.ordinal}

    def show_error(self, form: NextSeasonForm, outcome: Outcome) -> None:
        self.questions = ticked_questions(self.request, outcome)
        if not self.questions:
            super().show_error(form, outcome)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("season", self.league.slug, outcome.body["season"])

    def get_context(self, form: NextSeasonForm) -> dict[str, Any]:
        ways = dict(Move.Way.choices)
        assert self.proposal is not None
        return {
            "league": self.league,
            "season": self.season,
            "questions": self.questions,
            "ties": [
                (
                    next(one.division for one in self.proposal.rankings if one.division.level == tie.level),
                    [form.players[player].name for player in tie.players],
                )
                for tie in self.proposal.ties
                if not tie.is_of_title
            ],
            "divisions": [
                (
                    ranking.division,
                    ranking.tournament.rulebook.units_per_point,
                    [(row, ways[row.place.way]) for row in form.rows_of(ranking.division.level)],
                )
                for ranking in self.proposal.rankings
            ],
            "has_play_offs": any(self.proposal.play_offs),
        }
