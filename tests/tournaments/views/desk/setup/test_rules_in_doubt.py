"""House rules in doubt on pages: a question with a tick; amounts are asked only where a sanction has one."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.hall import Hall
from tests.tournaments.views.desk.setup.test_rules import RULES, sent
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
FRAME = {"name": "Cup", "slug": "cup", "time_zone": "Asia/Tokyo", "visibility": "public"}
FRAME |= {"confirmation_rule": "referee"}


def set_up(client: Client, rulebook: str, **typed: Any) -> Any:
    return client.post(f"/new/{rulebook}/", {**FRAME, **typed})


@pytest.mark.parametrize("kind", ["none", "mangan"])
def test_a_sanction_without_an_amount_demands_none(alice: Client, kind: str) -> None:
    answer = set_up(alice, "rmu_a", rule_chombo_kind=kind, rule_chombo_amount="")

    assert answer.status_code == 302, text_of(answer)
    assert Tournament.objects.get(slug="cup").usual_format.house_rules == {
        "chombo.kind": kind,
        "chombo.amount": 0,
    }


def test_a_sanction_with_an_amount_demands_it(alice: Client) -> None:
    answer = set_up(alice, "rmu_a", rule_chombo_kind="after_game", rule_chombo_amount="")

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"rule_chombo_amount"}


def test_twenty_thousand_for_twenty_is_asked_and_taken_when_it_is_meant(alice: Client) -> None:
    typed = {"rule_chombo_kind": "after_game", "rule_chombo_amount": "20000"}

    question = set_up(alice, "rmu_a", **typed)
    nothing_yet = Tournament.objects.filter(slug="cup").exists()
    taken = set_up(alice, "rmu_a", **typed, confirm="chombo_amount")

    assert (question.status_code, nothing_yet, taken.status_code) == (422, False, 302)
    assert (
        "One chombo would then take 20,000 points off a game's result, where 1,000 points at the table are one. "
        "Did you mean 20?" in unescape(text_of(question))
    )
    assert "Yes, this is intended" in text_of(question)


def test_mangan_is_no_sanction_of_the_chinese_game(alice: Client) -> None:
    page = alice.get("/new/mcr/")

    values = [value for value, _label in page.context["form"].fields["rule_chombo_kind"].choices]
    assert values == ["", "after_game", "each", "minipoints", "none"]


def test_the_desk_asks_what_a_game_would_sum_to(hall: Hall, alice: Client) -> None:
    question = alice.post(RULES, sent(alice, rule_result_oka="0"))
    before = Tournament.objects.get().usual_format.house_rules
    taken = alice.post(RULES, sent(alice, rule_result_oka="0", confirm="game_sum"))

    assert (question.status_code, before, taken.status_code) == (422, {}, 302)
    assert "The results of a game would then sum to −20 instead of 0" in text_of(question)
    assert Tournament.objects.get().usual_format.house_rules == {"result.oka": 0}


@pytest.mark.slow
def test_what_cannot_be_meant_is_refused_beside_its_field(hall: Hall, alice: Client) -> None:
    answer = alice.post(RULES, sent(alice, rule_table_starting_points="0"))

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"rule_table_starting_points"}
    assert Tournament.objects.get().usual_format.house_rules == {}


def test_in_japanese(hall: Hall, alice: Client) -> None:
    answer = alice.post("/ja" + RULES, sent(alice, rule_result_oka="0"))

    assert "▲20" in text_of(answer)
