"""What may be answered where a rulebook leaves something open."""

import pytest

from scoring.doubts.house_rules import impossible, strange
from scoring.rulebook.choices import choices_of
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.rulebook import editions, load, unset_fields


@pytest.mark.parametrize("edition", editions())
def test_the_examples_together_make_a_rulebook_that_leaves_nothing_open(edition):
    book = load(edition)
    while open_fields := unset_fields(book):
        answers = {path: choices_of(book, path).example for path in open_fields}
        book = book.with_house_rules("by example", answers)

    assert (impossible(book), strange(book)) == ([], [])


@pytest.mark.parametrize("path", FIELDS)
def test_every_example_and_every_value_is_an_answer(path):
    for edition in ("mleague", "mcr", "tenhou_sanma"):
        choices = choices_of(load(edition), path)

        FIELDS[path].check(choices.example)
        assert [value for value, _name in choices.named("en")] == list(choices.values)
        assert all(name for _value, name in choices.named("ja"))
        if choices.kind in ("choice", "flag"):
            assert choices.example in choices.values
        if choices.kind == "number":
            assert choices.low <= choices.example <= choices.high


def test_the_sanctions_of_riichi_are_not_offered_to_other_games():
    assert choices_of(load("danching"), "chombo.kind").values == ("after_game", "each", "mangan", "none")
    assert choices_of(load("mcr"), "chombo.kind").values == ("after_game", "each", "minipoints", "none")


def test_a_number_says_its_bounds_and_its_unit():
    choices = choices_of(load("shinhochi"), "table.starting_points")

    assert (choices.low, choices.high, choices.step, choices.unit) == (0, 1_000_000, 100, "points")
