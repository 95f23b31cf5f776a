"""Day and hour of a round: typed at the desk, read by everybody in the tournament's zone."""

import json
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.tournaments.hall import open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.models import Round

pytestmark = pytest.mark.django_db

DESK = "/t/tokyo/desk/"


@pytest.fixture
def tokyo():
    """A round in Tokyo that is published."""
    hall = open_hall("tokyo", time_zone="Asia/Tokyo")
    publish_round(round_=hall.draw(), by=hall.alice)
    return hall


def save(hall, planned_at: str):
    round_ = Round.objects.get()
    return send(signed_in(hall.alice), f"{DESK}rounds/{round_.pk}/time/", planned_at=planned_at)


def test_what_is_typed_is_meant_in_the_tournaments_zone_and_read_so_by_everybody(tokyo):
    answer = save(tokyo, "2026-12-06T10:30")

    round_ = Round.objects.get()
    assert round_.planned_at == datetime(2026, 12, 6, 1, 30, tzinfo=UTC)
    assert "The time of Round 1 was saved." in text_of(answer)
    public = text_of(Client().get("/t/tokyo/rounds/1/"))
    assert "Dec. 6, 2026, 10:30 a.m." in public
    assert "Times are local: Asia/Tokyo." in public
    assert "Dec. 6, 2026, 10:30 a.m." in text_of(Client().get("/t/tokyo/"))
    assert "Round 1 planned for Dec. 6, 2026, 10:30 a.m." in text_of(Client().get("/t/tokyo/ledger/"))


def test_players_and_programs_read_it_too(tokyo):
    save(tokyo, "2026-12-06T10:30")

    round_ = Round.objects.get()
    player = round_.tables.first().seats.first().entry.player_id
    assert "Dec. 6, 2026, 10:30 a.m." in text_of(Client().get(f"/players/{player}/"))
    answer = json.loads(Client().get(f"/api/v1/rounds/{round_.pk}/").content)
    assert answer["planned_at"] == "2026-12-06T01:30:00.000000Z"


def test_it_is_taken_back_by_sending_it_empty(tokyo):
    save(tokyo, "2026-12-06T10:30")

    save(tokyo, "")

    assert Round.objects.get().planned_at is None
    assert "Dec. 6" not in text_of(Client().get("/t/tokyo/rounds/1/"))


@pytest.mark.parametrize("typed", ["soon", "0001-01-01T00:00", "9999-12-31T23:59", "2026-13-01T00:00"])
def test_what_is_no_time_of_a_round_changes_nothing(tokyo, typed):
    answer = save(tokyo, typed)

    assert answer.status_code == 200
    assert "is saved" not in text_of(answer)
    assert Round.objects.get().planned_at is None
