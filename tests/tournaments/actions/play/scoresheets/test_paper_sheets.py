"""A sheet of paper handed in at the desk: what it needs, and what it says about a result that is there already."""

import pytest

from tests.tournaments.hall import BALANCED, Hall, phones_of, play, seats_of
from tournaments.actions.errors import LiveSheetExists, RulesRefuse
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.paper_sheets import enter_paper_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, dispute_sheet, report_sheet
from tournaments.models import Scoresheet, Table

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

Status = Scoresheet.Status
OTHER = Figures([10_000, 20_000, 30_000, 40_000])


def test_a_first_entry_needs_no_reason_and_is_recorded_as_from_the_paper_sheet(hall: Hall, table: Table):
    sheet = correct_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

    assert (sheet.version, sheet.status, sheet.reason) == (1, Status.CONFIRMED, "from the paper sheet")
    assert hall.last_payload()["reason"] == "from the paper sheet"


def test_so_does_the_first_entry_after_a_result_was_made_void(hall: Hall, table: Table):
    first = play(table, hall.alice)
    void_sheet(sheet=first, if_match=first.tag, reason="Wrong table", by=hall.rob)

    sheet = correct_sheet(table=table, report=TableReport(OTHER), by=hall.rob)

    assert (sheet.version, sheet.status, sheet.reason) == (2, Status.CONFIRMED, "from the paper sheet")


def test_changing_what_stands_needs_a_reason(hall: Hall, table: Table):
    old = report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

    with pytest.raises(RulesRefuse) as refusal:
        correct_sheet(table=table, report=TableReport(OTHER, if_match=old.tag), by=hall.rob)

    assert refusal.value.code == "reason_missing"
    assert table.scoresheets.get() == old


def test_a_decision_about_other_players_than_those_seen_is_refused(hall: Hall, table: Table):
    seen = [seat.entry_id for seat in reversed(seats_of(table))]

    with pytest.raises(RulesRefuse) as refusal:
        correct_sheet(table=table, report=TableReport(BALANCED, seated=seen), by=hall.rob)

    assert refusal.value.code == "other_players_seated"
    assert not table.scoresheets.exists()


class TestEnter:
    def test_where_nothing_stands_the_referee_decides(self, hall: Hall, table: Table):
        sheet = enter_paper_sheet(table=table, report=TableReport(BALANCED), decides=True, by=hall.rob)

        assert (sheet.status, sheet.reason, hall.kinds()[-1]) == (
            Status.CONFIRMED,
            "from the paper sheet",
            "corrected",
        )

    def test_paper_that_says_what_a_phone_reported_confirms_it(self, hall: Hall, table: Table):
        reported = report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

        sheet = enter_paper_sheet(table=table, report=TableReport(BALANCED), decides=True, by=hall.rob)

        assert (sheet.pk, sheet.status, hall.kinds()[-1]) == (reported.pk, Status.CONFIRMED, "confirmed")

    def test_paper_that_says_what_stands_changes_nothing(self, hall: Hall, table: Table):
        stands = play(table, hall.alice)
        before = hall.kinds()

        sheet = enter_paper_sheet(table=table, report=TableReport(BALANCED), decides=True, by=hall.rob)

        assert (sheet.pk, sheet.status) == (stands.pk, Status.CONFIRMED)
        assert hall.kinds() == before

    @pytest.mark.parametrize("is_disputed", [False, True])
    def test_paper_that_differs_from_what_stands_shows_it_first(
        self, hall: Hall, table: Table, is_disputed: bool
    ):
        phones = phones_of(table, hall.alice)
        reported = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
        if is_disputed:
            dispute_sheet(sheet=reported, if_match=reported.tag, reason="No", by=phones[1])

        with pytest.raises(LiveSheetExists) as refusal:
            enter_paper_sheet(table=table, report=TableReport(OTHER), decides=True, by=hall.rob)

        assert refusal.value.sheet == reported
        assert table.scoresheets.get() == reported

    def test_a_disputed_result_is_not_confirmed_by_the_same_paper_but_decided(self, hall: Hall, table: Table):
        phones = phones_of(table, hall.alice)
        reported = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
        dispute_sheet(sheet=reported, if_match=reported.tag, reason="No", by=phones[1])
        with pytest.raises(LiveSheetExists):
            enter_paper_sheet(table=table, report=TableReport(BALANCED), decides=True, by=hall.rob)

        decided = enter_paper_sheet(
            table=table,
            report=TableReport(BALANCED, if_match=reported.tag),
            decides=True,
            reason="All four signed",
            by=hall.rob,
        )

        assert (decided.version, decided.status, decided.reason) == (2, Status.CONFIRMED, "All four signed")

    def test_the_referee_who_reported_it_decides_with_the_paper(self, hall: Hall, table: Table):
        reported = report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

        with pytest.raises(LiveSheetExists):
            enter_paper_sheet(table=table, report=TableReport(BALANCED), decides=True, by=hall.rob)

        reported.refresh_from_db()
        assert reported.status == Status.SUBMITTED
