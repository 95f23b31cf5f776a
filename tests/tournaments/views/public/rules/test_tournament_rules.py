"""The rules a tournament plays by, and its calculator."""

import re

import pytest
from django.test import Client

from tests.rules.views.test_calculator_table import SOUTH, WEST, ask, by_seat
from tests.rules.views.test_rulebooks import text_of
from tests.tournaments.hall import open_hall
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_tells_its_house_rules_in_words():
    open_hall(house_rules={"result.tie": "seat_order", "bonus.red_fives": 0})

    english, japanese = text_of("/t/spring-open/rules/"), text_of("/ja/t/spring-open/rules/")

    assert "ties: the earlier seat is ahead (the edition: share what their places bring)" in english
    assert "赤牌：0（元のルール：3）" in japanese


def test_a_tournament_without_house_rules_says_so():
    open_hall()

    assert "Nothing: the edition's rules apply unchanged." in text_of("/t/spring-open/rules/")


def test_the_rules_of_a_private_tournament_are_private():
    open_hall("secret", visibility=Tournament.Visibility.PRIVATE)

    assert Client().get("/t/secret/rules/").status_code == 404


def test_a_tournament_calculates_by_its_own_rules():
    open_hall(house_rules={"score.kiriage": False, "overlay.wareme": "wareme"})
    path = "/t/spring-open/calculator/"

    page = Client().get(path).content.decode()

    assert path in Client().get("/t/spring-open/rules/").content.decode()
    assert 'name="rulebook"' not in page
    assert 'name="nolimit"' not in page
    assert re.search(r"<details[^>]* open[^>]*>\s*<summary>Doubled seat", page)
    # M-League itself rounds 7,700 up; this tournament does not, and West's wall was broken.
    assert "4 han 30 fu 7,700" in ask("han=4&fu=30&seat=S&discarder=N&doubled=E&win=ron", path)
    assert by_seat("han=4&fu=30&seat=S&discarder=W&doubled=W&win=ron", path)["West"] == ["−15,400"]


def test_the_referee_finds_it_at_the_table_in_question():
    hall = open_hall()
    table = hall.started().tables.first()
    client = Client()
    client.force_login(hall.rob.user)

    assert (
        "/t/spring-open/calculator/" in client.get(f"/t/spring-open/desk/tables/{table.pk}/").content.decode()
    )


def test_the_calculator_of_a_private_tournament_or_of_an_uncountable_game_is_not_found():
    open_hall("secret", visibility=Tournament.Visibility.PRIVATE)
    open_hall("chinese", rulebook_id="mcr", house_rules={"chombo.kind": "none", "chombo.amount": 0})

    assert Client().get("/t/secret/calculator/").status_code == 404
    assert Client().get("/t/chinese/calculator/").status_code == 404


def test_a_tournaments_calculator_asks_the_database_for_the_tournament_only(django_assert_num_queries):
    open_hall()

    with django_assert_num_queries(1):
        assert (
            Client().get(f"/t/spring-open/calculator/?{SOUTH}&{WEST}&discarder=E&win=ron").status_code == 200
        )


def test_tables_of_another_size_may_be_played_by_an_edition_as_it_is():
    hall = open_hall()
    name_odd_rulebook(tournament=hall.tournament, players=3, rulebook_id="tenhou_sanma", by=hall.alice)

    page = text_of("/t/spring-open/rules/")

    assert "Tables of 3 Settled by a separate rulebook: Tenhou" in page
