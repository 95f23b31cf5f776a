from operator import attrgetter
from typing import Annotated, TypedDict

from scoring.standing.head_to_head import HeadToHead
from tournaments.models import Score
from web.api.answers import By, Given, Of, filled


class MeetingShape(TypedDict):
    """A game of both players. Totals are in the tournament's smallest unit, `units_per_point` to a point."""

    tournament: Annotated[str, Of("stage.tournament.slug")]
    units_per_point: Annotated[int, Of("stage.tournament.rulebook.units_per_point")]
    table: Annotated[int, Of("seat.table_id")]
    place: Annotated[int, "Place of `player`."]
    others_place: Annotated[int, By(attrgetter("others_place")), "Place of `other`."]
    points: Annotated[int, "Points of `player` at the table."]
    others_points: Annotated[int, By(attrgetter("others_points")), "Points of `other` at the table."]
    total: Annotated[int, "Result of `player`, in units."]
    others_total: Annotated[int, By(attrgetter("others_total")), "Result of `other`, in units."]


class HeadToHeadShape(TypedDict):
    """In how many games `player` was placed `higher` than `other`, `level` with or `lower`; sums of points."""

    player: Annotated[int, Given()]
    other: Annotated[int, Given(), "Id of the other player."]
    games: Annotated[int, "Games of both at one table."]
    higher: Annotated[int, "Games in which `player` was placed higher."]
    level: Annotated[int, "Games in which both were level."]
    lower: Annotated[int, "Games in which `player` was placed lower."]
    points: Annotated[int, "Sum of the points of `player` at the table."]
    others_points: Annotated[int, "Sum of the points of `other` at the table."]
    latest: Annotated[list[MeetingShape], Given(), "The last 20 games, newest first."]


# Expects games as `standings.people.head_to_head.latest` gives them.
meeting_shape = filled(MeetingShape, Score)


head_to_head_shape = filled(HeadToHeadShape, HeadToHead)
