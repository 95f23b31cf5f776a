"""Metrics of a draw (rematches, winds, tables), and their lower bounds.

A *table* is a tuple of player ids in the order East, South, West, North; a *round* is a sequence of tables, whose
index + 1 is the table number; a *schedule* is a sequence of rounds. Negative ids are substitutes (walk-ons): they
have no history and never count here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TypeAlias

Table: TypeAlias = tuple[int, ...]
Round: TypeAlias = Sequence[Sequence[int]]
Schedule: TypeAlias = Sequence[Round]
Pair: TypeAlias = tuple[int, int]

WINDS = ("E", "S", "W", "N")


def pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def meetings(schedule: Schedule) -> Counter[Pair]:
    """Count how often each pair shared a table, without substitutes."""
    met: Counter[Pair] = Counter()
    for tables in schedule:
        for table in tables:
            met.update(combinations(sorted(p for p in table if p >= 0), 2))
    return met


def wind_counts(schedule: Schedule) -> dict[int, list[int]]:
    """Count each player's games as East, South, West, North (and, at a table of five, as the fifth)."""
    counts: dict[int, list[int]] = {}
    for tables in schedule:
        for table in tables:
            for wind, player in enumerate(table):
                if player >= 0:
                    row = counts.setdefault(player, [0, 0, 0, 0])
                    if wind == len(row):
                        row.append(0)
                    row[wind] += 1
    return counts


def wind_spread(counts: Sequence[int], winds: int = 4) -> int:
    """Return the difference between the most and the fewest games on a wind; the fifth place is not a wind.

    `winds` is three if all tables are of three (`winds_played`).
    """
    return max(counts[:winds]) - min(counts[:winds])


def winds_played(schedule: Schedule) -> int:
    """Return three if no table has more than three players, else four.

    >>> winds_played([[(1, 2, 3), (4, 5, 6)]]), winds_played([[(1, 2, 3, 4), (5, 6, 7)]])
    (3, 4)
    """
    return 3 if max((len(table) for tables in schedule for table in tables), default=4) == 3 else 4


def table_visits(schedule: Schedule) -> Counter[tuple[int, int]]:
    """Count visits of (player, table index)."""
    visits: Counter[tuple[int, int]] = Counter()
    for tables in schedule:
        for index, table in enumerate(tables):
            visits.update((player, index) for player in table if player >= 0)
    return visits


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics of seating quality. Smaller is better, except for `fewest_common_opponents`."""

    repeated_pairs: int  # pairs that meet more than once
    excess_meetings: int  # meetings beyond the first, summed over pairs
    repeat_weight: int  # pairs of meetings of the same pair: sum of m(m-1)/2
    most_meetings: int  # of any pair
    players_off_winds: int  # whose winds differ by more than one at the end
    rounds_off_winds: int  # (player, round) after which the winds so far differ by more than one
    table_excess: int  # visits to a table beyond the first, summed
    most_table_visits: int
    never_met: int  # pairs
    fewest_common_opponents: int  # of pairs that never meet; 0 if all pairs meet

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def measure(schedule: Schedule, players: Sequence[int] | None = None) -> Metrics:
    """Return all metrics of a schedule. `players` adds those who never sit."""
    met = meetings(schedule)
    visits = table_visits(schedule)
    everyone = sorted({p for tables in schedule for t in tables for p in t if p >= 0} | set(players or ()))
    never, fewest = _strangers(met, everyone)
    counts: dict[int, list[int]] = {}
    winds = winds_played(schedule)
    off = rounds_off = 0
    for tables in schedule:
        for table in tables:
            for wind, player in enumerate(table[:4]):
                if player >= 0:
                    counts.setdefault(player, [0, 0, 0, 0])[wind] += 1
        off = sum(1 for row in counts.values() if wind_spread(row, winds) > 1)
        rounds_off += off
    return Metrics(
        repeated_pairs=sum(1 for m in met.values() if m > 1),
        excess_meetings=sum(m - 1 for m in met.values()),
        repeat_weight=sum(m * (m - 1) // 2 for m in met.values()),
        most_meetings=max(met.values(), default=0),
        players_off_winds=off,
        rounds_off_winds=rounds_off,
        table_excess=sum(v - 1 for v in visits.values()),
        most_table_visits=max(visits.values(), default=0),
        never_met=never,
        fewest_common_opponents=fewest,
    )


def _strangers(met: Counter[Pair], everyone: Sequence[int]) -> tuple[int, int]:
    """Count pairs that never meet, and find the fewest common opponents of such a pair (sets as bits of
    an integer).
    """
    place = {p: i for i, p in enumerate(everyone)}
    faces = [0] * len(everyone)
    for a, b in met:
        faces[place[a]] |= 1 << place[b]
        faces[place[b]] |= 1 << place[a]
    size = len(everyone)
    for i, mine in enumerate(faces):
        near = mine | 1 << i
        for a in _bits(mine):
            near |= faces[a]
        if near.bit_count() < size:
            # A player has no common opponent with i, as in any large hall.
            return size * (size - 1) // 2 - len(met), 0
    never, fewest = 0, size
    for i, mine in enumerate(faces):
        for j in range(i + 1, len(faces)):
            if not mine >> j & 1:
                never += 1
                fewest = min(fewest, (mine & faces[j]).bit_count())
    return never, fewest if never else 0


def _bits(mask: int) -> list[int]:
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lower bounds for this many players and rounds at tables of four."""

    excess_meetings: int
    repeat_weight: int
    most_meetings: int
    players_off_winds: int
    rounds_off_winds: int
    table_excess: int

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def bounds(players: int, rounds: int) -> Bounds:
    """Return bounds by counting for `players` (a multiple of four) over `rounds`.

    Each player has 3 x rounds meetings and only players - 1 opponents; meetings are spread over pairs as evenly as
    integers allow; with two or three tables, the pigeonhole principle forces repeats between any two rounds; a
    player visits at most players / 4 tables.
    """
    if rounds < 1 or players < 4:
        return Bounds(0, 0, 0, 0, 0, 0)
    pairs, met = players * (players - 1) // 2, players * 3 * rounds // 2
    each, over = divmod(met, pairs)
    weight = (pairs - over) * (each * (each - 1) // 2) + over * (each * (each + 1) // 2)
    # Two tables: four players come from two old tables, so two pairs repeat. Three: at least one.
    forced = {4: 6, 8: 4, 12: 3}.get(players, 0) * (rounds * (rounds - 1) // 2)
    excess = max(players * max(0, 3 * rounds - (players - 1)) // 2, forced if rounds == 2 else 0)
    return Bounds(
        excess_meetings=excess,
        repeat_weight=max(weight, forced),
        most_meetings=max(-(-3 * rounds // (players - 1)), 2 if forced else 1),
        players_off_winds=0,
        rounds_off_winds=0,
        table_excess=players * max(0, rounds - players // 4),
    )
