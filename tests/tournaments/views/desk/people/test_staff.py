"""The staff, at the desk."""

import pytest

from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import Staff

pytestmark = pytest.mark.django_db


def test_the_last_organizer_stays(hall, alice):
    staff = Staff.objects.get(user=hall.alice.user)

    answer = send(alice, f"{DESK}staff/{staff.pk}/dismiss/", confirm="sure")

    assert "A tournament needs an organizer" in text_of(answer)
