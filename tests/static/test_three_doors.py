"""The same hand told by its tiles, by its yaku, and by its han and fu: one payment, to the server and to the phone.

The phone's script has no door for tiles and yaku; what it plays is the hand as the server has completed it.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.game.game import State, play, start
from scoring.game.log import state_as_json
from scoring.game.outcome import Outcome, as_json, from_json
from scoring.game.told_hands import complete_outcome
from scoring.hand.dead_hand import DeadHand
from scoring.hand.details import CHANCES
from scoring.hand.hand_tiles import LaidOut
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import EAST, print_tiles
from scoring.hand.value import is_riichi
from scoring.lookup.hand_table import hand_table
from scoring.rulebook.rulebook import Rulebook, editions
from tests.scoring.hand.riichi.raw_library import random_situation, redden
from tests.scoring.random_hands import random_hand
from tests.static.test_hand_rules import book_of, untabled
from tests.static.test_scripts import node
from tests.thorough import examples

HANDS = examples(300, of=10_000)
DEAD_HANDS = 60
SHIPPED = [book for name in editions() if is_riichi(book := book_of({"rulebook": name}))]
# What no edition has, and clubs set: fu of runs, and yaku that have to be settled.
HOUSE_RULES: tuple[dict[str, object], ...] = (
    {"fu.open_pinfu": 20, "yaku.atozuke": False},
    {"fu.pinfu_tsumo": False, "fu.rinshan_tsumo": 0},
)
BOOKS = [
    *SHIPPED,
    *(book.with_house_rules("club", rules) for rules in HOUSE_RULES for book in SHIPPED[::6]),
]
NO_TILES_OF_THREE = [0, 8, *range(9, 34)]
Doors = dict[str, Outcome]


def a_hand(dice: Random, book: Rulebook) -> LaidOut:
    if book.hand_players == 3:
        return random_hand(dice, kinds=NO_TILES_OF_THREE, chi=False)
    hand = random_hand(dice)
    return redden(dice, hand) if book.bonus.red_fives == 3 else hand


def as_told(dice: Random, book: Rulebook, hand: LaidOut, how: Situation) -> tuple[State, dict[str, Any]]:
    """The state before the hand, and what a table tells of it by tiles."""
    dealer, sticks = dice.randrange(book.hand_players), dice.choice((0, 0, 1, 2))
    winner = (dealer + how.seat_wind - EAST) % book.hand_players
    laid = {
        "tiles": print_tiles(hand.concealed),
        "win_tile": str(hand.win_tile),
        "melds": [str(meld) for meld in hand.melds],
        "dora": print_tiles(how.dora),
        "ura": print_tiles(how.ura),
        **{name: True for name in CHANCES if getattr(how, name)},
    }
    told: dict[str, Any] = {"kind": "win", "wins": [{"winner": winner, "details": {"hand": laid}}]}
    if not how.tsumo:
        told["loser"] = (winner + dice.randrange(1, book.hand_players)) % book.hand_players
    if how.riichi or how.double_riichi:
        told["riichi"] = [winner]
    state = start(book)._replace(
        round=how.round_wind - EAST,
        dealer=dealer,
        honba=dice.choice((0, 0, 1, 3)),
        deposits=sticks,
        imbalance=-1_000 * sticks,
    )
    return state, told


def by_every_door(book: Rulebook, state: State, told: dict[str, Any]) -> Doors:
    """The hand told by its tiles, by the yaku and dora that they make, and by the han and fu; nothing where its tiles
    are refused, or the rulebook leaves open what they are paid.
    """
    by_tiles = from_json(told)
    try:
        complete = complete_outcome(book, state, by_tiles)
    except ScoringError:
        return {}
    try:
        play(book, state, by_tiles)
    except NeedsEventSetting:
        return {}
    [win] = complete.wins
    assert win.details is not None
    yaku = win._replace(han=win.han if win.yakuman else None, details=win.details._replace(hand=None))
    doors = {"tiles": by_tiles, "han and fu": replace(complete, wins=(win._replace(details=None),))}
    if not win.yakuman:
        doors["yaku"] = replace(complete, wins=(yaku,))
    return doors


def some_hands() -> Iterator[tuple[Rulebook, State, Doors]]:
    """Hands that win, the rulebooks in turn."""
    dice, found = Random("three doors"), 0
    while found < HANDS:
        book = BOOKS[found % len(BOOKS)]
        hand = a_hand(dice, book)
        state, told = as_told(dice, book, hand, random_situation(dice, hand, book.hand_players))
        if doors := by_every_door(book, state, told):
            found += 1
            yield book, state, doors


def dead_winners() -> Iterator[tuple[Rulebook, State, list[Outcome]]]:
    """The same hands, each by every door, with the winner's hand said to be dead."""
    for book, state, doors in some_hands():
        told = [complete_outcome(book, state, outcome) for outcome in doors.values()]
        dead = (DeadHand(told[0].wins[0].winner, "too_many_tiles"),)
        yield book, state, [replace(outcome, dead_hands=dead) for outcome in told]


def by_the_phone(hands: list[tuple[Rulebook, State, list[Outcome]]]) -> list[list[dict[str, Any] | None]]:
    tables = {book.hash(): hand_table(book) for book in BOOKS}
    lines = [
        json.dumps(
            {
                "table": tables[book.hash()],
                "hands": [[state_as_json(state), as_json(one)] for one in told],
            }
        )
        for book, state, told in hands
    ]
    answers = node("play_hands.mjs", "\n".join(lines)).stdout.splitlines()
    return [[one and one["state"] for one in json.loads(line)[1]] for line in answers]


def test_a_hand_is_paid_the_same_whichever_way_it_is_told() -> None:
    hands, wanted, counts = [], [], Counter[str]()
    for book, state, doors in some_hands():
        completed = [complete_outcome(book, state, outcome) for outcome in doors.values()]
        after = [play(book, state, outcome) for outcome in doors.values()]

        assert after == [after[0]] * len(doors), (book.identity.id, state, doors)
        hands.append((book, state, completed))
        wanted.append(state_as_json(after[0]))
        counts.update(doors.keys())
        counts[book.hash()] += 1

    without_table = 0
    for (book, _state, told), states, one in zip(hands, by_the_phone(hands), wanted, strict=True):
        if untabled(book, told[0]) and states == [None] * len(told):
            without_table += 1
        else:
            assert states == [one] * len(told), (book.identity.id, told)
    assert {name: counts[name] for name in ("tiles", "han and fu")} == dict.fromkeys(
        ("tiles", "han and fu"), HANDS
    )
    assert counts["yaku"] > 0.8 * HANDS
    assert without_table < HANDS / 20
    assert all(counts[book.hash()] >= HANDS // len(BOOKS) for book in BOOKS)


def test_no_door_lets_a_dead_hand_win() -> None:
    hands = list(islice(dead_winners(), DEAD_HANDS))

    codes = {refusal(book, state, outcome) for book, state, told in hands for outcome in told}

    assert codes == {"dead_hand_wins"}
    assert by_the_phone(hands) == [[None] * len(told) for _book, _state, told in hands]


def refusal(book: Rulebook, state: State, outcome: Outcome) -> str:
    with pytest.raises(ScoringError) as refused:
        play(book, state, outcome)
    return refused.value.code
