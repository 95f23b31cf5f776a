"""Games with other hands (Hong Kong, Taiwanese, American): tables enter final points, and these are ranked."""

import pytest

from tests.tournaments.hall import Figures, open_hall, play
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.models import Standing
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db
RESULTS_ONLY = {"result.kind": "raw", "chombo.kind": "none", "chombo.amount": 0}
# Hong Kong points, which add up to nothing at each table.
GAMES = [[64, 0, -16, -48], [24, 8, 0, -32]]


def test_an_event_counts_points_as_they_are_from_set_up_to_its_final_ranking() -> None:
    hall = open_hall("hong-kong", rulebook_id="mcr", house_rules=RESULTS_ONLY)
    round_ = hall.started()

    for table, points in zip(round_.tables.order_by("number"), GAMES, strict=True):
        play(table, hall.alice, Figures(points))
    close_round(round_=round_, by=hall.alice)
    publish_tournament(hall.tournament.pk)
    finish_tournament(tournament=hall.tournament, by=hall.alice)

    units = hall.tournament.rulebook.units_per_point
    rows = Standing.objects.filter(stage=hall.stage).order_by("position")
    assert [(row.rank, row.total // units, row.games) for row in rows] == [
        *((1, 64, 1), (2, 24, 1), (3, 8, 1), (4, 0, 1), (4, 0, 1), (6, -16, 1), (7, -32, 1), (8, -48, 1)),
    ]
    assert verify_ledger(hall.tournament.pk).problems == []
