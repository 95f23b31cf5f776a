"""The records of a league: M-League's 106 games beside a small event by another rulebook."""

import csv
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils.html import strip_tags

from players.actions import add_player
from players.models import Player
from tests.leagues.league import DEMO
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import Figures, Hall, open_hall, play, seats_of
from tests.tournaments.replay import replayed
from tests.tournaments.views.public.standings.test_titles import cards
from tournaments.actions.imports.results import import_results
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.teams.captains import name_captain
from tournaments.models import Score, Season, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.seasons.streaks import longest_streaks

pytestmark = pytest.mark.django_db

PAGE = "/l/river/records/"
TEXT = (DEMO / "mleague_2018.csv").read_text()


@replayed
def league() -> Hall:
    """M-League's games as one season of a league; in the other four people have played one game by EMA's rules."""
    hall = open_hall("founder", players=0)
    river = create_league(slug="river", name="River League", by=hall.charlie)
    first, second = (create_season(league=river, name=name, by=hall.charlie) for name in ("2018", "2019"))
    big = open_hall("m-league", players=0, season=first, rulebook_id="mleague")
    import_results(stage=big.stage, text=TEXT, by=big.alice)
    small = open_hall("small", players=4, season=second, rulebook_id="ema_2016")
    play(small.started().tables.get(), small.alice, Figures([50_000, 30_000, 25_000, 15_000]))
    for one in (big, small):
        finish_tournament(tournament=one.tournament, by=one.alice, confirm=["rounds_open"])
        publish_tournament(one.tournament.pk)
    return hall


@pytest.fixture
def hall() -> Hall:
    return league()


def official() -> dict[str, list[tuple[int, Fraction]]]:
    """Places and totals of everybody, game by game."""
    found: dict[str, list[tuple[int, Fraction]]] = {}
    for row in csv.DictReader(TEXT.splitlines()):
        found.setdefault(row["player"], []).append((int(row["place"]), Fraction(row["total"])))
    return found


def best_team() -> str:
    totals: Counter[str] = Counter()
    for row in csv.DictReader(TEXT.splitlines()):
        totals[row["team"]] += round(10 * Fraction(row["total"]))
    return totals.most_common(1)[0][0]


def winner() -> Player:
    """Who won the one game by EMA's rules."""
    return Player.objects.get(entries__standings__rank=1, entries__tournament__slug="small")


def test_they_are_those_of_the_official_games(hall: Hall, django_assert_num_queries) -> None:
    games = official()
    cache.clear()
    # Two are of the teams that have won, one of the brand; one, without workers, looks for what is behind.
    with django_assert_num_queries(9 + settings.EMBEDDED):
        Client().get(PAGE)
    # What no new result has changed is not read again.
    with django_assert_num_queries(8 + settings.EMBEDDED):
        page = Client().get(PAGE + "?games=20")
    shown = cards(page.content.decode())

    best = sorted(((total, name) for name, some in games.items() for _p, total in some), reverse=True)
    assert [(name, strip_tags(value)) for _rank, name, value in shown["Best game"]][:2] == [
        (name, f"{float(total):+.1f}") for total, name in best[:2]
    ]
    assert [int(value) for _rank, _name, value in shown["Most games"]] == sorted(
        (len(some) for some in games.values()), reverse=True
    )[: len(shown["Most games"])]
    wins = Counter({name: sum(place == 1 for place, _total in some) for name, some in games.items()})
    most = wins.most_common(1)[0][1]
    assert {(name, value) for rank, name, value in shown["Most 1st places"] if rank == "1"} == {
        (name, str(most)) for name, number in wins.items() if number == most
    }
    rates = {name: Fraction(wins[name], len(some)) for name, some in games.items() if len(some) >= 20}
    assert shown["Rate of 1st places"][0][2] == f"{float(max(rates.values())) * 100:.1f} %"
    # The league's games were a tournament of teams, which none of their players has won.
    assert {name for _rank, name, _value in shown["Most tournaments won"]} == {winner().name}
    assert {name for _rank, name, _value in shown["Most tournaments won by a team"]} == {best_team()}


def in_a_row(places: list[int], counts: Callable[[int], bool]) -> int:
    """The longest run of games that count, looked at one by one."""
    runs = [0]
    for place in places:
        runs = [*runs, runs[-1] + 1] if counts(place) else [*runs, 0]
    return max(runs)


@pytest.mark.parametrize(
    ("title", "counts"),
    [
        ("1st places in a row", lambda place: place == 1),
        ("Games in a row without the last place", lambda place: place < 4),
    ],
)
def test_streaks_are_those_of_the_games_as_they_were_played(
    hall: Hall, title: str, counts: Callable[[int], bool]
) -> None:
    longest = {name: in_a_row([place for place, _total in some], counts) for name, some in official().items()}

    shown = cards(Client().get(PAGE).content.decode())[title]

    values = sorted(longest.values(), reverse=True)
    assert [int(value) for _rank, _name, value in shown] == values[: len(shown)]
    assert {(name, int(value)) for _rank, name, value in shown} <= set(longest.items())
    first = {name for rank, name, _value in shown if rank == "1"}
    assert first == {name for name, run in longest.items() if run == values[0]}
    body = body_of(stranger().get("/v1/leagues/river/records/"))
    key = "firsts_in_a_row" if counts(1) and not counts(2) else "not_last_in_a_row"
    assert [one["value"] for one in body[key]] == [value for _rank, _name, value in shown]


