"""A club whose players open their own tables."""

from dataclasses import dataclass

from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tests.tournaments.replay import replayed
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import open_table
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import Entry, Seat, Table


@dataclass
class ClubNight:
    hall: Hall

    def player(self, name: str) -> Entry:
        return Entry.objects.select_related("player").get(tournament=self.hall.tournament, player__name=name)

    def open(self, *names: str, is_unranked: bool = False) -> Table:
        """Seat these players, East first."""
        players = [self.player(name) for name in names]
        return open_table(stage=self.hall.stage, players=players, is_unranked=is_unranked, by=self.hall.alice)

    def play(self, *names: str, figures: Figures = BALANCED, is_unranked: bool = False) -> Table:
        """Seat these players, who all confirm the result."""
        table = self.open(*names, is_unranked=is_unranked)
        play(table, self.hall.alice, figures)
        return table

    def seated(self) -> dict[tuple[int, int], list[str]]:
        """Return the players, East first, by round and table."""
        found: dict[tuple[int, int], list[str]] = {}
        seats = Seat.objects.filter(round__stage=self.hall.stage).order_by(
            "round__number", "table__number", "wind"
        )
        for number, table, name in seats.values_list("round__number", "table__number", "entry__player__name"):
            found.setdefault((number, table), []).append(name)
        return found


@replayed
def club_night(players: int = 8) -> ClubNight:
    hall = open_hall(players=players)
    set_free_play(stage=hall.stage, is_on=True, by=hall.alice)
    return ClubNight(hall)
