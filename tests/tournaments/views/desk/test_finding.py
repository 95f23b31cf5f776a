"""Find at the desk: players with their seats, tables in play and pages, by what is typed."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tournaments.models import Round, Table

pytestmark = pytest.mark.django_db
FIND = f"{DESK}find/"


def found(browser: Client, query: str) -> list[tuple[str, str]]:
    """The links that are found: their text and where they lead."""
    page = browser.get(FIND, {"q": query}).content.decode()
    shown = page.partition('<div id="found">')[2].partition("</main>")[0]
    links = re.findall(r'<a href="([^"]+)">(.*?)</a>', shown, re.DOTALL)
    return [(" ".join(re.sub(r"<[^>]+>", " ", text).split()), address) for address, text in links]


def test_a_player_is_found_by_name_and_number_with_the_seat_in_play(
    hall: Hall, alice: Client, table: Table
) -> None:
    entry = table.seats.select_related("entry__player").get(wind=2).entry
    words = f"{entry.number} {entry.player.name} Table {table.number}, South"
    link = (words, f"{DESK}entries/{entry.pk}/edit/")

    assert found(alice, entry.player.name) == [link]
    assert link in found(alice, str(entry.number))


def test_a_referee_is_led_to_the_players_page(hall: Hall, table: Table) -> None:
    entry = table.seats.select_related("entry__player").get(wind=1).entry

    ((_name, address),) = found(signed_in(hall.rob), entry.player.name)

    assert address == f"/players/{entry.player_id}/"


def test_a_number_leads_to_the_table_in_play_and_not_to_one_that_is_over(
    hall: Hall, alice: Client, round_: Round
) -> None:
    table = round_.tables.get(number=2)
    link = ("Table 2, Round 1", f"{DESK}tables/{table.pk}/")

    in_play = found(alice, "2")
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.CLOSED)

    assert in_play[0] == link
    assert link not in found(alice, "2")


def test_pages_are_found_by_name_by_those_who_may_open_them(hall: Hall, alice: Client) -> None:
    assert found(alice, "brand") == [("Brand and poster", f"{DESK}brand/")]
    assert found(signed_in(hall.rob), "brand") == []
    assert ("Referee", f"{DESK}referee/") in found(signed_in(hall.rob), "")


@pytest.mark.parametrize("query", ["%", "<script>", "9" * 60, "x" * 500, "’"])
def test_what_is_not_there_is_said(hall: Hall, alice: Client, query: str) -> None:
    page = alice.get(FIND, {"q": query})

    assert page.status_code == 200
    assert "Nothing was found." in page.content.decode()


def test_what_no_text_holds_is_no_error(hall: Hall, alice: Client) -> None:
    assert alice.get(FIND, {"q": "\x00"}).status_code == 200


def test_many_players_take_no_more_statements(
    hall: Hall, alice: Client, table: Table, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(12):
        alice.get(FIND, {"q": "a"})


def test_nobody_else_finds_anything(hall: Hall) -> None:
    assert signed_in(hall.charlie).get(FIND).status_code == 403
