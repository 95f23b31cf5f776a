"""Who sits on which wind, where a game was dealt otherwise than it was drawn."""

from itertools import permutations

import pytest
from django.test import Client

from tests.tournaments.hall import BALANCED, Hall, phones_of, play, seats_of
from tests.tournaments.verification.attacker import take_guards_down
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.checks import Difference, public_verdict
from tournaments.actions.errors import ActionError, NotAllowed, RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.hands.hands import enter_hand, take_hands_back
from tournaments.actions.play.rounds import cancel_start, close_round, start_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.actions.play.turn_order import reseat_table
from tournaments.models import HandRecord, LedgerEntry, Seat, SeatToken, Table
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")

NOBODY_WINS = {"kind": "draw", "tenpai": []}


def log_tag_of(table: Table) -> str:
    last = HandRecord.objects.filter(table=table).order_by("number").last()
    return last.tag if last is not None else EMPTY_LOG


def players_of(table: Table) -> list[int]:
    return [seat.entry_id for seat in seats_of(table)]


def refused(kind: type[ActionError], code: str, table: Table, entries: list[int], by: object) -> None:
    before = players_of(table), LedgerEntry.objects.count()
    with pytest.raises(kind) as error:
        reseat_table(table=table, entries=entries, by=by)  # type: ignore[arg-type]
    assert error.value.code == code
    assert (players_of(table), LedgerEntry.objects.count()) == before


def test_every_order_can_be_sat_down_in_and_phones_stay_with_their_players(hall: Hall, table: Table) -> None:
    phones_of(table, hall.alice)
    drawn = seats_of(table)
    phones = dict(SeatToken.objects.values_list("seat__entry", "device_hash"))

    for order in permutations([seat.entry_id for seat in drawn]):
        seats = reseat_table(table=table, entries=order, by=hall.rob)

        assert [(seat.wind, seat.entry_id) for seat in seats] == list(enumerate(order, start=1))
        assert players_of(table) == list(order)
        assert dict(SeatToken.objects.values_list("seat__entry", "device_hash")) == phones

    assert verify_ledger(hall.tournament.pk).problems == []


def test_the_ledger_tells_it_and_an_order_that_is_so_already_is_no_entry(hall: Hall, table: Table) -> None:
    drawn = [seat.pk for seat in seats_of(table)]

    reseat_table(table=table, entries=players_of(table), by=hall.rob)
    reseat_table(table=table, entries=players_of(table)[::-1], by=hall.rob)

    assert hall.kinds().count("reseated") == 1
    assert hall.last_payload() == {
        "round": table.round_id,
        "table": table.pk,
        "seats_before": drawn,
        "seats": drawn[::-1],
    }


def test_the_verification_sees_seats_that_turned_without_an_entry(hall: Hall, table: Table) -> None:
    reseat_table(table=table, entries=players_of(table)[::-1], by=hall.rob)
    seats = Seat.objects.filter(table=table)

    seats.filter(wind=1).update(wind=5)
    seats.filter(wind=2).update(wind=1)
    seats.filter(wind=5).update(wind=2)

    assert len(verify_ledger(hall.tournament.pk).problems) == 1


def test_everybody_reads_beside_the_draw_that_the_table_was_changed_by_hand(hall: Hall, table: Table) -> None:
    draw = table.round.draw
    assert draw is not None
    order = players_of(table)
    assert public_verdict(draw).is_same

    reseat_table(table=table, entries=order[::-1], by=hall.rob)

    verdict = public_verdict(draw)
    assert verdict.reasons == ["by_hand"]
    assert verdict.differences == [Difference(1, table.number, order, order[::-1])]
    page = Client().get(f"/t/spring-open/draw/{draw.pk}/?again=1")
    assert "At 1 table, the seating differs from the draw: it was changed by hand." in text_of(page)


