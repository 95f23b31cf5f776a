"""An action is done at most once, however often the call is repeated."""

import pytest

from tests.tournaments.hall import Hall
from tournaments.actions.errors import KeyReused, StateRefuses
from tournaments.actions.idempotency import Answer, once, remember
from tournaments.models import IdempotencyKey, Stage


def add_stage(hall: Hall) -> Answer:
    stage = Stage.objects.create(tournament=hall.tournament, ordinal=Stage.objects.count() + 1, name="Final")
    return Answer(201, {"stage": stage.pk})


def test_a_repeat_gets_the_first_answer_and_does_nothing(hall: Hall) -> None:
    call = {"by": hall.alice, "key": "k1", "fingerprint": "f1", "action": lambda: add_stage(hall)}

    first, second = once(**call), once(**call)

    assert (second.status, second.body, second.repeated) == (201, first.body, True)
    assert Stage.objects.count() == 2


def test_another_key_is_another_action(hall: Hall) -> None:
    for key in ("k1", "k2"):
        once(by=hall.alice, key=key, fingerprint="f1", action=lambda: add_stage(hall))

    assert Stage.objects.count() == 3


def test_two_people_may_make_up_the_same_key(hall: Hall) -> None:
    for person in (hall.alice, hall.rob):
        once(by=person, key="k1", fingerprint="f1", action=lambda: add_stage(hall))

    assert Stage.objects.count() == 3


def test_one_key_for_two_requests_is_refused(hall: Hall) -> None:
    once(by=hall.alice, key="k1", fingerprint="f1", action=lambda: add_stage(hall))

    with pytest.raises(KeyReused):
        once(by=hall.alice, key="k1", fingerprint="f2", action=lambda: add_stage(hall))

    assert Stage.objects.count() == 2


def test_a_refusal_leaves_neither_action_nor_key(hall: Hall) -> None:
    def refuse() -> Answer:
        add_stage(hall)
        raise StateRefuses("Not now.")

    with pytest.raises(StateRefuses):
        once(by=hall.alice, key="k1", fingerprint="f1", action=refuse)

    assert (Stage.objects.count(), IdempotencyKey.objects.count()) == (1, 0)


def test_a_remembered_refusal_is_the_answer_from_then_on(hall: Hall) -> None:
    remember(by=hall.alice, key="k1", fingerprint="f1", answer=Answer(409, {"error": "not now"}))

    again = once(by=hall.alice, key="k1", fingerprint="f1", action=lambda: add_stage(hall))

    assert (again.status, again.body, Stage.objects.count()) == (409, {"error": "not now"}, 1)
