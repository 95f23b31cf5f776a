"""The captain's page: for which rounds their team has to name players, and how many games each of them has."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.actions.teams.looks import set_team_look
from tournaments.credentials.visitors import actor_of
from tournaments.forms.teams.looks import TeamLookForm
from tournaments.models import Entry, GameQuota, Stage, Team
from tournaments.models.play.games_of_players import Games, games_with_line_ups
from tournaments.views.action_views import ActionView, PolicyMixin
from tournaments.views.policies import on_a_phone
from tournaments.views.repeatable_forms import Gone, Outcome
from tournaments.views.seat.undecided import rounds_of_team
from web.policies import Page

# The rounds on which the page opens; the rest is folded.
NEXT = 6


@dataclass(frozen=True)
class PlayersGames:
    """A player of a team, and how many games of a stage they have: `decided` are to come, shown or handed in. `left`
    are those that the quota allows yet, None without a limit; `needed` are those that it asks for yet.
    """

    entry: Entry
    played: int
    decided: int
    left: int | None
    needed: int


@on_a_phone
@require_safe
def line_ups(request: HttpRequest, pk: int) -> HttpResponse:
    """Rounds to send players to first, with date and opponents, then what is settled; for the captain alone."""
    team = _led_by(actor_of(request), pk)
    if team is None:
        return redirect("my_table" if actor_of(request).is_phone else "me")
    rounds = rounds_of_team(team.pk)
    to_come = [one for one in rounds if one.is_open]
    stage = (to_come or rounds)[-1 if not to_come else 0].round.stage if rounds else None
    context = {
        "tournament": team.tournament,
        "team": team,
        "next": to_come[:NEXT],
        "later": to_come[NEXT:],
        "settled": [one for one in rounds if not one.is_open][::-1],
        "stage": stage,
        "look_form": TeamLookForm(team),
        "players": games_of_team(team, stage) if stage is not None else [],
    }
    with timezone.override(team.tournament.time_zone):
        return render(request, "seat/line_ups.html", context)


class CaptainsTeamLook(PolicyMixin, ActionView):
    """The team's colour and mark, chosen by its captain."""

    success_message = gettext_lazy("The team’s colour and mark are saved.")

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return on_a_phone(page)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        team = _led_by(self.by, kwargs["pk"])
        if team is None:
            raise Gone(lambda request: redirect("my_table" if self.by.is_phone else "me"))
        self.team, self.form = team, TeamLookForm(team, request.POST)
        if not self.form.is_valid():
            for errors in self.form.errors.values():
                messages.error(request, " ".join(map(str, errors)))
            return redirect("line_ups", team.pk)
        return super().post(request, **kwargs)

    def perform(self) -> None:
        set_team_look(team=self.team, by=self.by, **self.form.chosen())

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("line_ups", self.team.pk)


def games_of_team(team: Team, stage: Stage, *, but: int | None = None) -> list[PlayersGames]:
    """How many games of a stage each of a team's players has, by number, for its captain; without the round `but`."""
    people = Entry.objects.filter(team=team, status=Entry.Status.ACTIVE).select_related("player")
    entries = list(people.order_by("number"))
    quota = GameQuota.objects.filter(stage=stage).first() or GameQuota()
    games = games_with_line_ups(stage, entries, but=but)
    return [_of(entry, games[entry.pk], quota) for entry in entries]


def _of(entry: Entry, games: Games, quota: GameQuota) -> PlayersGames:
    left = max(quota.most - sum(games), 0) if quota.most else None
    return PlayersGames(entry, games.played, games.to_come, left, quota.missing(sum(games)))


def _led_by(actor: Actor, pk: int) -> Team | None:
    """The team with this id, if the actor is its captain."""
    teams = Team.objects.select_related("tournament__usual_format", "look").filter(pk=pk)
    if actor.card is not None:
        return teams.filter(captain__entry=actor.card.entry_id).first()
    if actor.user is not None:
        return teams.filter(captain__entry__player__user=actor.user).first()
    return None
