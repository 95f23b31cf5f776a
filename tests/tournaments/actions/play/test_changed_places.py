"""Two players of a round in play sit at each other's places: one action puts it right."""

import pytest
from django.db import DatabaseError, transaction

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play, seats_of
from tests.tournaments.odd_hall import FIVES, THREES
from tournaments.actions.draws.checks import public_verdict
from tournaments.actions.errors import RoundClosed, RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.hands.hands import enter_hand, take_hands_back
from tournaments.actions.people.entries import register
from tournaments.actions.play.changed_places import Places, change_places, places_of
from tournaments.actions.play.rounds import cancel_start, close_round, start_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.play.seats import substitute
from tournaments.models import Entry, HandRecord, Round, Seat, SeatToken, Table
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.verification import verify_ledger

NOBODY_WINS = {"kind": "draw", "tenpai": []}


def seated(round_: Round) -> dict[int, list[int]]:
    """Who sits at each table of a round, East first."""
    return {
        table.number: [seat.entry_id for seat in seats_of(table)]
        for table in round_.tables.order_by("number")
    }


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def exchanged(hall: Hall, round_: Round, one: int, other: int, **more: object) -> Places:
    """Exchange two entries as they sit now."""
    first, second = (hall.tournament.entries.get(pk=pk) for pk in (one, other))
    tag = places_of(round_=round_, one=first, other=second).tag
    return change_places(
        **{"round_": round_, "one": first, "other": second, "if_match": tag, "by": hall.rob, **more}
    )


