"""A player's page says how it goes at present, and what the leagues' ratings are."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Club, Player
from tests.tournaments.hall import Figures, Hall, let_a_week_pass, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.imports.results import import_results
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.models import Standing, Tournament
from tournaments.standings.qualifying import proposed
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
        correct_sheet(table=table, report=TableReport(Figures(figures)), reason="Paper", by=hall.rob)
        close_round(round_=round_, by=hall.alice)


def page() -> str:
    return text_of(Client().get(f"/players/{Player.objects.get(name='Bob').pk}/"))


@pytest.mark.slow
def test_the_latest_places_and_streaks_stand_there() -> None:
    hall = open_hall(players=4)
    play_so(hall, [4, 1, 1, 2, 1, 3, 1, 1, 1, 2, 1])

    text = page()

    assert "Form, latest 10 games 1 1 2 1 3 1 1 1 2 1" in text
    assert "Winning streak 1 best 3" in text
    assert "Top-two streak 5 best 5" in text


def test_the_total_the_rank_and_what_places_amount_to_come_first() -> None:
    play_so(open_hall(players=4), [1, 2, 4, 1])

    text = page()

    row = Standing.objects.get(entry__player__name="Bob")
    assert (row.games, row.places, row.lasts) == (4, [2, 1, 0, 1, 0], 1)
    told = text.partition("4 games ")[2].partition(" Form")[0]
    assert told.endswith(
        "Rank 1 of 4 Average place 2.00 Rate of 1st places 50.0 % Avoided last place 75.0 % Best game 50,000"
    )
    assert told.startswith("Spring Open +")


def test_after_one_game_there_is_no_streak() -> None:
    play_so(open_hall(players=4), [1])

    text = page()

    assert "Form, latest game 1" in text
    assert "streak" not in text


@pytest.mark.slow
def test_ratings_of_leagues_stand_there(hall: Hall) -> None:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    event = open_hall("may", players=4, season=create_season(league=league, name="2026", by=hall.charlie))
    Player.objects.filter(name="Bob").exclude(entries__tournament=event.tournament).update(name="Bert")
    play_so(event, [1])
    assert "Ratings" not in page()

    set_rating(league=league, method="elo", by=hall.charlie)

    assert "Ratings River League +18.0 Spring Open · 1 game 1,518.0" in page()
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


def test_of_very_many_games_the_latest_are_listed_and_no_figure_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_so(open_hall(players=4), [4, 1, 1])
    assert "All 3 games" not in page()
    monkeypatch.setattr(players, "MOST_LISTED", 2)

    text = page()

    assert "All 3 games" in text
    assert "Bob 3 games Spring Open +85.0 Rank 1" in text
    assert "Form, latest 3 games 4 1 1" in text
    assert "Winning streak 2 best 2" in text
    assert "Stage Rank Total Games Places Main stage 1 +85.0 3 2-0-0-1" in text


def places_on(address: str) -> list[str]:
    """The places of the games on a page of all games."""
    return re.findall(r'class="place place-(\d)"', Client().get(address).content.decode())


def test_all_games_are_on_pages_the_newest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    play_so(open_hall(players=4), [4, 1, 2])
    monkeypatch.setattr(players, "GAMES_A_PAGE", 2)
    address = f"/players/{Player.objects.get(name='Bob').pk}/games/"

    assert (places_on(address), places_on(f"{address}?page=2")) == (["2", "1"], ["4"])
    Tournament.objects.update(visibility="unlisted")
    assert places_on(address) == []
    Tournament.objects.update(visibility="private")
    assert Client().get(address).status_code == 404


def results(*games: tuple[str, ...], first_round: int = 1) -> str:
    """A file of games of these players, the first of whom wins and the last of whom is last."""
    points = (45_000, 30_000, 20_000, 5_000)
    lines = ["round,table,player,points"]
    for number, names in enumerate(games, first_round):
        lines += [f"{number},1,{name},{made}" for name, made in zip(names, points, strict=True)]
    return "\n".join(lines)


@pytest.mark.slow
def test_after_1000_games_every_figure_is_that_of_the_standings() -> None:
    """30 wins, then 970 second places: of the latest 200 games alone nobody would know of a win."""
    hall = open_hall(players=0, rulebook_id="mleague")
    won, second = ("Bob", "Ann", "Cat", "Dan"), ("Ann", "Bob", "Cat", "Dan")
    import_results(stage=hall.stage, text=results(*[won] * 3), by=hall.alice)
    page()
    with CaptureQueriesContext(connection) as few:
        page()
    import_results(stage=hall.stage, text=results(*[won] * 27, *[second] * 970, first_round=4), by=hall.alice)
    text = page()
    with CaptureQueriesContext(connection) as many:
        page()

    row = Standing.objects.get(entry__player__name="Bob")
    assert (row.rank, row.games, row.places) == (2, 1_000, [30, 970, 0, 0, 0])
    assert row.total == 30 * 65_000 + 970 * 10_000
    assert "Bob 1000 games Spring Open +11,650.0 Rank 2 of 4 Average place 1.97" in text
    assert "Form, latest 10 games 2 2 2 2 2 2 2 2 2 2" in text
    assert "Winning streak 0 best 30" in text
    assert "Top-two streak 1000 best 1000" in text
    assert "Main stage 2 +11,650.0 1000 30-970-0-0" in text
    assert "All 1000 games" in text
    assert "Ann 1000 games 30–970 ahead 30, behind 970" in text
    assert len(many) == len(few)


def test_every_stage_has_its_own_line_and_nothing_is_added_up_over_them() -> None:
    """All of the first stage is carried into the final: the sum of the games' totals is the total of no table."""
    hall = open_hall(players=0, rulebook_id="mleague")
    first, won = hall.stage, ("Bob", "Ann", "Cat", "Dan")
    import_results(stage=first, text=results(won), by=hall.alice)
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    qualification = set_qualification(
        stage=final,
        terms=Terms([Places(first.pk, last=4)], carries="full"),
        seen=qualification_tag(None),
        by=hall.alice,
    )
    found = proposed(qualification)
    keys = [one.key for one in found.candidates]
    confirm_qualifiers(stage=final, keys=keys, seen=proposal_tag(found), by=hall.alice)
    import_results(stage=final, text=results(("Ann", "Bob", "Cat", "Dan")), by=hall.alice)
    Tournament.objects.update(status="finished")

    text = page()

    assert "Final rank 2" in text
    assert "Main stage 1 +65.0 1 1-0-0-0 Final 2 +75.0 1 0-1-0-0" in text
    assert "Round 1, Table 1 Final" in text
    assert "Total +75.0" not in text


def test_without_a_day_a_tournament_is_the_latest() -> None:
    """As in the records and the ratings of a league, on every database."""
    for slug, day, order in (
        ("undated", None, ("Ann", "Cat", "Dan", "Bob")),
        ("dated", date(2026, 5, 1), ("Bob", "Ann", "Cat", "Dan")),
    ):
        hall = open_hall(slug, players=0, rulebook_id="mleague", starts_on=day)
        let_a_week_pass(hall.alice)
        import_results(stage=hall.stage, text=results(order), by=hall.alice)

    assert "Form, latest 2 games 1 4" in page()
    assert "Winning streak" not in page()
