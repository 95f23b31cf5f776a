"""Programs edit what was typed: with the version they saw, and only what they name."""

import pytest
from django.test import Client

from tests.tournaments.api.callers import program
from tests.tournaments.hall import Hall
from tournaments.actions.seen_versions import tournament_tag
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
CUP = "/v1/tournaments/spring-open/"


def test_a_field_is_changed_and_the_others_stay(hall: Hall) -> None:
    alice = program(hall.alice.user, "manage")
    seen = alice.get(CUP).json()["tag"]

    answer = alice.call("PATCH", CUP, {"name": "Autumn Open", "slug": "autumn-open"}, if_match=seen)

    assert answer.status_code == 200, answer.content
    found = answer.json()
    assert (found["name"], found["slug"], found["time_zone"]) == ("Autumn Open", "autumn-open", "Asia/Tokyo")
    assert answer["ETag"] == f'"{found["tag"]}"'
    assert found["tag"] != seen
    assert alice.get(CUP).json() == alice.get("/v1/tournaments/autumn-open/").json()


@pytest.mark.parametrize(("tag", "status"), [(None, 428), ("e0123", 412)])
def test_without_the_version_that_stands_nothing_changes(hall: Hall, tag: str | None, status: int) -> None:
    alice = program(hall.alice.user, "manage")

    answer = alice.call("PATCH", CUP, {"name": "Autumn Open"}, if_match=tag)

    assert answer.status_code == status
    assert Tournament.objects.get().name == "Spring Open"


def test_years_that_no_event_has_are_refused(hall: Hall) -> None:
    alice = program(hall.alice.user, "manage")

    answer = alice.call(
        "PATCH", CUP, {"starts_on": "0001-01-01"}, if_match=tournament_tag(Tournament.objects.get())
    )

    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "impossible_day")


def test_an_entry_and_its_player_are_edited(hall: Hall) -> None:
    alice = program(hall.alice.user, "manage")
    entry = Entry.objects.get(player__name="Dora")
    address, of_player = f"/v1/entries/{entry.pk}/", f"/v1/players/{entry.player_id}/"

    number = alice.call("PATCH", address, {"number": 50}, if_match=alice.get(address).json()["tag"])
    name = alice.call(
        "PATCH",
        of_player,
        {"name": "Dora Dee", "club": "Dragons", "country": "jp"},
        if_match=alice.get(of_player).json()["tag"],
    )

    assert (number.status_code, name.status_code) == (200, 200), (number.content, name.content)
    found = alice.get(address).json()
    assert (found["number"], found["player"]["name"], found["player"]["country"]) == (50, "Dora Dee", "JP")
    assert found["player"]["club"]["name"] == "Dragons"


def test_a_stranger_learns_nothing_from_an_old_address(hall: Hall) -> None:
    alice = program(hall.alice.user, "manage")
    seen = alice.get(CUP).json()["tag"]
    alice.call("PATCH", CUP, {"slug": "autumn-open", "visibility": "private"}, if_match=seen)

    assert Client().get(f"/api{CUP}").status_code == 404
    assert Client().get("/t/spring-open/").status_code == 404
