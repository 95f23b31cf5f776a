"""The players of a tournament, taken home as a list."""

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.hall import NAMES, Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.test_desk_pages import DESK, send


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
