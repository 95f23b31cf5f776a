"""What a table says: reported, confirmed, disputed."""

import pytest
from django.db import connection

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import BALANCED, Hall, confirm_all, open_hall, phones_of, play, seats_of
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
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import (
    Figures,
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.models import Confirmation, LedgerHead, Round, Score, Scoresheet, Standing, Table

Status = Scoresheet.Status


def totals_of(sheet: Scoresheet) -> list[tuple[int, int, bool]]:
    return list(sheet.scores.order_by("seat__wind").values_list("place", "total", "counts"))


def seq_of(hall: Hall) -> int:
    return LedgerHead.objects.get(tournament=hall.tournament).seq


class TestReport:
    def test_a_report_is_settled_by_the_rulebook_and_waits_for_confirmation(
        self, hall: Hall, table: Table
    ) -> None:
        east = phones_of(table, hall.alice)[0]

        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        assert (sheet.version, sheet.status, sheet.points) == (
            1,
            Status.SUBMITTED,
            [40_000, 30_000, 20_000, 10_000],
        )
        assert totals_of(sheet) == [
            (1, 60_000, False),
            (2, 10_000, False),
            (3, -20_000, False),
            (4, -50_000, False),
        ]

    def test_a_report_is_in_the_ledger_with_its_points_and_without_names(
        self, hall: Hall, table: Table
    ) -> None:
        east = phones_of(table, hall.alice)[0]

        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        assert hall.kinds()[-1] == "reported"
        assert hall.last_payload() == {
            "table": table.pk,
            "sheet": sheet.pk,
            "version": 1,
            "status": "submitted",
            "tag": sheet.tag,
            "entries": [seat.entry_id for seat in seats_of(table)],
            "points": [40_000, 30_000, 20_000, 10_000],
            "chombo": [0, 0, 0, 0],
            "leftover": 0,
            "imbalance": 0,
            "rulebook": hall.tournament.rulebook.hash(),
            "seats": [seat.pk for seat in seats_of(table)],
            "by_seat": east.seat_token.seat_id,
            "by_user": None,
            "imbalance_reason": "",
            "claimed_at": None,
        }

    def test_a_chombo_is_deducted_after_the_game(self, hall: Hall, table: Table) -> None:
        figures = Figures([40_000, 30_000, 20_000, 10_000], chombo=[0, 1, 0, 0])

        sheet = report_sheet(table=table, report=TableReport(figures), by=hall.rob)

        assert [total for _place, total, _counts in totals_of(sheet)] == [60_000, -10_000, -20_000, -50_000]

    @pytest.mark.parametrize(
        ("figures", "code"),
        [
            (Figures([39_900, 30_000, 20_000, 10_000]), "points_do_not_balance"),
            (Figures([40_050, 29_950, 20_000, 10_000]), "invalid_points"),
            (Figures([40_000, 30_000, 30_000]), "wrong_number_of_players"),
            (Figures([40_000, 30_000, 20_000, 9_000], imbalance=1_000), "imbalance_needs_a_reason"),
            (Figures([40_000, 30_000, 20_000, 10_000], chombo=[0, 0, 0, 100]), "invalid_chombo"),
            (Figures([10_000_000, -9_900_000, 0, 0]), "invalid_points"),
            (Figures([40_000, 30_000, 20_000, 11_000], leftover=-1_000), "invalid_points"),
        ],
    )
    def test_figures_the_rules_refuse_change_nothing(
        self, hall: Hall, table: Table, figures: Figures, code: str
    ) -> None:
        before = seq_of(hall)

        with pytest.raises(RulesRefuse) as refusal:
            report_sheet(table=table, report=TableReport(figures), by=hall.rob)

        assert refusal.value.code == code
        assert (Scoresheet.objects.count(), Score.objects.count(), seq_of(hall)) == (0, 0, before)

    @pytest.mark.parametrize(
        ("figures", "message"),
        [
            (
                Figures([40_025, 29_975, 20_000, 10_000]),
                "40,025 is not a multiple of 50. Please check the sticks.",
            ),
            (
                Figures([40_000, 30_000, 20_000, 9_950], leftover=50),
                "50 is not a multiple of 100. Please check the sticks.",
            ),
        ],
    )
    def test_what_the_rules_of_the_event_cannot_pay_is_refused_with_their_step(
        self, db: None, figures: Figures, message: str
    ) -> None:
        """A noten penalty doubled by wareme moves 2,250: scores may end in 50, sticks left on the table may not."""
        doubled = {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}
        hall = open_hall(house_rules=doubled)
        table = hall.started().tables.get(number=1)

        with pytest.raises(RulesRefuse) as refusal:
            report_sheet(table=table, report=TableReport(figures), by=hall.rob)

        assert (refusal.value.code, str(refusal.value)) == ("invalid_points", message)
        report_sheet(table=table, report=TableReport(Figures([42_250, 27_750, 20_000, 10_000])), by=hall.rob)
        assert [total for _place, total, _counts in totals_of(Scoresheet.objects.get())] == [
            *(62_250, 7_750, -20_000, -50_000),
        ]

    def test_a_wrong_sum_says_what_is_so_what_was_expected_and_what_to_do(
        self, hall: Hall, table: Table
    ) -> None:
        with pytest.raises(RulesRefuse) as refusal:
            report_sheet(
                table=table, report=TableReport(Figures([39_900, 30_000, 20_000, 10_000])), by=hall.rob
            )

        assert refusal.value.message == (
            "The four scores add up to 99,900, not 100,000. Is a riichi stick missing?"
        )

    def test_missing_points_are_taken_with_a_reason(self, hall: Hall, table: Table) -> None:
        figures = Figures(
            [40_000, 30_000, 20_000, 9_000],
            imbalance=1_000,
            imbalance_reason="A stick fell behind the heater",
        )

        sheet = report_sheet(table=table, report=TableReport(figures), by=hall.rob)

        assert (sheet.imbalance, sheet.start_total) == (1_000, 100_000)

    def test_a_second_report_is_refused_with_the_sheet_that_stands(self, hall: Hall, table: Table) -> None:
        east, south, *_ = phones_of(table, hall.alice)
        first = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        with pytest.raises(LiveSheetExists) as refusal:
            report_sheet(table=table, report=TableReport(Figures([10_000, 20_000, 30_000, 40_000])), by=south)

        assert refusal.value.sheet == first
        assert [sheet.points for sheet in table.scoresheets.all()] == [[40_000, 30_000, 20_000, 10_000]]

    def test_a_report_that_names_the_standing_version_replaces_it_and_voids_confirmations(
        self, hall: Hall, table: Table
    ) -> None:
        east, south, west, _north = phones_of(table, hall.alice)
        first = report_sheet(table=table, report=TableReport(BALANCED), by=east)
        confirm_sheet(sheet=first, if_match=first.tag, by=south)

        second = report_sheet(
            table=table,
            report=TableReport(Figures([30_000, 40_000, 20_000, 10_000]), if_match=first.tag),
            by=west,
        )

        first.refresh_from_db()
        assert (first.status, second.version, second.status) == (Status.SUPERSEDED, 2, Status.SUBMITTED)
        assert (second.confirmations.count(), first.scores.count()) == (0, 0)

    def test_a_report_that_names_an_older_version_is_stale(self, hall: Hall, table: Table) -> None:
        east, south, *_ = phones_of(table, hall.alice)
        first = report_sheet(table=table, report=TableReport(BALANCED), by=east)
        second = report_sheet(
            table=table,
            report=TableReport(Figures([30_000, 40_000, 20_000, 10_000]), if_match=first.tag),
            by=east,
        )

        with pytest.raises(StaleSheet) as refusal:
            report_sheet(table=table, report=TableReport(BALANCED, if_match=first.tag), by=south)

        assert refusal.value.sheet == second
        assert table.scoresheets.count() == 2

    def test_a_confirmed_result_cannot_be_reported_again(self, hall: Hall, table: Table) -> None:
        sheet = play(table, hall.alice)

        with pytest.raises(StateRefuses) as refusal:
            report_sheet(table=table, report=TableReport(BALANCED, if_match=sheet.tag), by=hall.rob)

        assert refusal.value.code == "sheet_confirmed"
        assert table.scoresheets.get().status == Status.CONFIRMED

    def test_a_phone_on_the_wrong_tables_page_is_refused(
        self, hall: Hall, round_: Round, table: Table
    ) -> None:
        others = [seat.entry_id for seat in seats_of(round_.tables.get(number=2))]

        with pytest.raises(RulesRefuse) as refusal:
            report_sheet(table=table, report=TableReport(BALANCED, seated=others), by=hall.rob)

        assert refusal.value.code == "other_players_seated"
        assert not table.scoresheets.exists()

    def test_a_round_that_has_not_started_takes_no_results(self, hall: Hall) -> None:
        table = hall.draw().tables.get(number=1)

        with pytest.raises(RoundClosed) as refusal:
            report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

        assert refusal.value.code == "round_not_started"
        assert not Scoresheet.objects.exists()

    def test_a_closed_round_takes_no_results(self, hall: Hall, round_: Round, table: Table) -> None:
        close_round(round_=round_, by=hall.alice, leave_open=True)

        with pytest.raises(RoundClosed) as refusal:
            report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

        assert refusal.value.code == "round_closed"
        assert not Scoresheet.objects.exists()


class TestSticksLeft:
    def test_half_a_stick_is_refused(self, hall: Hall, table: Table) -> None:
        figures = Figures([40_000, 30_000, 20_000, 9_500], leftover=500)

        with pytest.raises(RulesRefuse) as refusal:
            report_sheet(table=table, report=TableReport(figures), by=phones_of(table, hall.alice)[0])

        assert (refusal.value.code, list(refusal.value.fields)) == ("half_a_stick", ["leftover"])
        assert not Scoresheet.objects.exists()


class TestConfirm:
    def test_all_other_seats_confirm_and_the_result_counts(
        self, hall: Hall, table: Table, django_capture_on_commit_callbacks
    ) -> None:
        phones = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])

        with django_capture_on_commit_callbacks(execute=True):
            sheet = confirm_all(sheet, phones)

        assert sheet.status == Status.CONFIRMED
        assert hall.kinds()[-4:] == ["reported", "agreed", "agreed", "confirmed"]
        top = (
            Standing.objects.filter(stage=hall.stage)
            .order_by("position")
            .values_list("entry_id", "total")
            .first()
        )
        assert top == (seats_of(table)[0].entry_id, 60_000)

    def test_two_of_three_are_not_all(self, hall: Hall, table: Table) -> None:
        east, south, west, _north = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        confirm_sheet(sheet=sheet, if_match=sheet.tag, by=south)
        sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=west)

        assert sheet.status == Status.SUBMITTED
        assert {counts for _place, _total, counts in totals_of(sheet)} == {False}

    def test_agreeing_twice_is_agreeing_once(self, hall: Hall, table: Table) -> None:
        east, south, *_ = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        for _again in range(3):
            sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=south)

        assert (sheet.status, sheet.confirmations.count()) == (Status.SUBMITTED, 1)

    def test_whoever_reported_never_confirms(self, hall: Hall, table: Table) -> None:
        east = phones_of(table, hall.alice)[0]
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        with pytest.raises(NotAllowed) as refusal:
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=east)

        assert refusal.value.code == "own_report"
        assert not Confirmation.objects.exists()

    def test_not_even_with_their_account_after_reporting_with_their_phone(
        self, hall: Hall, table: Table
    ) -> None:
        bobs = next(t for t in table.round.tables.all() if t.seats.filter(entry__player__user=hall.bob))
        seat = next(n for n, s in enumerate(seats_of(bobs)) if s.entry.player.user_id == hall.bob.pk)
        phone = phones_of(bobs, hall.alice)[seat]
        sheet = report_sheet(table=bobs, report=TableReport(BALANCED), by=phone)

        with pytest.raises(NotAllowed) as refusal:
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=Actor(hall.bob))

        assert refusal.value.code == "own_report"
        assert not Confirmation.objects.exists()

    def test_a_confirmation_of_another_version_than_seen_is_refused(self, hall: Hall, table: Table) -> None:
        east, south, *_ = phones_of(table, hall.alice)
        seen = report_sheet(table=table, report=TableReport(BALANCED), by=east)
        report_sheet(
            table=table,
            report=TableReport(Figures([50_000, 20_000, 20_000, 10_000]), if_match=seen.tag),
            by=east,
        )

        with pytest.raises(StaleSheet):
            confirm_sheet(sheet=seen, if_match=seen.tag, by=south)

        assert not Confirmation.objects.exists()

    def test_k_of_n_needs_only_so_many(self, db: None) -> None:
        hall = open_hall(confirmation_rule="k_of_n", confirmations_needed=1)
        table = hall.started().tables.get(number=1)
        east, south, *_ = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=south)

        assert sheet.status == Status.CONFIRMED

    def test_where_the_referee_confirms_a_seat_does_not(self, db: None) -> None:
        hall = open_hall(confirmation_rule="referee")
        table = hall.started().tables.get(number=1)
        east, south, *_ = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        with pytest.raises(NotAllowed):
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=south)
        assert not Confirmation.objects.exists()
        sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.rob, as_referee=True)

        assert sheet.status == Status.CONFIRMED

    def test_what_the_staff_reported_all_four_seats_confirm(self, hall: Hall, table: Table) -> None:
        phones = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

        states = [confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phone).status for phone in phones]

        assert states == [Status.SUBMITTED] * 3 + [Status.CONFIRMED]

    def test_a_referee_does_not_confirm_their_own_report(self, hall: Hall, table: Table) -> None:
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

        with pytest.raises(NotAllowed):
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.rob, as_referee=True)

        assert not Confirmation.objects.exists()


