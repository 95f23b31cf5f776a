"""Two players against each other."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from players.models import Player
from scoring.standing.head_to_head import HeadToHead
from tournaments.models import Score


class MeetingShape(TypedDict):
    """One game of both. Totals are in the tournament's smallest unit, `units_per_point` to a point."""

    tournament: str
    units_per_point: int
    table: int
    place: Annotated[int, "Place of `player`."]
    others_place: Annotated[int, "Place of `other`."]
    points: Annotated[int, "Points of `player` at the table."]
    others_points: Annotated[int, "Points of `other` at the table."]
    total: Annotated[int, "Result of `player`, in units."]
    others_total: Annotated[int, "Result of `other`, in units."]


class HeadToHeadShape(TypedDict):
    """In how many games `player` was placed `higher` than `other`, `level` and `lower`; sums of points."""

    player: int
    other: Annotated[int, "Id of the other player."]
    games: Annotated[int, "Games of both at one table."]
    higher: Annotated[int, "Games in which `player` was placed higher."]
    level: Annotated[int, "Games in which both were level."]
    lower: Annotated[int, "Games in which `player` was placed lower."]
    points: Annotated[int, "Sum of the points of `player` at the table."]
    others_points: Annotated[int, "Sum of the points of `other` at the table."]
    latest: Annotated[list[MeetingShape], "The last 20 games, newest first."]


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
