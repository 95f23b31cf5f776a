"""Ordered draws through the API: 202 and where to look, once however often it is requested, and calling it off."""

import pytest

from seating.audit import Record, verify
from tests.tournaments.api.callers import Caller, body_of, code_of, signed_in, stranger
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.jobs.worker import work_off
from tournaments.actions.draws.plans import Plan
from tournaments.models import Draw, DrawJob, Round

pytestmark = pytest.mark.django_db

LONG = {"method": "schedule", "rounds": 3, "effort": 4}


@pytest.fixture
def wide() -> Hall:
    return open_hall(players=16)


@pytest.fixture
def alice(wide: Hall) -> Caller:
    return signed_in(wide.alice.user)


def draws_of(wide: Hall) -> str:
    return f"/v1/stages/{wide.stage.pk}/draws/"


def test_a_long_draw_is_ordered_looked_at_and_found(wide: Hall, alice: Caller) -> None:
    answer = alice.post(draws_of(wide), LONG)
    ordered = body_of(answer)

    assert (answer.status_code, answer["Location"]) == (202, ordered["url"])
    assert answer["Location"] == f"/api/v1/draw-jobs/{ordered['id']}/"
    assert {name: ordered[name] for name in ("stage", "status", "done", "total", "refusal", "draw")} == {
        "stage": wide.stage.pk,
        "status": "queued",
        "done": 0,
        "total": 1_000,
        "refusal": None,
        "draw": None,
    }
    assert body_of(alice.get(f"/v1/draw-jobs/{ordered['id']}/")) == ordered

    work_off()

    found = body_of(alice.get(f"/v1/draw-jobs/{ordered['id']}/"))
    assert (found["status"], found["done"], found["draw"]) == ("done", 1_000, Draw.objects.get().pk)
    shown = body_of(alice.get(f"/v1/draws/{found['draw']}/"))
    assert verify(Record(**shown["record"]), shown["seed"]).same
    assert shown["record"]["request"]["effort"] == 4


def test_the_same_call_twice_orders_once(wide: Hall, alice: Caller) -> None:
    first, again = (alice.post(draws_of(wide), LONG, key="the-same-key-twice") for _time in range(2))

    assert body_of(first) == body_of(again)
    assert (again.status_code, again["Idempotent-Replay"], again["Location"]) == (
        202,
        "true",
        first["Location"],
    )
    assert DrawJob.objects.count() == 1


def test_another_draw_meanwhile_is_refused_and_names_the_one_that_lives(wide: Hall, alice: Caller) -> None:
    ordered = body_of(alice.post(draws_of(wide), LONG))

    for order in (LONG, {"method": "random"}):
        refused = alice.post(draws_of(wide), order)
        assert code_of(refused) == (409, "draw_ordered")
        assert body_of(refused)["error"]["fields"] == {"job": ordered["id"]}


def test_it_is_called_off_once(wide: Hall, alice: Caller) -> None:
    ordered = body_of(alice.post(draws_of(wide), LONG))

    cancelled = alice.post(f"/v1/draw-jobs/{ordered['id']}/cancel/")
    too_late = alice.post(f"/v1/draw-jobs/{ordered['id']}/cancel/")

    assert (cancelled.status_code, body_of(cancelled)["status"]) == (200, "cancelled")
    assert body_of(cancelled)["ended_at"] is not None
    assert code_of(too_late) == (409, "draw_job_cancelled")
    assert work_off() == 0
    assert not Round.objects.exists()


def test_only_the_staff_know_of_it(wide: Hall, alice: Caller) -> None:
    ordered = body_of(alice.post(draws_of(wide), LONG))

    assert stranger().get(f"/v1/draw-jobs/{ordered['id']}/").status_code == 404
    assert signed_in(wide.charlie.user).get(f"/v1/draw-jobs/{ordered['id']}/").status_code == 404
    assert signed_in(wide.rob.user).get(f"/v1/draw-jobs/{ordered['id']}/").status_code == 200
    assert signed_in(wide.rob.user).post(f"/v1/draw-jobs/{ordered['id']}/cancel/").status_code == 403


def test_drafts_are_drawn_again_with_a_longer_search(wide: Hall, alice: Caller) -> None:
    old = draw(stage=wide.stage, plan=Plan(method="schedule", rounds=3), by=wide.alice)
    before = [seats_of(round_) for round_ in Round.objects.order_by("number")]

    answer = alice.post(f"/v1/draws/{old.pk}/redraw/", {"reason": "longer", "effort": 16, "seed": "abc"})

    assert answer.status_code == 202
    assert [seats_of(round_) for round_ in Round.objects.order_by("number")] == before
    work_off()
    stored = Draw.objects.order_by("pk").last()
    assert stored is not None
    assert (stored.reason, stored.seed, stored.rounds.count(), old.rounds.count()) == ("longer", "abc", 3, 0)


@pytest.mark.parametrize(
    ("order", "status", "code"),
    [
        ({"method": "schedule", "rounds": 200, "effort": 16}, 422, "too_many_rounds"),
        ({"method": "schedule", "rounds": 3, "effort": 17}, 400, "invalid"),
        ({"method": "schedule", "rounds": 3, "effort": 0}, 400, "invalid"),
        ({"method": "snake", "effort": 5}, 422, "nothing_to_search"),
        ({"method": "random", "effort": 4}, 422, "nothing_to_search"),
    ],
)
def test_what_cannot_be_is_refused_before_it_is_ordered(
    wide: Hall, alice: Caller, order: dict[str, object], status: int, code: str
) -> None:
    answer = alice.post(draws_of(wide), order)

    assert code_of(answer) == (status, code)
    assert not DrawJob.objects.exists()


@pytest.mark.parametrize("effort", [2, 3, 5, 8, 15])
def test_any_number_of_times_as_long_up_to_sixteen_can_be_ordered(
    wide: Hall, alice: Caller, effort: int
) -> None:
    answer = alice.post(draws_of(wide), {"method": "schedule", "rounds": 3, "effort": effort})

    assert answer.status_code == 202
    assert DrawJob.objects.count() == 1
