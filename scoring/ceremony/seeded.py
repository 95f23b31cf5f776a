"""A ceremony drawn from a seed instead of dice and tiles, so that it can be verified.

The random numbers are a SHA-256 counter stream: block i is SHA-256(key ‖ i as eight bytes, most significant first),
the key SHA-256 of ``ceremony:`` and the seed in UTF-8. A number below n is taken from single bytes; bytes that would
favour small numbers are dropped. The same seed gives the same ceremony in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scoring.ceremony.dice import CHAIRS
from scoring.ceremony.seats import PLAYERS, PROCEDURES, WHITE, WINDS, Seats, four_players
from scoring.ceremony.wall import STACKS, WALL_BREAKS, Break, break_by_lot, break_by_two_rolls, break_wall
from scoring.errors import ScoringError

LONGEST_SEED = 1000


class Chance:
    """Dice and shuffled tiles, determined by a seed alone.

    >>> chance = Chance("2026-05-05")
    >>> chance.roll(), chance.shuffled("ESWN")
    (9, 'NSEW')
    """

    def __init__(self, seed: str) -> None:
        """Refuses (`ScoringError`, code `seed_unusable`) an empty or overlong seed, and lone surrogates."""
        if not 0 < len(seed) <= LONGEST_SEED or any(0xD800 <= ord(sign) < 0xE000 for sign in seed):
            raise ScoringError(
                "seed_unusable", f"A seed is a text of 1 to {LONGEST_SEED:,} characters.", fields=("seed",)
            )
        self._key = sha256(b"ceremony:" + seed.encode()).digest()
        self._blocks = 0
        self._bytes: list[int] = []

    def below(self, limit: int) -> int:
        """Return an integer from 0 to `limit` - 1 (at most 255), uniformly."""
        while True:
            if not self._bytes:
                block = sha256(self._key + self._blocks.to_bytes(8, "big")).digest()
                self._bytes = list(reversed(block))
                self._blocks += 1
            byte = self._bytes.pop()
            if byte < 256 - 256 % limit:
                return byte % limit

    def roll(self) -> int:
        """Return the total of two dice."""
        return self.below(6) + self.below(6) + 2

    def shuffled(self, tiles: str) -> str:
        """Return the tiles in random order (Fisher–Yates from the end)."""
        out = list(tiles)
        for place in range(len(out) - 1, 0, -1):
            other = self.below(place + 1)
            out[place], out[other] = out[other], out[place]
        return "".join(out)


def draw_wall(procedure: str, seed: str, dealer: int, stacks: int = STACKS) -> Break:
    """Open the wall by a seed: the dice of one or two rolls, or a uniformly chosen stack.

    `procedure` is a value of ``seating.wall_break``. Refuses (`ScoringError`) with code `unknown_procedure`,
    `seed_unusable` or `no_such_seat`.
    """
    chance = Chance(seed)
    if procedure == "two_roll":
        return break_by_two_rolls(dealer, chance.roll(), chance.roll(), stacks)
    if procedure == "random":
        return break_by_lot(dealer, chance.below(CHAIRS * stacks), stacks)
    if procedure not in WALL_BREAKS:
        raise ScoringError(
            "unknown_procedure", f"The procedures known are {', '.join(WALL_BREAKS)}.", fields=("procedure",)
        )
    return break_wall(dealer, chance.roll(), stacks)


@dataclass(frozen=True, slots=True)
class FairDraw:
    """A drawn ceremony: its dice and tiles, and the resulting seats. `PROCEDURES[procedure](**fell)` repeats
    `seats`.
    """

    procedure: str
    fell: Mapping[str, object]
    seats: Seats


def draw_ceremony(procedure: str, seed: str, players: Sequence[str] = PLAYERS) -> FairDraw:
    """Draw seats and first dealer by a procedure of `PROCEDURES`; the same seed gives the same draw.

    All players are equally likely to be East, and first dealer. Refuses (`ScoringError`) with code
    `unknown_procedure`, `seed_unusable` or `four_players`.
    """
    if procedure not in PROCEDURES:
        raise ScoringError(
            "unknown_procedure",
            f"The procedures known are {', '.join(PROCEDURES)}.",
            fields=("procedure",),
        )
    four_players(players)
    chance = Chance(seed)
    fell: dict[str, object] = {}
    if procedure == "five_tiles":
        fell["draws"] = _draw_five(chance, players)
        rolls: tuple[str, ...] = ("d3", "d4")
    elif procedure == "tile_draw":
        fell["draws"] = _draw_winds(chance, players)
        fell["east_chair"] = chance.below(CHAIRS)
        rolls = ()
    elif procedure == "random":
        fell["order"] = [players[int(seat)] for seat in chance.shuffled("0123")]
        rolls = ()
    elif procedure == "wsom_two_roll":
        fell["roller"] = chance.below(CHAIRS)
        fell["row"] = _row_between_numbers(chance)
        fell["east_chair"] = chance.below(CHAIRS)
        rolls = ("d1", "d2")
    else:
        fell["mixer"] = chance.below(CHAIRS)
        fell["row"] = chance.shuffled(WINDS + "oe")
        rolls = ("d1", "d2") if procedure == "jpml_one_roll" else ("d1", "d2", "d3", "d4")
    fell |= {roll: chance.roll() for roll in rolls}
    return FairDraw(procedure, fell, PROCEDURES[procedure](players=players, **fell))


def _row_between_numbers(chance: Chance) -> str:
    ends = chance.shuffled("oe")
    return ends[0] + chance.shuffled(WINDS) + ends[1]


def _draw_winds(chance: Chance, players: Sequence[str]) -> list[tuple[str, str]]:
    """Draw counter-clockwise, the mixer last."""
    mixer = chance.below(CHAIRS)
    order = [players[(mixer + turn) % CHAIRS] for turn in range(1, CHAIRS + 1)]
    return list(zip(order, chance.shuffled(WINDS), strict=True))


def _draw_five(chance: Chance, players: Sequence[str]) -> list[tuple[str, str]]:
    """Draw counter-clockwise, the mixer last, until white is not the tile left over."""
    mixer = chance.below(CHAIRS)
    order = [players[(mixer + turn) % CHAIRS] for turn in range(1, CHAIRS + 1)]
    draws: list[tuple[str, str]] = []
    while True:
        tiles = chance.shuffled(WINDS + WHITE)
        taken = list(zip(order, tiles, strict=False))
        draws += taken
        again = [player for player, tile in taken if tile == WHITE]
        if again:
            return [*draws, (again[0], tiles[-1])]
