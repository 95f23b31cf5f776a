"""A slip at the desk is asked about before it is made, and taken back while nothing was built on it."""

from collections.abc import Callable

import pytest

from tests.tournaments.hall import BALANCED, Hall, phones_of, play, seats_of
from tests.tournaments.verification.attacker import take_guards_down
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import (
    discard_round,
    draw_round,
    publish_round,
    redraw_round,
    unpublish_round,
)
from tournaments.actions.draws.draws import commit_seed, draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import NotAllowed, RoundClosed, StateRefuses
from tournaments.actions.hands.hands import enter_hand, take_hands_back
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.play.rounds import cancel_start, close_round, reopen_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import (
    Confirmation,
    Entry,
    HandRecord,
    Round,
    Scoresheet,
    SeatToken,
    Tournament,
)
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")

Status = Round.Status


def schedule(hall: Hall, rounds: int) -> list[Round]:
    """A whole schedule, published."""
    plan = Plan(method="schedule", rounds=rounds)
    drawn = draw(stage=hall.stage, plan=plan, by=hall.alice)
    return [publish_round(round_=round_, by=hall.alice) for round_ in drawn.rounds.order_by("number")]


def asked(action: Callable[[], object]) -> dict[str, object]:
    """What is asked before an action is done, by code."""
    with pytest.raises(StateRefuses) as refusal:
        action()
    assert refusal.value.code == "please_confirm"
    return refusal.value.fields


class TestStartingOutOfOrder:
    def test_an_earlier_round_that_is_not_closed_is_named(self, hall: Hall) -> None:
        _first, second = schedule(hall, 2)

        questions = asked(lambda: start_round(round_=second, by=hall.alice))

        assert questions == {
            "earlier_round_open": ["Round 1 comes before this round and is not closed."],
            "confirm": ["earlier_round_open"],
        }
        assert list(Round.objects.values_list("status", flat=True)) == [Status.PUBLISHED, Status.PUBLISHED]
        assert hall.kinds()[-1] == "published"

    def test_everybody_who_still_plays_is_counted(self, hall: Hall) -> None:
        first, second = schedule(hall, 2)
        start_round(round_=first, by=hall.alice)

        questions = asked(lambda: start_round(round_=second, by=hall.alice, confirm=["earlier_round_open"]))

        assert questions == {
            "players_in_play": ["8 players of this round are still in Round 1, which is in play."],
            "confirm": ["players_in_play"],
        }
        second.refresh_from_db()
        assert second.status == Status.PUBLISHED

    def test_both_can_be_meant(self, hall: Hall) -> None:
        first, second = schedule(hall, 2)
        start_round(round_=first, by=hall.alice)

        start_round(round_=second, by=hall.alice, confirm=["earlier_round_open", "players_in_play"])

        assert list(Round.objects.values_list("status", flat=True)) == [Status.STARTED, Status.STARTED]

    def test_in_order_nothing_is_asked(self, hall: Hall) -> None:
        first, second = schedule(hall, 2)
        close_round(round_=start_round(round_=first, by=hall.alice), by=hall.alice, leave_open=True)

        second = start_round(round_=second, by=hall.alice)

        assert second.status == Status.STARTED

    def test_opening_a_round_again_under_those_who_play_on_is_asked_too(self, hall: Hall) -> None:
        first, second = schedule(hall, 2)
        close_round(round_=start_round(round_=first, by=hall.alice), by=hall.alice, leave_open=True)
        start_round(round_=second, by=hall.alice)

        questions = asked(lambda: reopen_round(round_=first, by=hall.alice))

        assert questions["confirm"] == ["players_in_play"]
        first.refresh_from_db()
        assert (first.status, hall.kinds()[-1]) == (Status.CLOSED, "started")


