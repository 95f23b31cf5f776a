"""A table calls the referee, without disputing anything."""

import pytest

from tests.tournaments.hall import Hall, phones_of, with_texts
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import discard_round, publish_round, unpublish_round
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.errors import NotAllowed, RoundClosed, RulesRefuse
from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.actions.play.rounds import cancel_start, close_round
from tournaments.models import LedgerEntry, RefereeCall, Table
from tournaments.verification.ledger import verify_ledger


@pytest.fixture
def phones(hall: Hall, table: Table) -> list[Actor]:
    return phones_of(table, hall.alice)


def entries(kind: str) -> list[dict[str, object]]:
    return [with_texts(entry) for entry in LedgerEntry.objects.filter(kind=kind).order_by("seq")]


def test_a_seat_calls_and_the_ledger_says_so(table: Table, phones: list[Actor]) -> None:
    call = call_referee(table=table, reason="  A tile\nis missing ", by=phones[1])

    seat = table.seats.get(wind=2)
    assert (call.seat, call.reason, call.ended_at) == (seat, "A tile is missing", None)
    assert entries("referee_called") == [
        {"call": call.pk, "table": table.pk, "seat": seat.pk, "reason": "A tile is missing"}
    ]


def test_a_table_waits_once_however_many_call(table: Table, phones: list[Actor]) -> None:
    first = call_referee(table=table, by=phones[0])

    again = [call_referee(table=table, reason="Hurry", by=phone) for phone in phones]

    assert [call.pk for call in again] == [first.pk] * 4
    assert RefereeCall.objects.count() == len(entries("referee_called")) == 1


@pytest.mark.parametrize("by_staff", [True, False])
def test_the_staff_or_the_table_says_that_it_is_done(
    hall: Hall, table: Table, phones: list[Actor], by_staff: bool
) -> None:
    call = call_referee(table=table, by=phones[0])

    ended = end_call(call=call, by=hall.rob if by_staff else phones[3])

    north = table.seats.get(wind=4)
    assert ended.ended_at is not None
    assert (ended.ended_by, ended.ended_by_seat) == ((hall.rob.user, None) if by_staff else (None, north))
    assert not RefereeCall.objects.waiting().exists()
    assert verify_ledger(hall.tournament).problems == []


def test_what_is_done_is_done_once_and_the_table_may_call_again(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    call = call_referee(table=table, by=phones[0])
    first = end_call(call=call, by=hall.rob)

    again = end_call(call=call, by=phones[0])
    new = call_referee(table=table, by=phones[0])

    assert (again.ended_at, again.ended_by) == (first.ended_at, hall.rob.user)
    assert len(entries("referee_call_ended")) == 1
    assert new.pk != call.pk


def test_whoever_sits_elsewhere_calls_nobody_here(hall: Hall, table: Table) -> None:
    other = table.round.tables.exclude(pk=table.pk).first()

    for by in (hall.rob, phones_of(other, hall.alice)[0]):
        with pytest.raises(NotAllowed):
            call_referee(table=table, by=by)

    assert RefereeCall.objects.count() == 0


def test_after_the_round_nobody_comes(hall: Hall, table: Table, phones: list[Actor]) -> None:
    waiting = call_referee(table=table, by=phones[0])
    close_round(round_=table.round, by=hall.alice, leave_open=True)

    with pytest.raises(RoundClosed):
        call_referee(table=table, by=phones[0])

    assert not RefereeCall.objects.waiting().filter(pk=waiting.pk).exists()


def test_a_call_keeps_no_round_from_being_drawn_again(hall: Hall, table: Table, phones: list[Actor]) -> None:
    done, round_ = call_referee(table=table, by=phones[0]), table.round
    end_call(call=done, by=phones[1])
    call_referee(table=table, by=phones[2])

    cancel_start(round_=round_, by=hall.alice)
    unpublish_round(round_=round_, by=hall.alice)
    discard_round(round_=round_, by=hall.alice)

    assert RefereeCall.objects.count() == 0
    assert verify_ledger(hall.tournament).problems == []


@pytest.mark.parametrize("reason", ["x" * 201, "a\u202eb"])
def test_a_reason_that_cannot_be_read_is_refused(table: Table, phones: list[Actor], reason: str) -> None:
    with pytest.raises(RulesRefuse):
        call_referee(table=table, reason=reason, by=phones[0])

    assert RefereeCall.objects.count() == 0


def test_a_call_goes_with_a_seat_that_is_exchanged_and_the_ledger_still_agrees(hall: Hall) -> None:
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    table, other = round_.tables.get(number=1), round_.tables.get(number=2)
    phones = phones_of(table, hall.alice)
    end_call(call=call_referee(table=table, by=phones[0]), by=phones[1])
    end_call(call=call_referee(table=table, by=phones[1]), by=phones[0])
    stays = call_referee(table=table, by=phones[2])
    one, two = (place.seats.get(wind=1).entry for place in (table, other))

    swap_players(round_=round_, one=one, other=two, by=hall.alice)

    assert list(RefereeCall.objects.values_list("pk", flat=True)) == [stays.pk]
    assert verify_ledger(hall.tournament.pk).problems == []
