"""How a game went, hand by hand, as its page draws it."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.charts import charts_of, labels_of, links_of
from tests.tournaments.hall import Hall
from tests.tournaments.told import GONG, enter
from tournaments.models import Table

pytestmark = pytest.mark.django_db
RON: dict[str, Any] = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
DRAW: dict[str, Any] = {"kind": "draw", "tenpai": [0, 2]}
OF_WEST: dict[str, Any] = {
    "kind": "win",
    "wins": [{"winner": 2, "han": 2, "fu": 30}],
    "loser": 0,
    "riichi": [],
}


def page_of(table: Table, language: str = "") -> str:
    return Client().get(f"{language}/t/spring-open/tables/{table.pk}/").content.decode()


def names_at(table: Table) -> list[str]:
    return [seat.entry.player.name for seat in table.seats.order_by("wind")]


def test_it_has_a_line_for_each_seat_and_a_point_after_each_hand(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, [RON, DRAW, OF_WEST])

    shown = page_of(table)

    names = names_at(table)
    assert charts_of(shown) == {
        "How it went": [
            ["Hand", *names],
            ["Start", "25,000", "25,000", "25,000", "25,000"],
            ["East 1", "32,700", "17,300", "25,000", "25,000"],
            ["East 1 · 1 honba", "34,200", "15,800", "26,500", "23,500"],
            ["East 1 · 2 honba", "31,600", "15,800", "29,100", "23,500"],
        ],
        "Who won from whom": [
            ["Winner", *names],
            [names[0], "", "7,700", "", ""],
            [names[1], "", "", "", ""],
            # With two honba.
            [names[2], "2,600", "", "", ""],
            [names[3], "", "", "", ""],
        ],
    }
    assert labels_of(shown, "How it went") == names
    assert list(links_of(shown, "How it went")) == names
    assert f"Points hand by hand. Leader: {names[0]}, 31,600." in shown
    assert f"<title>{names[0]} · East 1 · 1 honba · 34,200</title>" in shown


def test_who_won_from_whom_is_summed_over_hands_and_leads_to_players(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, [RON, RON, {"kind": "win", "wins": [{"winner": 3, "han": 5}]}])

    shown = page_of(table)

    east, south, west, north = names_at(table)
    assert charts_of(shown)["Who won from whom"] == [
        ["Winner", east, south, west, north],
        [east, "", "15,700", "", ""],
        [south, "", "", "", ""],
        [west, "", "", "", ""],
        # A mangan of three, with two honba.
        [north, "4,200", "2,200", "2,200", ""],
    ]
    assert f"Most: {east} from {south}, 15,700." in shown
    assert set(links_of(shown, "Who won from whom")) == {east, south, west, north}


def test_where_nobody_won_nobody_won_from_anybody(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, [DRAW, DRAW])

    assert list(charts_of(page_of(table))) == ["How it went"]


def test_before_the_second_hand_there_is_none(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, [RON])

    assert charts_of(page_of(table)) == {}


def test_the_gong_is_no_hand_of_it(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, [RON, OF_WEST, GONG])

    rows = charts_of(page_of(table, "/ja"))["点数の推移"]

    assert [row[0] for row in rows] == ["局", "開始時", "東1局", "東1局 · 1本場"]


def test_it_takes_no_statement(hall: Hall, table: Table) -> None:
    tag = enter(table, hall.rob, [RON])
    page_of(table)
    with CaptureQueriesContext(connection) as without:
        page_of(table)
    enter(table, hall.rob, [DRAW, OF_WEST], tag)

    with CaptureQueriesContext(connection) as with_it:
        shown = page_of(table)

    assert len(charts_of(shown)["How it went"]) == 2 + 3
    assert len(with_it) == len(without)
