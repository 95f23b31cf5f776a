"""How the divisions of several seasons ended: the first of each, as it was confirmed, else as it is published."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from players.models import Player
from tournaments.models import Move, Team, TeamMove, Tournament
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.standings.seasons.final_places import FinalPlace, final_places, final_team_places
from tournaments.standings.seasons.teams_at_the_end import IS_OF_TEAMS, is_played_by_teams

# Of each division; the rest is on the page of its season.
FIRST = 8


class Placed(NamedTuple):
    """A place of a division: a player, or a team. `total` is in units of its rulebook."""

    key: int
    name: str
    rank: int
    total: int


class FinalTable(NamedTuple):
    """The first `FIRST` ranks of a division that is one tournament, which is public and finished."""

    tournament: Tournament
    is_of_teams: bool
    places: Sequence[Placed]

    @property
    def units(self) -> int:
        return self.tournament.rulebook.units_per_point

    @property
    def champions(self) -> list[Placed]:
        """Those of the first rank."""
        return [one for one in self.places if one.rank == 1]


# By season and level: key, rank and total, best first.
_Rows = defaultdict[tuple[int, int], list[tuple[int, int, int]]]

_ENDED = PreparedQuery(
    lambda seasons: (
        Tournament.objects.not_discarded()
        .filter(Among("season", seasons))
        .annotate(**{IS_OF_TEAMS: is_played_by_teams()})
        .select_related("season__league", "usual_format")
        .order_by("level", "pk")
    ),
    of=list,
)


def _moved(moves: type[Move] | type[TeamMove], who: str) -> PreparedQuery[Any, Any]:
    return PreparedQuery(
        lambda seasons: (
            moves.objects.filter(Among("season", seasons), rank__lte=FIRST)
            .order_by("position", "pk")
            .values_list("season", "level", who, "rank", "total")
        ),
        of=list,
    )


_MOVES, _TEAM_MOVES = _moved(Move, "player"), _moved(TeamMove, "team")


def final_tables(seasons: Collection[int]) -> dict[int, list[FinalTable]]:
    """Return by season its divisions that have ended, from the top. Seven queries at most."""
    alone: defaultdict[tuple[int, int], list[Tournament]] = defaultdict(list)
    for one in _ENDED.read(list(seasons)):
        alone[one.season_id or 0, one.level or 0].append(one)
    ended = [of_it[0] for of_it in alone.values() if len(of_it) == 1 and _is_shown(of_it[0])]
    players = _rows([one for one in ended if not _is_of_teams(one)], _MOVES, final_places)
    teams = _rows([one for one in ended if _is_of_teams(one)], _TEAM_MOVES, final_team_places)
    names = _names(Player, players), _names(Team, teams)
    found: defaultdict[int, list[FinalTable]] = defaultdict(list)
    for one in ended:
        of_teams = _is_of_teams(one)
        rows = (teams if of_teams else players)[one.season_id or 0, one.level or 0]
        places = [
            Placed(key, names[of_teams].get(key, ""), rank, total)
            for key, rank, total in rows
            if rank <= FIRST
        ]
        if places:
            found[one.season_id or 0].append(FinalTable(one, of_teams, places[: 2 * FIRST]))
    return dict(found)


def _is_shown(one: Tournament) -> bool:
    is_public = one.visibility == Tournament.Visibility.PUBLIC
    return is_public and one.status == Tournament.Status.FINISHED


def _is_of_teams(one: Tournament) -> bool:
    return bool(getattr(one, IS_OF_TEAMS))


def _rows(
    ended: Sequence[Tournament],
    moves: PreparedQuery[Any, Any],
    places: Callable[[list[int]], Mapping[int, Sequence[FinalPlace]]],
) -> _Rows:
    """As it was confirmed; of the others as it is published. Two queries at most."""
    found: _Rows = defaultdict(list)
    if not ended:
        return found
    for season, level, key, rank, total in moves.read_raw(sorted({one.season_id or 0 for one in ended})):
        found[season, level].append((key, rank, total))
    confirmed = {season for season, _level in found}
    left = [one for one in ended if one.season_id not in confirmed]
    published: Mapping[int, Sequence[FinalPlace]] = places([one.pk for one in left]) if left else {}
    for one in left:
        found[one.season_id or 0, one.level or 0] = [
            (place.player, place.rank, place.total) for place in published.get(one.pk, ()) if place.games
        ]
    return found


def _names(model: type[Player] | type[Team], rows: _Rows) -> dict[int, str]:
    keys = {key for of_it in rows.values() for key, rank, _total in of_it if rank <= FIRST}
    return dict(model.objects.filter(pk__in=keys).values_list("pk", "name")) if keys else {}
