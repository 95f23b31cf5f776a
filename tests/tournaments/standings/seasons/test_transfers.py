"""Who changed teams is told with both teams and the round since which, the latest first."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.actions.teams.test_rosters import entry, hall, move, play_a_round, team
from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.seen_versions import divisions_tag
from tournaments.actions.teams.captains import name_captain
from tournaments.models import Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.seasons.transfers import Transfer, transfers_of

pytestmark = pytest.mark.django_db
__all__ = ["hall"]


def told(hall: Hall) -> list[tuple[str, str | None, str | None, str, int]]:
    return [
        (one.name, one.source and one.source[1], one.target and one.target[1], one.stage, one.number)
        for one in transfers_of([hall.tournament.pk])
    ]


def test_nobody_changed_teams(hall: Hall) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert told(hall) == []

    assert len(queries) == 1


def test_each_step_of_a_player_is_one_and_the_latest_comes_first(hall: Hall) -> None:
    move("Bears A", "Foxes", hall)
    move("Lynxes B", "Bears", hall)
    play_a_round(hall)
    move("Bears A", None, hall)

    assert told(hall) == [
        ("Bears A", "Foxes", None, "Main stage", 4),
        ("Bears A", "Bears", "Foxes", "Main stage", 3),
        ("Lynxes B", "Lynxes", "Bears", "Main stage", 3),
    ]
    assert transfers_of([hall.tournament.pk + 1]) == []
    first = transfers_of([hall.tournament.pk])[-1]
    found = entry("Lynxes B")
    assert first == Transfer(
        hall.tournament.pk,
        found.player_id,
        "Lynxes B",
        (team("Lynxes").pk, "Lynxes"),
        (team("Bears").pk, "Bears"),
        "Main stage",
        3,
    )


def test_the_seasons_page_of_teams_lists_them(hall: Hall) -> None:
    season = create_season(
        league=create_league(slug="river", name="River", by=hall.charlie), name="2026", by=hall.charlie
    )
    set_divisions(season=season, divisions=[{"name": "A"}], seen=divisions_tag([]), by=hall.charlie)
    Tournament.objects.update(season=season, level=1)
    name_captain(team=team("Bears"), entry=entry("Bears B"), by=hall.alice)
    publish_tournament(hall.tournament.pk)
    assert "Transfers" not in text_of(Client().get("/l/river/seasons/1/"))

    move("Bears A", "Foxes", hall)

    shown = "Transfers Bears A Bears → Foxes from Round 3 of “Main stage” on"
    assert shown in text_of(Client().get("/l/river/seasons/1/"))
