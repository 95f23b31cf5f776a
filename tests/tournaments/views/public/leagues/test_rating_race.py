"""The race of a league's ratings: tournament by tournament, above the table of today."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.charts import charts_of, links_of
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.imports.results import import_results
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.models import League, Season
from tournaments.standings.ratings.publish import publish_ratings

pytestmark = pytest.mark.django_db
ADDRESS = "/l/river/ratings/"
POINTS = (45_000, 30_000, 20_000, 5_000)


@pytest.fixture
def league(hall: Hall) -> League:
    return create_league(slug="river", name="River League", by=hall.charlie)


@pytest.fixture
def season(hall: Hall, league: League) -> Season:
    return create_season(league=league, name="2026", by=hall.charlie)


def play(slug: str, season: Season, *names: str) -> None:
    event = open_hall(slug, players=0, season=season, name=slug.capitalize())
    rows = "".join(f"1,1,{name},{points}\n" for name, points in zip(names, POINTS, strict=True))
    import_results(stage=event.stage, text=f"round,table,player,points\n{rows}", by=event.alice)


def page() -> str:
    return Client().get(ADDRESS).content.decode()


def test_between_tournaments_a_rating_stays_and_before_the_first_there_is_none(
    hall: Hall, league: League, season: Season
) -> None:
    set_rating(league=league, method="elo", by=hall.charlie)
    play("april", season, "Bob", "Dora", "Emil", "Fumi")
    publish_ratings(league.pk)
    assert charts_of(page()) == {}

    play("may", season, "Goro", "Dora", "Emil", "Fumi")
    publish_ratings(league.pk)

    rows = charts_of(page())["The race"]
    by_name = {name: [row[at] for row in rows[1:]] for at, name in enumerate(rows[0])}
    assert by_name["Tournament"] == ["April", "May"]
    assert by_name["Bob"] == ["1,518.0", "1,518.0"]
    assert by_name["Goro"][0] == ""
    assert set(links_of(page(), "The race")) == {*by_name} - {"Tournament"}
    assert float(by_name["Goro"][1].replace(",", "")) > 1_500


def test_it_takes_one_statement(
    hall: Hall, league: League, season: Season, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    set_rating(league=league, method="elo", by=hall.charlie)
    for slug in ("april", "may", "june"):
        play(slug, season, "Bob", "Dora", "Emil", "Fumi")
    publish_ratings(league.pk)
    page()

    with django_assert_num_queries(5):
        shown = page()

    assert len(charts_of(shown)["The race"]) == 1 + 3


def test_whoever_has_no_rank_is_not_in_it(hall: Hall, league: League, season: Season) -> None:
    set_rating(league=league, method="elo", minimum_games=2, by=hall.charlie)
    play("april", season, "Bob", "Dora", "Emil", "Fumi")
    play("may", season, "Bob", "Dora", "Emil", "Goro")
    publish_ratings(league.pk)

    assert charts_of(page())["The race"][0] == ["Tournament", "Bob", "Dora", "Emil"]
