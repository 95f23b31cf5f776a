"""The form of all rules: empty is as the edition has it, and whatever it shows it reads back."""

from typing import Any

import pytest
from django.utils import translation

from rules.forms.rule_fields import name_of
from scoring.rulebook.rulebook import editions, load
from tests.thorough import in_turn
from tournaments.forms.house_rules import HouseRulesForm

pytestmark = pytest.mark.once("a form of a rulebook, without a model")


def shown(form: HouseRulesForm) -> dict[str, Any]:
    """What a browser sends when nothing is touched."""
    sent: dict[str, Any] = {"seen": "0" * 64}
    for path in form.paths:
        value = form[name_of(path)].value()
        sent[name_of(path)] = "" if value is None else value
    return sent


def read(edition: str, rules: dict[str, Any], **typed: Any) -> HouseRulesForm:
    """The form as it comes back with these fields touched."""
    book = load(edition)
    untouched = shown(HouseRulesForm(book, rules, "0" * 64))
    return HouseRulesForm(book, rules, "0" * 64, {**untouched, **typed})


@pytest.mark.parametrize(
    ("edition", "language"),
    # Every day in one of the languages, in turn.
    [
        (edition, language)
        for turn, edition in enumerate(editions())
        for language in in_turn(["en", "ja"], turn, of=2)
    ],
)
def test_an_untouched_form_changes_nothing(edition: str, language: str) -> None:
    with translation.override(language):
        form = read(edition, {})

        assert form.is_valid(), form.errors
        assert form.changes() == {}


@pytest.mark.parametrize(
    "rules",
    [
        {"result.tie": "seat_order", "bonus.red_fives": 0, "game_end.west_entry": True},
        {"result.uma": {"0": [0, 0, 0, 0], "*": [12, -1, -3, -8]}, "result.floating_threshold": 30_000},
        {"score.limits": {"mangan": 3, "haneman": 5, "baiman": 7, "sanbaiman": 10}},
        {"settlement.pao_yaku": []},
        {"draw.aborts": ["kyuushu", "suuriichi"], "result.rounding": "unset"},
        {"fu.double_wind_pair": 4},
    ],
)
def test_what_was_declared_is_shown_and_read_back(rules: dict[str, Any]) -> None:
    form = read("mleague", rules)

    assert form.is_valid(), form.errors
    assert form.changes() == rules


def test_what_is_typed_as_people_write_it_is_understood() -> None:
    form = read(
        "mleague",
        {},
        rule_result_uma="+20 / +10 / −10 / −20",
        rule_table_starting_points="30000",
        rule_settlement_pao_yaku=["daisangen"],
    )

    assert form.is_valid(), form.errors
    assert form.changes() == {
        "table.starting_points": 30_000,
        "result.uma": {"*": [20, 10, -10, -20]},
        "settlement.pao_yaku": ["daisangen"],
    }


def test_emptied_fields_are_as_the_edition_has_them() -> None:
    form = read("mleague", {"result.tie": "seat_order", "bonus.red_fives": 0}, rule_result_tie="")

    assert form.is_valid()
    assert form.changes() == {"bonus.red_fives": 0}


def test_an_empty_list_has_a_tick_of_its_own() -> None:
    as_it_is = read("tenhou", {})
    emptied = read("tenhou", {}, rule_draw_aborts=["none"])
    both = read("tenhou", {}, rule_draw_aborts=["none", "kyuushu"])

    assert (as_it_is.is_valid(), emptied.is_valid(), both.is_valid()) == (True, True, False)
    assert (as_it_is.changes(), emptied.changes()) == ({}, {"draw.aborts": []})


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("rule_result_uma", "20 10 -10 -30"),
        ("rule_result_uma", "20 10"),
        ("rule_result_uma", "7: 20 10 -10 -20"),
        ("rule_result_uma", "much"),
        ("rule_score_limits", "3 4"),
        ("rule_table_starting_points", "25050"),
        ("rule_table_starting_points", "１e5"),
        ("rule_result_tie", "coin"),
        ("rule_draw_aborts", ["rain"]),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(name: str, typed: Any) -> None:
    form = read("mleague", {}, **{name: typed})

    assert not form.is_valid()
    assert list(form.errors) == [name]


def test_places_may_bring_something_without_taking_it_from_others() -> None:
    """MCR: 4, 2, 1 and 0 table points; another event may give 5, 3, 1, 0."""
    form = read("mcr", {}, rule_result_uma="5, 3, 1, 0")

    assert form.is_valid(), form.errors
    assert form.changes() == {"result.uma": {"*": [5, 3, 1, 0]}}
