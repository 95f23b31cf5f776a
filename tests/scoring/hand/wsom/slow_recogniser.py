"""A second, slow recogniser of WSOM patterns, written from the definitions; it shares no code with the first.

It cuts the concealed tiles into sets one by one, puts the winning tile into every set that could have taken it, and
tries every pattern on every reading; a pattern is a statement about a list of sets.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

VALUES = {
    "1.1": 5,
    "1.2": 5,
    "1.3": 5,
    "2.1.1": 40,
    "2.1.2": 80,
    "2.2": 480,
    "3.1": 10,
    "3.2.1": 40,
    "3.2.2": 130,
    "3.3.1": 30,
    "3.3.2": 120,
    "3.3.3": 320,
    "3.3.4": 400,
    "3.4": 320,
    "4.1": 30,
    "4.2.1": 5,
    "4.2.2": 30,
    "4.2.3": 125,
    "4.3.1": 5,
    "4.3.2": 20,
    "4.3.3": 120,
    "4.3.4": 480,
    "5.1.1": 10,
    "5.1.2": 60,
    "5.1.3": 120,
    "5.1.4": 480,
    "6.1": 35,
    "6.2.1": 30,
    "6.2.2": 120,
    "7.1": 40,
    "7.2.1": 100,
    "7.2.2": 200,
    "8.1.1": 40,
    "8.1.2": 50,
    "8.1.3": 100,
    "8.1.4": 400,
    "10.1": 160,
    "10.2": 30,
}


def suit(tile):
    return "mpsz"[tile // 9]


def number(tile):
    return tile % 9 + 1


def is_honour(tile):
    return suit(tile) == "z"


def is_terminal(tile):
    return not is_honour(tile) and number(tile) in (1, 9)


def cut(tiles):
    """Return all lists of blocks (sorted tuples) that use up the tiles, with exactly one pair."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for size in (1, 2):
        for places in combinations(range(len(rest)), size):
            block = (first, *(rest[place] for place in places))
            if is_block(block):
                left = [tile for place, tile in enumerate(rest) if place not in places]
                for others in cut(left):
                    yield (block, *others)


def is_block(block):
    if len(set(block)) == 1:
        return True
    low, *_ = block
    return (
        len(block) == 3
        and not is_honour(low)
        and block == (low, low + 1, low + 2)
        and suit(low) == suit(block[2])
    )


def is_run(block):
    return len(set(block)) == 3


def readings(concealed, melds, won, self_drawn):
    """Yield (blocks with a flag for concealed) for every cut and every place of the winning tile."""
    for blocks in set(cut(sorted(concealed))):
        if [len(block) for block in blocks].count(2) != 1 or len(blocks) + len(melds) != 5:
            continue
        for place, block in enumerate(blocks):
            if won in block:
                yield [
                    (other, self_drawn or index != place or len(other) == 2)
                    for index, other in enumerate(blocks)
                ] + [(tuple(tiles), not is_open) for tiles, is_open in melds]


def best_of_each_series(codes):
    once = [code for code in codes if code != "3.1"]
    series = {}
    for code in once:
        name = {"1": code, "2": code[:3], "9": code[:3], "10": code}.get(code.split(".")[0], code[:3])
        if VALUES[code] > VALUES.get(series.get(name), 0):
            series[name] = code
    return sorted([*series.values(), *(code for code in codes if code == "3.1")])


def about_tiles(tiles):
    suits = {suit(tile) for tile in tiles}
    if len(suits - {"z"}) == 1:
        yield "2.1.2" if len(suits) == 1 else "2.1.1"
    if suits == {"z"}:
        yield "3.4"
    if all(not is_honour(tile) and 2 <= number(tile) <= 8 for tile in tiles):
        yield "1.3"
    if all(is_terminal(tile) or is_honour(tile) for tile in tiles):
        yield "8.1.3"
    if all(is_terminal(tile) for tile in tiles):
        yield "8.1.4"


