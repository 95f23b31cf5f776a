"""Who goes on to a stage, read by programs."""

import pytest

from tests.tournaments.api.callers import code_of, signed_in
from tests.tournaments.hall import Hall

pytestmark = pytest.mark.django_db


def test_for_a_stage_in_which_everybody_plays_nobody_is_proposed(hall: Hall) -> None:
    answer = signed_in(hall.alice.user).get(f"/v1/stages/{hall.stage.pk}/proposed-qualifiers/")

    assert code_of(answer) == (404, "not_found")
