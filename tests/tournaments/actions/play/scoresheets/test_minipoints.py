"""A chombo that comes off a game's score before its places: the sheet has what was played, the score what counts."""

import pytest

from tests.tournaments.hall import Figures, open_hall, play
from tournaments.models import Score
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

TWELFTHS = 12


def test_table_points_follow_from_the_score_without_them() -> None:
    hall = open_hall(
        players=4, rulebook_id="mcr", house_rules={"chombo.kind": "minipoints", "chombo.amount": 30}
    )
    table = hall.started().tables.get()

    sheet = play(table, hall.alice, Figures([100, 80, -60, -120], chombo=[1, 0, 0, 0]))
    publish_tournament(hall.tournament.pk)

    rows = Score.objects.filter(sheet=sheet).order_by("seat__wind")
    assert sheet.points == [100, 80, -60, -120]
    assert list(rows.values_list("points", "place", "total")) == [
        (70, 2, 2 * TWELFTHS),
        (80, 1, 4 * TWELFTHS),
        (-60, 3, 1 * TWELFTHS),
        (-120, 4, 0),
    ]
    standings = hall.stage.standings.order_by("position").values_list("points", "total")
    assert list(standings) == [(80, 48), (70, 24), (-60, 12), (-120, 0)]
    assert verify_ledger(hall.tournament.pk).problems == []
