"""A table's game hand by hand, as everybody follows it."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import BALANCED, Hall, play
from tests.tournaments.told import GONG, KOKUSHI, WITH_YAKU, enter
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

    assert "Result Confirmed 東 East" in text
    assert "3 han 40 fu" in text


def test_each_hand_has_an_address_and_its_yaku_are_told_apart(
    hall: Hall, table: Table, names: list[str]
) -> None:
    enter(table, hall.rob, [WITH_YAKU, KOKUSHI])

    page = Client().get(page_of(table)).content.decode()

    assert re.findall(r'<li id="(hand-\d)"( class="yakuman")?>', page) == [
        ("hand-2", ' class="yakuman"'),
        ("hand-1", ""),
    ]
    assert re.findall(r'<a href="#(hand-\d)">([^<]+)</a>', page) == [
        ("hand-2", "East 1"),
        ("hand-1", "East 1"),
    ]
    pills = re.findall(r'<span class="chip (live|plain)">([^<]+)</span>', page.split("<ol>")[1])
    assert pills == [
        ("live", "kokushi musou"),
        ("plain", "riichi"),
        ("plain", "pinfu"),
        ("plain", "dora 1"),
        ("plain", "ura dora 1"),
    ]
    text = text_of(Client().get(page_of(table)))
    assert f"{names[0]} ron 12,000 (mangan, 4 han 30 fu) from {names[1]} riichi pinfu" in text


def test_the_tiles_of_a_hand_are_drawn_in_order_and_the_winning_one_after_the_melds(
    hall: Hall, table: Table
) -> None:
    hand = {"tiles": "99p456m77z789s7z", "melds": ["(123m)"], "win_tile": "7z", "dora": "1s"}
    enter(table, hall.rob, [{"kind": "win", "wins": [{"winner": 0, "details": {"hand": hand}}], "loser": 1}])

    page = Client().get(page_of(table)).content.decode()

    drawn = "4m5m6m9p9p7s8s9s7z7z" + "1m2m3m" + "7z" + "1s"
    assert "".join(re.findall(r"tiles[.\w]*\.svg#t(\d\w)", page)) == drawn
    assert re.findall(r'class="winning">.*?aria-label="([^"]+)"', page, re.DOTALL) == ["red dragon"]


def test_a_game_that_was_played_is_read_from_its_beginning(hall: Hall, table: Table) -> None:
    enter(table, hall.rob, [RON, DRAW])
    in_play = Client().get(page_of(table)).context["lines"]
    play(table, hall.alice, BALANCED)

    played = Client().get(page_of(table)).context["lines"]

    assert ([line.number for line in in_play], [line.number for line in played]) == ([2, 1], [1, 2])


def test_how_a_total_adds_up_has_a_column_for_each_part_there_is(hall: Hall, table: Table) -> None:
    play(table, hall.alice, BALANCED)

    page = Client().get(page_of(table))

    assert page.context["shows"] == {"uma", "oka"}
    for score in page.context["scores"]:
        parts = score.base + score.uma + score.oka + score.leftover + score.chombo
        assert parts == score.total
    assert "How the result was computed Name Points Uma Oka Total" in text_of(page)


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