def about_sets(reading, won, seat_wind, claimed):
    blocks = [block for block, _ in reading]
    tiles = [tile for block in blocks for tile in block]
    pair = next(block for block in blocks if len(block) == 2)
    runs = [block for block in blocks if is_run(block)]
    threes = [block for block in blocks if len(block) >= 3 and not is_run(block)]
    yield from about_tiles(tiles)
    if len(runs) == 4:
        yield "1.1"
    if not claimed:
        yield "1.2"
    before = Counter(tiles)
    before[won] -= 1
    base = won // 9 * 9
    if not claimed and all(len(block) < 4 for block in blocks) and not is_honour(won):
        gates = Counter({base + place: 3 if place in (0, 8) else 1 for place in range(9)})
        if +before == gates:
            yield "2.2"
    dragons = [block for block in threes if block[0] in (31, 32, 33)]
    winds = [block for block in threes if block[0] in (27, 28, 29, 30)]
    for block in threes:
        if block[0] in (31, 32, 33, seat_wind):
            yield "3.1"
    if len(dragons) == 2 and pair[0] in (31, 32, 33):
        yield "3.2.1"
    if len(dragons) == 3:
        yield "3.2.2"
    if len(winds) == 2 and pair[0] in (27, 28, 29, 30):
        yield "3.3.1"
    if len(winds) == 3:
        yield "3.3.2"
        if pair[0] in (27, 28, 29, 30):
            yield "3.3.3"
    if len(winds) == 4:
        yield "3.3.4"
    if len(threes) == 4:
        yield "4.1"
    hidden = sum(1 for block, concealed in reading if block in threes and concealed)
    yield from [f"4.2.{count - 1}" for count in (2, 3, 4) if hidden >= count]
    kongs = sum(1 for block in blocks if len(block) == 4)
    yield from [f"4.3.{count}" for count in (1, 2, 3, 4) if kongs >= count]
    same = sorted(Counter(runs).values())
    if same and same[-1] >= 2:
        yield "5.1.1"
    if same == [2, 2] or same == [4]:
        yield "5.1.2"
    if same and same[-1] >= 3:
        yield "5.1.3"
    if same == [4]:
        yield "5.1.4"
    starts = {run[0] for run in runs}
    if any({low, low + 9, low + 18} <= starts for low in range(7)):
        yield "6.1"
    for value in range(9):
        held = {
            suit(block[0]) for block in threes if not is_honour(block[0]) and number(block[0]) == value + 1
        }
        if held == {"m", "p", "s"}:
            yield "6.2.2"
        if (
            not is_honour(pair[0])
            and number(pair[0]) == value + 1
            and held | {suit(pair[0])} == {"m", "p", "s"}
        ):
            yield "6.2.1"
    for suit_base in (0, 9, 18):
        if {suit_base, suit_base + 3, suit_base + 6} <= starts:
            yield "7.1"
        held = {
            number(block[0]) for block in threes if block[0] // 9 * 9 == suit_base and not is_honour(block[0])
        }
        for low in range(1, 10):
            if {low, low + 1, low + 2} <= held:
                yield "7.2.1"
            if {low, low + 1, low + 2, low + 3} <= held:
                yield "7.2.2"
    if all(any(is_terminal(tile) or is_honour(tile) for tile in block) for block in blocks):
        yield "8.1.1"
    if all(any(is_terminal(tile) for tile in block) for block in blocks):
        yield "8.1.2"


def price(codes):
    highest = max((VALUES[code] for code in codes), default=0)
    total = sum(VALUES[code] for code in codes)
    return (highest if highest >= 320 else min(320, total)) or 1


def slow_value(concealed, melds, won, self_drawn, seat_wind):
    """Return (value, all pattern lists that reach it), or None if the hand is not complete.

    `concealed` are kinds including the winning tile, `melds` pairs of (kinds, is_open).
    """
    lists = []
    claimed = any(is_open for _, is_open in melds)
    for reading in readings(concealed, melds, won, self_drawn):
        lists.append(best_of_each_series(list(about_sets(reading, won, seat_wind, claimed))))
    counts = Counter(concealed)
    if not melds:
        if all(count % 2 == 0 for count in counts.values()):
            lists.append(best_of_each_series(["10.2", *about_tiles(concealed)]))
        if len(counts) == 13 and all(is_terminal(tile) or is_honour(tile) for tile in counts):
            lists.append(["10.1"])
    if not lists:
        return None
    value = max(price(codes) for codes in lists)
    return value, [codes for codes in lists if price(codes) == value]
