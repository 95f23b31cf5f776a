"""A player's page says how it goes at present, and what the leagues' ratings are."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Club, Player
from tests.tournaments.hall import Figures, Hall, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.views.public.people import players

pytestmark = pytest.mark.django_db

# What Bob, who is one of four, has at the end of each game; the others share the rest of the places.
POINTS = {1: 50_000, 2: 30_000, 3: 15_000, 4: 5_000}


def play_so(hall: Hall, places: list[int]) -> None:
    """A game a round, in which Bob takes these places."""
    for place in places:
        round_ = hall.started()
        table = round_.tables.get()
        left = [points for at, points in POINTS.items() if at != place]
        seats = table.seats.order_by("wind").values_list("entry__player__name", flat=True)
        figures = [POINTS[place] if name == "Bob" else left.pop() for name in seats]
        correct_sheet(table=table, figures=Figures(figures), reason="Paper", by=hall.rob)
        close_round(round_=round_, by=hall.alice)


def page() -> str:
    return text_of(Client().get(f"/players/{Player.objects.get(name='Bob').pk}/"))


@pytest.mark.slow
def test_the_latest_places_and_streaks_stand_there() -> None:
    hall = open_hall(players=4)
    play_so(hall, [4, 1, 1, 2, 1, 3, 1, 1, 1, 2, 1])

    text = page()

    assert "Places in the latest 10 games 1-1-2-1-3-1-1-1-2-1" in text
    assert "1st in a row: now 1, at most 3" in text
    assert "1st or 2nd in a row: now 5, at most 5" in text


def test_after_one_game_there_is_no_streak() -> None:
    play_so(open_hall(players=4), [1])

    text = page()

    assert "Place in the latest game 1" in text
    assert "in a row" not in text


@pytest.mark.slow
def test_ratings_of_leagues_stand_there(hall: Hall) -> None:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    event = open_hall("may", players=4, season=create_season(league=league, name="2026", by=hall.charlie))
    Player.objects.filter(name="Bob").exclude(entries__tournament=event.tournament).update(name="Bert")
    play_so(event, [1])
    assert "Ratings" not in page()

    set_rating(league=league, method="elo", by=hall.charlie)

    assert "Ratings River League · 1,518.0 +18" in page()
    with CaptureQueriesContext(connection) as queries:
        page()
    before = len(queries)
    play_so(event, [2, 3])
    page()
    with CaptureQueriesContext(connection) as queries:
        page()
    assert len(queries) == before
    set_rating(league=league, method=None, by=hall.charlie)
    assert "Ratings" not in page()


def test_reading_club_and_country_stand_beside_the_name(hall: Hall) -> None:
    assert "Bob 0 games" in page()
    player = Player.objects.get(name="Bob")
    player.reading, player.country, player.club = "ボブ", "JP", Club.objects.create(name="Bears")
    player.save(update_fields=["reading", "country", "club"])

    assert "Bob ボブ Bears JP 0 games" in page()


def test_of_very_many_games_the_latest_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    play_so(open_hall(players=4), [4, 1, 1])
    assert "games are shown" not in page()
    monkeypatch.setattr(players, "MOST_GAMES", 2)

    text = page()

    assert "The latest 2 games are shown." in text
    assert "Places in the latest 2 games 1-1" in text
