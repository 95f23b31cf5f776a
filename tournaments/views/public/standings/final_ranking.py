"""The final ranking over all stages of a tournament: who is called up at a prize-giving, and everybody's place."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.models import Entry, Tournament
from tournaments.models.about.about import thanks_of
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.final_places import FinalPlace, final_places, final_team_places
from tournaments.views.policies import visible

# Who is called up.
PODIUM = 3


class Placed(NamedTuple):
    """A player or a team at the end. `beside` a player's name is their team (`team` is its number) or club, `address`
    is the page about them, `stage` the last one in which they played.
    """

    place: FinalPlace
    name: str
    beside: str
    team: int | None
    address: str
    stage: str


class Ranking(NamedTuple):
    """Everybody, the first first."""

    of_teams: bool
    placed: Sequence[Placed]

    @property
    def podium(self) -> list[Placed]:
        return [one for one in self.placed if one.place.rank <= PODIUM and one.place.games]

    @property
    def without_common_final(self) -> list[str]:
        """The stages that each have a first place, where these are several."""
        stages = dict.fromkeys(one.stage for one in self.placed if one.place.rank == 1 and one.place.games)
        return list(stages) if len(stages) > 1 else []


@visible
@require_safe
def final_ranking(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Teams first, where there are any. Until the tournament is finished its standings are shown instead."""
    if tournament.status != Tournament.Status.FINISHED:
        return redirect("standings", tournament.slug)
    publish_for_readers([tournament.pk])
    stages = dict(tournament.stages.values_list("pk", "name"))
    context = {
        "tournament": tournament,
        "thanks": thanks_of(tournament, get_language() or ""),
        "rankings": rankings_of(tournament, stages),
        "has_stages": len(stages) > 1,
        "units": tournament.rulebook.units_per_point,
    }
    return render(request, "public/standings/final_ranking.html", context)


def rankings_of(
    tournament: Tournament, stages: Mapping[int, str], *, most: int | None = None
) -> list[Ranking]:
    """Return the ranking of teams, if there is one, and of players, of ranks up to `most`. Four queries.

    Expects published standings and the names of all stages.
    """
    rankings = [_of_teams(tournament, stages, most), _of_players(tournament, stages, most)]
    return [one for one in rankings if one.placed]


def _of_players(tournament: Tournament, stages: Mapping[int, str], most: int | None) -> Ranking:
    places = _up_to(most, final_places([tournament.pk]).get(tournament.pk, []))
    entries = Entry.objects.of_one_each().filter(tournament=tournament)
    if most is not None:
        entries = entries.filter(player__in=[one.player for one in places])
    about = entries.values_list("player", "player__name", "team__name", "player__club__name", "team")
    people = {player: (name, team or club or "", team_id) for player, name, team, club, team_id in about}
    placed = [
        Placed(one, *people[one.player], reverse("player", args=[one.player]), stages[one.stage])
        for one in places
        # Two records of one person may become one between the two queries.
        if one.player in people
    ]
    return Ranking(False, placed)


def _of_teams(tournament: Tournament, stages: Mapping[int, str], most: int | None) -> Ranking:
    names = dict(tournament.teams.values_list("pk", "name"))
    placed = [
        Placed(
            one,
            names[one.player],
            "",
            None,
            reverse("team", args=[tournament.slug, one.player]),
            stages[one.stage],
        )
        for one in _up_to(most, final_team_places([tournament.pk]).get(tournament.pk, []))
    ]
    return Ranking(True, placed)


def _up_to(most: int | None, places: Sequence[FinalPlace]) -> Sequence[FinalPlace]:
    return places if most is None else [one for one in places if one.rank <= most]
