"""A player's page draws how their rating went, with a band where the method says how sure it is."""

import re

import pytest
from django.test import Client

from players.models import Player
from tests.tournaments.hall import Hall, open_hall, play
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import close_round
from tournaments.models import League, Rating
from tournaments.standings import publish_tournament
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from tournaments.views.public.people.rating_runs import FEWEST

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(db: None) -> Hall:
    """Whose founder founds the league; the players are of the league's first tournament."""
    return open_hall("founder", players=0)


@pytest.fixture
def league(hall: Hall) -> League:
    """A league with as many tournaments of the same four players as a picture needs."""
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    for number in range(FEWEST):
        event = open_hall(f"event-{number}", players=0 if number else 4, season=season)
        for player in Player.objects.order_by("pk") if number else ():
            register(tournament=event.tournament, player=player, by=event.alice)
        round_ = event.started()
        for table in round_.tables.all():
            play(table, event.alice)
        close_round(round_=round_, by=event.alice)
        publish_tournament(event.tournament.pk)
    return league


def rated(hall: Hall, league: League, method: str) -> list[Rating]:
    """The ratings of one player, tournament by tournament."""
    set_rating(league=league, method=method, by=hall.charlie)
    publish_ratings_for_reader(league.rating_rule.pk)
    player = Rating.objects.filter(league=league).order_by("player")[0].player
    return list(Rating.objects.filter(league=league, player=player).order_by("tournament__rated__turn"))


def page_of(player: Player) -> str:
    return Client().get(f"/players/{player.pk}/").content.decode()


def test_elo_has_a_line_and_a_table(hall: Hall, league: League) -> None:
    ratings = rated(hall, league, "elo")
    assert len(ratings) == FEWEST

    page = page_of(ratings[0].player)

    table = page.split(f'id="rating-{league.pk}-table')[1].split("</figure>")[0]
    assert f"Rating after each tournament: {ratings[-1].value / 1000:,.1f} after the last." in page
    assert 'class="band"' not in page
    for one in ratings:
        assert f"{one.value / 1000:,.1f}" in table


def test_a_rating_that_knows_how_sure_it_is_has_a_band_whose_lower_edge_is_the_rating(
    hall: Hall, league: League
) -> None:
    ratings = rated(hall, league, "weng_lin")

    page = page_of(ratings[0].player)

    last = ratings[-1]
    assert f"{last.mean / 1000:,.1f} after the last" in page
    assert re.search(r"its lower edge, .?[\d,.]+\.", page)
    assert 'class="band"' in page


def test_of_fewer_tournaments_there_is_no_picture(hall: Hall, league: League) -> None:
    ratings = rated(hall, league, "elo")
    Rating.objects.filter(pk=ratings[0].pk).delete()

    assert f'id="rating-{league.pk}-table' not in page_of(ratings[0].player)
