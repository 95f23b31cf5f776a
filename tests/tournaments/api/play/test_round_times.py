"""Times of all rounds through the API: by a rule, moved by days, one by one."""

from typing import Any

import pytest

from tests.tournaments.actions.refusals import facts
from tests.tournaments.api.callers import body_of, signed_in
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.models import Draw, Round

pytestmark = pytest.mark.django_db
PATH = "/v1/tournaments/spring-open/times/"
RULE: dict[str, Any] = {
    "day": "2027-03-24",
    "starts_at": 1140,
    "minutes": 90,
    "a_day": 1,
    "weekdays": [1, 4],
    "breaks": [{"first": "2027-03-29", "last": "2027-03-31"}],
}


@pytest.fixture
def berlin() -> Hall:
    return open_hall(time_zone="Europe/Berlin")


def times(answer) -> list[tuple[int, str | None]]:
    return [(one["number"], one["planned_at"]) for one in body_of(answer)["rounds"]]


def test_a_rule_gives_all_rounds_their_times_and_days_move_them(berlin: Hall) -> None:
    draw(stage=berlin.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=2), by=berlin.alice)
    rounds = list(Round.objects.order_by("number"))
    alice = signed_in(berlin.alice.user)

    planned = alice.post(PATH, {"rule": RULE})
    moved = alice.post(PATH, {"move_days": 7, "first_round": rounds[1].pk})
    listed = alice.post(PATH, {"times": [{"round": rounds[0].pk, "planned_at": None}]})

    assert times(planned) == [(1, "2027-03-25T18:00:00.000000Z"), (2, "2027-04-01T17:00:00.000000Z")]
    assert times(moved) == [(2, "2027-04-08T17:00:00.000000Z")]
    assert times(listed) == [(1, None)]


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 400, "non_field_errors"),
        ({"rule": RULE, "move_days": 7}, 400, "non_field_errors"),
        ({"rule": RULE | {"a_day": 0}}, 400, "rule"),
        ({"rule": RULE | {"weekdays": [0]}}, 400, "rule"),
        ({"rule": RULE | {"day": "1999-12-31"}}, 400, "rule"),
        ({"rule": RULE | {"breaks": [{"first": "2027-03-31", "last": "2027-03-29"}]}}, 400, "rule"),
        ({"rule": RULE | {"breaks": [{"first": "2027-03-29", "last": "2027-03-29"}] * 101}}, 400, "rule"),
        ({"move_days": 10**9}, 400, "move_days"),
        ({"move_days": 7, "first_round": 10**17}, 422, "first_round"),
        ({"times": []}, 400, "times"),
        ({"times": [{"round": 1, "planned_at": None}] * 2}, 400, "times"),
        ({"times": [{"round": 1, "planned_at": None}] * 1_001}, 400, "times"),
        ({"times": [{"round": 10**17, "planned_at": None}]}, 422, "rounds"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_planned(
    berlin: Hall, body: dict[str, Any], status: int, field: str
) -> None:
    berlin.draw()
    before = facts()

    answer = signed_in(berlin.alice.user).post(PATH, body)

    assert (answer.status_code, list(answer.json()["error"]["fields"]), facts()) == (status, [field], before)
    assert Round.objects.get().planned_at is None