class TestAtTwoTables:
    def test_everybody_of_one_can_take_every_place_of_the_other_and_phones_move_along(
        self, hall: Hall, round_: Round
    ) -> None:
        for table in round_.tables.all():
            phones_of(table, hall.alice)
        phones = dict(SeatToken.objects.values_list("seat__entry", "device_hash"))

        for _turn in range(4):
            before = seated(round_)
            for one, other in zip(before[1], before[2][::-1], strict=True):
                exchanged(hall, round_, one, other)
            assert seated(round_) == {1: before[2][::-1], 2: before[1][::-1]}
            assert dict(SeatToken.objects.values_list("seat__entry", "device_hash")) == phones
            assert problems(hall) == []

    def test_the_ledger_tells_it_and_the_draw_says_by_hand(self, hall: Hall, round_: Round) -> None:
        first, second = round_.tables.order_by("number")
        drawn = {table.pk: [seat.pk for seat in seats_of(table)] for table in (first, second)}
        one, other = seats_of(first)[0], seats_of(second)[2]

        exchanged(hall, round_, one.entry_id, other.entry_id)

        now = {first.pk: [other.pk, *drawn[first.pk][1:]], second.pk: list(drawn[second.pk])}
        now[second.pk][2] = one.pk
        assert (hall.kinds()[-1], hall.last_payload()) == (
            "changed_places",
            {
                "round": round_.pk,
                "one": one.entry_id,
                "other": other.entry_id,
                "moved": [{"table": pk, "seats_before": drawn[pk], "seats": now[pk]} for pk in sorted(drawn)],
            },
        )
        assert round_.draw is not None
        assert public_verdict(round_.draw).reasons == ["by_hand"]

    def test_what_was_entered_by_mistake_and_taken_back_holds_nobody(self, hall: Hall, round_: Round) -> None:
        first, second = round_.tables.order_by("number")
        sheet = play(first, hall.alice)
        void_sheet(sheet=sheet, if_match=sheet.tag, reason="At the wrong table", by=hall.rob)
        phones = phones_of(second, hall.alice)
        tag = enter_hand(table=second, outcome=NOBODY_WINS, by=phones[1], if_match=EMPTY_LOG).tag
        tag = take_hands_back(table=second, first=1, by=phones[1], if_match=tag).tag
        before = seated(round_)

        for place in range(4):
            exchanged(hall, round_, before[1][place], before[2][place])

        assert seated(round_) == {1: before[2], 2: before[1]}
        assert problems(hall) == []
        enter_hand(table=second, outcome=NOBODY_WINS, by=hall.rob, if_match=tag)
        assert problems(hall) == []
        assert play(first, hall.alice).version == 2
        assert problems(hall) == []

    def test_a_hand_that_was_taken_back_stays_its_players_after_they_have_moved(
        self, hall: Hall, round_: Round
    ) -> None:
        first, second = round_.tables.order_by("number")
        seat = seats_of(first)[0]
        phone = phones_of(first, hall.alice)[0]
        tag = enter_hand(table=first, outcome=NOBODY_WINS, by=phone, if_match=EMPTY_LOG).tag
        take_hands_back(table=first, first=1, by=phone, if_match=tag)

        exchanged(hall, round_, seat.entry_id, seats_of(second)[3].entry_id)

        seat.refresh_from_db()
        assert (seat.table_id, seat.wind) == (second.pk, 4)
        assert set(HandRecord.objects.filter(table=first).values_list("seat", flat=True)) == {seat.pk}
        assert problems(hall) == []

    def test_a_substitute_moves_as_one(self, hall: Hall, round_: Round) -> None:
        first, second = round_.tables.order_by("number")
        stranger = open_seat_taker(hall)
        seat = seats_of(first)[0]
        drawn = seat.entry_id
        substitute(seat=seat, entry=stranger, by=hall.rob)

        exchanged(hall, round_, stranger.pk, seats_of(second)[1].entry_id)

        moved = Seat.objects.get(table=second, wind=2)
        assert (moved.entry_id, moved.replaces_id) == (stranger.pk, drawn)
        assert problems(hall) == []

    def test_a_round_whose_start_is_taken_back_is_started_as_it_sits(self, hall: Hall, round_: Round) -> None:
        before = seated(round_)
        exchanged(hall, round_, before[1][0], before[2][0])
        now = seated(round_)

        start_round(round_=cancel_start(round_=round_, by=hall.alice), by=hall.alice)

        assert seated(round_) == now
        assert problems(hall) == []

    def test_the_verification_sees_who_moved_without_an_entry(self, hall: Hall, round_: Round) -> None:
        first, second = round_.tables.order_by("number")
        one, other = seats_of(first)[0], seats_of(second)[0]
        exchanged(hall, round_, one.entry_id, seats_of(second)[1].entry_id)
        seats = Seat.objects.all()

        seats.filter(pk=other.pk).update(wind=5)
        seats.filter(pk=one.pk).update(wind=1)
        seats.filter(pk=other.pk).update(wind=2)

        assert problems(hall) != []


class TestAtOneTable:
    def test_two_change_seats_and_change_back(self, hall: Hall, round_: Round, table: Table) -> None:
        east, south, west, north = seated(round_)[1]

        exchanged(hall, round_, east, west)

        assert seated(round_)[1] == [west, south, east, north]
        assert problems(hall) == []
        exchanged(hall, round_, east, west)
        assert seated(round_)[1] == [east, south, west, north]
        assert problems(hall) == []


class TestOddTables:
    def test_between_a_table_of_three_and_one_of_four(self, db: None) -> None:
        hall = THREES.named(open_hall(players=7))
        round_ = THREES.started(hall)
        three = THREES.table(round_)
        four = round_.tables.exclude(pk=three.pk).get()
        before = seated(round_)

        exchanged(hall, round_, before[three.number][2], before[four.number][3])

        assert seated(round_)[three.number] == [*before[three.number][:2], before[four.number][3]]
        assert seated(round_)[four.number] == [*before[four.number][:3], before[three.number][2]]
        assert problems(hall) == []

    def test_between_a_table_of_five_and_one_of_four_but_not_within_one_of_five(self, db: None) -> None:
        hall = FIVES.named(open_hall(players=9))
        round_ = FIVES.started(hall)
        five = FIVES.table(round_)
        four = round_.tables.exclude(pk=five.pk).get()
        before = seated(round_)
        refused(
            lambda: exchanged(hall, round_, before[five.number][0], before[five.number][4]),
            RulesRefuse,
            "table_of_five",
        )

        exchanged(hall, round_, before[five.number][4], before[four.number][0])
        exchanged(hall, round_, before[four.number][1], before[five.number][0])

        assert seated(round_)[five.number] == [
            before[four.number][1],
            *before[five.number][1:4],
            before[four.number][0],
        ]
        assert problems(hall) == []


