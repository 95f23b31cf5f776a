"""Test clients: signed in, holding a seat, or anonymous."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.sign_in import sign_in
from tests.tournaments.hall import Hall, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import Table

pytestmark = pytest.mark.run("asking")


@pytest.fixture
def alice(hall: Hall) -> Client:
    return signed_in(hall.alice)


@pytest.fixture
def charlie(hall: Hall) -> Client:
    return signed_in(hall.charlie)


@pytest.fixture
def phones(hall: Hall) -> Callable[[Table], list[Client]]:
    """Return four phones with the seats of a table, East first."""

    def take(table: Table) -> list[Client]:
        seats = seats_of(table)
        codes = issue_seat_tokens(seats=seats, by=hall.alice)
        found = []
        for seat in seats:
            _token, secret = claim_seat(code=codes[seat.pk], key=f"phone-{seat.pk}")
            phone = Client()
            phone.cookies[SEAT_COOKIE] = secret
            found.append(phone)
        return found

    return take


def signed_in(actor: Actor) -> Client:
    browser = Client()
    assert actor.user is not None
    sign_in(browser, actor.user)
    return browser
