"""WSOM patterns from tiles: all readings of the hand are tried and the best one counts.

Source: Zung Jung v3.3, list of patterns and basic rules. Points of the list that are easily misread:

- Sets and pair are of one reading only; patterns of two readings never add up.
- A triplet completed by a discard is not concealed. If the discard also fits a sequence or the pair, the winner says
  that it went there.
- A concealed kong keeps the hand concealed. Four equal tiles that were not declared are not a kong.
- Seven pairs may hold four equal tiles as two pairs. Patterns that need no sets are added (1.3, 2.1, 3.4, 8.1.3,
  8.1.4, 9.x), but not 1.2.
- Nine Gates: 1112345678999 of one suit before the winning tile, all of it concealed.
- 3.1 counts dragons and the seat wind. There is no prevailing wind.
- 9.1.1 and 9.2 may be combined if a supplement tile is the last tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.hand.hand_tiles import LaidOut
from scoring.hand.tiles import EAST, NORTH, ORPHANS, WHITE
from scoring.hand.wsom.arrangements import Arrangement, arrange
from scoring.hand.wsom.patterns import BY_CODE, PER_SET, Pattern
from scoring.hand.wsom.payment import worth

_VALUE = {code: pattern.value for code, pattern in BY_CODE.items()}
_ORPHANS = sorted(ORPHANS)
_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_CONCEALED = {2: "4.2.1", 3: "4.2.2", 4: "4.2.3"}
_KONGS = {1: "4.3.1", 2: "4.3.2", 3: "4.3.3", 4: "4.3.4"}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The circumstances of the win. `seat_wind` is the kind of the winner's wind (27 east … 30 north).

    `final_tile` is the last tile of the wall (self-drawn) or the discard after it.
    """

    self_drawn: bool
    seat_wind: int
    final_tile: bool = False
    on_kong: bool = False
    robbing_kong: bool = False
    heaven: bool = False
    earth: bool = False


@dataclass(frozen=True, slots=True)
class Recognised:
    """The best reading: value after the limit, sum before it, patterns (3.1 once a set), and sets.

    `sets` are the blocks in 34-kinds, melds first, the pair last; seven pairs are seven blocks, thirteen terminals
    one block of fourteen.
    """

    value: int
    total: int
    patterns: tuple[Pattern, ...]
    sets: tuple[tuple[int, ...], ...]


