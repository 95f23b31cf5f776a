"""What the rules refuse of points is said so that the table can mend it, in both languages."""

import pytest
from django.utils import translation

from scoring.errors import RulebookError, ScoringError
from scoring.result.result import settle
from scoring.rulebook.rulebook import Rulebook, load
from tournaments.actions.wording.rules import in_words, rulebook_error_in_words

pytestmark = pytest.mark.once("asks no database")


def refusal(book: Rulebook, points: list[int], leftover: int = 0, imbalance: int = 0, **more: object) -> str:
    """The words for what `scoring` refuses."""
    with pytest.raises(ScoringError) as refused:
        settle(book, points, leftover=leftover, imbalance=imbalance, **more)
    return in_words(refused.value, book, points=points, leftover=leftover, imbalance=imbalance)


EVEN = [40_000, 30_000, 20_000, 10_000]


@pytest.mark.parametrize(
    ("rulebook", "points", "more", "says"),
    [
        (
            "mleague",
            [40_000, 30_000, 20_000, 9_000],
            {},
            "The four scores add up to 99,000, not 100,000. Is a riichi stick missing?",
        ),
        (
            "mleague",
            EVEN,
            {"leftover": 1_000},
            "The four scores add up to 101,000, not 100,000. Are the sticks left on the table counted twice?",
        ),
        (
            "mleague",
            [41_000, 30_000, 20_000, 10_000],
            {},
            "The four scores add up to 101,000, not 100,000. Please check the scores again.",
        ),
        (
            "tenhou_sanma",
            [40_000, 35_000, 29_000],
            {},
            "The three scores add up to 104,000, not 105,000. Is a riichi stick missing?",
        ),
        (
            "mleague",
            [40_050, 29_950, 20_000, 10_000],
            {},
            "40,050 is not a multiple of 100. Please check the sticks.",
        ),
        (
            "mleague",
            [10**9, 30_000, 20_000, 10_000],
            {},
            "These points are out of range. Please check them.",
        ),
        (
            "mleague",
            [40_000, 60_000],
            {},
            "No rulebook has been chosen for tables of 2, so this one cannot be settled.",
        ),
        ("mleague", EVEN, {"chombo": [1_000, 0, 0, 0]}, "The number of chombo must be between 0 and"),
        (
            "mcr",
            [100, 50, -50, -100],
            {"leftover": 1_000},
            "Under this rulebook, no sticks can be left on the table.",
        ),
    ],
)
def test_points_are_refused_with_what_to_do(rulebook, points, more, says):
    assert refusal(load(rulebook), points, **more).startswith(says)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("no_chombo_in_rulebook", "This rulebook has no chombo after the game. Please leave it at 0."),
        ("of_a_later_version", "In English, as it was raised."),
    ],
)
def test_what_is_rare_has_words_too(code, words):
    error = ScoringError(code, "In English, as it was raised.")

    assert in_words(error, load("mleague"), points=EVEN, leftover=0, imbalance=0) == words


def test_what_a_rulebook_leaves_open_is_named():
    error = ScoringError("needs_event_setting", "Open.", fields=["result.tie"])

    assert in_words(error, load("mleague"), points=EVEN, leftover=0, imbalance=0) == (
        "The rulebook leaves open: result.tie. The organizer must decide this as a house rule."
    )


def test_a_field_that_cannot_have_its_value_is_named_in_the_reader_s_language():
    error = RulebookError("invalid_value", "result.tie cannot be 7.", fields=["result.tie"])

    english = rulebook_error_in_words(error)
    with translation.override("ja"):
        japanese = rulebook_error_in_words(error)

    assert english == "result.tie cannot be 7."
    assert "result.tie" not in japanese
    assert japanese.endswith("にこの値は使えません。")
