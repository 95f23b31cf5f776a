"""A small league of three at a table, to its end: 3rd places are last places, on pages, in the API and in files.

Four rounds of six players, all of them level in total. Everything that is
expected is counted here from the lines of the games.
"""

import csv
import io
import json
import re
from collections import Counter
from fractions import Fraction

import pytest
from django.test import Client

from tests.leagues.league import import_league
from tests.tournaments.hall import Hall
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

# Each round's two tables, in the order of their places: 50,000, 35,000 and 20,000 points.
ROUNDS = (
    ("Anna Bert Cora", "Dirk Emma Finn"),
    ("Anna Emma Cora", "Dirk Bert Finn"),
    ("Cora Bert Dirk", "Finn Emma Anna"),
    ("Cora Emma Anna", "Finn Bert Dirk"),
)
POINTS = (50_000, 35_000, 20_000)
ORDER = ["total", "fewest_lasts", "lot"]


def lines() -> str:
    rows = ["round,table,player,points"]
    for number, tables in enumerate(ROUNDS, 1):
        for table, names in enumerate(tables, 1):
            rows += [
                f"{number},{table},{name},{points}"
                for name, points in zip(names.split(), POINTS, strict=True)
            ]
    return "\n".join(rows)


def places() -> dict[str, Counter[int]]:
    """How often everybody was where, counted from the rounds."""
    found: dict[str, Counter[int]] = {}
    for tables in ROUNDS:
        for names in tables:
            for place, name in enumerate(names.split(), 1):
                found.setdefault(name, Counter())[place] += 1
    return found


@pytest.fixture
def league() -> Hall:
    hall, report = import_league(lines(), rulebook_id="mahjongsoul_sanma", tie_breaks=ORDER)
    assert (report.games, report.unbalanced, report.findings) == (8, [], [])
    publish_tournament(hall.tournament.pk)
    return hall


def test_whoever_was_last_less_often_is_before_those_of_the_same_total(league: Hall) -> None:
    """Bert and Emma were second in all of their games, the four others twice first and twice last: all are level."""
    assert places()["Bert"] == {2: 4}
    assert places()["Anna"] == {1: 2, 3: 2}

    body = json.loads(Client().get(f"/api/v1/stages/{league.stage.pk}/standings/").content)

    found = {one["entry"]["name"]: one for one in body["standings"]}
    assert {one["total"] for one in found.values()} == {0}
    assert {name: one["rank"] for name, one in found.items()} == {
        "Bert": 1, "Emma": 1, "Anna": 3, "Cora": 3, "Dirk": 3, "Finn": 3,
    }  # fmt: skip
    assert {name: one["lasts"] for name, one in found.items()} == {
        name: own[3] for name, own in places().items()
    }
    assert {one["figures"]["fewest_lasts"] for one in found.values() if one["rank"] == 3} == {2}
    assert [one["decided_by"] for one in body["standings"]][2] == "fewest_lasts"


def test_the_title_for_that_is_of_games_not_ended_third(league: Hall) -> None:
    expected = {name: Fraction(4 - own[3], 4) for name, own in places().items()}

    body = json.loads(Client().get(f"/api/v1/stages/{league.stage.pk}/titles/").content)
    page = Client().get("/t/spring-open/titles/").content.decode()

    by_api = next(one for one in body["titles"] if one["title"] == "not_last")
    assert {one["name"]: Fraction(one["value"]) for one in by_api["holders"]} == expected
    [card] = re.findall(r"<h2>Avoided last place</h2>(.*?)</li>", page, re.DOTALL)
    shown = re.findall(r"<bdi>(.*?)</bdi>.*?class=\"number sum\">\s*([^<]*?)\s*<", card, re.DOTALL)
    assert dict(shown) == {name: f"{100 * float(rate):.1f} %" for name, rate in expected.items()}


def test_the_page_has_three_places_and_says_what_decided(league: Hall) -> None:
    page = Client().get("/t/spring-open/standings/").content.decode()

    assert "Fewest last places" in page
    assert "4th" not in page


def test_the_files_have_three_places_and_the_last_ones(league: Hall) -> None:
    text = Client().get("/t/spring-open/downloads/standings.csv").getvalue().decode("utf-8-sig")
    body = json.loads(Client().get("/api/v1/tournaments/spring-open/exports/standings/").getvalue())

    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["Name"]: [int(row[key]) for key in ("1st", "2nd", "3rd", "Last places")] for row in rows} == {
        name: [own[1], own[2], own[3], own[3]] for name, own in places().items()
    }
    assert "4th" not in rows[0]
    assert {row["name"]: row["lasts"] for row in body["rows"]} == {
        name: own[3] for name, own in places().items()
    }


def test_its_ledger_is_sound(league: Hall) -> None:
    assert verify_ledger(league.tournament.pk).problems == []
