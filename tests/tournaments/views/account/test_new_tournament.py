"""Setting up a tournament under a rulebook."""

import re

import pytest

from scoring.rulebook.rulebook import load, needs
from tests.tournaments.views.desk.browser import send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import TableFormat, Tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_is_set_up_under_a_rulebook_that_leaves_things_open(charlie):
    fields = {
        "name": "Friday night",
        "time_zone": "Europe/Berlin",
        "visibility": "public",
        "confirmation_rule": "k_of_n",
        "confirmations_needed": "1",
        "rule_result_tie": "seat_order",
        "rule_result_leftover_deposits": "top",
        "rule_chombo_kind": "after_game",
        "rule_chombo_amount": "20",
    }

    answer = send(charlie, "/new/danching/", **fields)

    tournament = Tournament.objects.get(slug="friday-night")
    assert answer.redirect_chain == [("/t/friday-night/desk/entries/", 302)]
    assert tournament.usual_format.house_rules == {
        "result.tie": "seat_order",
        "result.leftover_deposits": "top",
        "chombo.kind": "after_game",
        "chombo.amount": 20,
    }


def test_what_only_hands_depend_on_is_asked_at_set_up_and_may_be_left_open(charlie):
    page = charlie.get("/new/beginner/").content.decode()
    fields = {"time_zone": "Asia/Tokyo", "visibility": "public", "confirmation_rule": "referee"}
    fields |= {"rule_result_tie": "split", "rule_result_leftover_deposits": "top"}
    some = {"rule_settlement_honba_ron": "300", "rule_settlement_pao_yaku": ["none"]}

    for slug, more in (("points-only", {}), ("by-hand", some)):
        assert send(charlie, "/new/beginner/", name=slug, slug=slug, **fields, **more).redirect_chain

    shown = set(re.findall(r'name="rule_([a-z_0-9]+)"', page))
    assert shown == {path.replace(".", "_") for path in needs(load("beginner"))}
    rules = {
        one.tournament.slug: one.house_rules for one in TableFormat.objects.filter(rulebook_id="beginner")
    }
    decided = {"result.tie": "split", "result.leftover_deposits": "top"}
    assert rules == {
        "points-only": decided,
        "by-hand": decided | {"settlement.honba_ron": 300, "settlement.pao_yaku": []},
    }


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("name", ""),
        ("slug", "Ü ü"),
        ("time_zone", "Mars/Base"),
        ("name", "大会"),
        ("confirmation_rule", "nobody"),
    ],
)
def test_a_tournament_is_not_set_up_half(field, bad, hall, charlie):
    fields = {"name": "Friday", "time_zone": "UTC", "visibility": "public", "confirmation_rule": "all_others"}

    answer = charlie.post("/new/mleague/", {**fields, field: bad})

    assert answer.status_code == 422
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("page", ["/new/mleague/", "/t/spring-open/desk/edit/"])
@pytest.mark.parametrize("typed", ["Spring Open", "春の大会", "a/b"])
def test_an_address_that_cannot_be_says_what_it_is_made_of(hall, alice, page, typed):
    answer = alice.post(page, {"name": "Friday", "slug": typed, "time_zone": "UTC"})

    assert answer.status_code == 422
    assert "An address has small letters, digits and hyphens, such as spring-open." in text_of(answer)
    assert "slug”" not in text_of(answer)


def test_every_rulebook_can_be_chosen(charlie):
    page = charlie.get("/new/").content.decode()
    addresses = set(re.findall(r'href="(/new/[\w-]+/)"', page)) - {"/new/from-a-file/"}

    assert len(addresses) == 26
    assert {charlie.get(address).status_code for address in addresses} == {200}
