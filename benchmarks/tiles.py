"""Hands from tiles, as ratios to one hand valued by the `mahjong` library used raw.

    python -m benchmarks.tiles [hands] [rounds]

Round by round they take turns over the same random complete hands: the library as its documentation shows it
(a configuration and melds made for each hand; tiles already in its numbers, or from text as well), our riichi
interface, and WSOM patterns. What starts from text is compared with the library that starts from text.
Answers are checked before anything is timed. The ratio is that of the medians; the least and the greatest ratio
of a round stand beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import median
from time import process_time

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as LibraryMeld
from mahjong.tile import TilesConverter

from scoring.hand.hand_tiles import LaidOut, lay_out, read_hand
from scoring.hand.riichi.hand_value import HandValue, value_hand
from scoring.hand.riichi.situation import HandRefused, Situation
from scoring.hand.tiles import Meld, Tile, print_hand, print_tiles
from scoring.hand.wsom.recognise import Circumstances, recognise
from scoring.rulebook.rulebook import load

GOALS = {"riichi interface": 1.2, "riichi from text": 1.2, "wsom from tiles": 8.0, "wsom from text": 8.0}


def random_hand(random: Random) -> LaidOut:
    """Four sets and a pair as they fall in play: mostly sequences, a third of the hands open."""
    while True:
        is_open = random.random() < 0.33
        concealed: list[int] = []
        melds = []
        for _ in range(4):
            kind = random.randrange(34)
            if random.random() < 0.75:
                first = random.randrange(3) * 9 + random.randrange(7)
                tiles = (first, first + 1, first + 2)
            else:
                tiles = (kind,) * 3
            if is_open and random.random() < 0.5:
                melds.append(Meld("pon" if len(set(tiles)) == 1 else "chi", tuple(map(Tile, tiles))))
            else:
                concealed += tiles
        concealed += [random.randrange(34)] * 2
        held = concealed + [tile.kind for meld in melds for tile in meld.tiles]
        if all(held.count(kind) <= 4 for kind in set(held)):
            return lay_out(tuple(map(Tile, sorted(concealed))), melds, Tile(random.choice(concealed)))


def raw_call(hand: LaidOut, how: Situation, *, from_text: bool) -> Callable[[], HandResponse]:
    """One call of the library, its tiles made beforehand or, like those of its melds, from text in the call."""
    text = print_tiles(sorted([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]))
    win_text = str(hand.win_tile)
    to_numbers = TilesConverter.one_line_string_to_136_array
    groups = [(to_numbers(print_tiles(meld.tiles)), meld) for meld in hand.melds]
    numbers, win_number = to_numbers(text), to_numbers(win_text)[0]
    dora = [4 * tile.kind for tile in how.dora]

    def call() -> HandResponse:
        everything = to_numbers(text) if from_text else numbers
        win_tile = to_numbers(win_text)[0] if from_text else win_number
        melds = [
            LibraryMeld(LibraryMeld.CHI if meld.kind == "chi" else LibraryMeld.PON, group)
            for group, meld in groups
        ]
        config = HandConfig(
            is_tsumo=how.tsumo,
            is_riichi=how.riichi,
            player_wind=how.seat_wind,
            round_wind=how.round_wind,
            options=OptionalRules(has_open_tanyao=True, kiriage=True, kazoe_limit=HandConfig.KAZOE_SANBAIMAN),
        )
        return HandCalculator.estimate_hand_value(everything, win_tile, melds, dora, config)

    return call


def our_call(hand: LaidOut, how: Situation) -> Callable[[], HandValue | HandRefused]:
    book = load("mleague")

    def call() -> HandValue | HandRefused:
        try:
            return value_hand(book, hand, how)
        except HandRefused as refused:
            return refused

    return call


def text_call(text: str, win_tile: str, how: Situation) -> Callable[[], object]:
    return lambda: our_call(read_hand(text, (), win_tile), how)()


def wsom_text_call(text: str, win_tile: str, how: Circumstances) -> Callable[[], object]:
    return lambda: recognise(read_hand(text, (), win_tile), how)


def check(hand: LaidOut, how: Situation) -> None:
    """Stop when the answers differ in more than the fu of a double wind, which the library cannot be told."""
    expected, found = raw_call(hand, how, from_text=True)(), our_call(hand, how)()
    if isinstance(found, HandRefused) or expected.error is not None:
        assert isinstance(found, HandRefused), (hand, how)
        assert expected.error == HandCalculator.ERR_NO_YAKU, (hand, how)
    else:
        assert found.yakuman or found.han == expected.han, (hand, how)
        assert how.seat_wind == how.round_wind or found.fu == expected.fu, (hand, how)


def time_all(calls: Sequence[Callable[[], object]]) -> float:
    start = process_time()
    for call in calls:
        call()
    return process_time() - start


def main(count: int, rounds: int) -> None:
    random = Random("benchmark")  # noqa: S311 - the same hands every time
    hands = [random_hand(random) for _ in range(count)]
    hows = [
        Situation(
            tsumo=random.random() < 0.5,
            seat_wind=27 + random.randrange(4),
            riichi=not hand.is_open and random.random() < 0.6,
            dora=(Tile(random.choice([kind for kind in range(34) if hand.counts[kind] < 4])),),
        )
        for hand in hands
    ]
    circumstances = [Circumstances(how.tsumo, how.seat_wind) for how in hows]
    texts = [(print_hand(hand.concealed, hand.melds), str(hand.win_tile)) for hand in hands]
    work: dict[str, list[Callable[[], object]]] = {
        "library raw": [raw_call(hand, how, from_text=False) for hand, how in zip(hands, hows, strict=True)],
        "library from text": [
            raw_call(hand, how, from_text=True) for hand, how in zip(hands, hows, strict=True)
        ],
        "riichi interface": [our_call(hand, how) for hand, how in zip(hands, hows, strict=True)],
        "riichi from text": [text_call(text, win, how) for (text, win), how in zip(texts, hows, strict=True)],
        "wsom from tiles": [
            partial(recognise, hand, how) for hand, how in zip(hands, circumstances, strict=True)
        ],
        "wsom from text": [
            wsom_text_call(text, win, how) for (text, win), how in zip(texts, circumstances, strict=True)
        ],
    }
    for hand, how in zip(hands, hows, strict=True):
        check(hand, how)
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, calls in work.items():
            times[name].append(time_all(calls))
    floors = {False: times.pop("library raw"), True: times.pop("library from text")}
    print(f"library raw: {median(floors[False]) / count * 1e6:.1f} µs a hand, {count} hands, {rounds} rounds")
    for name, spent in times.items():
        floor = floors["text" in name]
        ratios = [mine / base for mine, base in zip(spent, floor, strict=True)]
        ratio = median(spent) / median(floor)
        verdict = "ok" if ratio <= GOALS[name] else "OVER"
        print(
            f"{name:18} {ratio:5.2f} x  ({min(ratios):.2f}–{max(ratios):.2f}), goal {GOALS[name]}: {verdict}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000, int(sys.argv[2]) if len(sys.argv) > 2 else 7)
