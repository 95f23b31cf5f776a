"""No atozuke: what tiles show of it is refused, and nothing else.

Examples after riichi.wiki "Atozuke", ja.wikipedia 完全先付け and 麻雀祭都 (plala.or.jp/majan/kansaki04).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from scoring.errors import NeedsEventSetting, RuleError, ScoringError
from scoring.game.game import play, start
from scoring.game.outcome import from_json
from scoring.hand.hand_tiles import LaidOut, lay_out, read_hand
from scoring.hand.riichi.hand_value import value_hand
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import Tile
from scoring.rulebook.rulebook import Rulebook, load
from scoring.text.errors import say_refusal
from tests.scoring.hand.riichi.raw_library import random_situation
from tests.scoring.random_hands import random_hand
from tests.thorough import examples

ALLOWED = load("mleague")
BOOK = ALLOWED.with_house_rules("no atozuke", {"yaku.atozuke": False})
SOUTH_IN_EAST = Situation(tsumo=False, seat_wind=28, round_wind=27)


def field_of(hand: LaidOut, how: Situation = SOUTH_IN_EAST, book: Rulebook = BOOK) -> str:
    """Which part of a hand is refused for its yaku; empty where it wins as everywhere."""
    try:
        valued = value_hand(book, hand, how)
    except ScoringError as refused:
        if refused.code != "atozuke":
            raise
        return refused.field
    rest = {"yaku.atozuke": True, "yaku.kuitan": book.yaku.kuitan}
    same = value_hand(ALLOWED.with_house_rules("x", rest), hand, how)
    assert replace(valued, inputs=None) == replace(same, inputs=None)
    return ""


@pytest.mark.parametrize(
    ("tiles", "win_tile", "refused"),
    [
        # A dragon that the winning tile completes, where 9p completes the hand as well.
        ("(123m) 456m 789s 99p 77z 7z", "7z", "win_tile"),
        # The same wait on two dragons: a yaku on either.
        ("(555z) 456m 789s 66z 77z 7z", "7z", ""),
        # Three colours with 1s and not with 4s, concealed: 23s 123m 123p 44p 77p in a question of 麻雀祭都, by ron.
        ("123s 123m 123p 444p 77p", "1s", "win_tile"),
        # All simples with 4 and not with 1.
        ("(678m) 345p 678s 22s 234m", "4m", "win_tile"),
        ("(678m) 345p 678s 22s 345m", "4m", ""),
        # Another yaku on each tile: two identical sequences with 6s, three colours with 9s.
        ("789m 789p 678s 678s 55z", "6s", ""),
        # A straight that waits on its middle tile alone.
        ("(123m) 456m 789m 345p 99s", "5m", ""),
        # The whole hand makes the yaku, whatever was called first.
        ("(123s) (999s) 456s 11s 777z", "1s", ""),
        ("(222m) (888p) 555s 44z 777s", "7s", ""),
    ],
)
def test_a_hand_has_a_yaku_on_every_tile_it_waits_on(tiles: str, win_tile: str, refused: str) -> None:
    assert field_of(read_hand(tiles, (), win_tile)) == refused


@pytest.mark.parametrize(
    ("tiles", "win_tile", "refused"),
    [
        # The dragon is called first, or last.
        ("(777z) (123m) 456p 789s 99p", "9p", ""),
        ("(123m) (777z) 456p 789s 99p", "9p", "melds"),
        # Concealed, as a triplet or as a closed kan, it may have been there before: tiles do not show when.
        ("(123m) 777z 456p 789s 99p", "9p", ""),
        ("(123m) [7777z] 456p 789s 99p", "9p", ""),
        # An open kan is a call as well.
        ("(123m) (7777z) 456p 789s 99p", "9p", "melds"),
        # A straight: its sets are called from the beginning, or after something else.
        ("(123m) (456m) 789m 345p 99s", "9s", ""),
        ("(345p) (456m) 123m 789m 99s", "9s", "melds"),
        ("(345p) 123m 456m 789m 99s", "9s", ""),
        # Three colours, of sequences and of triplets.
        ("(234m) (234p) 234s 678s 11z", "1z", ""),
        ("(678s) (234p) 234m 234s 11z", "1z", "melds"),
        ("(999s) (222p) 222m 222s 345s 11z", "1z", None),
        ("(345s) (222p) 222m 222s 11z", "1z", "melds"),
        # The second wind of South in the east round is no yaku of hers; the seat wind is.
        ("(222z) (345s) 678m 234p 99s", "9s", ""),
        ("(345s) (222z) 678m 234p 99s", "9s", "melds"),
        # Little three dragons: whichever of its dragons comes first.
        ("(555z) (666z) 77z 345p 678s", "8s", ""),
        ("(345p) (666z) 555z 77z 678s", "8s", ""),
        ("(345p) (666z) (555z) 77z 678s", "8s", "melds"),
    ],
)
def test_the_first_call_shows_a_yaku(tiles: str, win_tile: str, refused: str | None) -> None:
    if refused is None:  # five sets
        with pytest.raises(RuleError):
            read_hand(tiles, (), win_tile)
        return
    assert field_of(read_hand(tiles, (), win_tile)) == refused


@pytest.mark.parametrize(
    "how",
    [
        replace(SOUTH_IN_EAST, tsumo=True),
        replace(SOUTH_IN_EAST, riichi=True),
        replace(SOUTH_IN_EAST, double_riichi=True),
        replace(SOUTH_IN_EAST, houtei=True),
        replace(SOUTH_IN_EAST, renhou=True),
    ],
)
def test_a_concealed_hand_that_is_drawn_or_in_riichi_and_yaku_by_chance_are_left_to_the_table(
    how: Situation,
) -> None:
    hand = read_hand("456m 789s 12399p 77z 7z", (), "7z")
    book = BOOK.with_house_rules("x", {"yaku.atozuke": False, "yaku.renhou": "mangan"})

    assert (
        value_hand(book, hand, how).value
        == value_hand(
            book.with_house_rules("y", {"yaku.atozuke": True, "yaku.renhou": "mangan"}), hand, how
        ).value
    )


def test_three_players_wait_on_no_tile_that_is_not_there() -> None:
    """On 1m alone: 4m, on which the same shape waits among four, is in no game of three."""
    three = load("mahjongsoul_sanma")
    book = three.with_house_rules("x", {"yaku.atozuke": False})
    hand = read_hand("(777z) 999m 111m 99p 789s", (), "9s")

    assert value_hand(book, hand, SOUTH_IN_EAST).value == value_hand(three, hand, SOUTH_IN_EAST).value


def test_where_the_rulebook_is_silent_nothing_is_refused() -> None:
    silent = ALLOWED.with_house_rules("x", {"yaku.atozuke": "unset"})

    assert value_hand(silent, read_hand("(123m) (777z) 456p 789s 99p", (), "9p"), SOUTH_IN_EAST).han == 1


def test_where_open_tanyao_is_left_open_a_wait_that_hangs_on_it_asks() -> None:
    book = BOOK.with_house_rules("x", {"yaku.atozuke": False, "yaku.kuitan": "unset"})
    hand = read_hand("(777z) 345p 678s 22s 22m 2m", (), "2m")

    assert value_hand(book, hand, SOUTH_IN_EAST).han == 1
    with pytest.raises(NeedsEventSetting):
        value_hand(book, read_hand("(678m) 345p 678s 22s 234m", (), "4m"), SOUTH_IN_EAST)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "By these rules (no atozuke), a hand must have a yaku on every tile it waits on. This one "
                "has none on 9p, so it does not win.",
                "By these rules (no atozuke), the first call must show a yaku, but (123m) is not part of "
                "one in this hand. Please enter melds in the order they were called; if this is the order, "
                "the hand does not win.",
            ],
        ),
        (
            "ja",
            [
                "このルール（後付けなし）では、どの待ち牌でも役が必要です。9pでは役がないため、アガれません。",
                "このルール（後付けなし）では、最初の鳴きで役が決まっている必要がありますが、(123m)はこの手の役に含まれません。"
                "副露は鳴いた順に入力してください。その順で正しければ、アガれません。",
            ],
        ),
    ],
)
def test_a_phone_is_told_why_word_for_word(language: str, said: list[str]) -> None:
    found = []
    for laid in (
        {"tiles": "456m789s99p777z", "win_tile": "7z", "melds": ["(123m)"]},
        {"tiles": "456p789s99p", "win_tile": "9p", "melds": ["(123m)", "(777z)"]},
    ):
        told = {"kind": "win", "loser": 0, "wins": [{"winner": 1, "details": {"hand": laid}}]}
        with pytest.raises(ScoringError) as refused:
            play(BOOK, start(BOOK), from_json(told))
        found.append(say_refusal(refused.value, language))

    assert found == said


def some_hands(seed: str, count: int) -> Iterator[tuple[LaidOut, Situation]]:
    """Hands that win where atozuke is allowed, and of which the rule asks something."""
    dice, found = Random(seed), 0
    while found < count:
        hand = random_hand(dice)
        how = random_situation(dice, hand, 4)
        how = replace(how, riichi=False, double_riichi=False, ippatsu=False, dora=(), ura=())
        if how.is_first_turn or how.chankan or (how.tsumo and not hand.is_open):
            continue
        try:
            value_hand(ALLOWED, hand, how)
        except RuleError:
            continue
        found += 1
        yield hand, how


def has_yaku_everywhere(hand: LaidOut, how: Situation) -> bool:
    """By trying all 34 tiles."""
    held = list(hand.concealed)
    held.remove(hand.win_tile)
    for kind in range(34):
        try:
            value_hand(
                ALLOWED, lay_out((*held, Tile(kind)), hand.melds, Tile(kind)), replace(how, dora=(), ura=())
            )
        except RuleError as refused:
            if refused.code == "no_yaku":
                return False
    return True


def test_random_hands_win_on_every_wait_or_are_refused() -> None:
    refused = 0
    for hand, how in some_hands("waits", examples(60, of=3_000)):
        has_none = field_of(hand, how) == "win_tile"

        refused += has_none
        assert has_none is not has_yaku_everywhere(hand, how), (hand, how)
    assert refused


def test_melds_can_always_be_told_in_an_order_in_which_the_first_shows_a_yaku() -> None:
    """A yaku is of the whole hand, of concealed sets, or of a set that was called, perhaps the first."""
    refused = 0
    for hand, how in some_hands("melds", examples(100, of=3_000)):
        if field_of(hand, how) != "melds":
            continue
        refused += 1
        orders = [lay_out(hand.concealed, melds, hand.win_tile) for melds in permutations(hand.melds)]
        assert "" in {field_of(other, how) for other in orders}, (hand, how)
    assert refused