def test_a_round_whose_start_is_taken_back_is_started_as_it_sits(hall: Hall, table: Table) -> None:
    reseat_table(table=table, entries=players_of(table)[::-1], by=hall.rob)
    order = players_of(table)

    start_round(round_=cancel_start(round_=table.round, by=hall.alice), by=hall.alice)

    assert players_of(table) == order
    assert verify_ledger(hall.tournament.pk).problems == []


def test_strangers_twins_and_too_few_are_refused(hall: Hall, table: Table) -> None:
    here = players_of(table)
    other = next(pk for pk in hall.entries() if pk not in here)
    for entries in ([*here[:3], other], [here[0], *here[:3]], here[:3], []):
        refused(RulesRefuse, "not_these_players", table, entries, hall.rob)


def test_a_player_cannot_turn_their_table(hall: Hall, table: Table) -> None:
    phone = phones_of(table, hall.alice)[0]

    refused(NotAllowed, "not_allowed", table, players_of(table)[::-1], phone)


def test_where_a_hand_or_a_result_stands_everybody_stays_seated(hall: Hall, table: Table) -> None:
    order = players_of(table)[::-1]
    report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
    refused(StateRefuses, "has_played", table, order, hall.rob)

    other = table.round.tables.exclude(pk=table.pk).get()
    enter_hand(table=other, outcome=NOBODY_WINS, by=hall.rob, if_match=EMPTY_LOG)
    refused(StateRefuses, "has_played", other, players_of(other)[::-1], hall.rob)


def test_a_void_result_holds_nobody(hall: Hall, table: Table) -> None:
    order = players_of(table)[::-1]
    phones = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    sheet = report_sheet(table=table, report=TableReport(BALANCED, if_match=sheet.tag), by=phones[1])
    sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phones[0])
    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Another table", by=hall.rob)

    reseat_table(table=table, entries=order, by=hall.rob)

    assert players_of(table) == order
    assert verify_ledger(hall.tournament.pk).problems == []
    play(table, hall.alice)
    assert verify_ledger(hall.tournament.pk).problems == []


def test_hands_that_were_taken_back_hold_nobody_and_stay_sealed(hall: Hall, table: Table) -> None:
    phones, drawn = phones_of(table, hall.alice), players_of(table)
    orders = [drawn[::-1], drawn[1:] + drawn[:1], drawn]
    for order in orders:
        tag = log_tag_of(table)
        tag = enter_hand(table=table, outcome=NOBODY_WINS, by=phones[0], if_match=tag).tag
        tag = enter_hand(table=table, outcome=NOBODY_WINS, by=hall.rob, if_match=tag).tag
        refused(StateRefuses, "has_played", table, order, hall.rob)
        first = HandRecord.objects.filter(table=table).count() - 1
        take_hands_back(table=table, first=first, by=phones[1], if_match=tag)

        reseat_table(table=table, entries=order, by=hall.rob)

        assert players_of(table) == order
        assert verify_ledger(hall.tournament.pk).problems == []
    play(table, hall.alice)
    assert verify_ledger(hall.tournament.pk).problems == []


def test_hands_entered_before_the_seats_turned_are_not_another_players_afterwards(
    hall: Hall, table: Table
) -> None:
    phones = phones_of(table, hall.alice)
    tag = enter_hand(table=table, outcome=NOBODY_WINS, by=phones[0], if_match=EMPTY_LOG).tag
    take_hands_back(table=table, first=1, by=phones[0], if_match=tag)
    reseat_table(table=table, entries=players_of(table)[::-1], by=hall.rob)

    take_guards_down()
    HandRecord.objects.filter(table=table, number=1).update(seat=phones[1].seat_token.seat)

    assert verify_ledger(hall.tournament.pk).problems != []


def test_a_closed_round_stays_as_it_was(hall: Hall, table: Table) -> None:
    close_round(round_=table.round, by=hall.alice, leave_open=True)

    refused(RoundClosed, "round_closed", table, players_of(table)[::-1], hall.rob)
