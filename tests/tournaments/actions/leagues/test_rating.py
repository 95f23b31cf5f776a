"""A league chooses how it rates its players; everybody reads the ratings."""

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.models.test_promises import refuses
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.models import League, RatingRule
from tournaments.standings.ratings.publish import publish_ratings
from tournaments.verification import verify_league
from tournaments.views.public.leagues import ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(hall: Hall) -> League:
    return create_league(slug="river", name="River League", by=hall.charlie)


def test_it_is_set_again_without_an_entry_and_taken_back(league: League, hall: Hall) -> None:
    for method, minimum in (("elo", 0), ("elo", 0), ("elo", 5), ("weng_lin", 5), (None, 0), (None, 0)):
        set_rating(league=league, method=method, minimum_games=minimum, by=hall.charlie)

    entries = league.ledger.filter(kind="rating_set").order_by("seq")
    assert [entry.content["rule"] for entry in entries] == [
        {"method": "elo", "minimum_games": 0},
        {"method": "elo", "minimum_games": 5},
        {"method": "weng_lin", "minimum_games": 5},
        None,
    ]
    assert not RatingRule.objects.exists()
    assert verify_league(league.pk).problems == []


@pytest.mark.parametrize(
    ("method", "minimum", "field"),
    [("luck", 0, "method"), ("elo", -1, "minimum_games"), ("elo", 1_001, "minimum_games")],
)
def test_what_is_no_rating_is_refused(
    league: League, hall: Hall, method: str, minimum: int, field: str
) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_rating(league=league, method=method, minimum_games=minimum, by=hall.charlie)

    assert list(refusal.value.fields) == [field]
    assert digest() == before


def test_the_database_keeps_it_a_rule(league: League, hall: Hall) -> None:
    set_rating(league=league, method="elo", by=hall.charlie)
    rows = RatingRule.objects.filter(league=league)

    refuses(lambda: rows.update(method="luck"), "a_rating_is_one_that_we_know")
    refuses(lambda: rows.update(minimum_games=1_001), "a_rating_within_bounds")


def test_a_page_stores_it_and_takes_it_back(league: League, hall: Hall) -> None:
    charlie, page = signed_in(hall.charlie), "/l/river/edit-rating/"
    assert page in charlie.get("/l/river/edit/").content.decode()
    assert "/l/river/ratings/" not in charlie.get(page).content.decode()

    assert charlie.post(page, {"method": "weng_lin", "minimum_games": "8"}).status_code == 302

    assert RatingRule.objects.get().stored() == {"method": "weng_lin", "minimum_games": 8}
    shown = charlie.get(page).content.decode()
    assert 'value="8"' in shown
    assert 'href="/l/river/ratings/"' in shown
    assert charlie.post(page, {"method": "elo", "minimum_games": "many"}).status_code == 422
    assert RatingRule.objects.get().method == "weng_lin"
    charlie.post(page, {"method": "", "minimum_games": "8"})
    assert not RatingRule.objects.exists()


def test_everybody_reads_them(league: League, hall: Hall, django_assert_num_queries) -> None:
    assert Client().get("/l/river/ratings/").status_code == 404
    set_rating(league=league, method="elo", minimum_games=1, by=hall.charlie)
    assert "No games of this league count yet." in Client().get("/l/river/ratings/").content.decode()
    season = create_season(league=league, name="2026", by=hall.charlie)
    event = open_hall("may", season=season)
    play(event.started().tables.get(number=1), event.alice)
    set_rating(league=league, method="elo", minimum_games=2, by=hall.charlie)
    publish_ratings(league.pk)

    with django_assert_num_queries(4):
        below = Client().get("/l/river/ratings/").content.decode()
    set_rating(league=league, method="elo", minimum_games=1, by=hall.charlie)
    with django_assert_num_queries(5):
        shown = Client().get("/l/river/ratings/?page=1").content.decode()

    assert Client().get("/l/river/ratings/?page=2").status_code == 404
    assert below.count('class="unranked"') == 4
    assert "A rank requires 2 games." in below
    assert [row.split("<")[0] for row in shown.split('class="rank">')[1:]] == ["1", "2", "3", "4"]
    assert [row.split("<")[0] for row in shown.split('class="number sum">')[1:]] == [
        "1,518.0",
        "1,506.0",
        "1,494.0",
        "1,482.0",
    ]
    assert '<a href="/l/river/ratings/">' in Client().get("/l/river/").content.decode()


def test_a_long_table_goes_on_by_plain_links(
    league: League, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "PLAYERS_A_PAGE", 3)
    event = open_hall("may", season=create_season(league=league, name="2026", by=hall.charlie))
    play(event.started().tables.get(number=1), event.alice)
    set_rating(league=league, method="elo", by=hall.charlie)

    first, second = (Client().get(f"/l/river/ratings/?page={page}").content.decode() for page in ("x", "2"))

    assert first.count('class="rank"') == 3
    assert 'href="?page=2" rel="next"' in first
    assert second.count('class="rank"') == 1
    assert 'href="?page=1" rel="prev"' in second
    assert 'rel="next"' not in second
