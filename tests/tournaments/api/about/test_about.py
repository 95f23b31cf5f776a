"""What a tournament says about itself, through the API."""

import pytest

from tests.tournaments.api.callers import body_of, signed_in, stranger
from tests.tournaments.hall import Hall
from tests.tournaments.said import ABOUT
from tournaments.models import About, TimetableItem

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
ONE = "/v1/tournaments/spring-open/about/"


def test_it_is_said_and_everybody_reads_it(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    seen = body_of(alice.get(ONE))["tag"]

    said = alice.post(ONE, ABOUT, if_match=seen)

    assert said.status_code == 200
    assert body_of(said) == body_of(stranger().get(ONE)) == {**ABOUT, "tag": body_of(said)["tag"]}


def test_without_the_tag_that_was_seen_it_is_refused(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)
    found = [
        alice.post(ONE, ABOUT).status_code,
        alice.post(ONE, ABOUT, if_match="e0123456789abcdef").status_code,
        alice.post(ONE, {"fee": 3000}, if_match="x").status_code,
        alice.post(ONE, {"price": "free"}, if_match="x").status_code,
    ]

    assert found == [428, 412, 400, 400]
    assert not About.objects.exists()


def test_a_timetable_is_one_list(hall: Hall) -> None:
    alice, address = signed_in(hall.alice.user), "/v1/tournaments/spring-open/timetable/"
    items = [
        {"at": "2026-01-02T17:00+09:00", "title": "Prize-giving"},
        {"at": "2026-01-02T09:30+09:00", "title": "Doors", "note": "Ring twice"},
    ]

    said = alice.post(address, {"items": items}, if_match=body_of(alice.get(address))["tag"])

    assert said.status_code == 200
    assert body_of(said) == body_of(stranger().get(address))
    assert body_of(said)["items"] == [
        {"at": "2026-01-02T00:30:00.000000Z", "title": "Doors", "note": "Ring twice"},
        {"at": "2026-01-02T08:00:00.000000Z", "title": "Prize-giving", "note": ""},
    ]


@pytest.mark.parametrize(
    "items",
    [
        [{"at": "2026-01-02T09:30", "title": "Doors"}],
        [{"at": "2026-01-02T09:30Z"}],
        [{"at": "2026-01-02T09:30Z", "title": ""}],
        [{"at": "9999-12-31T23:59-12:00", "title": "Doors"}],
        [{"at": "2026-01-02T09:30Z", "title": "x" * 81}],
        [{"at": "2026-01-02T09:30Z", "title": "Doors"}] * 101,
        {"at": "2026-01-02T09:30Z", "title": "Doors"},
    ],
    ids=["no offset", "no title", "empty title", "too late", "too long", "too many", "no list"],
)
def test_an_item_that_is_none_is_refused(hall: Hall, items: object) -> None:
    alice, address = signed_in(hall.alice.user), "/v1/tournaments/spring-open/timetable/"
    seen = body_of(alice.get(address))["tag"]

    answer = alice.post(address, {"items": items}, if_match=seen)

    assert answer.status_code in (400, 422)
    assert not TimetableItem.objects.exists()
