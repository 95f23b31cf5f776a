"""Who won the seasons of a league."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Q

from players.models import Player
from tournaments.models import Move, Team, TeamMove, Tournament
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.standings.seasons.final_places import (
    FinalPlace,
    final_places,
    final_team_places,
)
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams

# Most entries of the seasons whose places are read, newest first. Earlier champions are on their seasons' pages.
MOST_ENTRIES = 1_000


class Champion(NamedTuple):
    """Who won a season; `tournament` is the address of the event in which a team did, None of a player."""

    key: int
    name: str
    tournament: str | None = None


_TOP = PreparedQuery(
    lambda seasons: (
        Tournament.objects.listed()
        .filter(Among("season", seasons), level=1)
        .annotate(
            is_of_teams=is_played_by_teams(),
            entries_count=Count("entries", filter=Q(entries__merged_into=None)),
        )
        .order_by("pk")
    ),
    of=list,
)


def _first_in(moves: type[Move] | type[TeamMove], who: str) -> PreparedQuery[Any, Any]:
    return PreparedQuery(
        lambda seasons: (
            moves.objects.filter(Among("season", seasons), level=1, rank=1)
            .order_by("position", "pk")
            .values_list("season", who)
        ),
        of=list,
    )


def _named(model: type[Player] | type[Team]) -> PreparedQuery[Any, Any]:
    return PreparedQuery(
        lambda ids: model.objects.filter(Among("pk", ids)).order_by().values_list("pk", "name"), of=list
    )


_MOVES, _TEAM_MOVES = _first_in(Move, "player"), _first_in(TeamMove, "team")
_PLAYERS, _TEAMS = _named(Player), _named(Team)


def champions_of(seasons: Sequence[int]) -> dict[int, list[Champion]]:
    """By season, those of the first rank of its top division, where that is one public tournament that is finished:
    as it was confirmed, else as it is published. `seasons` come newest first. Six queries at most.
    """
    by_season: defaultdict[int, list[Tournament]] = defaultdict(list)
    for one in _TOP.read(seasons):
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
    players = _first(of_players, final_places) | _confirmed(_MOVES, of_players)
    teams = _first(of_teams, final_team_places) | _confirmed(_TEAM_MOVES, of_teams)
    names = _names(_PLAYERS, players), _names(_TEAMS, teams)
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


def _confirmed(moves: PreparedQuery[Any, Any], seasons: Collection[int]) -> dict[int, list[int]]:
    """The same as it was confirmed with the next season. One query, if there are any."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for season, key in moves.read_raw(seasons) if seasons else ():
        found[season].append(key)
    return dict(found)


def _names(names: PreparedQuery[Any, Any], keys: Mapping[int, Sequence[int]]) -> dict[int, str]:
    wanted = {key for of_it in keys.values() for key in of_it}
    return dict(names.read_raw(wanted)) if wanted else {}
