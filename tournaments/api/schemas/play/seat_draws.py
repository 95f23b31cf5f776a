"""Seats that are drawn at the table."""

from typing import Annotated, TypedDict

from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import SeatDraw, SeatDrawRule, Stage
from tournaments.models.ceremony.events import SeatDrawRuleSet
from web.api.moments import Moment, moment


class SeatDrawRuleShape(TypedDict):
    """Whether the players of a stage draw their seats at the table."""

    stage: int
    is_on: Annotated[bool, "True if players draw their seats at the table."]


class SeatDrawShape(TypedDict):
    """How a table was seated. `fell`: what its procedure takes, with the players called A to D by how they sat
    before. `seed`: by which Jantaku drew; empty where it was done at the table. `entries`: who sits there now, East
    first.
    """

    table: int
    procedure: str
    fell: dict[str, object]
    seed: Annotated[str, "Seed that was used; empty if it was done at the table."]
    entries: Annotated[list[int], "Ids of the entries as they sit now, East first."]
    drawn_at: Moment


def seat_draw_rule_shape(stage: Stage, rule: SeatDrawRule | None) -> SeatDrawRuleShape:
    found: SeatDrawRuleShape = setting_answer(SeatDrawRuleSet, stage, rule)
    return found


def seat_draw_shape(draw: SeatDraw) -> SeatDrawShape:
    """One query for who sits there."""
    seats = draw.table.seats.order_by("wind").values_list("entry", flat=True)
    return {
        "table": draw.pk,
        "procedure": draw.procedure,
        "fell": draw.fell,
        "seed": draw.seed,
        "entries": list(seats),
        "drawn_at": moment(draw.drawn_at),
    }