class TestDispute:
    def test_a_dispute_stops_confirmation_until_somebody_reports_again(
        self, hall: Hall, table: Table
    ) -> None:
        east, south, west, _north = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        sheet = dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="South won the last hand", by=south)

        with pytest.raises(StateRefuses):
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=west)
        again = report_sheet(
            table=table,
            report=TableReport(Figures([38_000, 32_000, 20_000, 10_000]), if_match=sheet.tag),
            by=east,
        )
        assert (sheet.status, sheet.dispute_reason) == (Status.DISPUTED, "South won the last hand")
        assert (again.version, again.status) == (2, Status.SUBMITTED)

    def test_a_dispute_needs_a_reason(self, hall: Hall, table: Table) -> None:
        east, south, *_ = phones_of(table, hall.alice)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

        with pytest.raises(RulesRefuse) as refusal:
            dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="  ", by=south)

        sheet.refresh_from_db()
        assert (refusal.value.code, sheet.status) == ("reason_missing", Status.SUBMITTED)

    def test_a_confirmed_result_is_not_disputed_but_corrected(self, hall: Hall, table: Table) -> None:
        sheet = play(table, hall.alice)

        with pytest.raises(StateRefuses):
            dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="No", by=hall.rob)

        assert table.scoresheets.get().status == Status.CONFIRMED