def test_a_streak_ends_where_a_corrected_game_ends_it(hall: Hall) -> None:
    name, _some = max(official().items(), key=lambda row: in_a_row([p for p, _t in row[1]], lambda p: p == 1))
    pk = Player.objects.get(name=name).pk
    here = dict.fromkeys(Tournament.objects.values_list("pk", flat=True), 1)
    before = longest_streaks(here)["firsts_in_a_row"][pk]
    scores = Score.objects.filter(entry__player=pk).order_by("seat__round__number", "sheet")
    places = list(scores.values_list("place", flat=True))
    runs = [n for n in range(len(places)) if places[n : n + before] == [1] * before]

    # The second game of the only streak that is so long was lost after all.
    for first in runs:
        Score.objects.filter(pk=scores[first + 1].pk).update(place=2)

    # As long as the ledger says of nothing that it is otherwise, it is not read again.
    assert longest_streaks(here)["firsts_in_a_row"][pk] == before
    after = longest_streaks(dict.fromkeys(here, 2))
    assert after["firsts_in_a_row"].get(pk, 1) < before
    assert longest_streaks({}) == {"firsts_in_a_row": {}, "not_last_in_a_row": {}}


def test_games_of_all_rulebooks_are_compared_in_points_and_programs_read_them_exactly(hall: Hall) -> None:
    body = body_of(stranger().get("/v1/leagues/river/records/?games=1"))

    assert (body["minimum_games"], len(body["best_games"])) == (1, 5)
    points = [Fraction(one["total"], one["units_per_point"]) for one in body["best_games"]]
    assert points == sorted(points, reverse=True)
    # Whoever has won the only game they have played has won every game.
    one = winner()
    assert {"rank": 1, "player": one.pk, "name": one.name, "value": "1"} in body["wins"]
    assert body["mean_place"][0]["value"] == "1"
    assert body_of(stranger().get("/v1/leagues/river/records/"))["minimum_games"] == 20


@pytest.mark.slow
def test_of_many_who_are_level_twelve_are_listed(hall: Hall) -> None:
    big = open_hall("friday", players=16, season=Season.objects.first())
    for table in big.started().tables.all():
        play(table, big.alice)
    publish_tournament(big.tournament.pk)
    Tournament.objects.exclude(slug="friday").update(visibility=Tournament.Visibility.UNLISTED)

    page = Client().get(PAGE).content.decode()

    assert len(cards(page)["Most games"]) == 12
    assert "+ 4 more tied" in " ".join(page.split())


@pytest.mark.slow
def test_what_not_everybody_may_find_has_no_records(hall: Hall) -> None:
    Tournament.objects.update(visibility=Tournament.Visibility.UNLISTED)

    shown = cards(Client().get(PAGE).content.decode())

    assert {name for name, rows in shown.items() if rows} == set()
    assert "No games of this league count yet." in Client().get(PAGE).content.decode()


def test_the_leagues_page_leads_there(hall: Hall) -> None:
    assert f'href="{PAGE}"' in Client().get("/l/river/").content.decode()
    assert Client().get("/l/nowhere/records/").status_code == 404


def test_teams_have_won_what_teams_play_and_none_of_their_players(hall: Hall) -> None:
    """Two seasons of a league in which teams send line-ups: the first of the players is no winner, the team is."""
    river = Season.objects.get(name="2018").league
    for year in ("2020", "2021"):
        season = create_season(league=river, name=year, by=hall.charlie)
        one = open_hall(f"teams-{year}", players=0, season=season)
        for number in range(4):
            name = ("Owls", "Foxes", "Bears", "Hares")[number]
            team = form_team(tournament=one.tournament, name=name, by=one.alice)
            player = add_player(name=f"{name} {year}")
            entry = register(tournament=one.tournament, player=player, team=team, by=one.alice)
            name_captain(team=team, entry=entry, by=one.alice)
        table = one.started().tables.get()
        first = [40_000 if seat.entry.player.name.startswith("Owls") else 20_000 for seat in seats_of(table)]
        play(table, one.alice, Figures(first))
        finish_tournament(tournament=one.tournament, by=one.alice, confirm=["rounds_open"])
        publish_tournament(one.tournament.pk)

    found = body_of(stranger().get("/v1/leagues/river/records/?games=1"))
    page = cards(Client().get(PAGE).content.decode())

    # The league's first season was imported, with a team for everybody.
    assert found["teams"] == [
        {"rank": 1, "name": "Owls", "value": "2"},
        {"rank": 2, "name": "風林火山", "value": "1"},
    ]
    assert not any(one["name"].startswith("Owls") for one in found["tournaments_won"])
    assert page["Most tournaments won by a team"] == [("1", "Owls", "2"), ("2", "風林火山", "1")]
