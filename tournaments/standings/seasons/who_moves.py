"""Who moves between the divisions of a season by its rules, from the places as they are published."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile

from scoring.standing.promotion import Division as Ranked
from scoring.standing.promotion import Kept, Moves, PointsKept, promote
from tournaments.models import Division, Move, Season
from tournaments.models.leagues.boundaries import boundary_of
from tournaments.standings.seasons.final_places import FinalPlace

Way = Move.Way
WAYS = {
    ("up", "rank"): Way.UP,
    ("down", "rank"): Way.DOWN,
    ("up", "points"): Way.POINTS_UP,
    ("down", "points"): Way.POINTS_DOWN,
}

History = Mapping[int, Sequence[tuple[int | None, int, int]]]
"""By player, the latest season first: level, points for going up, points for going down."""


@dataclass(frozen=True)
class Place:
    """Where a player was, or a team, whose id is `player` then, and where the rules lead. Levels from 1; `stood` is
    their place in their tournament.

    `points_up` and `points_down` are those of this season, `kept_up` and `kept_down` those of earlier seasons that
    still count with them.
    """

    player: int
    level: int
    position: int
    to_level: int
    way: str
    stood: FinalPlace
    points_up: int = 0
    points_down: int = 0
    kept_up: int = 0
    kept_down: int = 0
    plays_off: bool = False


@dataclass(frozen=True)
class Tie:
    """Players of a division who are level with each other while the rules treat them differently: only the lot
    decides between them. `position` is that of the first of them; `is_of_title`: they share the first rank of the
    top division, and nothing else depends on it.
    """

    level: int
    position: int
    players: tuple[int, ...]
    is_of_title: bool = False


@dataclass(frozen=True)
class WhoMoves:
    """Where everybody goes, by player; each division of the next season in its order; who plays off at each boundary;
    and where only the lot decides.

    Where teams move, `teams` has their places by team, `play_offs` and `ties` name teams, and players go where their
    team goes.
    """

    places: Mapping[int, Place]
    next_season: Sequence[Sequence[int]]
    play_offs: Sequence[Sequence[int]]
    ties: Sequence[Tie]
    teams: Mapping[int, Place] = field(default_factory=dict)


@dataclass(frozen=True)
class TeamsAtTheEnd:
    """The teams of a season's divisions: by level in the order of their places, and by player the team."""

    ended: Mapping[int, Sequence[FinalPlace]]
    of: Mapping[int, int | None]


def who_moves(
    divisions: Sequence[Division],
    ended: Mapping[int, Sequence[FinalPlace]],
    history: History,
    teams: TeamsAtTheEnd | None = None,
) -> WhoMoves:
    """Work out who moves: `ended` has each division's players by its level, the first first. With `teams` it is they
    who move, without points of earlier seasons: a team's are kept nowhere.

    ScoringError where a player is in two divisions or would move up and down.
    """
    if teams is not None:
        return _with_their_teams(divisions, ended, who_moves(divisions, teams.ended, {}), teams)
    rankings = [ended.get(one.level, ()) for one in divisions]
    rules = [boundary_of(one.boundary) for one in divisions[:-1]]
    levels = {
        place.player: division.level
        for division, ranking in zip(divisions, rankings, strict=True)
        for place in ranking
    }
    moves = promote(
        [
            Ranked(one.name, tuple(place.player for place in ranking))
            for one, ranking in zip(divisions, rankings, strict=True)
        ],
        rules,
        kept_up=_kept_where(levels, history, "up"),
        kept_down=_kept_where(levels, history, "down"),
    )
    play_offs = [[_id(key) for key in players] for players in moves.play_offs]
    plays_off = {player for players in play_offs for player in players}
    places = _places(divisions, rankings, moves, plays_off, history)
    return WhoMoves(
        places,
        [[_id(key) for key in level] for level in moves.next_season],
        play_offs,
        list(_ties(places)),
    )


