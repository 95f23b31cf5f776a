"""Who came in ahead of whom, counted over the confirmed games of a stage, and drawn below the cross-table."""

import pytest
from django.test import Client

from tests.tournaments.hall import Figures, Hall, play, seats_of
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import Table
from tournaments.standings import publish_tournament
from tournaments.standings.ahead import ahead_of_each_other

pytestmark = pytest.mark.django_db
PAGE = "/t/spring-open/standings/1/cross-table/"


def test_each_pair_that_met_is_counted_by_who_was_ahead(hall: Hall, table: Table) -> None:
    play(table, hall.alice, Figures([40_000, 25_000, 25_000, 10_000]))
    publish_tournament(hall.tournament.pk)
    east, south, west, north = (seat.entry_id for seat in seats_of(table))

    found = ahead_of_each_other(hall.stage, [east, south, west])

    assert found == {
        (east, south): 1,
        (east, west): 1,
        (south, east): 0,
        (south, west): 0,
        (west, east): 0,
        (west, south): 0,
    }
    assert (north, east) not in found
    assert ahead_of_each_other(hall.stage, [east]) == {}


def test_the_cross_table_draws_it_with_names_and_as_a_table(hall: Hall, table: Table) -> None:
    play(table, hall.alice, Figures([40_000, 30_000, 20_000, 10_000]))
    publish_tournament(hall.tournament.pk)
    east, south, *_others = (seat.entry.player.name for seat in seats_of(table))

    page = Client().get(PAGE)

    assert "Who came in ahead of whom Row ahead of column" in text_of(page)
    assert f"<title>{east} – {south}: 1</title>" in page.content.decode()
    assert f"<title>{south} – {east}: 0</title>" in page.content.decode()


def test_before_a_game_there_is_no_picture(hall: Hall) -> None:
    hall.started()

    assert "ahead of whom" not in text_of(Client().get(PAGE))
