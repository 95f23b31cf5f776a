"""An event's page tells its moments: yakuman, very high games, comebacks."""

import pytest
from django.test import Client

from tests.tournaments.hall import Figures, Hall, seats_of
from tests.tournaments.told import KOKUSHI, RON, tell
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.models import Table
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db
# East takes 7,700 from South.
LATE_YAKUMAN = (RON, KOKUSHI)
# South, who is last by far, takes a yakuman from East.
COMEBACK = (RON, {"kind": "win", "wins": [{"winner": 1, "yakuman": ["kokushi"]}], "loser": 0})


def moments(hall: Hall) -> str:
    publish_tournament(hall.tournament.pk)
    page = text_of(Client().get("/t/spring-open/"))
    return page.partition("Moments ")[2]


def test_a_quiet_round_has_none(hall: Hall, table: Table) -> None:
    tell(table, hall)

    assert moments(hall) == ""


def test_a_yakuman_is_told_with_its_name_and_table(hall: Hall, table: Table) -> None:
    tell(table, hall, LATE_YAKUMAN)
    north = seats_of(table)[3].entry.player.name

    assert moments(hall).startswith(f"{north} Kokushi musou · Round 1, Table 1 Yakuman ")


def test_who_was_last_before_the_last_hand_and_won_came_back(hall: Hall, table: Table) -> None:
    tell(table, hall, COMEBACK)
    south = seats_of(table)[1].entry.player.name

    assert f"{south} Last before the last hand, and won · Round 1, Table 1 Comeback " in moments(hall)


@pytest.mark.parametrize(("most", "is_told"), [(60_000, True), (59_900, False)])
def test_a_game_of_60000_is_told(hall: Hall, table: Table, most: int, is_told: bool) -> None:
    figures = Figures([most, 70_000 - most, 20_000, 10_000])
    correct_sheet(table=table, report=TableReport(figures), reason="x", by=hall.rob)
    east = seats_of(table)[0].entry.player.name

    assert (f"{east} Round 1, Table 1 60,000" in moments(hall)) is is_told
