"""Who won the seasons of a league."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Q

from players.models import Player
from tournaments.models import Move, Team, TeamMove, Tournament
from tournaments.standings.seasons.final_places import (
    FinalPlace,
    final_team_places,
    places_of_those_who_stayed,
)
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams

# Places are read of seasons with so many entries together, the newest first: earlier champions are on the pages of
# their seasons.
MOST_ENTRIES = 1_000


class Champion(NamedTuple):
    """Who won a season; `tournament` is the address of the event in which a team did, None of a player."""

    key: int
    name: str
    tournament: str | None = None


def champions_of(seasons: Sequence[int]) -> dict[int, list[Champion]]:
    """By season, those of the first rank of its top division, where that is one public tournament that is finished:
    as it was confirmed, else as it is published. `seasons` come newest first. Six queries at most.
    """
    top = Tournament.objects.listed().filter(season__in=seasons, level=1)
    tournaments = top.annotate(
        is_of_teams=is_played_by_teams(), entries_count=Count("entries", filter=Q(entries__merged_into=None))
    )
    by_season: defaultdict[int, list[Tournament]] = defaultdict(list)
    for one in tournaments.order_by("pk"):
        by_season[one.season_id or 0].append(one)
    ended = dict[int, Tournament]()
    entries = 0
    for season in seasons:
        alone = by_season[season]
        if len(alone) == 1 and alone[0].status == Tournament.Status.FINISHED:
            entries += getattr(alone[0], "entries_count", 0)
            if entries <= MOST_ENTRIES:
                ended[season] = alone[0]
    if not ended:
        return {}
    of_teams = {season: one for season, one in ended.items() if getattr(one, "is_of_teams", False)}
    of_players = {season: one for season, one in ended.items() if season not in of_teams}
    players = _first(of_players, places_of_those_who_stayed) | _confirmed(Move, "player", of_players)
    teams = _first(of_teams, final_team_places) | _confirmed(TeamMove, "team", of_teams)
    names = _names(Player, players), _names(Team, teams)
    return {
        season: [
            Champion(key, names[season in of_teams].get(key, ""), one.slug if season in of_teams else None)
            for key in (teams if season in of_teams else players).get(season, ())
        ]
        for season, one in ended.items()
    }


def _first(
    ended: Mapping[int, Tournament], places: Callable[[list[int]], Mapping[int, Sequence[FinalPlace]]]
) -> dict[int, list[int]]:
    """By season the ids of those who are first as it is published. One query, if there are any."""
    found = places([one.pk for one in ended.values()]) if ended else {}
    return {
        season: [place.player for place in found.get(one.pk, ()) if place.rank == 1 and place.games]
        for season, one in ended.items()
    }


def _confirmed(
    moves: type[Move] | type[TeamMove], who: str, seasons: Collection[int]
) -> dict[int, list[int]]:
    """The same as it was confirmed with the next season. One query, if there are any."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    rows = moves.objects.filter(season__in=list(seasons), level=1, rank=1).order_by("position", "pk")
    for season, key in rows.values_list("season", who) if seasons else ():
        found[season].append(key)
    return dict(found)


def _names(model: type[Player] | type[Team], keys: Mapping[int, Sequence[int]]) -> dict[int, str]:
    wanted = {key for of_it in keys.values() for key in of_it}
    return dict(model.objects.filter(pk__in=wanted).values_list("pk", "name")) if wanted else {}