class TestTakingAStartBack:
    def test_a_round_without_a_report_is_published_again(self, hall: Hall, round_: Round) -> None:
        round_ = cancel_start(round_=round_, by=hall.alice)

        round_.refresh_from_db()
        assert (round_.status, round_.started_at, hall.kinds()[-1]) == (
            Status.PUBLISHED,
            None,
            "start_cancelled",
        )
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_cards_and_phones_stay(self, hall: Hall, round_: Round) -> None:
        phones = phones_of(round_.tables.get(number=1), hall.alice)

        round_ = start_round(round_=cancel_start(round_=round_, by=hall.alice), by=hall.alice)

        sheet = report_sheet(table=round_.tables.get(number=1), report=TableReport(BALANCED), by=phones[0])
        assert sheet.version == 1

    def test_as_long_as_a_result_or_a_hand_stands_it_stays(self, hall: Hall, round_: Round) -> None:
        play(round_.tables.get(number=2), hall.alice)
        hand = {"kind": "draw", "tenpai": []}
        enter_hand(table=round_.tables.get(number=1), outcome=hand, by=hall.rob, if_match=EMPTY_LOG)
        before = hall.kinds()

        with pytest.raises(StateRefuses) as refusal:
            cancel_start(round_=round_, by=hall.alice)

        round_.refresh_from_db()
        assert (refusal.value.code, refusal.value.fields) == ("results_exist", {"tables": [1, 2]})
        assert refusal.value.message == (
            "The start of this round cannot be undone now. Table 2 has a result; the referee can void it "
            "first. Table 1 has hands entered. Please take them back first."
        )
        assert (round_.status, hall.kinds()) == (Status.STARTED, before)

    def test_void_results_and_hands_taken_back_go_with_it_and_the_round_can_be_drawn_again(
        self, hall: Hall, round_: Round
    ) -> None:
        first, second = round_.tables.order_by("number")
        sheet = play(second, hall.alice)
        sheet = correct_sheet(
            table=second, report=TableReport(BALANCED, if_match=sheet.tag), reason="Wrong table", by=hall.rob
        )
        void_sheet(sheet=sheet, reason="Wrong table", if_match=sheet.tag, by=hall.rob)
        hand = {"kind": "draw", "tenpai": []}
        tag = enter_hand(table=first, outcome=hand, by=hall.rob, if_match=EMPTY_LOG).tag
        take_hands_back(table=first, first=1, by=hall.rob, if_match=tag)

        round_ = cancel_start(round_=round_, by=hall.alice)

        assert hall.last_payload() == {
            "round": round_.pk,
            "number": 1,
            "cleared": [first.pk, second.pk],
        }
        assert (Scoresheet.objects.count(), HandRecord.objects.count()) == (0, 0)
        assert verify_ledger(hall.tournament.pk).problems == []
        publish_tournament(hall.tournament.pk)
        assert verify_ledger(hall.tournament.pk).problems == []

        round_ = unpublish_round(round_=round_, by=hall.alice)
        redraw_round(round_=round_, by=hall.alice)
        assert verify_ledger(hall.tournament.pk).problems == []

    def test_after_it_the_same_tables_play_and_report(self, hall: Hall, round_: Round) -> None:
        table = round_.tables.get(number=1)
        sheet = play(table, hall.alice)
        void_sheet(sheet=sheet, reason="Wrong table", if_match=sheet.tag, by=hall.rob)

        start_round(round_=cancel_start(round_=round_, by=hall.alice), by=hall.alice)
        sheet = play(table, hall.alice)

        assert sheet.version == 1
        assert verify_ledger(hall.tournament.pk).problems == []

    def test_a_sheet_that_is_gone_without_it_is_missed(self, hall: Hall, round_: Round) -> None:
        sheet = play(round_.tables.get(number=1), hall.alice)
        void_sheet(sheet=sheet, reason="Wrong table", if_match=sheet.tag, by=hall.rob)
        take_guards_down()
        Confirmation.objects.all().delete()
        Scoresheet.objects.all().delete()

        assert verify_ledger(hall.tournament.pk).problems != []


