"""One person, one voice at a table: nobody confirms their own report with a second seat."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from players.models import Player
from tests.tournaments.api.callers import code_of, phone_of, signed_in
from tests.tournaments.hall import BALANCED, Hall, phones_of, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import Confirmation, Entry, Scoresheet, SeatToken, Table


class TestConfirming:
    def refused(self, sheet: Scoresheet, by: Actor, **how: bool) -> None:
        with pytest.raises(NotAllowed) as refusal:
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=by, **how)

        assert refusal.value.code == "own_report"
        assert (Scoresheet.objects.get().status, Confirmation.objects.count()) == ("submitted", 0)

    def test_a_referee_does_not_confirm_what_they_reported_from_the_phone_they_still_hold(
        self, hall: Hall, table: Table
    ) -> None:
        phone = phones_of(table, hall.alice)[0]
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phone)

        self.refused(sheet, Actor(user=hall.rob.user, seat_token=phone.seat_token), as_referee=True)

    def test_a_player_with_an_account_does_not_confirm_from_their_second_seat(
        self, hall: Hall, table: Table
    ) -> None:
        east, south = phones_of(table, hall.alice)[:2]
        own = Entry.objects.get(seats=south.seat_token.seat).player
        Player.objects.update(user=None)
        own.user = hall.charlie.user
        own.save()
        # Reported by the phone that lies at their own seat; then signed in, with East's in the hand.
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=south)

        self.refused(sheet, Actor(user=hall.charlie.user, seat_token=east.seat_token))


def test_the_second_seat_of_one_phone_or_of_one_account_is_refused(hall: Hall, table: Table) -> None:
    east, south = seats_of(table)[:2]
    codes = issue_seat_tokens(seats=[east, south], by=hall.alice)
    held, _secret = claim_seat(code=codes[east.pk], key="phone")
    Player.objects.update(user=None)
    Player.objects.filter(entries__seats=east).update(user=hall.charlie.user)

    for how in ({"held": held}, {"user": hall.charlie.user}):
        with pytest.raises(StateRefuses) as refusal:
            claim_seat(code=codes[south.pk], key="another", **how)
        assert refusal.value.code == "another_seat_held"

    assert SeatToken.objects.get(seat=south).device_hash is None


@pytest.fixture
def rob_at_the_table(hall: Hall, table: Table) -> Client:
    """A referee who plays: the seat of East, from which the game was reported, is on the phone he signs in with."""
    phone = phone_of(seats_of(table)[0], hall.alice)
    phone.post(f"/v1/tables/{table.pk}/scoresheets/", {"points": BALANCED.points})
    rob = signed_in(hall.rob.user)
    rob.client.cookies[SEAT_COOKIE] = phone.client.cookies[SEAT_COOKIE].value
    return rob


def test_nor_through_the_api(rob_at_the_table, table: Table) -> None:
    sheet = Scoresheet.objects.get()

    reply = rob_at_the_table.post(
        f"/v1/scoresheets/{sheet.pk}/confirm/", {"as_referee": True}, if_match=sheet.tag
    )

    assert code_of(reply) == (403, "own_report")
    assert Scoresheet.objects.get().status == "submitted"


def test_nor_at_the_desk(rob_at_the_table, table: Table) -> None:
    rob, sheet = rob_at_the_table.client, Scoresheet.objects.get()

    answer = rob.post(
        f"/t/spring-open/desk/tables/{table.pk}/confirm/",
        {"if_match": sheet.tag},
        headers={"X-CSRFToken": rob.cookies["csrftoken"].value},
    )

    messages = [str(message) for message in get_messages(answer.wsgi_request)]
    assert messages == ["You reported this result; someone else must confirm it."]
    assert Scoresheet.objects.get().status == "submitted"
