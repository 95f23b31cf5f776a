"""Ledger events of seat draws at the table."""

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from tournaments.models.ceremony.seat_draws import SeatDrawRule
from tournaments.models.events import Event, Explains, OnStream, RoundId, SeatId, ShownAt, StageId, TableId
from tournaments.models.play.events import HandsSealed


class SeatDrawRuleSet(Event):
    kind = "seat_draw_rule_set"
    on_stream = None
    says = _("The seat draw of the stage “%(stage)s” was turned on or off")
    explains = Explains(SeatDrawRule, about=_("the seat draw of stage %(id)s"), switch="is_on")

    stage: StageId
    is_on: bool


class SeatsDrawn(Event):
    kind = "seats_drawn"
    on_stream = OnStream.ROUND
    says = _("%(table)s: the players have drawn their seats")
    shown_at = ShownAt.ITS_TABLE

    round: RoundId
    table: TableId
    seats_before: list[SeatId]
    seats: list[SeatId]
    procedure: str
    # Tiles and dice, as JSON; with the seed if the server drew them.
    fell: str
    seed: str | None
    by_seat: SeatId | None
    hands: HandsSealed | UnsetType = UNSET
