"""Halls with tables of three and five, which have their own rulebook."""

from dataclasses import dataclass

from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan, Remainder
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, start_round
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.models import Draw, Round, Table


@dataclass(frozen=True)
class OddSize:
    """M-League rules for another table size, how such tables are planned, and a game with its totals."""

    players: int
    remainder: Remainder
    rules: dict[str, object]
    figures: Figures
    totals: tuple[int, ...]

    def named(self, hall: Hall) -> Hall:
        """Set these rules for tables of this size in the hall's tournament."""
        hall.tournament = name_odd_rulebook(
            tournament=hall.tournament,
            players=self.players,
            rulebook_id="mleague",
            house_rules=self.rules,
            by=hall.alice,
        )
        return hall

    def started(self, hall: Hall, **plan: object) -> Round:
        """Start a round with as many tables of this size as needed."""
        wanted = Plan(remainder=self.remainder, **plan)  # type: ignore[arg-type]
        round_ = draw(stage=hall.stage, plan=wanted, by=hall.alice).rounds.get()
        publish_round(round_=round_, by=hall.alice)
        return start_round(round_=round_, by=hall.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])

    def table(self, round_: Round) -> Table:
        """Return the first table of this size."""
        tables = round_.tables.order_by("number")
        return next(table for table in tables if table.seats.count() == self.players)


# 35,000 at the start, 40,000 to return: 15,000 of oka.
THREES = OddSize(
    3,
    "three",
    {
        "table.players": 3,
        "table.starting_points": 35_000,
        "result.return_points": 40_000,
        "result.oka": 15_000,
        "result.uma": {"*": [20, 0, -20]},
    },
    Figures([50_000, 35_000, 20_000]),
    (45_000, -5_000, -40_000),
)
# 20,000 at the start, 25,000 to return: 25,000 of oka.
FIVES = OddSize(
    5,
    "five",
    {
        "table.players": 5,
        "table.starting_points": 20_000,
        "result.return_points": 25_000,
        "result.oka": 25_000,
        "result.uma": {"*": [15, 5, 0, -5, -15]},
    },
    Figures([41_000, 30_000, 19_000, 9_000, 1_000]),
    (56_000, 10_000, -6_000, -21_000, -39_000),
)


def tables_of(stored: Draw) -> list[list[list[int]]]:
    """Return a draw's entry ids by round, table and seat."""
    return [
        [[seat.entry_id for seat in seats_of(table)] for table in round_.tables.order_by("number")]
        for round_ in stored.rounds.order_by("number")
    ]
