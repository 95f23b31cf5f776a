"""How many statements a tablet costs. The numbers are literal: whoever changes one has a reason."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.callers import BALANCED, Caller, body_of
from tests.tournaments.api.every_view.test_statements import CONTROL, cost
from tests.tournaments.api.kiosks.test_kiosks import pin_of
from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.told import RON
from tests.tournaments.worlds import tablet_of
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.credentials.devices import KIOSK_COOKIE
from tournaments.models import Table
from tournaments.models.credentials.kiosks import KIOSK_BEARER_PREFIX
from tournaments.models.play.hands import EMPTY_LOG

# PostgreSQL appends an entry to the ledger by one statement; elsewhere the head and the entry are two.
APPENDED = 1 if connection.vendor == "postgresql" else 2


@pytest.fixture
def tablet(hall: Hall, table: Table) -> Caller:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    return tablet_of(table, hall.rob)


def browser_of(tablet: Caller) -> Client:
    client = Client()
    assert tablet.bearer is not None
    client.cookies[KIOSK_COOKIE] = tablet.bearer.removeprefix(KIOSK_BEARER_PREFIX)
    return client


def page_cost(client: Client, **headers: str) -> tuple[int, int]:
    """Its status and its statements."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/kiosk/", headers=headers)
    return answer.status_code, sum(not query["sql"].startswith(CONTROL) for query in queries)


def test_a_hand_is_one_statement_more_than_a_phones(tablet: Caller, table: Table) -> None:
    body = {"outcome": RON, "seat": seats_of(table)[1].pk}

    assert cost(tablet, "POST", f"/v1/tables/{table.pk}/hands/", body, if_match=EMPTY_LOG) == 8


def test_a_report_and_a_confirmation_are_those_of_a_phone_and_the_pin(tablet: Caller, table: Table) -> None:
    """The seat and the card are read, the attempt is counted and forgiven; of a sheet the table is looked up."""
    east, *others = seats_of(table)

    reported = cost(
        tablet,
        "POST",
        f"/v1/tables/{table.pk}/scoresheets/",
        {**BALANCED, "seat": east.pk, "pin": pin_of(east)},
    )
    [sheet] = body_of(tablet.get(f"/v1/tables/{table.pk}/scoresheets/"))["results"]
    path = f"/v1/scoresheets/{sheet['id']}/confirm/"
    confirmed = [
        cost(tablet, "POST", path, {"seat": seat.pk, "pin": pin_of(seat)}, if_match=sheet["tag"])
        for seat in others
    ]

    assert (reported, confirmed) == (11 + APPENDED, [11 + APPENDED, 11 + APPENDED, 12 + APPENDED])


def test_where_a_tablet_is_takes_two(tablet: Caller) -> None:
    assert cost(tablet, "GET", "/v1/kiosks/own/") == 2


def test_its_page_however_many_hands_stand_and_once_more_unchanged(tablet: Caller, table: Table) -> None:
    browser = browser_of(tablet)
    empty = page_cost(browser)
    path, body = f"/v1/tables/{table.pk}/hands/", {"outcome": RON, "seat": seats_of(table)[0].pk}
    tag = body_of(tablet.post(path, body, if_match=EMPTY_LOG))["tag"]
    tablet.post(
        path, {**body, "seat": seats_of(table)[1].pk, "outcome": {"kind": "draw", "tenpai": []}}, if_match=tag
    )

    etag = browser.get("/kiosk/")["ETag"]

    assert (empty, page_cost(browser), page_cost(browser, if_none_match=etag)) == (
        (200, 11),
        (200, 11),
        (304, 5),
    )
