"""What stands at a table, for phones and tablets: its result, who agreed, and whether figures can be entered."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from tournaments.actions.hands.hand_log import takes_hands
from tournaments.actions.play.scoresheets.reporting import agreement
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import Round, Scoresheet, Seat, Table
from tournaments.views.public.clock_faces import beginning_of, face_at
from tournaments.views.seat.at_table import Screen

Status = Scoresheet.Status


class TableNow:
    """Read once. Expects `table.round.stage.tournament` to be loaded."""

    def __init__(self, table: Table, seats: Sequence[Seat]) -> None:
        self.table, self.seats = table, list(seats)
        self.round = table.round
        self.tournament = self.round.stage.tournament
        self.rulebook = self.tournament.rulebook_for(len(self.seats))
        self.sheets = list(table.scoresheets.for_display())
        self.last = self.sheets[0] if self.sheets else None
        self.sheet = self.last if self.last is not None and self.last.is_live else None
        self.is_open = self.round.status == Round.Status.STARTED
        self.can_report = self.is_open and (
            self.sheet is None or self.sheet.status in (Status.SUBMITTED, Status.DISPUTED)
        )
        confirmations = self.sheet.confirmations.all() if self.sheet is not None else ()
        self.agreed = {one.seat_id for one in confirmations if one.seat_id}
        self.takes_hands = self.sheet is None and takes_hands(self.tournament, len(self.seats))
        self.waits_for = self.is_open and self.sheet is not None and self.sheet.status == Status.SUBMITTED

    def form(self, **what: Any) -> SheetForm:
        return SheetForm(self.rulebook, self.seats, **what)

    def context(self, screen: Screen, again: str) -> dict[str, Any]:
        """What the templates of both screens read. `again`: the query that asks for the form of a changed result."""
        sheet = self.sheet
        return {
            "at": screen.addresses,
            "again": f"{reverse(screen.addresses['table'])}?{again}",
            "tournament": self.tournament,
            "round": self.round,
            "table": self.table,
            "seats": self.seats,
            "sheet": sheet,
            "can_report": self.can_report,
            "waits_for": self.waits_for,
            "takes_hands": self.takes_hands,
            "agreement": agreement(self.tournament, sheet, self.seats, self.agreed) if sheet else None,
            "units": self.tournament.rulebook.units_per_point,
            "clock": None if sheet else face_at(self.table),
            "begins": beginning_of(self.round),
        }
