"""The printed score tables."""

import pytest

from scoring.errors import NeedsEventSetting
from scoring.hand.score_table import Cell, score_table
from scoring.rulebook.rulebook import load
from tests.scoring.vectors import read

PRINTED = [
    case for case in read("hand_payments")["cases"] if case["id"].startswith(("S3-", "S4-", "SIMPLE-"))
]
DANCHING = {"score.kazoe": "yakuman"}


@pytest.mark.parametrize("case", PRINTED, ids=lambda case: case["id"])
def test_the_table_shows_what_the_founding_texts_print(case):
    book = load(case["rulebook"])
    if case["rulebook"] == "danching":
        book = book.with_house_rules("house", DANCHING)
    win, delta = case["wins"][0], case["expect"]["delta"]
    dealer, fu = win["winner"] == 0, win["fu"] or 0
    rows = score_table(book, dealer=dealer)

    if win["han"] <= 4:
        cell = next(row for row in rows if row.fu == fu and not row.han).cells[win["han"] - 1]
    else:
        cell = [row for row in rows if 0 < row.han <= win["han"]][-1].cells[0]

    paid = (-delta[2], -delta[0] if not dealer else -delta[2])
    assert (cell.ron if case["win"] == "ron" else cell.tsumo) == (-delta[2] if case["win"] == "ron" else paid)


def test_hands_that_do_not_exist_are_empty():
    first = score_table(load("jpml_a"), dealer=False)

    assert (first[0].fu, first[0].cells[:2]) == (20, (Cell(None, None), Cell(None, (400, 700))))
    assert (first[1].fu, first[1].cells[:2]) == (25, (Cell(None, None), Cell(1_600, None)))


def test_limits_and_the_yakuman_close_the_table():
    rows = score_table(load("tenhou"), dealer=True)

    assert [(row.han, row.cells[0].ron, row.cells[0].limit) for row in rows[-6:]] == [
        *((5, 12_000, "mangan"), (6, 18_000, "haneman"), (8, 24_000, "baiman")),
        *((11, 36_000, "sanbaiman"), (13, 48_000, "kazoe"), (0, 48_000, "yakuman")),
    ]


def test_without_limits_there_are_none_in_the_table():
    book = load("tenhou").with_house_rules("aotenjo", {"overlay.unlimited": True})

    assert {row.han for row in score_table(book, dealer=False)} == {0}


def test_other_games_have_no_such_table():
    assert score_table(load("mcr"), dealer=False) == []


def test_an_open_rule_is_required():
    with pytest.raises(NeedsEventSetting):
        score_table(load("uspml_interim"), dealer=False)
