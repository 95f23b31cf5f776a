"""Who is here, by programs."""

import pytest

from tests.tournaments.api.callers import body_of, signed_in
from tests.tournaments.hall import Hall
from tournaments.actions.people.entries import withdraw

pytestmark = pytest.mark.django_db

T = "/v1/tournaments/spring-open/"


def test_a_referee_ticks_off_one_all_and_begins_again(hall: Hall) -> None:
    rob, pks = signed_in(hall.rob.user), hall.entries()
    withdraw(entry=hall.tournament.entries.get(number=8), by=hall.alice)

    one = body_of(rob.post(f"/v1/entries/{pks[0]}/check-in/"))
    everybody = body_of(rob.post(f"{T}check-in/"))
    undone = body_of(rob.post(f"/v1/entries/{pks[2]}/check-in/undo/"))
    seen = body_of(rob.get(f"{T}check-in/"))
    again = body_of(rob.post(f"{T}check-in/reset/"))

    assert one == {"here": 1, "total": 7, "not_here": pks[1:7]}
    assert everybody == {"here": 7, "total": 7, "not_here": []}
    assert undone == seen == {"here": 6, "total": 7, "not_here": [pks[2]]}
    assert again == {"here": 0, "total": 7, "not_here": pks[:7]}
