"""Penalties at the desk."""

import pytest

from tests.tournaments.views.desk.browser import DESK, send
from tournaments.models import Penalty

pytestmark = pytest.mark.django_db


def test_a_penalty_is_typed_as_it_is_said_and_can_be_lifted(hall, round_, alice):
    entry = hall.tournament.entries.get(number=1)

    send(alice, DESK + "penalties/", stage=hall.stage.pk, entry=entry.pk, amount="2.5", reason="late")
    penalty = Penalty.objects.get()
    amount = penalty.amount
    send(alice, f"{DESK}penalties/{penalty.pk}/lift/", reason="the bus")
    penalty.refresh_from_db()

    assert (amount, penalty.lift_reason) == (2_500, "the bus")


@pytest.mark.parametrize("amount", ["0", "-5", "1e400", "NaN", "0.0001", "9" * 20, ""])
def test_a_penalty_that_is_none_is_refused(amount, hall, alice):
    entry = hall.tournament.entries.get(number=1)

    answer = alice.post(
        DESK + "penalties/", {"stage": hall.stage.pk, "entry": entry.pk, "amount": amount, "reason": "late"}
    )

    assert answer.status_code == 422
    assert not Penalty.objects.exists()