def _with_their_teams(
    divisions: Sequence[Division],
    ended: Mapping[int, Sequence[FinalPlace]],
    moves: WhoMoves,
    teams: TeamsAtTheEnd,
) -> WhoMoves:
    """Players go where their team goes; those without a team stay."""
    places = {}
    for level in (one.level for one in divisions):
        for position, stood in enumerate(ended.get(level, ()), 1):
            team = moves.places.get(teams.of.get(stood.player) or 0)
            to_level, way = (team.to_level, team.way) if team is not None else (level, Way.STAYS)
            places[stood.player] = Place(stood.player, level, position, to_level, way, stood)
    rosters: dict[int | None, list[int]] = {}
    for player in places:
        team_id = teams.of.get(player)
        rosters.setdefault(team_id if team_id in moves.places else None, []).append(player)
    next_season = [
        [
            *(player for team_id in of_level for player in rosters.get(team_id, ())),
            *(player for player in rosters.get(None, ()) if places[player].level == division.level),
        ]
        for division, of_level in zip(divisions, moves.next_season, strict=True)
    ]
    return WhoMoves(places, next_season, moves.play_offs, moves.ties, moves.places)


def points_kept(season: Season) -> History:
    """Everybody's points of earlier seasons, as they were confirmed. One query."""
    found: dict[int, list[tuple[int | None, int, int]]] = {}
    earlier = Move.objects.of_earlier_seasons(season)
    for player, level, up, down in earlier.values_list("player", "level", "points_up", "points_down"):
        found.setdefault(player, []).append((level, up, down))
    return found


def keeps_points(divisions: Sequence[Division]) -> bool:
    """Whether points of earlier seasons count at any boundary."""
    rules = [boundary_of(one.boundary) for one in divisions[:-1]]
    return any(rule.points_up or rule.points_down for rule in rules)


def points_rules(divisions: Sequence[Division], level: int) -> tuple[PointsKept | None, PointsKept | None]:
    """The rules by which points move a player of a division up and down."""
    above = [boundary_of(one.boundary).points_up for one in divisions[:-1] if one.level == level - 1]
    below = [boundary_of(one.boundary).points_down for one in divisions[:-1] if one.level == level]
    return above[0] if above else None, below[0] if below else None


def still_counts(rule: PointsKept | None, which: str, player: int, level: int, history: History) -> int:
    """What earlier seasons have brought a player and counts together with what this one brings, up or down."""
    return sum(_earlier(which, player, level, history)[: rule.seasons - 1]) if rule is not None else 0


def _earlier(which: str, player: int, level: int, history: History) -> list[int]:
    """Points count as long as the player was in the division they are in now, season after season."""
    seasons = takewhile(lambda row: row[0] == level, history.get(player, ()))
    return [up if which == "up" else down for _level, up, down in seasons]


def _kept_where(levels: Mapping[int, int], history: History, which: str) -> Kept:
    def kept(player: object) -> list[int]:
        return _earlier(which, _id(player), levels[_id(player)], history)

    return kept


def _places(
    divisions: Sequence[Division],
    rankings: Sequence[Sequence[FinalPlace]],
    moves: Moves,
    plays_off: Collection[int],
    history: History,
) -> dict[int, Place]:
    ways = {move.key: (move.level + 1, WAYS[move.direction, move.by]) for move in moves.moved}
    places = {}
    for division, ranking in zip(divisions, rankings, strict=True):
        level = division.level
        up, down = points_rules(divisions, level)
        for position, stood in enumerate(ranking, 1):
            player = stood.player
            to_level, way = ways.get(player, (level, Way.STAYS))
            places[player] = Place(
                player,
                level,
                position,
                to_level,
                way,
                stood,
                moves.points_up.get(player, 0),
                moves.points_down.get(player, 0),
                still_counts(up, "up", player, level, history),
                still_counts(down, "down", player, level, history),
                player in plays_off,
            )
    return places


def _ties(places: Mapping[int, Place]) -> Iterator[Tie]:
    """Where players who share a rank go different ways by it, or get different points for it."""
    for (level, _rank), level_ones in groupby(places.values(), lambda one: (one.level, one.stood.rank)):
        group = list(level_ones)
        by_rank = {
            (one.way if one.way in (Way.UP, Way.DOWN) else "", one.points_up, one.points_down)
            for one in group
        }
        # Who moves by points that were kept plays off for nothing.
        off = {one.plays_off for one in group if one.way not in (Way.POINTS_UP, Way.POINTS_DOWN)}
        decides = len(by_rank) > 1 or len(off) > 1
        if decides or (level == 1 and group[0].position == 1 and len(group) > 1):
            yield Tie(level, group[0].position, tuple(one.player for one in group), not decides)


def _id(key: object) -> int:
    assert isinstance(key, int)
    return key
