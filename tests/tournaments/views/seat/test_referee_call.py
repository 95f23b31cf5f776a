"""The phone calls the referee; the desk sees it."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import RefereeCall, Table

PAGE, CALL, END = "/seat/table/", "/seat/table/call/", "/seat/table/call/end/"


@pytest.fixture
def seated(table: Table, phones: Callable[[Table], list[Client]]) -> list[Client]:
    return phones(table)


def test_one_tap_calls_and_the_whole_table_reads_it(seated: list[Client]) -> None:
    tag = seated[1].get(PAGE)["ETag"]
    assert "Call the referee" in text_of(seated[0].get(PAGE))

    answer = seated[0].post(CALL, {"key": "one-call-of-this-phone", "reason": ""})

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    page = seated[1].get(PAGE, headers={"If-None-Match": tag})
    assert page.status_code == 200
    assert "The referee has been called to this table." in text_of(page)


def test_the_table_says_that_it_is_done(seated: list[Client]) -> None:
    seated[0].post(CALL, {"key": "one-call-of-this-phone"})

    seated[2].post(END, {"key": "one-end-of-this-phone"})

    assert not RefereeCall.objects.waiting().exists()
    assert "Call the referee" in text_of(seated[0].get(PAGE))


def test_the_desk_sees_who_calls_and_ends_it(hall: Hall, seated: list[Client], alice: Client) -> None:
    seated[0].post(CALL, {"key": "one-call-of-this-phone", "reason": "A tile is missing"})
    address = f"/t/{hall.tournament.slug}/desk/"

    shown = text_of(alice.get(address))
    assert "Calls you" in shown
    assert "A tile is missing" in shown

    call = RefereeCall.objects.get()
    alice.post(f"{address}calls/{call.pk}/end/", {"key": "one-end-of-the-desk"})

    assert "Calls you" not in text_of(alice.get(address))


def test_a_call_is_no_report(seated: list[Client], table: Table) -> None:
    seated[0].post(CALL, {"key": "one-call-of-this-phone"})

    assert "Enter the result" in text_of(seated[0].get(PAGE))
    assert not table.scoresheets.exists()
