"""Titles of a stage: what is published of it, by rates, from so many games on."""

import csv
import re

import pytest
from django.conf import settings
from django.test import Client

from tests.leagues.league import DEMO, import_league
from tests.tournaments.hall import BALANCED, Hall, open_hall, play, seats_of
from tests.tournaments.odd_hall import THREES
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

PAGE = "/t/spring-open/titles/"


def cards(text: str) -> dict[str, list[tuple[str, str, str]]]:
    """By title: rank, name and value of everybody who stands there."""
    row = r'class="rank">(.*?)</td>.*?<bdi>(.*?)</bdi>.*?class="number sum">(.*?)<(?:/td|small)'
    found = re.findall(r"<h2>(.*?)</h2>(.*?)</li>", text, re.DOTALL)
    return {name: re.findall(row, card, re.DOTALL) for name, card in found}


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Two tables: +60, +10, -20 and -50 at each."""
    for table in hall.started().tables.all():
        play(table, hall.alice)
    publish_tournament(hall.tournament.pk)
    return hall


def test_everybody_reads_them(played: Hall, django_assert_num_queries) -> None:
    # Without workers one more looks whether standings are behind.
    with django_assert_num_queries(3 + settings.EMBEDDED):
        text = Client().get(PAGE).content.decode()

    shown = cards(text)
    assert list(shown) == [
        "Total",
        "Best game",
        "Rate of 1st places",
        "Rate of 1st and 2nd places",
        "Avoided last place",
        "Average place",
    ]
    assert [(rank, value) for rank, _name, value in shown["Total"]][:3] == [
        ("1", "+60.0"),
        ("1", "+60.0"),
        ("3", "+10.0"),
    ]
    assert {value for _rank, _name, value in shown["Rate of 1st places"]} == {"100.0 %", "0.0 %"}
    assert len(shown["Avoided last place"]) == 6
    assert shown["Average place"][0][2] == "1.00"
    # Beside each rate: that of all players, and of how many games it is.
    averages = re.findall(r'<small class="muted">all players (.*?)</small>', text)
    assert averages == ["25.0 %", "50.0 %", "75.0 %", "2.50"]
    assert text.count('<small class="muted">1 game</small>') == sum(map(len, list(shown.values())[2:]))
    assert PAGE in Client().get("/t/spring-open/standings/").content.decode()


def test_they_need_as_many_games_as_everybody_is_to_play(played: Hall) -> None:
    set_counting(stage=played.stage, minimum_games=2, by=played.alice, confirm=["ranks_may_change"])
    publish_tournament(played.tournament.pk)

    shown = Client().get(PAGE).content.decode()

    assert 'value="2"' in shown
    assert {name: len(rows) for name, rows in cards(shown).items() if rows} == {"Best game": 6}
    assert len(cards(Client().get(f"{PAGE}?games=1").content.decode())["Total"]) == 6
    set_game_quota(stage=played.stage, least=9, by=played.alice)
    assert 'value="9"' in Client().get(PAGE).content.decode()


@pytest.mark.parametrize("asked", ["", "-1", "many", "１", "99999", "1e3"])
def test_what_is_no_number_asks_for_the_usual(played: Hall, asked: str) -> None:
    assert 'value="0"' in Client().get(PAGE, {"games": asked}).content.decode()


def test_with_tables_of_three_each_tables_last_is_last(db: None) -> None:
    """Eleven players: two tables of four, and one of three whose 3rd place is its last."""
    hall = THREES.named(open_hall(players=11))
    round_ = THREES.started(hall)
    small = THREES.table(round_)
    for table in round_.tables.all():
        play(table, hall.alice, THREES.figures if table == small else BALANCED)
    publish_tournament(hall.tournament.pk)

    shown = cards(Client().get(PAGE).content.decode())["Avoided last place"]

    last = {seats_of(table)[-1].entry.player.name for table in round_.tables.all()}
    assert len(last) == 3
    assert {name for _rank, name, value in shown if value == "100.0 %"}.isdisjoint(last)
    assert len([value for _rank, _name, value in shown if value == "100.0 %"]) == 8


def test_m_league_as_it_was_after_106_games() -> None:
    """Worked out here from the official places and totals of the games; the league's rates are from 20 games on."""
    text = (DEMO / "mleague_2018.csv").read_text()
    hall, _report = import_league(text, rulebook_id="mleague")
    publish_tournament(hall.tournament.pk)
    games: dict[str, list[tuple[int, float]]] = {}
    for row in csv.DictReader(text.splitlines()):
        games.setdefault(row["player"], []).append((int(row["place"]), float(row["total"])))
    rates = {
        name: sum(place < 4 for place, _total in some) / len(some)
        for name, some in games.items()
        if len(some) >= 20
    }
    best, whose = max((total, name) for name, some in games.items() for _place, total in some)

    shown = cards(Client().get("/t/spring-open/titles/?games=20").content.decode())

    assert shown["Best game"][0] == ("1", whose, f"{best:+.1f}")
    # Two of them are level.
    holders = shown["Avoided last place"]
    assert [rank for rank, _name, _value in holders] == ["1", "2", "3", "3", "5"]
    assert sorted((name, value) for _rank, name, value in holders) == sorted(
        (name, f"{rates[name] * 100:.1f} %") for name in sorted(rates, key=lambda name: -rates[name])[:5]
    )