def recognise(hand: LaidOut, how: Circumstances) -> Recognised:
    """Return the patterns of a winning hand in the reading with the highest value.

    Among readings of equal value the one with the higher sum is taken, then the first. Refuses (`ScoringError`) with
    code `not_complete` tiles that are neither four sets and a pair nor an irregular hand, and with code
    `cannot_happen` circumstances that exclude each other or the hand.
    """
    _check(hand, how)
    counts = hand.counts
    by_chance = _incidental(how)
    best: Recognised | None = None
    candidates: list[tuple[list[str], tuple[tuple[int, ...], ...]]] = []
    arrangements = arrange(hand.concealed_counts)
    if arrangements:
        common = _of_regular_hand(hand, how) + by_chance
        melds = tuple([tuple([tile.kind for tile in meld.tiles]) for meld in hand.melds])
        for arrangement in arrangements:
            candidates.append((_of_sets(hand, how, arrangement) + common, melds + _blocks(arrangement)))
    if not hand.melds:
        if all(count in (0, 2, 4) for count in counts):
            pairs = tuple([(kind, kind) for kind in range(34) for _ in range(counts[kind] // 2)])
            candidates.append((["10.2", *_of_tiles(counts), *by_chance], pairs))
        elif all(counts[kind] for kind in _ORPHANS) and 2 in [counts[kind] for kind in _ORPHANS]:
            tiles = tuple([kind for kind in _ORPHANS for _ in range(counts[kind])])
            candidates.append((["10.1", *by_chance], (tiles,)))
    for codes, sets in candidates:
        values = [_VALUE[code] for code in codes]
        total = sum(values)
        value = worth(max(values, default=0), total)
        if best is None or (value, total) > (best.value, best.total):
            patterns = tuple([BY_CODE[code] for code in sorted(codes, key=_ORDER.__getitem__)])
            best = Recognised(value, total, patterns, sets)
    if best is None:
        raise ScoringError(
            "not_complete",
            "These tiles are neither four sets and a pair, nor seven pairs, nor thirteen terminals.",
            fields=("tiles",),
        )
    return best


_ORDER = {code: place for place, code in enumerate(BY_CODE)}


def _blocks(arrangement: Arrangement) -> tuple[tuple[int, ...], ...]:
    sequences = tuple([(first, first + 1, first + 2) for first in arrangement.sequences])
    triplets = tuple([(kind, kind, kind) for kind in arrangement.triplets])
    return (*sequences, *triplets, (arrangement.pair, arrangement.pair))


def _check(hand: LaidOut, how: Circumstances) -> None:
    """Refuse impossible circumstances."""
    if not EAST <= how.seat_wind <= NORTH:
        raise ScoringError(
            "unknown_wind", "The seat wind is one of east, south, west and north.", fields=("seat_wind",)
        )
    first_turn = how.heaven or how.earth
    impossible = (
        (how.on_kong and not how.self_drawn, "A win on a kong's supplement tile is self-drawn."),
        (how.on_kong and not hand.kans, "A win on kong needs a kong in the hand."),
        (how.robbing_kong and how.self_drawn, "A robbed kong is won from another player."),
        (
            how.robbing_kong and hand.counts[hand.win_tile.kind] > 1,
            "The robbed kong holds the other three tiles, so the winner has only the one.",
        ),
        (how.robbing_kong and how.final_tile, "Nobody can declare a kong on the last tile."),
        (how.heaven and how.earth, "A hand is won by heaven or by earth, not both."),
        (how.heaven and not how.self_drawn, "The blessing of heaven is East's own first hand, self-drawn."),
        (how.heaven and how.seat_wind != EAST, "Only East can have the blessing of heaven."),
        (how.earth and how.self_drawn, "The blessing of earth is won on East's first discard."),
        (how.earth and how.seat_wind == EAST, "East cannot win on East's own first discard."),
        (first_turn and bool(hand.melds), "A first-turn blessing has no melds and no kong before it."),
        (first_turn and how.final_tile, "The first tile of a hand is not its last."),
        (first_turn and how.robbing_kong, "A first-turn blessing has no kong before it."),
    )
    for so, message in impossible:
        if so:
            raise ScoringError("cannot_happen", message)


def _incidental(how: Circumstances) -> list[str]:
    """Return the patterns of category 9."""
    codes = []
    if how.final_tile:
        codes.append("9.1.1" if how.self_drawn else "9.1.2")
    if how.on_kong:
        codes.append("9.2")
    if how.robbing_kong:
        codes.append("9.3")
    if how.heaven:
        codes.append("9.4.1")
    if how.earth:
        codes.append("9.4.2")
    return codes


def _of_tiles(counts: Sequence[int]) -> list[str]:
    """Return patterns of tiles rather than sets, for regular hands and seven pairs."""
    suits = [base for base in (0, 9, 18) if any(counts[base : base + 9])]
    honours = any(counts[27:])
    codes = []
    if len(suits) == 1:
        codes.append("2.1.1" if honours else "2.1.2")
    if not suits:
        codes.append("3.4")
    orphans = sum([counts[kind] for kind in _ORPHANS])
    if not orphans:
        codes.append("1.3")
    elif orphans == sum(counts):
        codes.append("8.1.3" if honours else "8.1.4")
    return codes


def _of_regular_hand(hand: LaidOut, how: Circumstances) -> list[str]:
    """Return patterns common to all readings of four sets and a pair."""
    counts = hand.counts
    codes = _of_tiles(counts)
    if not hand.is_open:
        codes.append("1.2")
        if not hand.melds and "2.1.2" in codes and _is_nine_gates(hand):
            codes.append("2.2")
    dragons = sum([count >= 3 for count in counts[WHITE:]])
    codes += [PER_SET] * (dragons + (counts[how.seat_wind] >= 3))
    if dragons == 3:
        codes.append("3.2.2")
    elif dragons == 2 and 2 in counts[WHITE:]:
        codes.append("3.2.1")
    winds = sum([count >= 3 for count in counts[EAST:WHITE]])
    wind_pair = 2 in counts[EAST:WHITE]
    if winds == 4:
        codes.append("3.3.4")
    elif winds == 3:
        codes.append("3.3.3" if wind_pair else "3.3.2")
    elif winds == 2 and wind_pair:
        codes.append("3.3.1")
    if hand.kans:
        codes.append(_KONGS[hand.kans])
    return codes


def _is_nine_gates(hand: LaidOut) -> bool:
    base = hand.win_tile.kind // 9 * 9
    before = list(hand.counts[base : base + 9])
    before[hand.win_tile.kind - base] -= 1
    return tuple(before) == _GATES


def _of_sets(hand: LaidOut, how: Circumstances, arrangement: Arrangement) -> list[str]:
    """Return patterns that depend on the reading of the concealed tiles."""
    pair = arrangement.pair
    sequences = list(arrangement.sequences)
    triplets = list(arrangement.triplets)
    concealed = len(triplets)
    if not how.self_drawn and hand.win_tile.kind in triplets and not _fits_elsewhere(hand, arrangement):
        concealed -= 1
    for meld in hand.melds:
        if meld.kind == "chi":
            sequences.append(meld.first)
        else:
            triplets.append(meld.first)
            concealed += meld.kind == "closed_kan"
    codes = []
    if concealed >= 2:
        codes.append(_CONCEALED[concealed])
    if not triplets:
        codes.append("1.1")
    elif not sequences:
        codes.append("4.1")
    if len(sequences) >= 2:
        codes += _of_sequences(sequences)
    if len(triplets) >= 2:
        codes += _of_triplets(triplets, pair)
    if sequences and pair in ORPHANS:
        edges = [first % 9 in (0, 6) for first in sequences] + [kind in ORPHANS for kind in triplets]
        if all(edges):
            pure = pair < EAST and all(kind < EAST for kind in triplets)
            codes.append("8.1.2" if pure else "8.1.1")
    return codes


def _fits_elsewhere(hand: LaidOut, arrangement: Arrangement) -> bool:
    """Whether the winning tile also fits a concealed sequence: the triplet was then complete before."""
    won = hand.win_tile.kind
    return any(first <= won <= first + 2 for first in arrangement.sequences)


def _of_sequences(sequences: list[int]) -> list[str]:
    codes = []
    times = sorted([sequences.count(first) for first in set(sequences)])
    if times[-1] == 4:
        codes.append("5.1.4")
    elif times[-1] == 3:
        codes.append("5.1.3")
    elif times == [2, 2]:
        codes.append("5.1.2")
    elif times[-1] == 2:
        codes.append("5.1.1")
    if len(sequences) >= 3:
        held = set(sequences)
        if any(first < 9 and first + 9 in held and first + 18 in held for first in held):
            codes.append("6.1")
        if any(first in (0, 9, 18) and first + 3 in held and first + 6 in held for first in held):
            codes.append("7.1")
    return codes


def _of_triplets(triplets: list[int], pair: int) -> list[str]:
    codes = []
    numbers = {kind for kind in triplets if kind < EAST}
    for kind in numbers:
        suits = {other // 9 for other in numbers if other % 9 == kind % 9}
        if len(suits) == 3:
            codes.append("6.2.2")
            break
        if len(suits) == 2 and pair < EAST and pair % 9 == kind % 9:
            # The pair is in the third suit: there is no fifth or sixth tile of one kind.
            codes.append("6.2.1")
            break
    longest = max([_run_from(kind, numbers) for kind in numbers], default=0)
    if longest >= 3:
        codes.append("7.2.2" if longest == 4 else "7.2.1")
    return codes


def _run_from(kind: int, numbers: set[int]) -> int:
    """Count consecutive triplets upwards in one suit from this one."""
    length = 1
    while kind + length in numbers and (kind + length) // 9 == kind // 9:
        length += 1
    return length
