"""What is measured can be built: a hall in which every report finds a table that is in play."""

import pytest

from benchmarks.serving_work import PLAYERS, open_hall
from tournaments.models import Round, Table

pytestmark = pytest.mark.slow


@pytest.mark.once("the actions that build it are proven on both databases")
@pytest.mark.django_db
def test_the_hall_that_is_measured_has_a_table_in_play_for_every_report():
    one_round = PLAYERS // 4

    hall = open_hall(one_round + 1)

    assert (
        Table.objects.filter(pk__in=hall.tables, round__status=Round.Status.STARTED).count() == 2 * one_round
    )
