"""Tiles and melds: what can be written, what it means, what is refused."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand.tiles import (
    Meld,
    Tile,
    TilesError,
    count_kinds,
    parse_hand,
    parse_meld,
    parse_tile,
    parse_tiles,
    parse_wind,
    print_hand,
    print_tiles,
    sort_tiles,
)

EVERY_TILE = [Tile(kind) for kind in range(34)] + [Tile(kind, red=True) for kind in (4, 13, 22)]
tiles = st.lists(st.sampled_from(EVERY_TILE), max_size=18)


def code_of(act, *args):
    with pytest.raises(TilesError) as refused:
        act(*args)
    return refused.value.code


def test_digits_are_followed_by_their_suit():
    assert parse_tiles("123m 406p11z") == (
        *(Tile(0), Tile(1), Tile(2)),
        *(Tile(12), Tile(13, red=True), Tile(14)),
        *(Tile(27), Tile(27)),
    )


def test_honours_are_east_south_west_north_white_green_red():
    assert "".join(tile.ja for tile in parse_tiles("1234567z")) == "東南西北白發中"
    assert [tile.en for tile in parse_tiles("1567z")] == [
        "east",
        "white dragon",
        "green dragon",
        "red dragon",
    ]


def test_a_tile_says_its_suit_number_and_names():
    five = parse_tile("0s")

    assert (five.suit, five.number, five.en, five.ja) == ("s", 5, "red 5 of bamboos", "赤五索")
    assert (parse_tile("9m").en, parse_tile("9m").ja) == ("9 of characters", "九萬")


@given(tiles)
def test_what_is_printed_is_read_back(hand):
    assert parse_tiles(print_tiles(hand)) == tuple(hand)


@given(tiles)
def test_sorting_keeps_every_tile_and_puts_a_red_five_first(hand):
    in_order = sort_tiles(hand)

    assert count_kinds(in_order) == count_kinds(hand)
    assert list(in_order) == sorted(hand, key=lambda tile: (tile.kind, not tile.red))


@pytest.mark.parametrize("text", ["123", "m123", "12x", "1m2", "１m", "1-2m", "１２３m", "(123m"])
def test_what_is_not_tile_notation_is_refused(text):
    assert code_of(parse_tiles, text) == "unreadable_tiles"


@pytest.mark.parametrize("text", ["8z", "0z", "19m9z"])
def test_a_tile_that_does_not_exist_is_refused(text):
    assert code_of(parse_tiles, text) == "unknown_tile"


def test_the_refusal_names_the_tile():
    with pytest.raises(TilesError) as refused:
        parse_tiles("18z")

    assert refused.value.values == {"tile": "8z"}
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.code, again.values) == (str(refused.value), "unknown_tile", {"tile": "8z"})


@pytest.mark.parametrize("text", ["", "12m"])
def test_one_tile_is_one_tile(text):
    assert code_of(parse_tile, text) == "unreadable_tiles"


@pytest.mark.parametrize("kind", [-1, 34])
def test_there_are_34_kinds(kind):
    assert code_of(Tile, kind) == "unknown_tile"


@pytest.mark.parametrize("kind", [0, 5, 31])
def test_only_fives_of_a_suit_are_red(kind):
    assert code_of(lambda: Tile(kind, red=True)) == "unknown_tile"


@pytest.mark.parametrize(
    ("text", "kind", "is_open", "printed"),
    [
        ("(312m)", "chi", True, "(123m)"),
        ("(406p)", "chi", True, "(406p)"),
        ("(777z)", "pon", True, "(777z)"),
        ("555p", "pon", True, "(555p)"),
        ("(7777z)", "open_kan", True, "(7777z)"),
        ("( 777 + 7z )", "added_kan", True, "(777+7z)"),
        ("[5550s]", "closed_kan", False, "[0555s]"),
    ],
)
def test_what_a_meld_is_follows_from_its_tiles_and_brackets(text, kind, is_open, printed):
    meld = parse_meld(text)

    assert (meld.kind, meld.is_open, str(meld)) == (kind, is_open, printed)
    assert parse_meld(str(meld)) == meld
    assert meld.is_kan == (len(meld.tiles) == 4)


@pytest.mark.parametrize(
    "text",
    ["(124m)", "(89m1p)", "(123z)", "(891m)", "(11m)", "(11112m)", "[111m]", "(11+1m)", "()", "(112m)"],
)
def test_tiles_that_make_no_set_are_refused(text):
    assert code_of(parse_meld, text) == "not_a_meld"


def test_there_are_five_kinds_of_melds():
    assert code_of(Meld, "kan", parse_tiles("1111m")) == "not_a_meld"


def test_a_whole_hand_is_written_in_one_go():
    concealed, melds = parse_hand("123m 456p 11z (777z) [9999s]")

    assert print_hand(concealed, melds) == "123m456p11z (777z) [9999s]"
    assert parse_hand(print_hand(concealed, melds)) == (concealed, melds)
    assert parse_hand("123m") == (parse_tiles("123m"), ())


@pytest.mark.parametrize(("text", "kind"), [("E", 27), ("S", 28), ("W", 29), ("N", 30), ("西", 29)])
def test_a_wind_is_a_letter_or_a_character(text, kind):
    assert parse_wind(text) == kind


@pytest.mark.parametrize("text", ["", "ES", "e", "白"])
def test_other_winds_are_refused(text):
    assert code_of(parse_wind, text) == "unknown_wind"
