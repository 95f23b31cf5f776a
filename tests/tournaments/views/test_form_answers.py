"""What a phone is told of a form that it sent by itself: JSON that nobody else writes."""

from collections.abc import Callable

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.tournaments.views.seat.test_seat_pages import GOOD, value
from tournaments.models import HandRecord, Scoresheet, SeatToken, Table
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.views.form_answers import MEDIA_TYPE

DRAW = {"what": "draw", "tenpai": ["0", "2"], "if_match": EMPTY_LOG, "key": "a-hand-of-this-phone"}
REPORT, CONFIRM, HAND = "/seat/table/report/", "/seat/table/confirm/", "/seat/hands/enter/"


@pytest.fixture
def seated(table: Table, phones) -> list[Client]:
    return phones(table)


def send(phone: Client, path: str, **fields: object):
    return phone.post(path, fields, headers={"Accept": MEDIA_TYPE})


def figures(phone: Client) -> dict[str, str]:
    page = phone.get("/seat/table/")
    return {"seated": value(page, "seated"), "key": "a-result-of-this-phone", **GOOD}


def test_what_was_done_leads_on(seated: list[Client]):
    answer = send(seated[0], REPORT, **figures(seated[0]))

    assert (answer.status_code, answer["Content-Type"]) == (200, MEDIA_TYPE)
    assert answer.json() == {"done": True, "sentences": [], "leads_to": "/seat/table/", "page": "", "tag": ""}
    assert Scoresheet.objects.count() == 1


def test_a_repeat_is_done_as_well_and_does_nothing(seated: list[Client]):
    sent = figures(seated[0])
    send(seated[0], REPORT, **sent)

    answer = send(seated[0], REPORT, **sent)

    assert answer.json()["done"] is True
    assert Scoresheet.objects.count() == 1


def test_a_repeat_is_done_as_well_when_the_seat_is_no_longer_this_phones(seated: list[Client]):
    sent = figures(seated[0])
    send(seated[0], REPORT, **sent)
    SeatToken.objects.update(revoked_at="2026-01-01T00:00Z")

    answer = send(seated[0], REPORT, **sent)

    assert answer.json()["done"] is True
    assert answer.json()["sentences"] == ["We received what you sent."]


def test_a_hand_names_what_follows_it(seated: list[Client]):
    answer = send(seated[0], HAND, **DRAW)

    assert answer.json()["tag"] == HandRecord.objects.get().tag


def test_a_form_that_comes_back_says_what_is_wrong(seated: list[Client]):
    answer = send(seated[0], REPORT, **{**figures(seated[0]), "points_0": "abc"})

    body = answer.json()
    assert (answer.status_code, body["done"], body["leads_to"]) == (200, False, "")
    assert 'aria-invalid="true"' in body["page"]
    assert Scoresheet.objects.count() == 0


def test_a_refusal_that_leads_elsewhere_is_told_once(table: Table, seated: list[Client]):
    SeatToken.objects.update(revoked_at="2026-01-01T00:00Z")

    answer = send(seated[0], CONFIRM, if_match="v1", key="a-confirmation-of-this-phone")

    said = "This phone no longer holds a seat. Please scan the card again, or ask the referee."
    assert (answer.json()["done"], answer.json()["sentences"]) == (False, [said])
    assert said not in seated[0].get("/seat/").content.decode()


def test_a_browser_gets_the_page_itself(seated: list[Client]):
    answer = seated[0].post(REPORT, figures(seated[0]), headers={"Accept": "text/html"})

    assert (answer.status_code, answer["Location"]) == (302, "/seat/table/")


def test_a_server_that_is_away_has_not_answered(seated: list[Client]):
    sent = figures(seated[0])
    lost = []

    def away(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if sql.startswith("INSERT INTO") and Scoresheet._meta.db_table in sql:
            lost.append(sql)
            raise OperationalError("the connection is lost")
        return execute(sql, *rest)

    seated[0].raise_request_exception = False
    with connection.execute_wrapper(away):
        answer = send(seated[0], REPORT, **sent)

    assert (answer.status_code, answer["Content-Type"], len(lost)) == (503, "text/html; charset=utf-8", 1)
    assert Scoresheet.objects.count() == 0
