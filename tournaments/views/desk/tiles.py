"""How far a table in play is, as the desk's tiles and the referee's grid say it."""

from dataclasses import dataclass

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.models import TableClock
from tournaments.models.hall.tables_in_play import TableNow
from tournaments.views.public.clock_faces import ClockFace, face

# The colour, which is never its only mark, and the words.
STATES = {
    "calls": ("bad", pgettext_lazy("status", "Calls you")),
    "disputed": ("bad", pgettext_lazy("status", "Disputed")),
    "late": ("bad", pgettext_lazy("status", "Not reported")),
    "held": ("wait", pgettext_lazy("status", "Clock paused")),
    "submitted": ("wait", pgettext_lazy("status", "To confirm")),
    "confirmed": ("good", pgettext_lazy("status", "Confirmed")),
    "playing": ("plain", pgettext_lazy("status", "Playing")),
    "waiting": ("plain", pgettext_lazy("status", "Not started")),
}


@dataclass(frozen=True)
class Tile:
    """A table of the hall; `clock` is its own, where it has one."""

    table: TableNow
    tone: str
    words: str
    clock: ClockFace | None

    @property
    def until(self) -> str:
        """Until when it plays, where that differs from its round; else empty."""
        if (
            self.table.sheet is not None
            or self.clock is None
            or self.clock.ends_at is None
            or self.clock.is_over
        ):
            return ""
        time = time_format(localtime(self.clock.ends_at), "H:i")
        return pgettext("time", "until %(time)s") % {"time": time}


def tile_of(table: TableNow) -> Tile:
    tone, words = STATES[table.state]
    own = table.clock if isinstance(table.clock, TableClock) else None
    return Tile(table, tone, str(words), face(own, table.round.clock, table.now) if own else None)
