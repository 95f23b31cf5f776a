"""Random complete hands for tests and benchmarks, determined by the seed."""

from __future__ import annotations

from random import Random

from scoring.hand.hand_tiles import LaidOut, lay_out
from scoring.hand.tiles import Meld, Tile

HONOURS = range(27, 34)
ORPHANS = (0, 8, 9, 17, 18, 26, *HONOURS)


def _set_of(random: Random, kinds: list[int], sequences: float) -> tuple[int, ...]:
    """Return a sequence, with this probability if one fits, or a triplet of the allowed kinds."""
    if random.random() < sequences:
        starts = [
            kind for kind in kinds if kind < 27 and kind % 9 <= 6 and {kind + 1, kind + 2} <= set(kinds)
        ]
        if starts:
            first = random.choice(starts)
            return (first, first + 1, first + 2)
    return (random.choice(kinds),) * 3


def _kinds(random: Random) -> list[int]:
    """Return the kinds for a hand: all, one suit with or without honours, edges, or a few numbers."""
    suit = 9 * random.randrange(3)
    return random.choice(
        [
            list(range(34)),
            list(range(34)),
            list(range(suit, suit + 9)),
            [*range(suit, suit + 9), *HONOURS],
            [kind for kind in range(27) if kind % 9 in (0, 1, 2, 6, 7, 8)] + list(HONOURS),
            list(ORPHANS),
            [kind for kind in range(27) if 1 <= kind % 9 <= 7],
            [*HONOURS, suit],
            [base + low + step for low in [random.randrange(6)] for base in (0, 9, 18) for step in range(4)],
            [suit + low + step for low in [random.randrange(6)] for step in range(4)],
            [0, 1, 2, suit, suit + 1, suit + 2, suit + 6, suit + 7, suit + 8, 31],
            [suit + step for step in range(9)] + [random.randrange(34)],
        ]
    )


def random_hand(random: Random, *, kinds: list[int] | None = None, chi: bool = True) -> LaidOut:
    """Return a complete hand with random melds and kans; about one in ten is irregular.

    `kinds`: the allowed kinds of tiles; `chi`: whether sequences may be open.
    """
    allowed = kinds
    while True:
        kinds = allowed or _kinds(random)
        if random.random() < 0.1:
            hand = _irregular(random, kinds)
            if hand is not None:
                return hand
            continue
        sequences = random.choice([0.1, 0.5, 0.8, 1.0])
        sets = [_set_of(random, kinds, sequences) for _ in range(4)]
        pair = random.choice(kinds)
        concealed = [pair, pair]
        melds = []
        open_chance = random.choice([0.0, 0.0, 0.3, 0.7])
        for tiles in sets:
            is_triplet = tiles[0] == tiles[1]
            if is_triplet and random.random() < 0.12:
                kind = (
                    random.choice(["open_kan", "added_kan"])
                    if random.random() < open_chance
                    else "closed_kan"
                )
                melds.append(Meld(kind, (Tile(tiles[0]),) * 4))
            elif (chi or is_triplet) and random.random() < open_chance:
                melds.append(Meld("pon" if is_triplet else "chi", tuple(map(Tile, tiles))))
            else:
                concealed.extend(tiles)
        held = concealed + [tile.kind for meld in melds for tile in meld.tiles]
        if all(held.count(kind) <= 4 for kind in set(held)):
            return lay_out(tuple(map(Tile, sorted(concealed))), melds, Tile(random.choice(concealed)))


def _irregular(random: Random, kinds: list[int]) -> LaidOut | None:
    if random.random() < 0.2:
        tiles = sorted([*ORPHANS, random.choice(ORPHANS)])
    elif len(kinds) >= 7:
        tiles = sorted(random.sample(kinds, 7) * 2)
    else:
        return None
    return lay_out(tuple(map(Tile, tiles)), (), Tile(random.choice(tiles)))
