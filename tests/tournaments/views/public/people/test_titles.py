"""A player's page lists what they have won: seasons, alone or with a team, and tournaments."""

import re

import pytest
from django.test import Client

from players.models import Player
from tests.tournaments.actions.seasons.test_teams_of_seasons import season_of_teams
from tests.tournaments.hall import Figures, Hall, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.models import Standing, Team, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db


def won_by_one(hall: Hall) -> Player:
    """A finished tournament, and who won it alone."""
    round_ = hall.started()
    for most, table in enumerate(round_.tables.all()):
        figures = Figures([50_000 - 1_000 * most, 30_000, 15_000, 5_000 + 1_000 * most])
        correct_sheet(table=table, report=TableReport(figures), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    publish_tournament(hall.tournament.pk)
    finish_tournament(tournament=hall.tournament, by=hall.alice)
    return Standing.objects.get(stage=hall.stage, position=1).entry.player


def titles_of(player: Player) -> list[tuple[str, str]]:
    """Where each title leads, and what it is."""
    page = Client().get(f"/players/{player.pk}/")
    text = page.content.decode()
    if 'id="titles"' not in text:
        return []
    of_it = text.split('id="titles"')[1].split("</section>")[0]
    return list(
        zip(
            re.findall(r'href="([^"]+)"', of_it),
            re.findall(r'class="figure">([^<]+)<', of_it),
            strict=True,
        )
    )


def test_a_tournament_that_was_won_is_a_title_once_it_is_finished() -> None:
    hall = open_hall()
    player = won_by_one(hall)

    assert titles_of(player) == [("/t/spring-open/", "Winner")]
    second = Standing.objects.get(stage=hall.stage, position=2).entry.player
    assert titles_of(second) == []
    Tournament.objects.update(status="running")
    assert titles_of(player) == []


def test_who_won_the_top_division_of_a_season_is_its_champion() -> None:
    founder = open_hall("founder", players=0)
    season = create_season(
        league=create_league(slug="river", name="River", by=founder.charlie), name="2026", by=founder.charlie
    )
    hall = open_hall("event", season=season)
    player = won_by_one(hall)

    assert titles_of(player) == [("/l/river/seasons/1/", "Champion")]


def test_where_teams_play_the_title_is_the_teams() -> None:
    season_of_teams()
    bears = Team.objects.get(name="Bears", tournament__slug="level-1")
    member = bears.entries.order_by("pk")[0].player
    below = Team.objects.filter(standings__rank=1, tournament__slug="level-2").get()
    best = Standing.objects.get(stage__tournament=bears.tournament, position=1).entry.player

    assert ("/l/river/seasons/1/", "Champion") in titles_of(member)
    assert "Champion" in text_of(Client().get(f"/players/{member.pk}/"))
    assert ("/t/level-1/", "Best individual") in titles_of(best)
    assert titles_of(below.entries.order_by("pk")[0].player)[0] == ("/t/level-2/", "Winner")
