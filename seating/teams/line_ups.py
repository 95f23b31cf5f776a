"""Line-ups: games and opponents of a team's players are balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from seating.drbg import Drbg
from seating.metrics import Pair, Schedule, meetings, pair
from seating.search.annealing import exponentials, numbers, thresholds

TRIES = 12
STEPS = 60_000
STAGES = 24

Seats = list[list[list[int]]]


class LineUps:
    """A season's tables under construction.

    `rosters[x]` are the players of team x, `days[r]` the groups of teams in round r; each match has `size` tables,
    and each team one player at each of them. `games[p]` counts the games of p, including the history.
    """

    def __init__(
        self,
        rosters: Sequence[Sequence[int]],
        days: Sequence[Sequence[Sequence[int]]],
        size: int,
        history: Schedule,
    ) -> None:
        self.rosters, self.days, self.size = rosters, days, size
        self.met: Counter[Pair] = meetings(history)
        self.games: Counter[int] = Counter(p for tables in history for table in tables for p in table)
        self.seats: Seats = []
        # By team: (round, table, side, earlier games of its player).
        self.turns: list[list[tuple[int, int, int, int]]] = [[] for _ in rosters]

    def add_round(self, fours: Sequence[Sequence[int]], rng: Drbg) -> None:
        """Players with the fewest games play next; of several seatings, take the one with the fewest earlier
        meetings.
        """
        tables: list[list[int]] = []
        for four in fours:
            best: tuple[int, list[list[int]]] | None = None
            for _ in range(TRIES):
                sides = [self._next(team, rng) for team in four]
                rows = [[side[i] for side in sides] for i in range(self.size)]
                again = sum(self.met[who] for row in rows for who in _pairs(row))
                if best is None or again < best[0]:
                    best = again, rows
                if not again:
                    break
            if best is None:
                raise AssertionError("there is at least one try")
            for row in best[1]:
                self.met.update(_pairs(row))
                for side, (team, p) in enumerate(zip(four, row, strict=True)):
                    self.turns[team].append((len(self.seats), len(tables), side, self.games[p]))
                tables.append(row)
        self.games.update(p for row in tables for p in row)
        self.seats.append(tables)

    def _next(self, team: int, rng: Drbg) -> list[int]:
        queue = sorted(rng.shuffled(self.rosters[team]), key=lambda p: self.games[p])
        return rng.shuffled(queue[: self.size])

    def change(self, here: tuple[int, int, int, int], there: tuple[int, int, int, int]) -> int:
        """Return the change of the sum of m(m - 1)/2 over pairs if two turns of a team swapped players."""
        (one, mates), (other, others) = self._mates(here), self._mates(there)
        met = self.met
        # Both tables are of the same team, so neither player sits at the other's.
        shared = set(mates) & set(others)
        delta = 0
        for mate in mates:
            if mate not in shared:
                delta += met[pair(other, mate)] - met[pair(one, mate)] + 1
        for mate in others:
            if mate not in shared:
                delta += met[pair(one, mate)] - met[pair(other, mate)] + 1
        return delta

    def exchange(self, here: tuple[int, int, int, int], there: tuple[int, int, int, int]) -> None:
        (one, mates), (other, others) = self._mates(here), self._mates(there)
        self.met.subtract([pair(one, mate) for mate in mates] + [pair(other, mate) for mate in others])
        self.met.update([pair(other, mate) for mate in mates] + [pair(one, mate) for mate in others])
        self.seats[here[0]][here[1]][here[2]] = other
        self.seats[there[0]][there[1]][there[2]] = one

    def _mates(self, turn: tuple[int, int, int, int]) -> tuple[int, list[int]]:
        table = self.seats[turn[0]][turn[1]]
        p = table[turn[2]]
        return p, [q for q in table if q != p]

    def may_exchange(self, here: tuple[int, int, int, int], there: tuple[int, int, int, int]) -> bool:
        """Whether both are the players' n-th games, which keeps games balanced, and neither would play twice in a
        round.
        """
        if here[3] != there[3] or here[:2] == there[:2]:
            return False
        if here[0] == there[0]:
            return True
        one, other = (self.seats[r][t][s] for r, t, s, _g in (here, there))
        return one != other and not (
            any(other in table for table in self.seats[here[0]])
            or any(one in table for table in self.seats[there[0]])
        )


def turn_by_turn(season: LineUps, rng: Drbg) -> Seats:
    """Fill all rounds, then swap players of one team until opponents are as even as was found."""
    for fours in season.days:
        season.add_round(fours, rng)
    teams = [x for x, turns in enumerate(season.turns) if len(turns) > 1]
    if not teams or len(season.rosters) < 2:
        return season.seats
    order = exponentials(rng)
    total = best = 0
    best_seats = [[row[:] for row in tables] for tables in season.seats]
    for stage in range(STAGES):
        left = STAGES - 1 - stage
        limits = thresholds(order, 4 + 20 * left * left // (STAGES - 1) ** 2)
        raw = numbers(rng, 3 * (STEPS // STAGES))
        for i in range(0, len(raw) - 2, 3):
            turns = season.turns[teams[raw[i] * len(teams) >> 16]]
            at = raw[i + 1] * len(turns) >> 16
            # Turns of one cycle are close together.
            width = 2 * len(season.rosters[0]) + 2
            there = at + (raw[i + 2] * width >> 16) - width // 2
            if not 0 <= there < len(turns) or not season.may_exchange(turns[at], turns[there]):
                continue
            delta = season.change(turns[at], turns[there])
            if delta < limits[i // 3 % len(limits)]:
                season.exchange(turns[at], turns[there])
                total += delta
        if total < best:
            best, best_seats = total, [[row[:] for row in tables] for tables in season.seats]
    return best_seats


def _pairs(row: Sequence[int]) -> list[Pair]:
    return [pair(row[i], row[j]) for i in range(len(row)) for j in range(i)]
