"""How many games are reported and tables confirmed is noted with each sheet, and never counted to show it."""

import pytest
from django.core.management import call_command

from tests.tournaments.counts import reported
from tests.tournaments.hall import BALANCED, Hall, phones_of, play
from tournaments.actions.draws.draft_rounds import draw_round, redraw_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import (
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import GameCount, Round, RoundCount, Score
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")


def progress(round_: Round) -> tuple[int, int]:
    """How many tables of the round are confirmed, and how many there are."""
    found = Round.objects.with_progress().get(pk=round_.pk)
    return found.confirmed_count, found.tables_count


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_a_new_stage_has_no_games(hall: Hall) -> None:
    stage = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    assert reported(stage) == 0


def test_a_report_is_one_more_however_often_the_table_reports_again(hall: Hall, round_: Round) -> None:
    table = round_.tables.get(number=1)

    first = report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
    second = report_sheet(table=table, report=TableReport(BALANCED, if_match=first.tag), by=hall.rob)
    dispute_sheet(sheet=second, if_match=second.tag, reason="Wrong", by=hall.rob)
    report_sheet(table=table, report=TableReport(BALANCED, if_match=second.tag), by=hall.rob)

    assert reported(hall.stage) == 1
    assert problems(hall) == []


def test_a_void_result_is_one_less_and_its_next_report_one_more(hall: Hall, round_: Round) -> None:
    table = round_.tables.get(number=1)
    sheet = correct_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
    play(round_.tables.get(number=2), hall.alice)
    assert reported(hall.stage) == 2

    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Another table's", by=hall.rob)
    after_void = reported(hall.stage)
    report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

    assert (after_void, reported(hall.stage)) == (1, 2)
    assert problems(hall) == []


def test_a_number_changed_by_hand_is_found_and_counted_again(hall: Hall, round_: Round) -> None:
    play(round_.tables.get(number=1), hall.alice)
    GameCount.objects.update(reported=5)
    found = problems(hall)

    call_command("publish_standings", "--anew", verbosity=0)

    assert found == [f"The recorded number of reported games of {hall.stage} is wrong."]
    assert reported(hall.stage) == 1
    assert problems(hall) == []


def test_each_table_is_counted_in_a_part_of_its_own(hall: Hall, round_: Round) -> None:
    tables = list(round_.tables.order_by("pk"))

    for table in tables:
        report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

    noted = GameCount.objects.filter(stage=hall.stage).values_list("part", "reported")
    of_tables = {table.pk % 16 for table in tables}
    assert len(of_tables) == len(tables) == 2
    assert dict(noted) == {part: int(part in of_tables) for part in range(16)}


def test_a_round_knows_its_tables_before_anybody_reports(hall: Hall, round_: Round) -> None:
    assert progress(round_) == (0, 2)


def test_a_table_counts_as_confirmed_once_the_last_of_it_agrees(hall: Hall, round_: Round) -> None:
    table = round_.tables.get(number=1)
    east, *others = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

    seen = []
    for phone in others:
        confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phone)
        seen.append((progress(round_), Score.objects.filter(counts=True).count()))

    assert seen == [((0, 2), 0), ((0, 2), 0), ((1, 2), 4)]
    assert problems(hall) == []


def test_what_the_referee_corrects_stays_confirmed_and_what_is_taken_out_does_not(
    hall: Hall, round_: Round
) -> None:
    table = round_.tables.get(number=1)
    first = correct_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
    second = correct_sheet(
        table=table, report=TableReport(BALANCED, if_match=first.tag), by=hall.rob, reason="Read wrongly"
    )
    corrected = progress(round_)

    void_sheet(sheet=second, if_match=second.tag, reason="Another table's", by=hall.rob)

    assert (corrected, progress(round_)) == ((1, 2), (0, 2))
    assert problems(hall) == []


def test_the_tables_of_a_draft_that_is_drawn_again_are_counted_once(hall: Hall) -> None:
    draft = draw_round(stage=hall.stage, by=hall.alice)
    first = progress(draft)

    again = redraw_round(round_=draft, by=hall.alice)

    assert (first, progress(again)) == ((0, 2), (0, 2))


def test_a_number_of_tables_changed_by_hand_is_found_and_counted_again(hall: Hall, round_: Round) -> None:
    RoundCount.objects.filter(round=round_).update(tables=7, confirmed=5)
    found = problems(hall)

    call_command("publish_standings", "--anew", verbosity=0)

    assert found == [
        f"The recorded number of tables of {hall.stage}, {round_} differs from the actual number."
    ]
    assert progress(round_) == (0, 2)
    assert problems(hall) == []


def test_a_round_whose_numbers_are_lost_gets_them_again(hall: Hall, round_: Round) -> None:
    correct_sheet(table=round_.tables.get(number=1), report=TableReport(BALANCED), by=hall.rob)
    RoundCount.objects.all().delete()
    found = problems(hall)

    call_command("publish_standings", "--anew", verbosity=0)

    assert found == [
        f"The recorded number of tables of {hall.stage}, {round_} differs from the actual number."
    ]
    assert progress(round_) == (1, 2)
