"""Tablets at the desk: which table has one."""

import pytest

from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.kiosks import issue_kiosks

pytestmark = pytest.mark.django_db

TABLETS = f"{DESK}tablets/"


def test_before_there_are_tables_there_is_nothing_to_hand_out_and_no_moment_to_explain(hall: Hall) -> None:
    rob = signed_in(hall.rob)
    before = text_of(rob.get(TABLETS))
    hall.started()
    issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.rob)

    after = text_of(rob.get(TABLETS))

    words = ("Hand out", "Table 1", "Table 2 No tablet", "Times are local")
    assert [one in before for one in words] == [False, False, False, False]
    assert [one in after for one in words] == [True, True, True, True]
