"""A load is held when everything was answered rightly and in time, and is there once."""

import pytest

from benchmarks.serving.client import WrongAnswer
from benchmarks.serving.load import GIVEN_UP, Tally, send, verdict
from benchmarks.serving_work import POINTS, Hall, open_hall
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, confirm_sheet, report_sheet
from tournaments.models import Scoresheet, Table

pytestmark = pytest.mark.slow


def tallies(*milliseconds, failed=()):
    return {"reports": Tally([each / 1000 for each in milliseconds], list(failed)), "reads": Tally([0.01])}


def test_it_is_held_with_every_answer_in_time():
    assert verdict(tallies(10, 20, 30), 0.2, (0, 0)) == {
        "held": True,
        "reports p50 ms": 20,
        "reports p95 ms": 30,
        "reports p99 ms": 30,
        "reads p50 ms": 10,
        "reads p95 ms": 10,
        "reads p99 ms": 10,
        "behind at the end s": 0.2,
        "failed": 0,
        "lost": 0,
        "doubled": 0,
    }


@pytest.mark.parametrize(
    ("found", "late", "lost_and_doubled"),
    [
        (tallies(10, failed=["503"]), 0.2, (0, 0)),
        (tallies(501), 0.2, (0, 0)),
        (tallies(10), 1.01, (0, 0)),
        (tallies(10), 0.2, (1, 0)),
        (tallies(10), 0.2, (0, 1)),
    ],
    ids=["a wrong answer", "slow answers", "answers later and later", "a lost one", "a doubled one"],
)
def test_it_is_not_held_with(found, late, lost_and_doubled):
    assert verdict(found, late, lost_and_doubled)["held"] is False


def test_every_call_is_sent_at_its_moment_and_counted_also_one_that_fails():
    def fail(server):
        raise WrongAnswer("500")

    counted, calls = {"reports": Tally(), "reads": Tally()}, []
    due = [(0.0, "reads", calls.append), (0.1, "reports", fail), (0.2, "reads", calls.append)]

    late = send(due, 9, counted)

    assert (len(calls), len(counted["reads"].seconds), len(counted["reports"].seconds)) == (2, 2, 1)
    assert counted["reports"].failed == ["WrongAnswer: 500"]
    assert min(counted["reads"].seconds) >= 0
    assert late >= 0


def test_a_call_that_is_late_beyond_hope_is_not_sent_and_counts_as_failed():
    counted, calls = {"reports": Tally(), "reads": Tally()}, []
    due = [(-GIVEN_UP - 2, "reads", calls.append), (0.0, "reports", calls.append)]

    send(due, 9, counted)

    assert len(calls) == 1
    assert counted["reads"] == Tally([], ["not sent"])
    assert (
        verdict({"reports": counted["reports"], "reads": Tally([0.1], ["not sent"])}, 0, (0, 0))["held"]
        is False
    )


@pytest.fixture
def played(db: None) -> Hall:
    """Two tables reported, one of them confirmed, as their answers said."""
    hall = open_hall(2, players=8, played=1)
    for pk in hall.tables[:2]:
        sheet = report_sheet(table=Table.objects.get(pk=pk), report=TableReport(Figures(POINTS)), by=hall.by)
        hall.reported[pk] = sheet.pk
    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.by_referee, as_referee=True)
    hall.confirmed.append(sheet.pk)
    return hall


def test_what_was_accepted_and_is_there_once_is_neither_lost_nor_doubled(played):
    assert played.lost_and_doubled() == (0, 0)


def test_an_accepted_report_that_is_not_there_is_lost(played):
    played.reported[played.tables[0]] += 1_000

    assert played.lost_and_doubled() == (1, 0)
    with pytest.raises(WrongAnswer, match="1 lost"):
        played.check()


def test_an_accepted_confirmation_that_does_not_count_is_lost(played):
    played.confirmed.append(played.reported[played.tables[0]])

    assert played.lost_and_doubled() == (1, 0)


def test_a_second_result_of_a_table_is_doubled(played):
    sheet = Scoresheet.objects.get(pk=played.reported[played.tables[0]])
    Scoresheet.objects.filter(pk=sheet.pk).update(status=Scoresheet.Status.VOID)
    report_sheet(table=sheet.table, report=TableReport(Figures(POINTS)), by=played.by)

    assert played.lost_and_doubled() == (0, 1)
