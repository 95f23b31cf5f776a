"""What holds alike at tables of three and of five in a tournament of four at a table."""

from collections import Counter
from dataclasses import dataclass
from typing import cast

import pytest

from tests.thorough import examples
from tests.tournaments.hall import Hall, confirm_all, open_hall, phones_of, seats_of
from tests.tournaments.odd_hall import FIVES, THREES, OddSize, tables_of
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import draw_round, redraw_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.draws.from_standings import RESULTS_MISSING
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import Round, Scoresheet, Tournament

pytestmark = pytest.mark.database("sqlite")


@dataclass(frozen=True)
class Odd:
    """A size of tables, how many players need one, and what comes of its game (place, uma, oka, total)."""

    size: OddSize
    players: int
    scores: tuple[tuple[int, int, int, int], ...]
    unbalanced: tuple[int, ...]


SIZES = [
    Odd(
        THREES,
        7,
        ((1, 20_000, 15_000, 45_000), (2, 0, 0, -5_000), (3, -20_000, 0, -40_000)),
        (40_000, 30_000, 20_000),
    ),
    Odd(
        FIVES,
        9,
        (
            (1, 15_000, 25_000, 56_000),
            (2, 5_000, 0, 10_000),
            (3, 0, 0, -6_000),
            (4, -5_000, 0, -21_000),
            (5, -15_000, 0, -39_000),
        ),
        (40_000, 30_000, 20_000, 9_000, 0),
    ),
]


@pytest.fixture(params=SIZES, ids=lambda odd: odd.size.remainder)
def odd(request: pytest.FixtureRequest) -> Odd:
    return cast("Odd", request.param)


@pytest.fixture
def hall(db: None, odd: Odd) -> Hall:
    """As many players as need one table of this size, and its rulebook named."""
    return odd.size.named(open_hall(players=odd.players))


def spread(counts: Counter[int], entries: list[int]) -> int:
    return max(counts[entry] for entry in entries) - min(counts[entry] for entry in entries)


def test_without_a_rulebook_none_is_drawn(db: None, odd: Odd) -> None:
    hall = open_hall(players=odd.players)

    with pytest.raises(RulesRefuse) as refusal:
        draw_round(stage=hall.stage, by=hall.alice, remainder=odd.size.remainder)

    assert refusal.value.code == "no_rulebook_for_size"
    assert not Round.objects.exists()


@pytest.mark.slow
@pytest.mark.once("who sits where is computed; that each method draws and stores is proven on both")
@pytest.mark.parametrize("method", ["random", "swiss", "by_standing", "snake", "interval", "met_least"])
def test_round_by_round_everybody_sits_there_and_waits_equally_often(
    hall: Hall, odd: Odd, method: str
) -> None:
    plan, rounds = Plan(method=method, remainder=odd.size.remainder), examples(3, of=5)

    stored = [
        draw(stage=hall.stage, plan=plan, by=hall.alice, seed=str(n), confirm=[RESULTS_MISSING])
        for n in range(rounds)
    ]

    small = [
        table
        for one in stored
        for tables in tables_of(one)
        for table in tables
        if len(table) == odd.size.players
    ]
    assert len(small) == rounds
    assert spread(Counter(p for table in small for p in table), hall.entries()) <= 1
    assert spread(Counter(p for table in small for p in table[4:]), hall.entries()) <= 1
    assert [check_draw(one).is_same for one in stored] == [True] * rounds


def test_a_draft_is_drawn_again_with_the_same_sizes(hall: Hall, odd: Odd) -> None:
    round_ = draw_round(stage=hall.stage, by=hall.alice, remainder=odd.size.remainder, seed="one")

    again = redraw_round(round_=round_, by=hall.alice, seed="two")

    assert isinstance(again, Round)
    assert sorted(table.seats.count() for table in again.tables.all()) == sorted([4, odd.size.players])


@pytest.mark.parametrize("there", [0, 3])
def test_players_of_tables_of_different_sizes_change_places(hall: Hall, odd: Odd, there: int) -> None:
    round_ = draw_round(stage=hall.stage, by=hall.alice, remainder=odd.size.remainder)
    table = odd.size.table(round_)
    of_four = round_.tables.exclude(pk=table.pk).get()
    one, other = seats_of(table)[-1].entry, seats_of(of_four)[there].entry

    swap_players(round_=round_, one=one, other=other, by=hall.alice)

    assert (seats_of(table)[-1].entry, seats_of(of_four)[there].entry) == (other, one)
    assert round_.draw is not None
    assert check_draw(round_.draw).reasons == ["by_hand"]


def test_a_table_is_settled_by_the_rulebook_for_its_size(hall: Hall, odd: Odd) -> None:
    table = odd.size.table(odd.size.started(hall))
    phones = phones_of(table, hall.alice)

    sheet = confirm_all(report_sheet(table=table, report=TableReport(odd.size.figures), by=phones[0]), phones)

    assert (sheet.status, sheet.points) == ("confirmed", list(odd.size.figures.points))
    found = sheet.scores.order_by("seat__wind").values_list("place", "uma", "oka", "total")
    assert tuple(found) == odd.scores
    assert hall.last_payload()["rulebook"] == Tournament.objects.get().rulebook_for(odd.size.players).hash()


def test_figures_that_do_not_add_up_are_refused(hall: Hall, odd: Odd) -> None:
    table = odd.size.table(odd.size.started(hall))

    with pytest.raises(RulesRefuse) as refusal:
        correct_sheet(table=table, report=TableReport(Figures(odd.unbalanced)), reason="paper", by=hall.rob)

    assert refusal.value.code == "points_do_not_balance"
    assert odd.size.remainder in refusal.value.message
    assert not Scoresheet.objects.exists()


def test_figures_of_a_table_of_four_are_refused(hall: Hall, odd: Odd) -> None:
    table = odd.size.table(odd.size.started(hall))
    of_four = Figures([40_000, 30_000, 20_000, 10_000])

    with pytest.raises(RulesRefuse) as refusal:
        correct_sheet(table=table, report=TableReport(of_four), reason="paper", by=hall.rob)

    assert refusal.value.code == "wrong_number_of_players"
    assert not Scoresheet.objects.exists()
