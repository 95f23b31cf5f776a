"""What the referee decides: a result corrected, a result taken out, a confirmation undone."""

import pytest

from tests.tournaments.hall import BALANCED, Hall, phones_of, play, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.errors import (
    LiveSheetExists,
    NotAllowed,
    RoundClosed,
    RulesRefuse,
    StaleSheet,
    StateRefuses,
)
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, undo_confirmation, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, confirm_sheet, report_sheet
from tournaments.models import (
    Confirmation,
    LedgerHead,
    Round,
    Score,
    Scoresheet,
    SeatToken,
    Standing,
    Table,
)
from tournaments.verification.ledger import verify_ledger

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


class TestUndoAConfirmation:
    def confirmed_by_rob(self, hall: Hall, table: Table) -> Scoresheet:
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
        return confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.rob, as_referee=True)

    def test_it_waits_again_as_a_new_version_of_the_same_reporter_and_the_standings_move_back(
        self, hall: Hall, table: Table, django_capture_on_commit_callbacks
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            old = self.confirmed_by_rob(hall, table)
        before = set(Standing.objects.filter(stage=hall.stage).values_list("games", flat=True))

        with django_capture_on_commit_callbacks(execute=True):
            new = undo_confirmation(sheet=old, if_match=old.tag, by=hall.rob)

        old.refresh_from_db()
        new = Scoresheet.objects.get(pk=new.pk)
        assert (old.status, new.status, new.version) == (Status.SUPERSEDED, Status.SUBMITTED, 2)
        assert (new.points, new.reported_by_seat, new.reported_by_user) == (
            old.points,
            old.reported_by_seat,
            None,
        )
        assert list(old.confirmations.values_list("user", flat=True)) == [hall.rob.user.pk]
        assert not new.confirmations.exists()
        assert (old.scores.count(), [counts for *_rest, counts in totals_of(new)]) == (0, [False] * 4)
        assert hall.kinds()[-3:] == ["reported", "confirmed", "confirmation_undone"]
        assert before == {0, 1}
        assert set(Standing.objects.filter(stage=hall.stage).values_list("games", "total")) == {(0, 0)}

    def test_the_players_or_the_desk_confirm_it_again(self, hall: Hall, table: Table) -> None:
        old = self.confirmed_by_rob(hall, table)
        phones = [Actor(seat_token=token) for token in SeatToken.objects.order_by("seat__wind")]
        new = undo_confirmation(sheet=old, if_match=old.tag, by=hall.rob)

        with pytest.raises(NotAllowed):
            confirm_sheet(sheet=new, if_match=new.tag, by=phones[0])
        for phone in phones[1:]:
            new = confirm_sheet(sheet=new, if_match=new.tag, by=phone)

        assert new.status == Status.CONFIRMED

    def test_a_decided_result_waits_with_the_reason_for_missing_points_and_without_that_of_the_decision(
        self, hall: Hall, table: Table
    ) -> None:
        lost = Figures([40_000, 30_000, 20_000, 9_000], imbalance=1_000, imbalance_reason="A stick is gone")
        old = correct_sheet(table=table, report=TableReport(lost), reason="Signed paper", by=hall.rob)

        new = undo_confirmation(sheet=old, if_match=old.tag, by=hall.rob)

        assert (new.points, new.imbalance, new.imbalance_reason) == (lost.points, 1_000, "A stick is gone")
        assert (old.reason, new.reason, new.reported_by_user_id) == ("Signed paper", "", hall.rob.user.pk)
        assert verify_ledger(hall.tournament.pk).problems == []

    def test_what_the_players_confirmed_stays(self, hall: Hall, table: Table) -> None:
        sheet = play(table, hall.alice)
        before = hall.kinds()

        with pytest.raises(StateRefuses) as refusal:
            undo_confirmation(sheet=sheet, if_match=sheet.tag, by=hall.rob)

        assert refusal.value.code == "confirmed_by_players"
        assert (table.scoresheets.get().status, hall.kinds()) == (Status.CONFIRMED, before)

    def test_so_does_a_result_of_a_closed_round(self, hall: Hall, round_: Round, table: Table) -> None:
        sheet = self.confirmed_by_rob(hall, table)
        close_round(round_=round_, by=hall.alice, leave_open=True)

        with pytest.raises(RoundClosed) as refusal:
            undo_confirmation(sheet=sheet, if_match=sheet.tag, by=hall.rob)

        assert refusal.value.message == "This round is closed. Please reopen it first, or correct the result."
        assert table.scoresheets.get().status == Status.CONFIRMED

    def test_a_later_decision_stays_too_and_what_waits_is_not_undone_again(
        self, hall: Hall, table: Table
    ) -> None:
        old = self.confirmed_by_rob(hall, table)
        later = correct_sheet(
            table=table,
            report=TableReport(Figures([25_000] * 4), if_match=old.tag),
            reason="Counted again",
            by=hall.rob,
        )

        with pytest.raises(StaleSheet):
            undo_confirmation(sheet=old, if_match=old.tag, by=hall.rob)
        waiting = undo_confirmation(sheet=later, if_match=later.tag, by=hall.rob)
        with pytest.raises(StateRefuses) as refusal:
            undo_confirmation(sheet=waiting, if_match=waiting.tag, by=hall.rob)

        assert refusal.value.code == "sheet_submitted"
        assert list(table.scoresheets.order_by("version").values_list("status", flat=True)) == [
            "superseded",
            "superseded",
            "submitted",
        ]
