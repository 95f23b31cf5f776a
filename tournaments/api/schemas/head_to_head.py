"""Two players against each other."""

from collections.abc import Iterable
from typing import TypedDict

from players.models import Player
from scoring.standing.head_to_head import HeadToHead
from tournaments.models import Score


class MeetingShape(TypedDict):
    """One game of both. Totals are in the tournament's smallest unit, `units_per_point` to a point."""

    tournament: str
    units_per_point: int
    table: int
    place: int
    others_place: int
    points: int
    others_points: int
    total: int
    others_total: int


class HeadToHeadShape(TypedDict):
    """In how many games `player` was placed `higher` than `other`, `level` and `lower`; sums of points."""

    player: int
    other: int
    games: int
    higher: int
    level: int
    lower: int
    points: int
    others_points: int
    latest: list[MeetingShape]


def head_to_head_shape(
    player: Player, other: Player, found: HeadToHead, games: Iterable[Score]
) -> HeadToHeadShape:
    """Expects `games` as `standings.people.head_to_head.latest` gives them."""
    return {
        "player": player.pk,
        "other": other.pk,
        "games": found.games,
        "higher": found.higher,
        "level": found.level,
        "lower": found.lower,
        "points": found.points,
        "others_points": found.others_points,
        "latest": [_meeting_shape(score) for score in games],
    }


def _meeting_shape(score: Score) -> MeetingShape:
    row = vars(score)
    return {
        "tournament": score.stage.tournament.slug,
        "units_per_point": score.stage.tournament.rulebook.units_per_point,
        "table": score.seat.table_id,
        "place": score.place,
        "others_place": row["others_place"],
        "points": score.points,
        "others_points": row["others_points"],
        "total": score.total,
        "others_total": row["others_total"],
    }
