"""The siege's own check finds what it is there to find."""

import pytest

from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of
from tools.siege.facts import lost_and_doubled
from tools.siege.facts import open_hall as siege_hall
from tools.siege.phones import Score
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.models import Round, Seat, Table


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


@pytest.fixture
def played(hall: Hall) -> tuple[Table, Score]:
    """A table reported by one phone and confirmed by another, and what their phones got for an answer."""
    table = hall.started().tables.get(number=1)
    first, second, *_others = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=first)
    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=second)
    score = Score(reported={table.pk: sheet.pk}, confirmed={(sheet.pk, second.seat_token.seat_id)})
    return table, score


@pytest.mark.slow
def test_what_was_acknowledged_and_is_there_once_is_neither_lost_nor_doubled(played):
    assert lost_and_doubled(played[1]) == (0, 0)


def test_an_acknowledged_result_that_is_not_there_is_lost(played):
    table, score = played
    score.reported[table.pk] += 1

    assert lost_and_doubled(score)[0] >= 1


def test_an_acknowledged_agreement_that_is_not_there_is_lost(played):
    table, score = played
    (sheet,) = score.reported.values()
    score.confirmed |= {
        (sheet, pk) for pk in Seat.objects.filter(table=table).values_list("pk", flat=True)[2:]
    }

    assert lost_and_doubled(score) == (2, 0)


def test_a_second_version_that_nobody_asked_for_is_doubled(played, hall):
    table, score = played
    (phone, *_others) = phones_of(table, hall.alice)
    sheet = table.scoresheets.get()
    report_sheet(table=table, report=TableReport(BALANCED, if_match=sheet.tag), by=phone)
    score.reported[table.pk] = table.scoresheets.latest("version").pk

    assert lost_and_doubled(score)[1] == 1


@pytest.mark.slow
def test_answers_that_nobody_should_get_are_counted():
    score = Score()
    for status, after in ((201, None), (503, "2"), (503, None), (500, None), (0, None), (409, None)):
        score.count(status, 0.1, after)

    assert (score.errors, score.refused) == (2, 1)
    assert score.summary() == "201×1 409×1 500×1 503×2 cut off×1"


@pytest.mark.slow
@pytest.mark.once("the actions that build it are proven on both databases")
def test_a_hall_opens_more_rounds_than_one_at_a_time_could_play(db):
    tables = siege_hall("siege", 21)

    seats = [seat for table in tables for seat in table]
    assert [len(table) for table in tables] == [4] * 21
    assert len({seat.secret for seat in seats}) == 84
    in_play = Round.objects.filter(status=Round.Status.STARTED, tables__in=[seat.table for seat in seats])
    assert in_play.distinct().count() == 2
