import ast
from pathlib import Path

import pytest

import scoring
from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.riichi.situation import HandRefused
from scoring.text.errors import BY_CODE, CANNOT_HAPPEN, say_refusal
from scoring.translation import catalogue

ROOM = Path(scoring.__file__).parent
RAISED = {"RuleError", "RulebookError", "ScoringError", "TilesError", "HandRefused", "DrawAgain"}
# Refused before a person could read it: what programs send, store or configure.
FOR_PROGRAMS = {
    "four_riichi_needed", "internal", "invalid_condition", "invalid_content",
    "invalid_log", "invalid_name", "line_too_long", "lot_must_be_last", "missing_field", "no_chombo_in_rulebook",
    "no_such_chair", "no_such_value", "other_rulebook", "repeated_tie_break",
    "unknown_format", "unknown_rulebook", "unknown_tie_break", "unknown_verb",
}  # fmt: skip


def codes() -> set[str]:
    """Every code that is written out where it is raised."""
    known = set()
    for path in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in RAISED
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                known.add(node.args[0].value)
    return known


def test_what_riichi_and_pattern_hands_are_refused_for_has_japanese_words():
    hands = {"not_complete", "no_yaku", "below_minimum", "furiten", "red_fives", "too_many_of_a_tile"}
    assert hands <= codes() | {"not_complete", "no_yaku"}
    assert hands <= set(BY_CODE)


def test_every_code_has_a_sentence_to_translate_or_is_meant_for_programs():
    assert codes() - set(BY_CODE) - FOR_PROGRAMS == set()


def test_english_is_the_errors_own_message():
    assert say_refusal(ScoringError("furiten", "No."), "en") == "No."


def test_a_code_without_japanese_words_keeps_the_english_ones():
    assert say_refusal(ScoringError("out_of_the_blue", "No."), "ja") == "No."


def test_what_an_event_has_to_set_is_named_in_japanese():
    message = say_refusal(NeedsEventSetting(["result.tie", "score.kiriage"]), "ja")
    assert message == "ルールに定めがなく、大会で決める必要があります：同着の扱い、切り上げ満貫。"


@pytest.mark.parametrize("field", CANNOT_HAPPEN)
def test_what_cannot_happen_names_the_contradicting_fields(field):
    assert say_refusal(HandRefused("cannot_happen", "No.", fields=(field,)), "ja") == catalogue("ja").gettext(
        CANNOT_HAPPEN[field]
    )
