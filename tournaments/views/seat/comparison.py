"""What was typed beside what is already reported, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import Scoresheet, Seat


@dataclass(frozen=True)
class Line:
    """One figure as it was reported and as it was typed. `seat` is whose; without one, `label` says what it is."""

    reported: int
    typed: int
    seat: Seat | None = None
    label: str = ""

    @property
    def differs(self) -> bool:
        return self.reported != self.typed


def compared(sheet: Scoresheet, figures: Figures, seats: Sequence[Seat]) -> list[Line]:
    """Every seat's points, East first; then sticks and chombo where they are not the same."""
    points = [
        Line(reported, typed, seat)
        for seat, reported, typed in zip(seats, sheet.points, figures.points, strict=False)
    ]
    chombo = [
        Line(reported, typed, seat, pgettext("mahjong term", "Chombo"))
        for seat, reported, typed in zip(seats, sheet.chombo, figures.chombo, strict=False)
    ]
    sticks = Line(sheet.leftover, figures.leftover, label=_("Riichi sticks left on the table"))
    return [*points, *(line for line in (sticks, *chombo) if line.differs)]
