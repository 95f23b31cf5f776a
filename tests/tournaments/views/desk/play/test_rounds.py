"""Rounds at the desk."""

import pytest
from django.test import Client

from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def test_a_round_goes_its_whole_way_from_the_desk(hall, alice):
    send(alice, DESK + "draw/", stage=hall.stage.pk, seed="2026")
    round_ = Round.objects.get()
    statuses = [round_.status]
    for action in ("redraw", "publish", "start", "close", "reopen"):
        send(alice, f"{DESK}rounds/{round_.pk}/{action}/", confirm="results_missing")
        statuses.append(Round.objects.get().status)

    assert statuses == ["drafted", "drafted", "published", "started", "closed", "started"]


def test_a_draft_is_the_staffs_alone(hall, alice):
    hall.draw()

    assert "Only staff can see this draft." in text_of(alice.get(DESK))
    assert Client().get("/t/spring-open/rounds/1/").status_code == 404
    assert "Round 1" not in text_of(Client().get("/t/spring-open/"))


def test_a_second_tap_on_discard_finds_it_discarded(hall, alice):
    round_ = hall.draw()
    sent = {"key": value(alice.get(DESK), "key"), "confirm": "sure"}

    answers = [alice.post(f"{DESK}rounds/{round_.pk}/discard/", sent).status_code for _tap in range(2)]

    assert answers == [302, 302]
    assert not Round.objects.exists()


def test_closing_early_names_the_tables_that_are_missing(hall, round_, alice):
    answer = send(alice, f"{DESK}rounds/{round_.pk}/close/")

    assert "No confirmed result yet from table 1, 2." in text_of(answer)
