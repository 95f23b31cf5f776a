"""Seat cards and phones at the desk."""

import re

import pytest
from django.test import Client, override_settings

from tests.tournaments.hall import seats_of
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import LedgerEntry, SeatToken

pytestmark = pytest.mark.django_db


def test_seat_cards_open_seats(hall, round_, alice):
    page = alice.post(f"{DESK}rounds/{round_.pk}/cards/").content.decode()
    codes = [code.replace(" ", "") for code in re.findall(r"<strong>([A-Z2-9 ]{26,40})</strong>", page)]

    assert (len(codes), page.count("data:image/svg+xml")) == (8, 8)
    for code in codes:
        assert Client().post("/seat/", {"code": code}).status_code == 302
        assert not LedgerEntry.objects.filter(payload__contains=code).exists()


def test_a_phone_is_put_out(hall, table, phones, alice):
    east = phones(table)[0]
    token = SeatToken.objects.get(seat=seats_of(table)[0])

    send(alice, f"{DESK}phones/{token.pk}/revoke/")

    assert east.get("/seat/table/").headers["Location"] == "/seat/"


def test_seat_cards_that_no_phone_can_open_say_so(round_, alice):
    pages = []
    for site in ("http://127.0.0.1:9", "https://league.example.org"):
        with override_settings(SITE_URL=site):
            pages.append(alice.post(f"{DESK}rounds/{round_.pk}/cards/").content.decode())

    assert ["These codes lead to this computer only" in page for page in pages] == [True, False]


def test_a_second_phone_that_was_refused_stands_with_its_seat(hall, round_, table, phones, alice):
    east, south = seats_of(table)[:2]
    phones(table)
    SeatToken.objects.filter(seat=east).update(second_claims=1)
    SeatToken.objects.filter(seat=south).update(second_claims=2)

    page = text_of(alice.get(f"{DESK}phones/?round={round_.pk}"))

    assert page.count("1 other phone tried to take this seat and was refused.") == 1
    assert page.count("2 other phones tried to take this seat and were refused.") == 1
    assert page.index(east.entry.player.name) < page.index("1 other phone tried to take this seat")
