"""The next season of a league: what the rules make of the last one, changed and confirmed; and revoking it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy

from players.models import Player
from tournaments.actions.errors import ActionError
from tournaments.actions.seasons.carried import nights_of
from tournaments.actions.seasons.confirming import (
    SeasonPlan,
    confirm_next_season,
    fields_of,
    no_such_player,
    where_everybody_goes,
)
from tournaments.actions.seasons.proposal import Proposal, propose_next_season
from tournaments.actions.seasons.revoking import SEASON_REVOKED, revocation_of, revoke_next_season
from tournaments.actions.seasons.sizes import what_does_not_fit
from tournaments.forms.leagues.seasons import NextSeasonForm, Row
from tournaments.models import Division, Season
from tournaments.permissions import unseen_players
from tournaments.standings import publish_for_readers
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionFormView
from tournaments.views.questions import confirmed, ticked_questions
from tournaments.views.repeatable_forms import Outcome, was_sent_before


@dataclass(frozen=True)
class DivisionPart:
    """A division of the proposal. `players` and `teams` are how many the next one would have, `note` says why they
    fill no tables; a series has `tournaments` and nobody in them.
    """

    division: Division
    units: int
    rows: Sequence[Row]
    unranked: Sequence[Row]
    players: int
    teams: int
    tournaments: int
    note: str


class SeasonPage(OwnLeagueMixin, ActionFormView):
    """A page about the season of the address."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.season = get_object_or_404(
            Season.objects.select_related("league"), ordinal=kwargs["ordinal"], league__slug=kwargs["slug"]
        )
        return super().dispatch(request, *args, **kwargs)


class NextSeason(SeasonPage):
    """The proposal with a choice for everybody, and the button that opens the season."""

    template_name = "leagues/next_season.html"
    success_message = gettext_lazy("The season was opened, with its tournaments and their players.")
    proposal: Proposal | None = None
    # What is asked before it is done, as `includes/_questions.html` shows it.
    questions: Sequence[Mapping[str, object]] = ()

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        publish_for_readers(self.season.tournaments.order_by().values("pk"))
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
            return self._without(refusal.message, refusal.status)
        return super().post(request, **kwargs)

    def _without(self, refusal: str, status: int) -> HttpResponse:
        opened = self.season.followed_by.first()
        context = {"league": self.league, "season": self.season, "refusal": refusal, "opened": opened}
        return render(self.request, self.template_name, context, status=status)

    def get_form(self, data: QueryDict | None) -> NextSeasonForm:
        proposal = self.proposal
        players = Player.objects.in_bulk([*proposal.places, *proposal.members] if proposal else [])
        return NextSeasonForm(proposal, players, data, by=self.by, nights_from=self._nights_from())

    def _nights_from(self) -> Any:
        """The day after the last night, and not before today; None where there were no nights."""
        rankings = self.proposal.rankings if self.proposal is not None else ()
        nights = list(nights_of([tournament for one in rankings for tournament in one.tournaments]))
        if not nights:
            return None
        zone = ZoneInfo(nights[-1].stage.tournament.time_zone)
        after = nights[-1].starts_at.astimezone(zone).date() + timedelta(days=1)
        return max(after, timezone.localdate(timezone=zone))

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        if unseen := unseen_players(self.by, [change.player for change in data["changes"]]):
            raise no_such_player(min(unseen))
        season = confirm_next_season(
            season=self.season,
            plan=SeasonPlan(
                name=data["name"],
                changes=data["changes"],
                team_changes=data["teams"],
                nights_from=data.get("nights_from"),
            ),
            seen=data["seen"],
            by=self.by,
            confirm=[*confirmed(self.request), *data["confirm"]],
        )
        return {"season": season.ordinal}

    def show_error(self, form: NextSeasonForm, outcome: Outcome) -> None:
        self.questions = ticked_questions(self.request, outcome)
        if not self.questions:
            super().show_error(form, outcome)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("season", self.league.slug, outcome.body["season"])

    def get_context(self, form: NextSeasonForm) -> dict[str, Any]:
        proposal = self.proposal
        assert proposal is not None
        divisions = {one.division.level: one.division for one in proposal.rankings}
        names = proposal.team_names or {player: one.name for player, one in form.players.items()}
        return {
            "league": self.league,
            "season": self.season,
            "questions": self.questions,
            "ties": [
                (divisions[tie.level], [names[one] for one in tie.players])
                for tie in proposal.ties
                if not tie.is_of_title
            ],
            "divisions": self._parts(form, proposal),
            "has_play_offs": any(proposal.play_offs),
            "has_unranked": any(not one.has_team for one in proposal.unranked.values()),
        }

    def _parts(self, form: NextSeasonForm, proposal: Proposal) -> list[DivisionPart]:
        """With what was typed as far as it can be read."""
        typed = form.cleaned_data if form.is_bound and form.is_valid() else {}
        known = {*proposal.places, *proposal.unranked}
        changes = [one for one in typed.get("changes", ()) if one.to_level is not None or one.player in known]
        decided = where_everybody_goes(proposal, changes, typed.get("teams", ()))
        parts = []
        for one, plays in zip(proposal.rankings, fields_of(proposal, decided), strict=True):
            players = sum(not entrant.is_substitute for entrant in plays.entrants)
            is_by_players = not one.is_series and not proposal.teams
            parts.append(
                DivisionPart(
                    one.division,
                    one.tournament.rulebook.units_per_point,
                    form.rows_of(one.division.level),
                    form.unranked_of(one.division.level),
                    players,
                    len(plays.teams),
                    len(one.tournaments),
                    what_does_not_fit(one.tournament, players) if is_by_players else "",
                )
            )
        return parts


class RevokeNextSeason(SeasonPage):
    """What revoking the season that was opened from this one takes away, or what keeps it, and the button."""

    template_name = "leagues/revoke_season.html"
    success_message = gettext_lazy("The season was revoked. The next one can be proposed again.")

    def get_form(self, data: QueryDict | None) -> forms.Form:
        return forms.Form(data)

    def perform(self, data: dict[str, Any]) -> None:
        revoke_next_season(season=self.season, by=self.by, confirm=[SEASON_REVOKED])

    def get_context(self, form: forms.Form) -> dict[str, Any]:
        return {"league": self.league, "season": self.season, "found": revocation_of(self.season)}
