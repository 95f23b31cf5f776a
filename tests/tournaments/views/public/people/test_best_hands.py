"""A player's page draws the hands with which they won the most."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.told import DRAW, WITH_YAKU, tell
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import Table
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

TILES = {"tiles": "99p456m77z789s7z", "melds": ["(123m)"], "win_tile": "7z", "dora": "1s"}
LAID = {"kind": "win", "wins": [{"winner": 0, "details": {"hand": TILES}}], "loser": 1}


def page_of(table: Table, seat: int) -> str:
    return f"/players/{seats_of(table)[seat].entry.player_id}/"


def test_a_hand_says_what_it_paid_and_from_whom_with_its_yaku_and_leads_to_its_place_in_the_game(
    hall: Hall, table: Table
) -> None:
    tell(table, hall, [DRAW, WITH_YAKU])
    publish_tournament(hall.tournament.pk)
    east, south, *_others = (seat.entry.player.name for seat in seats_of(table))

    page = Client().get(page_of(table, 0))

    assert (
        f"Best hands 12,000 East 1 · 1 honba {hall.tournament.name} · Round 1"
        f" {east} ron 12,000 (mangan, 4 han 30 fu) from {south} riichi pinfu dora 1 ura dora 1"
        in text_of(page)
    )
    assert f'href="/t/spring-open/tables/{table.pk}/#hand-2"' in page.content.decode()


def test_the_tiles_that_were_told_are_drawn(hall: Hall, table: Table) -> None:
    tell(table, hall, [LAID])
    publish_tournament(hall.tournament.pk)

    page = Client().get(page_of(table, 0)).content.decode()

    assert "".join(re.findall(r"tiles[.\w]*\.svg#t(\d\w)", page)) == "4m5m6m9p9p7s8s9s7z7z1m2m3m7z1s"


def test_whoever_has_won_none_has_no_such_part(hall: Hall, table: Table) -> None:
    tell(table, hall, [LAID])
    publish_tournament(hall.tournament.pk)

    assert "Best hands" not in text_of(Client().get(page_of(table, 2)))


def test_more_hands_take_no_more_statements(
    hall: Hall, table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tell(table, hall, [LAID] * 6)
    publish_tournament(hall.tournament.pk)
    Client().get(page_of(table, 0))

    with django_assert_num_queries(18):
        text = text_of(Client().get(page_of(table, 0)))

    assert text.count(" ron ") == 3
