from typing import Annotated, TypedDict

from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import SeatDraw, SeatDrawRule, Stage
from tournaments.models.ceremony.events import SeatDrawRuleSet
from web.api.answers import By, Of, filled
from web.api.moments import Moment


class SeatDrawRuleShape(TypedDict):
    """Whether the players of a stage draw their seats at the table."""

    stage: int
    is_on: Annotated[bool, "True if players draw their seats at the table."]


def _entries_of(draw: SeatDraw) -> list[int]:
    return list(draw.table.seats.order_by("wind").values_list("entry", flat=True))


class SeatDrawShape(TypedDict):
    """How a table was seated. `fell`: the input of its procedure, with the players called A to D by their previous
    seats. `seed`: used if Jantaku drew; empty if drawn at the table. `entries`: who sits there now, East first.
    """

    table: Annotated[int, Of("pk")]
    procedure: str
    fell: dict[str, object]
    seed: Annotated[str, "Seed that was used; empty if it was done at the table."]
    entries: Annotated[list[int], By(_entries_of), "Ids of the entries as they sit now, East first."]
    drawn_at: Moment


# One query for the seated entries.
seat_draw_shape = filled(SeatDrawShape, SeatDraw)


def seat_draw_rule_shape(stage: Stage, rule: SeatDrawRule | None) -> SeatDrawRuleShape:
    found: SeatDrawRuleShape = setting_answer(SeatDrawRuleSet, stage, rule)
    return found
