"""The organizer changes rules over the edition, by form, until the first game starts."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.forms.rule_fields import name_of
from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.forms.house_rules import HouseRulesForm
from tournaments.models import LedgerEntry, Tournament

RULES = "/t/spring-open/desk/rules/"
pytestmark = pytest.mark.django_db


def sent(client: Client, **typed: Any) -> dict[str, Any]:
    """The form as the page shows it, with these fields touched."""
    form: HouseRulesForm = client.get(RULES).context["form"]
    fields: dict[str, Any] = {"seen": form["seen"].value()}
    for path in form.paths:
        value = form[name_of(path)].value()
        if value is not None:
            fields[name_of(path)] = value
    return {**fields, **typed}


def test_a_change_is_in_force_and_told_in_words(hall: Hall, alice: Client) -> None:
    answer = alice.post(RULES, sent(alice, rule_result_tie="seat_order"), follow=True)

    assert Tournament.objects.get().usual_format.house_rules == {"result.tie": "seat_order"}
    assert "Saved. The tournament uses these rules." in text_of(answer)
    assert "ties: the earlier seat is ahead (the edition: share what their places bring)" in text_of(answer)
    assert "ties: the earlier seat is ahead" in text_of(alice.get("/t/spring-open/rules/"))


def test_a_list_that_was_changed_is_marked_as_other_rules_are(hall: Hall, alice: Client) -> None:
    marked = re.compile(r'<fieldset class="field( changed)?">\s*<legend>(.*?)</legend>')
    before = marked.findall(alice.get(RULES).content.decode())
    typed = sent(alice, rule_draw_aborts=["kyuushu"])

    after = marked.findall(alice.post(RULES, typed, follow=True).content.decode())

    assert Tournament.objects.get().usual_format.house_rules == {"draw.aborts": ["kyuushu"]}
    assert {changed for changed, _rule in before} == {""}
    assert [rule for changed, rule in after if changed] == ["abortive draws"]
    assert [rule for _changed, rule in after] == [rule for _changed, rule in before]


def test_the_ledger_says_so(hall: Hall, alice: Client) -> None:
    alice.post(RULES, sent(alice, rule_result_tie="seat_order"))

    assert "The house rules over the rulebook mleague were changed" in text_of(
        alice.get("/t/spring-open/ledger/")
    )


def test_the_same_form_sent_twice_is_one_action(hall: Hall, alice: Client) -> None:
    fields = sent(alice, rule_result_tie="seat_order", key="0123456789abcdef-twice")

    answers = [alice.post(RULES, fields).status_code for _again in range(2)]

    assert answers == [302, 302]
    assert LedgerEntry.objects.filter(kind="rules_changed").count() == 1


def test_what_contradicts_itself_comes_back_beside_its_field_with_what_was_typed(
    hall: Hall, alice: Client
) -> None:
    answer = alice.post(RULES, sent(alice, rule_table_players="3", rule_result_uma="15, 5, -5, -15"))

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"rule_result_uma"}
    assert "Uma needs a number for each player" in text_of(answer)
    assert Tournament.objects.get().usual_format.house_rules == {}


def test_a_contradiction_is_told_in_the_readers_language(hall: Hall, alice: Client) -> None:
    answer = alice.post("/ja" + RULES, sent(alice, rule_result_tie="shared_rank"))

    assert answer.status_code == 422
    assert "同着" in str(answer.context["form"].errors["rule_result_tie"])


def test_a_form_opened_before_somebody_elses_change_is_refused(hall: Hall, alice: Client) -> None:
    old = sent(alice, rule_bonus_red_fives="0")
    alice.post(RULES, sent(alice, rule_result_tie="seat_order"))

    answer = alice.post(RULES, old)

    assert answer.status_code == 412
    assert "Someone else has changed the rules." in text_of(answer)
    assert Tournament.objects.get().usual_format.house_rules == {"result.tie": "seat_order"}


def test_once_a_game_has_started_there_is_no_form(hall: Hall, alice: Client) -> None:
    fields = sent(alice, rule_result_tie="seat_order")
    hall.started()

    page, answer = alice.get(RULES), alice.post(RULES, fields)

    assert "Use these rules" not in text_of(page)
    assert "Fixed when the first game started." in text_of(page)
    assert answer.status_code == 409


def test_the_page_costs_as_many_queries_as_any_of_the_desk(
    hall: Hall, alice: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    alice.get(RULES)

    # The tournament, the session, the person, their role, the rules for other sizes of table.
    with django_assert_num_queries(5):
        alice.get(RULES)
