"""What the rules make of a season: where everybody goes, to be looked at and edited before it is confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.standing.promotion import Division as Ranked
from scoring.standing.promotion import Kept, Moves, promote
from tournaments.actions.errors import ActionError, RulesRefuse, StateRefuses
from tournaments.actions.seasons.final_rankings import FinalRanking, final_rankings, rankings_so_far
from tournaments.models import Move, Season
from tournaments.models.digests import sha256
from tournaments.models.leagues.boundaries import boundary_of
from tournaments.models.ledger import canonical

Way = Move.Way
WAYS = {
    ("up", "rank"): Way.UP,
    ("down", "rank"): Way.DOWN,
    ("up", "points"): Way.POINTS_UP,
    ("down", "points"): Way.POINTS_DOWN,
}


# By player, the latest season first: level, points for going up, points for going down.
_History = Mapping[int, Sequence[tuple[int | None, int, int]]]


@dataclass(frozen=True)
class Place:
    """Where a player was, and where the rules lead. Levels from 1; the points are those of this season."""

    player: int
    level: int
    position: int
    to_level: int
    way: str
    points_up: int = 0
    points_down: int = 0


@dataclass(frozen=True)
class Proposal:
    """The next season as the rules make it: each division's players in their order, and who has to play off.

    `tag` names the version of everything it was made of: the ledgers' ends, the rules, the points kept.
    """

    season: Season
    rankings: Sequence[FinalRanking]
    places: Mapping[int, Place]
    next_season: Sequence[Sequence[int]]
    play_offs: Sequence[Sequence[int]]
    tag: str


def propose_next_season(season: Season) -> Proposal:
    """Work out where everybody goes. Changes nothing; eight queries, however many play.

    Refused: what `final_rankings` refuses, a season that was followed by another already, somebody in two divisions,
    and a division too small for its rules.
    """
    if Move.objects.filter(season=season).exists():
        raise StateRefuses(_("The next season was opened from this one already."), code="season_confirmed")
    rankings = final_rankings(season)
    kept = _points_kept(season)
    moves = _moves_by_the_rules(rankings, kept)
    return Proposal(
        season,
        rankings,
        _places(rankings, moves),
        [[_id(key) for key in level] for level in moves.next_season],
        [[_id(key) for key in players] for players in moves.play_offs],
        _tag(rankings, kept),
    )


def places_so_far(season: Season) -> Mapping[int, Place]:
    """Where the rules would lead everybody if the season ended as it is published now: by player; nobody where
    divisions cannot be followed yet. Seven queries.
    """
    try:
        rankings = rankings_so_far(season)
        return _places(rankings, _moves_by_the_rules(rankings, _points_kept(season)))
    except ActionError:
        return {}


def _moves_by_the_rules(rankings: Sequence[FinalRanking], kept: _History) -> Moves:
    try:
        return promote(
            [Ranked(one.division.name, one.players) for one in rankings],
            [boundary_of(one.division.boundary) for one in rankings[:-1]],
            kept_up=_kept_where(rankings, kept, "up"),
            kept_down=_kept_where(rankings, kept, "down"),
        )
    except ScoringError as error:
        messages = {
            "in_two_divisions": _("Somebody plays in two divisions. Please withdraw them from one."),
            "moves_overlap": _("A division is too small for its rules: somebody would go up and down."),
        }
        raise RulesRefuse(messages.get(error.code, str(error)), code=error.code) from error


def _places(rankings: Sequence[FinalRanking], moves: Moves) -> dict[int, Place]:
    ways = {move.key: (move.level + 1, WAYS[move.direction, move.by]) for move in moves.moved}
    places = {}
    for one in rankings:
        for position, player in enumerate(one.players, 1):
            to_level, way = ways.get(player, (one.division.level, Way.STAYS))
            places[player] = Place(
                player,
                one.division.level,
                position,
                to_level,
                way,
                moves.points_up.get(player, 0),
                moves.points_down.get(player, 0),
            )
    return places


def _points_kept(season: Season) -> _History:
    found: dict[int, list[tuple[int | None, int, int]]] = {}
    earlier = Move.objects.of_earlier_seasons(season)
    for player, level, up, down in earlier.values_list("player", "level", "points_up", "points_down"):
        found.setdefault(player, []).append((level, up, down))
    return found


def _kept_where(rankings: Sequence[FinalRanking], history: _History, which: str) -> Kept:
    """Points count as long as the player was in the division they are in now, season after season."""
    levels = {player: one.division.level for one in rankings for player in one.players}

    def kept(player: object) -> list[int]:
        points = []
        for level, up, down in history.get(_id(player), ()):
            if level != levels[_id(player)]:
                break
            points.append(up if which == "up" else down)
        return points

    return kept


def _id(key: object) -> int:
    assert isinstance(key, int)
    return key


def _tag(rankings: Sequence[FinalRanking], history: _History) -> str:
    made_of = [
        [one.division.level, one.division.name, one.division.boundary, one.head.hash, list(one.players)]
        for one in rankings
    ]
    kept = [[player, [list(row) for row in rows]] for player, rows in sorted(history.items())]
    return "e" + sha256(canonical([made_of, kept]))[:16]
