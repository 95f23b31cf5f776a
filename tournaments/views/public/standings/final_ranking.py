"""The final ranking of a tournament over all its stages: whom a prize-giving calls up, and everybody's place."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Entry, Tournament
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.final_places import FinalPlace, final_places, final_team_places
from tournaments.views.policies import visible

# Who is called up.
PODIUM = 3


class _Placed(NamedTuple):
    """A player or a team at the end. `beside` a player's name is their team (`team` is its number) or club, `address`
    is the page about them, `stage` the last one in which they played.
    """

    place: FinalPlace
    name: str
    beside: str
    team: int | None
    address: str
    stage: str


class _Ranking(NamedTuple):
    """Everybody, the first first."""

    of_teams: bool
    placed: Sequence[_Placed]

    @property
    def podium(self) -> list[_Placed]:
        return [one for one in self.placed if one.place.rank <= PODIUM and one.place.games]


@visible
@require_safe
def final_ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Teams first, where there are any. Until the tournament is finished its standings are shown instead."""
    if tournament.status != Tournament.Status.FINISHED:
        return redirect("standings", tournament.slug)
    publish_for_readers([tournament.pk])
    stages = dict(tournament.stages.values_list("pk", "name"))
    rankings = [_of_teams(tournament, stages), _of_players(tournament, stages)]
    context = {
        "tournament": tournament,
        "rankings": [one for one in rankings if one.placed],
        "has_stages": len(stages) > 1,
        "units": tournament.rulebook.units_per_point,
    }
    return render(request, "public/standings/final_ranking.html", context)


def _of_players(tournament: Tournament, stages: Mapping[int, str]) -> _Ranking:
    places = final_places([tournament.pk]).get(tournament.pk, [])
    entries = Entry.objects.of_one_each().filter(tournament=tournament)
    about = entries.values_list("player", "player__name", "team__name", "player__club__name", "team")
    people = {player: (name, team or club or "", team_id) for player, name, team, club, team_id in about}
    placed = [
        _Placed(one, *people[one.player], reverse("player", args=[one.player]), stages[one.stage])
        for one in places
        # Two records of one person may become one between the two queries.
        if one.player in people
    ]
    return _Ranking(False, placed)


def _of_teams(tournament: Tournament, stages: Mapping[int, str]) -> _Ranking:
    names = dict(tournament.teams.values_list("pk", "name"))
    placed = [
        _Placed(
            one,
            names[one.player],
            "",
            None,
            reverse("team", args=[tournament.slug, one.player]),
            stages[one.stage],
        )
        for one in final_team_places([tournament.pk]).get(tournament.pk, [])
    ]
    return _Ranking(True, placed)
