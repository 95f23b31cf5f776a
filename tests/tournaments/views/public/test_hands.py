"""A table's game hand by hand, as everybody follows it."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import BALANCED, Hall, play
from tests.tournaments.told import GONG, enter
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.hands.hands import CorrectedHand, change_hand, enter_hand, take_hands_back
from tournaments.models import Table
from tournaments.models.play.hands import EMPTY_LOG

RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
DRAW = {"kind": "draw", "tenpai": [0, 2]}
PASSES = {"kind": "draw", "tenpai": []}


def page_of(table: Table) -> str:
    return f"/t/spring-open/tables/{table.pk}/"


@pytest.fixture
def names(table: Table) -> list[str]:
    return [seat.entry.player.name for seat in table.seats.order_by("wind")]


def test_the_points_and_the_hands_are_shown_while_the_table_plays(
    hall: Hall, table: Table, names: list[str]
) -> None:
    tag = enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG).tag
    enter_hand(table=table, outcome=DRAW, by=hall.rob, if_match=tag)

    page = Client().get(page_of(table))

    text = text_of(page)
    assert f"{names[0]} 起 First dealer 34,200" in text
    assert "East 1 · 2 honba" in text
    assert f"{names[0]} ron 7,700 (3 han 40 fu) from {names[1]} {names[0]} in riichi +7,700" in text
    assert page.context["lines"][0].text == f"Draw, tenpai: {names[0]}, {names[2]}"


def test_a_game_that_is_over_and_not_yet_reported_says_so(hall: Hall, table: Table, names: list[str]) -> None:
    enter(table, hall.rob, [RON, GONG])

    text = text_of(Client().get(page_of(table)))

    assert f"Playing now – no result yet. The game is over 東 East {names[0]} 起 First dealer 32,700" in text


def test_what_was_taken_back_is_gone_and_what_was_corrected_says_why(
    hall: Hall, table: Table, names: list[str]
) -> None:
    tag = enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG).tag
    tag = enter_hand(table=table, outcome=DRAW, by=hall.rob, if_match=tag).tag
    tag = take_hands_back(table=table, first=2, by=hall.rob, if_match=tag).tag
    west = {**RON, "loser": 2}
    change_hand(table=table, correction=CorrectedHand(1, west, "West dealt in"), by=hall.rob, if_match=tag)

    text = text_of(Client().get(page_of(table)))

    assert f"{names[0]} ron 7,700 (3 han 40 fu) from {names[2]}" in text
    assert "Corrected: West dealt in" in text
    assert "Draw, tenpai" not in text


def test_an_open_page_learns_of_every_hand(hall: Hall, table: Table) -> None:
    page = Client().get(page_of(table))
    assert 'data-live-every="2500"' in page.content.decode()
    tag = page.context["etag"]
    assert Client().get(page_of(table), headers={"If-None-Match": tag}).status_code == 304

    enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)

    assert Client().get(page_of(table), headers={"If-None-Match": tag}).status_code == 200


def test_the_hands_stay_beside_the_result(hall: Hall, table: Table) -> None:
    enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)
    play(table, hall.alice, BALANCED)

    text = text_of(Client().get(page_of(table)))

    assert "Version 1" in text
    assert "3 han 40 fu" in text


def test_the_page_costs_the_same_however_many_hands(
    hall: Hall, table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = EMPTY_LOG
    for _hand in range(6):
        tag = enter_hand(table=table, outcome=DRAW, by=hall.rob, if_match=tag).tag

    with django_assert_num_queries(6):
        Client().get(page_of(table))


def test_the_rounds_page_shows_how_far_the_game_is_and_asks_by_itself(
    hall: Hall, table: Table, names: list[str]
) -> None:
    page = "/t/spring-open/rounds/1/"
    before = Client().get(page).content.decode()
    enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)

    after = Client().get(page)

    assert ["data-live-every" in html for html in (before, after.content.decode())] == [False, True]
    assert f"Table 1 East 1 · 1 honba East {names[0]} 32,700" in text_of(after).replace("東 ", "")
    known = {"If-None-Match": after.context["etag"]}
    assert Client().get(page, headers=known).status_code == 304
    tag = table.hand_records.get().tag
    enter_hand(table=table, outcome=DRAW, by=hall.rob, if_match=tag)
    assert Client().get(page, headers=known).status_code == 200


def test_tiles_are_the_winds_of_the_hand_on_every_page_that_shows_one(
    hall: Hall, table: Table, phones: Callable[[Table], list[Client]]
) -> None:
    """East passes the deal: South is East in the second hand, and East is North."""
    phone = phones(table)[0]
    enter(table, hall.rob, [PASSES, RON])

    pages = [Client().get(page_of(table)), phone.get("/seat/hands/")]

    log = [[cell.wind for cell in line.cells] for line in pages[0].context["lines"]]
    assert log == [[4, 1, 2, 3], [1, 2, 3, 4]]
    # South did not win: West deals the third hand.
    assert [(now.wind, now.deals_first) for now in pages[0].context["game"]] == [
        (3, True),
        (4, False),
        (1, False),
        (2, False),
    ]
    assert [row.wind for row in pages[1].context["form"].rows] == [3, 4, 1, 2]
    assert pages[1].context["my_wind"] == 3
    assert winds_in(Client().get("/t/spring-open/rounds/1/"))[:4] == ["West", "North", "East", "South"]


def test_names_in_the_log_and_beside_the_points_lead_to_players(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, [RON])
    players = [seat.entry.player_id for seat in table.seats.order_by("wind")]

    page = Client().get(page_of(table)).content.decode()

    assert re.findall(r'<a href="/players/(\d+)/">', page) == [*map(str, players), *map(str, players[:2])]


def test_a_phone_and_a_tablet_stay_where_they_are(
    hall: Hall, table: Table, phones: Callable[[Table], list[Client]]
) -> None:
    enter(table, hall.rob, [RON])

    assert "/players/" not in phones(table)[0].get("/seat/hands/").content.decode()


def winds_in(page: HttpResponse) -> list[str]:
    return re.findall(r'class="wind wind-\d" title="(\w+)"', page.content.decode())
