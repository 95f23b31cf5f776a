"""Whole lists of players: imported, and taken home."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.hall import NAMES, Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value

pytestmark = pytest.mark.django_db


def test_the_list_holds_everybody_and_no_name_in_it_is_a_formula(hall: Hall, alice: Client) -> None:
    send(alice, DESK + "entries/", name="=1+1", club="Dragons")
    page = alice.get(DESK + "entries/").content.decode()
    found = re.search(r'href="([^"]*players\.csv)"', page)
    assert found is not None

    answer = alice.get(found[1])

    head, *rows = answer.content.decode().splitlines()
    assert (answer["Content-Type"], answer["Content-Disposition"], answer["Cache-Control"]) == (
        "text/csv; charset=utf-8",
        'attachment; filename="spring-open-players.csv"',
        "private, no-store",
    )
    assert head == "name,reading,country,club,team,number,substitute,licence_body,licence_number"
    assert rows == [
        *(f"{name},,,,,{number},,," for number, name in enumerate(NAMES, 1)),
        "'=1+1,,,Dragons,,9,,,",
    ]


def test_a_large_list_takes_no_more_statements(db: None) -> None:
    counts = []
    for slug, players in (("small", 1), ("large", 30)):
        alice = signed_in(open_hall(slug, players=players).alice)
        with CaptureQueriesContext(connection) as captured:
            alice.get(f"/t/{slug}/desk/entries/players.csv")
        counts.append(len(captured))

    assert counts[0] == counts[1]


def test_a_list_is_looked_at_before_it_is_imported(hall, alice):
    text = "name,club\nKaoru,Dragons\nMei,Winds\n"

    looked = alice.post(DESK + "entries/import/", {"text": text, "do": "look"})
    nothing_yet = hall.tournament.entries.count()
    done = send(alice, DESK + "entries/import/", text=text, do="import", as_of=value(looked, "as_of"))

    assert "Register 2 players" in text_of(looked)
    assert (nothing_yet, hall.tournament.entries.count()) == (8, 10)
    assert "2 players registered." in text_of(done)


def test_a_list_with_an_error_says_where_and_comes_back(hall, alice):
    answer = alice.post(DESK + "entries/import/", {"text": "name,number\nKaoru,1\n", "do": "import"})

    assert answer.status_code == 422
    assert "Line 2:" in text_of(answer)
    assert "Kaoru,1" in answer.content.decode()
    assert hall.tournament.entries.count() == 8
