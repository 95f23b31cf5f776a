"""What is missing from a question about a payment is said to be missing."""

import json

import pytest

from scoring.verbs.batch import answer

RON = {
    "do": "payment",
    "rulebook": "tenhou",
    "dealer": 0,
    "wins": [{"winner": 1, "han": 3, "fu": 40}],
    "loser": 2,
}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({}, '"win" is missing: "tsumo" or "ron".'),
        ({"win": "rob"}, '"win" must be "tsumo" or "ron".'),
        ({"win": 3}, '"win" must be "tsumo" or "ron".'),
    ],
)
def test_how_it_was_won_has_to_be_said(more: dict[str, object], message: str) -> None:
    error = answer(json.dumps({**RON, **more}).encode())["error"]

    assert (error["code"], error["message"]) == ("malformed", message)


def test_the_same_is_said_of_a_hand_of_tiles() -> None:
    error = answer(json.dumps({"do": "hand", "rulebook": "mleague", "tiles": "123m"}).encode())["error"]

    assert error["message"] == '"win" is missing: "tsumo" or "ron".'


def test_a_text_that_is_missing_is_not_called_too_long() -> None:
    error = answer(
        json.dumps({"do": "hand", "rulebook": "mleague", "win": "tsumo", "winner": 0, "dealer": 0}).encode()
    )["error"]

    assert error["message"] == '"tiles" is missing: a text of at most 200 characters.'