class TestUnpublishing:
    def test_a_published_round_is_a_draft_again_and_can_be_drawn_anew(self, hall: Hall) -> None:
        round_ = publish_round(round_=hall.draw(), by=hall.alice)

        round_ = unpublish_round(round_=round_, by=hall.alice)

        assert (round_.status, hall.kinds()[-1]) == (Status.DRAFTED, "unpublished")
        again = redraw_round(round_=round_, by=hall.alice)
        publish_round(round_=again, by=hall.alice)
        assert hall.kinds()[-3:] == ["unpublished", "drawn", "published"]
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_or_drawn_anew_at_once_after_a_question(self, hall: Hall) -> None:
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        before, kinds = [seats_of(table) for table in round_.tables.all()], hall.kinds()

        with pytest.raises(StateRefuses) as refusal:
            redraw_round(round_=round_, by=hall.alice)

        assert refusal.value.fields == {
            "published": [
                "Round 1 is published. Drawing it again makes it a draft, and every seat may change."
            ],
            "confirm": ["published"],
        }
        assert ([seats_of(table) for table in Round.objects.get().tables.all()], hall.kinds()) == (
            before,
            kinds,
        )

        again = redraw_round(round_=round_, by=hall.alice, confirm=["published"])

        assert (again.pk, again.status) == (round_.pk, Status.DRAFTED)
        assert hall.kinds()[-2:] == ["unpublished", "drawn"]
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_who_fills_no_table_sits_out_again(self, hall: Hall) -> None:
        withdraw(entry=Entry.objects.get(number=8), by=hall.alice)
        round_ = draw_round(stage=hall.stage, by=hall.alice, remainder="byes")

        again = redraw_round(round_=round_, by=hall.alice)

        assert again.tables.count() == 1

    def test_or_discarded(self, hall: Hall) -> None:
        round_ = unpublish_round(round_=publish_round(round_=hall.draw(), by=hall.alice), by=hall.alice)

        discard_round(round_=round_, by=hall.alice)

        assert not Round.objects.exists()
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_meanwhile_its_cards_open_nothing_and_afterwards_they_do_again(self, hall: Hall) -> None:
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        seat = seats_of(round_.tables.get(number=1))[0]
        code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
        unpublish_round(round_=round_, by=hall.alice)

        with pytest.raises(NotAllowed):
            claim_seat(code=code, key="phone")

        publish_round(round_=round_, by=hall.alice)
        assert claim_seat(code=code, key="phone")[0].seat == seat
        assert SeatToken.objects.count() == 1

    def test_a_seed_that_was_shown_stays_shown(self, hall: Hall) -> None:
        fixed = commit_seed(stage=hall.stage, by=hall.alice)
        drawn = draw(stage=hall.stage, plan=Plan(), by=hall.alice)
        publish_round(round_=drawn.rounds.get(), by=hall.alice)

        unpublish_round(round_=drawn.rounds.get(), by=hall.alice)

        fixed.refresh_from_db()
        assert fixed.revealed_at is not None
        assert verify_ledger(hall.tournament.pk).is_sound

    @pytest.mark.parametrize("state", ["drafted", "started", "closed"])
    def test_only_a_round_that_waits_to_be_played(self, hall: Hall, state: str) -> None:
        round_ = hall.draw()
        if state != "drafted":
            publish_round(round_=round_, by=hall.alice)
            start_round(round_=round_, by=hall.alice)
        if state == "closed":
            close_round(round_=round_, by=hall.alice, leave_open=True)
        before = hall.kinds()

        with pytest.raises(RoundClosed) as refusal:
            unpublish_round(round_=round_, by=hall.alice)

        round_.refresh_from_db()
        assert (refusal.value.code, round_.status, hall.kinds()) == (f"round_{state}", state, before)


class TestFinishing:
    def test_what_is_open_is_listed(self, hall: Hall) -> None:
        first, second, _third = schedule(hall, 3)
        play(start_round(round_=first, by=hall.alice).tables.get(number=1), hall.alice)
        close_round(round_=first, by=hall.alice, leave_open=True)
        start_round(round_=second, by=hall.alice)

        questions = asked(lambda: finish_tournament(tournament=hall.tournament, by=hall.alice))

        assert questions == {
            "rounds_open": ["Not closed yet: Round 2 (In play), Round 3 (Published)."],
            "results_missing": ["No confirmed result: Round 1, Table 2."],
            "confirm": ["rounds_open", "results_missing"],
        }
        assert Tournament.objects.get().status == Tournament.Status.RUNNING

    def test_a_stage_in_which_nothing_was_played_is_named(self, hall: Hall, round_: Round) -> None:
        for table in round_.tables.all():
            play(table, hall.alice)
        close_round(round_=round_, by=hall.alice)
        for name in ("Semifinal", "Final"):
            add_stage(tournament=hall.tournament, name=name, by=hall.alice)

        questions = asked(lambda: finish_tournament(tournament=hall.tournament, by=hall.alice))

        assert questions == {
            "stages_empty": ["Nothing was played in: Semifinal, Final."],
            "confirm": ["stages_empty"],
        }
        finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["stages_empty"])
        assert Tournament.objects.get().status == Tournament.Status.FINISHED

    def test_when_all_is_done_nothing_is_asked(self, hall: Hall, round_: Round) -> None:
        for table in round_.tables.all():
            play(table, hall.alice)
        close_round(round_=round_, by=hall.alice)

        tournament = finish_tournament(tournament=hall.tournament, by=hall.alice)

        assert tournament.status == Tournament.Status.FINISHED

    def test_a_finished_tournament_is_opened_again(self, hall: Hall, round_: Round) -> None:
        close_round(round_=round_, by=hall.alice, leave_open=True)
        finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["results_missing"])

        reopen_tournament(tournament=hall.tournament, by=hall.alice)

        reopen_round(round_=round_, by=hall.alice)
        assert (Tournament.objects.get().status, hall.kinds()[-2:]) == (
            Tournament.Status.RUNNING,
            ["tournament_reopened", "reopened"],
        )
        assert verify_ledger(hall.tournament.pk).is_sound

    def test_one_that_runs_is_not(self, hall: Hall, round_: Round) -> None:
        before = hall.kinds()

        with pytest.raises(StateRefuses):
            reopen_tournament(tournament=hall.tournament, by=hall.alice)

        assert hall.kinds() == before
