"""Seats drawn at the table: read, draw."""

from typing import Any

from tournaments.actions.play.locked_tables import Permit
from tournaments.actions.play.seat_draws import draw_seats, set_seat_draw_rule
from tournaments.api.api_view import ApiView
from tournaments.api.fields import StageSettingInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.at_table import at_table
from tournaments.api.resources.play.rounds import find_table
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.play.seat_draws import (
    SeatDrawRuleShape,
    SeatDrawShape,
    seat_draw_rule_shape,
    seat_draw_shape,
)
from tournaments.models import SeatDraw, SeatDrawRule, Stage, Table
from tournaments.models.ceremony.events import SeatDrawRuleSet
from tournaments.permissions import can_report, can_run
from web.api.fields import Changes, Input, YesNo
from web.api.policies import Everybody


class SeatDrawRuleInput(StageSettingInput):
    event = SeatDrawRuleSet

    is_on = YesNo(help_text="True if players draw their seats at the table.")


class NewSeatDraw(Input):
    """`fell`: what was drawn at the table, as the `input` of POST /rulebooks/{slug}/ceremony/, with the players
    called A to D by their current seats, East first. Left out: Jantaku draws.
    """

    fell = Changes(required=False, help_text="What fell at the table; left out to let Jantaku draw.")


class StageSeatDraw(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getSeatDrawRule",
        "Whether players draw their seats at the table",
        permission=everybody,
        finds=find_stage,
        gives=SeatDrawRuleShape,
    )
    def get(self, stage: Stage) -> SeatDrawRuleShape:
        return seat_draw_rule_shape(stage, SeatDrawRule.objects.filter(stage=stage).first())

    @writes(
        "setSeatDrawRule",
        "Let players draw their seats at the table, or sit as drawn",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=SeatDrawRuleInput,
        gives=SeatDrawRuleShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> SeatDrawRuleShape:
        return seat_draw_rule_shape(stage, set_seat_draw_rule(stage=stage, by=self.actor, **data))


class TableSeatDraw(ApiView):
    permission_classes = [SeatsAndPeople]

    @reads(
        "getSeatDraw",
        "How a table's seats were drawn; 404 while they were not",
        permission=everybody,
        finds=find_table,
        gives=SeatDrawShape,
    )
    def get(self, table: Table) -> SeatDrawShape:
        draw = self.find(SeatDraw.objects.all(), table=table)
        draw.table = table
        return seat_draw_shape(draw)

    @at_table(
        "drawTableSeats",
        "Seat a table by what fell there, or let Jantaku draw (its players; the staff, also again)",
        permission=can_report,
        takes=NewSeatDraw,
        gives=SeatDrawShape,
        status=201,
    )
    def post(self, pk: int, data: dict[str, Any], permit: Permit) -> SeatDrawShape:
        fell = data.get("fell")
        return seat_draw_shape(draw_seats(table=Table(pk=pk), fell=fell, by=self.actor, permit=permit))
