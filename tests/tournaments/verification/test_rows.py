"""Rows are read by their range where few of others lie in it, and by their tournament where many do."""

import pytest

from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tests.tournaments.verification.attacker import run, take_guards_down
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Score, Scoresheet, Seat, Table
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger
from tournaments.verification.rows import cut, is_dense, near

pytestmark = pytest.mark.database("sqlite", thorough="both")

# With one game of the other tournament between them the first one's two lie densely, with five no longer.
FEW, MANY = 1, 5


def play_game(hall: Hall, number: int) -> None:
    points = zip("ABCD", (40_000, 30_000, 20_000, 10_000), strict=True)
    rows = [f"{number},{number},1,{player},{made}" for player, made in points]
    import_results(stage=hall.stage, text="\n".join(["game,round,table,player,points", *rows]), by=hall.alice)


def two_halls(between: int) -> list[Hall]:
    """Two tournaments: a game of the first, so many of the second, and another one of the first."""
    one, two = open_hall("one", players=0), open_hall("two", players=0)
    play_game(one, 1)
    for number in range(1, between + 1):
        play_game(two, number)
    play_game(one, 2)
    for hall in (one, two):
        publish_tournament(hall.tournament.pk)
    take_guards_down()
    return [one, two]


def tables_of(hall: Hall) -> list[int]:
    return list(Table.objects.filter(round__stage=hall.stage).order_by("pk").values_list("pk", flat=True))


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_those_near_lie_between_the_first_and_the_last(db):
    one, two = two_halls(FEW)
    (first, last), (other,) = tables_of(one), tables_of(two)

    found = near(Table.objects.order_by("pk"), "pk", {last, first})

    assert [table.pk for table in found] == [first, other, last]
    assert list(near(Table.objects.all(), "pk", ())) == []


@pytest.mark.parametrize(("between", "dense"), [(FEW, True), (MANY, False)])
def test_rows_are_dense_while_not_more_of_others_lie_between_them(db, between, dense):
    one, _two = two_halls(between)

    assert is_dense(Table.objects.all(), tables_of(one)) is dense


@pytest.mark.slow
@pytest.mark.parametrize("between", [FEW, MANY])
def test_of_tournaments_that_lie_among_each_other_each_has_its_own_edits(db, between):
    one, two = two_halls(between)
    assert [problems(one), problems(two)] == [[], []]
    sheet = Scoresheet.objects.filter(table__in=tables_of(one)).latest("pk")

    run("UPDATE tournaments_scoresheet SET east = 50000, south = 20000 WHERE id = %s", sheet.pk)
    run("UPDATE tournaments_seat SET wind = 5 WHERE table_id = %s AND wind = 2", sheet.table_id)

    found = "\n".join(problems(one))
    assert "has different figures from those recorded here" in found
    assert "The players at table 1" in found
    assert problems(two) == []


@pytest.mark.parametrize("between", [FEW, MANY])
def test_a_score_moved_to_a_sheet_of_another_tournament_is_found(db, between):
    one, two = two_halls(between)
    other = Scoresheet.objects.filter(table__in=tables_of(two)).latest("pk")
    stray = Score.objects.filter(stage=one.stage).latest("pk")
    run("DELETE FROM tournaments_score WHERE sheet_id = %s", other.pk)

    run("UPDATE tournaments_score SET sheet_id = %s WHERE id = %s", other.pk, stray.pk)

    found = problems(one)
    assert f"Scores of sheet {other.pk} count although it is not confirmed." in found
    assert f"The scores of sheet {stray.sheet_id} differ from what the rulebook gives." in found


def test_a_score_moved_to_a_sheet_that_lies_beyond_those_of_its_tournament_is_found(db):
    one, two = two_halls(FEW)
    play_game(two, FEW + 1)
    publish_tournament(two.tournament.pk)
    beyond = Scoresheet.objects.filter(table__in=tables_of(two)).latest("pk")
    stray = Score.objects.filter(stage=one.stage).latest("pk")
    assert is_dense(Table.objects.all(), tables_of(one))
    assert beyond.pk > stray.sheet_id
    run("DELETE FROM tournaments_score WHERE sheet_id = %s", beyond.pk)

    run("UPDATE tournaments_score SET sheet_id = %s WHERE id = %s", beyond.pk, stray.pk)

    assert problems(one) == [
        f"The scores of sheet {stray.sheet_id} differ from what the rulebook gives.",
        f"Scores of sheet {beyond.pk} count although it is not confirmed.",
    ]


def test_scores_of_a_sheet_that_waits_for_confirmation_are_not_added_up(hall):
    one, two = hall.started().tables.order_by("number")
    play(one, hall.alice, BALANCED)
    report_sheet(table=two, report=TableReport(BALANCED), by=hall.alice)
    publish_tournament(hall.tournament.pk)
    assert Score.objects.filter(counts=False).count() == 4

    assert problems(hall) == []


def test_scores_are_the_same_whichever_seat_was_stored_first(hall):
    table = hall.started().tables.get(number=1)
    take_guards_down()
    first, second = Seat.objects.filter(table=table, wind__in=[1, 2]).order_by("wind")
    for seat, wind in ((first, 5), (second, 1), (first, 2)):
        run("UPDATE tournaments_seat SET wind = %s WHERE id = %s", wind, seat.pk)
    play(table, hall.alice, BALANCED)
    publish_tournament(hall.tournament.pk)

    found = problems(hall)

    assert [problem for problem in found if "cores of sheet" in problem] == []
    assert any("differ from those drawn" in problem for problem in found)


@pytest.mark.parametrize(
    ("chunks", "ends", "pieces"),
    [
        ([], [], [[]]),
        ([], [3], [[], []]),
        ([[1, 1, 2], [2, 5]], [1, 2, 4], [[1, 1], [2, 2], [], [5]]),
        ([[1], [1], [2]], [2], [[1, 1, 2], []]),
        ([[4], [5]], [1, 2, 3], [[], [], [], [4, 5]]),
        ([[3], [1, 9]], [2, 4], [[], [3, 1], [9]]),
    ],
)
def test_rows_are_cut_behind_each_end_and_none_is_lost(chunks, ends, pieces):
    rows = [[(number,) for number in chunk] for chunk in chunks]

    assert [[number for (number,) in piece] for piece in cut(rows, ends)] == pieces