# PostgreSQL appends an entry to the ledger by one statement; elsewhere the head and the entry are two.
APPENDED = 1 if connection.vendor == "postgresql" else 2


def test_a_report_takes_five_statements_or_six(hall: Hall, table: Table, django_assert_num_queries) -> None:
    east = phones_of(table, hall.alice)[0]

    # Lock, what stands there and where the ledger ends; sheet, scores; the ledger; a savepoint around it.
    with django_assert_num_queries(4 + APPENDED + 2):
        report_sheet(table=table, report=TableReport(BALANCED), by=east)


def test_a_confirmation_takes_four_statements_or_five_and_one_more_where_it_is_the_last(
    hall: Hall, table: Table, django_assert_num_queries
) -> None:
    east, south, west, north = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)

    # The table's lock, what stands at it; the confirmation; the ledger; and a savepoint around it.
    for phone in (south, west):
        with django_assert_num_queries(3 + APPENDED + 2):
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phone)
    # And then the sheet is confirmed; the database lets its scores count.
    with django_assert_num_queries(4 + APPENDED + 2):
        confirm_sheet(sheet=sheet, if_match=sheet.tag, by=north)


def test_a_report_in_place_of_a_version_that_does_not_stand_is_refused(hall: Hall, table: Table) -> None:
    phones = phones_of(table, hall.alice)
    gone = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    void_sheet(sheet=gone, reason="Another table's", if_match=gone.tag, by=hall.rob)

    for seen in (gone.tag, "r7-00000000"):
        refused(
            lambda seen=seen: report_sheet(
                table=table, report=TableReport(BALANCED, if_match=seen), by=phones[0]
            ),
            StaleSheet,
            "stale_version",
        )

    assert report_sheet(table=table, report=TableReport(BALANCED), by=phones[0]).version == 2


def test_a_result_waits_for_the_referee_once_its_round_is_closed(hall: Hall, table: Table) -> None:
    east, south, *_others = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    before = seq_of(hall)

    with pytest.raises(RoundClosed):
        confirm_sheet(sheet=sheet, if_match=sheet.tag, by=south)

    assert (Confirmation.objects.count(), seq_of(hall)) == (0, before)
    assert Scoresheet.objects.get().status == Status.SUBMITTED
