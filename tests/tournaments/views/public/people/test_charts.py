"""A player's run and places, two against each other, and who attacks: as pages draw them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from scoring.statistics.rates import Counts
from tests.charts import charts_of, labels_of, links_of
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.imports.results import import_results
from tournaments.standings import publish_tournament
from tournaments.standings.hands.reading import PlayersHands
from tournaments.views.public.people import players
from tournaments.views.public.people.charts import attack_and_defence

pytestmark = pytest.mark.django_db
POINTS = (45_000, 30_000, 20_000, 5_000)
BOB, ANN, CAT, DAN = FOUR = ("Bob", "Ann", "Cat", "Dan")


@pytest.fixture
def hall() -> Hall:
    return open_hall(players=0)


def play(hall: Hall, *games: tuple[str, ...], points: tuple[int, ...] = POINTS) -> None:
    """A game a round of four players, in the order of their points."""
    lines = ["round,table,player,points"]
    for number, names in enumerate(games, 1):
        lines += [f"{number},1,{name},{made}" for name, made in zip(names, points, strict=True)]
    import_results(stage=hall.stage, text="\n".join(lines), by=hall.alice)
    publish_tournament(hall.tournament.pk)


def page_of(*names: str, language: str = "") -> str:
    keys = [Player.objects.get(name=name).pk for name in names]
    address = "/players/" + "/against/".join(map(str, keys)) + "/"
    return Client().get(language + address).content.decode()


def test_a_players_page_has_the_run_and_the_places(hall: Hall) -> None:
    play(hall, FOUR, (ANN, CAT, DAN, BOB), FOUR)

    shown = page_of(BOB)

    assert charts_of(shown) == {
        "Game by game": [["Game", "Bob"], ["Start", "0.0"], ["1", "+65.0"], ["2", "+10.0"], ["3", "+75.0"]],
        "Places": [
            ["Place", "Games", "Share"],
            ["1st", "2", "67 %"],
            ["2nd", "0", "0 %"],
            ["3rd", "0", "0 %"],
            ["4th", "1", "33 %"],
        ],
    }
    assert labels_of(shown, "Game by game") == ["+75.0"]
    assert list(charts_of(page_of(BOB, language="/ja"))) == ["トータルの推移", "着順"]


def test_of_two_games_there_is_no_picture(hall: Hall) -> None:
    play(hall, FOUR, FOUR)

    assert charts_of(page_of(BOB)) == {}


def test_the_latest_games_of_many_keep_their_numbers(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_GAMES", 3)
    play(hall, *[FOUR] * 5)

    rows = charts_of(page_of(BOB))["Game by game"]

    assert [row[0] for row in rows] == ["Game", "Start", "3", "4", "5"]


def test_pictures_of_a_player_take_no_statement(hall: Hall) -> None:
    play(hall, FOUR, FOUR)
    page_of(BOB)
    with CaptureQueriesContext(connection) as without:
        page_of(BOB)
    other = open_hall("may", players=0)
    play(other, *[("Emil", "Fumi", "Goro", "Hana")] * 4)
    page_of("Emil")

    with CaptureQueriesContext(connection) as with_them:
        shown = page_of("Emil")

    assert len(charts_of(shown)) == 2
    assert len(with_them) == len(without)


def test_two_share_a_bar(hall: Hall) -> None:
    play(hall, FOUR, (ANN, CAT, DAN, BOB), FOUR)

    shown = page_of(BOB, ANN)

    assert charts_of(shown) == {
        "Head to head": [
            ["Compared", "Bob", "Ann", "Shared place"],
            ["Placed higher", "2", "1", "0"],
            ["Points", "95,000", "105,000", "0"],
        ]
    }
    assert "Placed higher: Bob 2, Ann 1. Shared places: 0." in shown
    assert list(links_of(shown, "Head to head")) == [BOB, ANN]


def test_less_than_nothing_has_no_bar(hall: Hall) -> None:
    play(hall, FOUR, points=(60_000, 45_000, 20_000, -25_000))

    assert charts_of(page_of(BOB, DAN))["Head to head"] == [
        ["Compared", "Bob", "Dan", "Shared place"],
        ["Placed higher", "1", "0", "0"],
    ]


def test_a_hostile_name_is_shown_verbatim(hall: Hall) -> None:
    hostile = (
        "<script>alert(1)</script>",
        "👩‍👩‍👧 & Co",
        "Konstantina Papadopoulou-Yamashita of A.",
        "園田賢",
    )
    play(hall, *[hostile] * 3)

    alone, both = page_of(hostile[0]), page_of(*hostile[:2])

    assert charts_of(alone)["Game by game"][0] == ["Game", hostile[0]]
    assert charts_of(both)["Head to head"][0][1:3] == list(hostile[:2])
    assert "<script>alert" not in alone + both


def told(name: str, wins: int, deal_ins: int, hands: int = 100) -> PlayersHands:
    counts = Counts(hands=hands, wins=wins, deal_ins=deal_ins)
    return PlayersHands(1, 1, name, None, 4, counts, {})


def test_attack_and_defence_are_of_those_who_have_both_rates() -> None:
    hands = [told("Bob", 25, 10), told("Dora", 20, 15), told("Emil", 30, 12), told("Fumi", 1, 1, hands=3)]

    figure = attack_and_defence([*hands, told("Goro", 22, 9)])

    assert attack_and_defence(hands) is None
    assert figure is not None
    assert figure.table.rows == [
        ("Bob", ["25.0 %", "10.0 %"]),
        ("Dora", ["20.0 %", "15.0 %"]),
        ("Emil", ["30.0 %", "12.0 %"]),
        ("Goro", ["22.0 %", "9.0 %"]),
    ]
