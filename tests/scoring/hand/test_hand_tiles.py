"""A hand on the table: fourteen tiles, and never a fifth of one kind."""

import pytest

from scoring.hand.hand_tiles import read_hand
from scoring.hand.tiles import TilesError, print_tiles


def refusal(*args):
    with pytest.raises(TilesError) as refused:
        read_hand(*args)
    return refused.value.code


def test_the_winning_tile_may_be_among_the_tiles_or_apart():
    among = read_hand("123456m 99p 555z (111z)", (), "5z")
    apart = read_hand("123456m 99p 55z (111z)", (), "5z")

    assert print_tiles(among.concealed) == "123456m99p555z"
    assert among == apart


def test_melds_may_be_part_of_the_text_or_given_apart():
    in_the_text = read_hand("11z 123p (555z) [1111m] (456p)", (), "1z")

    assert read_hand("11z 123p (555z)", ["[1111m]", "456p"], "1z") == in_the_text


def test_a_kan_counts_as_three_tiles():
    hand = read_hand("11z [1111m] (2222m) (333+3m) [4444m]", (), "1z")

    assert (len(hand.concealed), hand.kans, hand.is_open) == (2, 4, True)
    assert not read_hand("11z 123p 456p [1111m] [4444m]", (), "1z").is_open


@pytest.mark.parametrize(
    ("text", "melds", "win", "code"),
    [
        ("123m", [], "1m", "wrong_number_of_tiles"),
        ("11122233344455m1p", [], "1p", "wrong_number_of_tiles"),
        ("1m", ["(111p)", "(222p)", "(333p)", "(444p)", "(555p)"], "1m", "wrong_number_of_tiles"),
        ("11122233344455m", [], "", "winning_tile_unknown"),
        ("11122233344455m", [], "1p", "winning_tile_unknown"),
        ("11122233344450m", [], "6m", "winning_tile_unknown"),
        ("11111222333444m", [], "1m", "too_many_of_a_tile"),
        ("11223344m55p", ["(123p)", "(123p)"], "1m", "wrong_number_of_tiles"),
        ("11234567m999p", ["(111m)"], "1m", "too_many_of_a_tile"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(text, melds, win, code):
    assert refusal(text, melds, win) == code


def test_a_red_five_may_be_called_a_five():
    assert str(read_hand("123456m 99p 406s (111z)", (), "5s").win_tile) == "0s"
    assert str(read_hand("123456m 99p 456s (111z)", (), "0s").win_tile) == "5s"
    assert print_tiles(read_hand("123456m 99p 46s (111z)", (), "0s").concealed) == "123456m99p460s"