class TestRefusals:
    def test_as_long_as_a_result_or_a_hand_stands_it_is_said_which(self, hall: Hall, round_: Round) -> None:
        first, second = round_.tables.order_by("number")
        report_sheet(table=second, report=TableReport(BALANCED), by=hall.rob)
        enter_hand(table=first, outcome=NOBODY_WINS, by=hall.rob, if_match=EMPTY_LOG)
        before = seated(round_)

        says = refused(
            lambda: exchanged(hall, round_, before[1][0], before[2][0]), StateRefuses, "results_exist"
        )

        assert says == (
            "Table 2 has a result; the referee can void it first. Table 1 has hands entered. Please take "
            "them back first."
        )
        assert seated(round_) == before

    def test_who_saw_other_places_is_refused_so_that_two_do_not_undo_each_other(
        self, hall: Hall, round_: Round
    ) -> None:
        before = seated(round_)
        one, other = (hall.tournament.entries.get(pk=before[number][0]) for number in (1, 2))
        tag = places_of(round_=round_, one=one, other=other).tag
        change_places(round_=round_, one=one, other=other, if_match=tag, by=hall.rob)

        refused(
            lambda: change_places(round_=round_, one=one, other=other, if_match=tag, by=hall.alice),
            StaleVersion,
            "stale_places",
        )

    def test_one_player_and_who_does_not_sit_there(self, hall: Hall, round_: Round) -> None:
        stranger = open_seat_taker(hall)
        one = hall.tournament.entries.get(pk=seated(round_)[1][0])

        for other in (one, stranger):
            refused(
                lambda other=other: change_places(
                    round_=round_, one=one, other=other, if_match="", by=hall.rob
                ),
                RulesRefuse,
                "not_seated",
            )

    def test_a_round_that_is_over_and_one_that_has_not_started(self, hall: Hall, round_: Round) -> None:
        before = seated(round_)
        close_round(round_=round_, by=hall.alice, leave_open=True)
        refused(lambda: exchanged(hall, round_, before[1][0], before[2][0]), RoundClosed, "round_closed")
        published = hall.draw()

        refused(
            lambda: exchanged(hall, published, *hall.entries()[:2]), RoundClosed, f"round_{published.status}"
        )

    def test_the_database_moves_nobody_from_or_to_a_table_where_something_stands(
        self, hall: Hall, round_: Round
    ) -> None:
        first, second = round_.tables.order_by("number")
        enter_hand(table=second, outcome=NOBODY_WINS, by=hall.rob, if_match=EMPTY_LOG)
        before = digest()

        for seat in (seats_of(first)[0], seats_of(second)[0]):
            other = second if seat.table_id == first.pk else first
            with pytest.raises(DatabaseError, match="who_sits_where_stays"), transaction.atomic():
                Seat.objects.filter(pk=seat.pk).update(table=other, wind=5)
        with pytest.raises(DatabaseError, match="who_sits_where_stays"), transaction.atomic():
            Seat.objects.filter(table=second, wind=1).update(wind=5)

        assert digest() == before


def open_seat_taker(hall: Hall) -> Entry:
    """Somebody who takes part and has no seat."""
    return register(tournament=hall.tournament, player=add_player(name="Kei"), by=hall.alice)
