"""What the referee decides: a result corrected, a result taken out."""

import pytest

from tests.tournaments.hall import BALANCED, Hall, phones_of, play, seats_of
from tournaments.actions.errors import LiveSheetExists, RulesRefuse, StaleSheet
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, confirm_sheet, report_sheet
from tournaments.models import Confirmation, LedgerHead, Round, Score, Scoresheet, Standing, Table

Status = Scoresheet.Status


def totals_of(sheet: Scoresheet) -> list[tuple[int, int, bool]]:
    return list(sheet.scores.order_by("seat__wind").values_list("place", "total", "counts"))


def seq_of(hall: Hall) -> int:
    return LedgerHead.objects.get(tournament=hall.tournament).seq


class TestCorrect:
    def test_a_correction_keeps_the_old_version_and_moves_the_standings(
        self, hall: Hall, table: Table, django_capture_on_commit_callbacks
    ) -> None:
        old = play(table, hall.alice)

        with django_capture_on_commit_callbacks(execute=True):
            new = correct_sheet(
                table=table,
                report=TableReport(Figures([10_000, 30_000, 20_000, 40_000]), if_match=old.tag),
                reason="East and North were exchanged",
                by=hall.rob,
            )

        old.refresh_from_db()
        assert (old.status, old.points) == (Status.SUPERSEDED, [40_000, 30_000, 20_000, 10_000])
        assert (new.version, new.status, new.reason) == (2, Status.CONFIRMED, "East and North were exchanged")
        seats = seats_of(table)
        totals = dict(Standing.objects.filter(stage=hall.stage, games=1).values_list("entry_id", "total"))
        assert totals == {
            seats[0].entry_id: -50_000,
            seats[1].entry_id: 10_000,
            seats[2].entry_id: -20_000,
            seats[3].entry_id: 60_000,
        }

    def test_it_works_after_the_round_is_closed(self, hall: Hall, round_: Round, table: Table) -> None:
        old = play(table, hall.alice)
        close_round(round_=round_, by=hall.alice, leave_open=True)

        new = correct_sheet(
            table=table, report=TableReport(BALANCED, if_match=old.tag), reason="Checked again", by=hall.rob
        )

        assert (new.version, new.status) == (2, Status.CONFIRMED)

    @pytest.mark.slow
    def test_a_signed_paper_sheet_is_entered_as_decided(self, hall: Hall, table: Table) -> None:
        sheet = correct_sheet(
            table=table, report=TableReport(BALANCED), reason="Paper sheet, signed by all four", by=hall.rob
        )

        assert (sheet.version, sheet.status) == (1, Status.CONFIRMED)
        assert hall.kinds()[-1] == "corrected"

    def test_it_needs_a_reason_and_the_version_it_replaces(self, hall: Hall, table: Table) -> None:
        old = play(table, hall.alice)

        with pytest.raises(RulesRefuse):
            correct_sheet(table=table, report=TableReport(BALANCED, if_match=old.tag), reason="", by=hall.rob)
        with pytest.raises(LiveSheetExists):
            correct_sheet(table=table, report=TableReport(BALANCED), reason="Typing slip", by=hall.rob)

        assert table.scoresheets.get() == old


class TestVoid:
    def test_a_void_result_no_longer_counts_and_the_table_may_report_again(
        self, hall: Hall, table: Table, django_capture_on_commit_callbacks
    ) -> None:
        sheet = play(table, hall.alice)

        with django_capture_on_commit_callbacks(execute=True):
            sheet = void_sheet(sheet=sheet, if_match=sheet.tag, reason="Wrong seats", by=hall.rob)

        assert (sheet.status, Score.objects.count()) == (Status.VOID, 0)
        assert set(Standing.objects.filter(stage=hall.stage).values_list("games", "total")) == {(0, 0)}
        assert report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob).version == 2

    def test_a_void_result_cannot_be_confirmed(self, hall: Hall, table: Table) -> None:
        phones = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
        void_sheet(sheet=sheet, if_match=sheet.tag, reason="Test report", by=hall.rob)

        with pytest.raises(StaleSheet):
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phones[1])

        assert not Confirmation.objects.exists()
