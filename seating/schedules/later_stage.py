"""A schedule for a later stage that avoids rematches with earlier stages as far as possible.

Two methods are tried and the better result is taken. The first reassigns the labels of the algebraic schedule, so
that players who met before get labels that never meet: this adds no rematch within the stage. The second, if nobody
sits out, solves each round exactly in turn, as on a club night. Then single players are swapped while that reduces
old and new rematches together. All work is bounded by steps, never by time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Literal

from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Schedule, meetings
from seating.requests import RoundRequest
from seating.rounds.swiss import EXHAUSTIVE, seat_groups, solve
from seating.rounds.swiss_costs import HARD as BARRED
from seating.rounds.swiss_costs import RELUCTANT, build_hall
from seating.rounds.swiss_costs import REMATCH as MET
from seating.schedules.event import Event, Rows
from seating.schedules.label_assignment import place
from seating.search.exact_partition import find_partition
from seating.search.fair_shares import board_for, share_out
from seating.search.improvement import HARD, REMATCH, Board, Players, anneal, mend, numbered

RELABEL_STEPS = 90_000
TRIES = 3
ANNEAL_STEPS = 120_000
MEND_STEPS = 200_000
# In larger halls few pairs have met: only players who meet again are moved.
SMALL_HALL = 1_200  # chairs (players x rounds) that are annealed
FEW_PLAYERS = 100  # limit for solving each round exactly


def avoid_past(event: Event, rounds: Rows, *, bench: bool) -> Rows:
    """Seat `rounds` (tables of players, walk-ons below 0) so that few pairs of the event's history meet again.

    With `bench`, the last table of each round sits out. Satisfied hard constraints stay satisfied; byes and tables
    of other sizes stay balanced. Over both stages the answer never has more rematches, priced as in
    `search.improvement`, than `rounds`.
    """
    here = set(event.people)
    met = meetings(event.request.history)
    past = {who: times for who, times in met.items() if who[0] in here and who[1] in here}
    if not past:
        return rounds
    work = _Work(event, past, bench)
    starts = [rounds] if work.fixed else [work.renamed(rounds)]
    fours = all(min(t) >= 0 and len(t) == 4 for tables in rounds for t in tables)
    plain = not bench and not work.fixed and fours
    for _ in range(TRIES):
        if plain and len(event.people) <= FEW_PLAYERS and all(work.price(start) for start in starts):
            starts.append(work.one_by_one(len(rounds)))
    starts.sort(key=work.price)
    return min((work.polished(start) for start in starts[:2]), key=work.price)


class _Work:
    def __init__(self, event: Event, past: Mapping[Pair, int], bench: bool) -> None:
        self.people, self.prices, self.history = event.people, event.prices, event.request.history
        self.past, self.bench, self.fixed = past, bench, event.fixed()
        self.rng = Drbg(event.seed, "later-stage")
        self.at = {p: i for i, p in enumerate(self.people)}

    def price(self, rounds: Rows) -> int:
        """Return the price of meetings beyond those of the past; 0 is perfect."""
        board = self._board(rounds)
        past = sum(REMATCH * times * (times - 1) // 2 for times in self.past.values())
        shares = sum(board.fair * v * (v - 1) // 2 for row in board.visits for v in row[1:])
        return board.total() - past - shares

    def renamed(self, rounds: Rows) -> Rows:
        """Return the same schedule with other names for its labels."""
        at = self.at
        labels = [
            [[at[p] for p in t if p >= 0] for t in (tables[:-1] if self.bench else tables)]
            for tables in rounds
        ]
        priced = {who: REMATCH * times for who, times in self.past.items()}
        for who, price in self.prices.items():
            # A forbidden meeting is never traded for other meetings.
            priced[who] = priced.get(who, 0) + (1_000 * price if price >= HARD else price)
        names = place(labels, list(self.people), priced, self.rng, RELABEL_STEPS)
        return [[[names[at[p]] if p >= 0 else p for p in table] for table in tables] for tables in rounds]

    def one_by_one(self, rounds: int) -> Rows:
        """Return rounds solved exactly one after another, in fours only."""
        constraints = {who: BARRED if price >= HARD else RELUCTANT for who, price in self.prices.items()}
        played = [*self.history]
        out: Rows = []
        for _ in range(rounds):
            order = self.rng.shuffled(self.people)
            hall = build_hall(order, RoundRequest(history=played), constraints, closeness=0)
            try:
                places, _proof = solve(hall, self.rng)
            except SeatingError:
                # No next round satisfies the hard constraints: the other method's result is used.
                places = list(range(len(order)))
            tables = seat_groups(hall, places, empty=False)
            out.append(tables)
            played.append(tables)
        return out

    def polished(self, rounds: Rows) -> Rows:
        board = self._board(rounds)
        if not board.troubles():
            return rounds
        if len(self.people) * len(rounds) <= SMALL_HALL:
            anneal(board, self.rng, ANNEAL_STEPS, hot=30 * 16, cold=8 * 16)
        best = self._seated(board, rounds)
        mend(board, self.rng, MEND_STEPS)
        if any(any(row) for row in board.shares):
            share_out(board, self.rng)
        # Repairs may go uphill and not come down again.
        return min(best, self._seated(board, rounds), key=self.price)

    def _board(self, rounds: Rows) -> Board:
        at = self.at
        seats = [[[at[p] for p in table if p >= 0] for table in tables] for tables in rounds]
        players = Players(
            len(self.people),
            numbered(self.prices, at),
            numbered(self.past, at),
            still=frozenset(at[p] for p in self.fixed),
        )
        return board_for(seats, players, 4, bench=self.bench)

    def _seated(self, board: Board, rounds: Rows) -> Rows:
        """Return the board's tables in names, with walk-ons in their places."""
        return [
            [
                [self.people[i] for i in table] + [p for p in old if p < 0]
                for table, old in zip(tables, before, strict=True)
            ]
            for tables, before in zip(board.rounds, rounds, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class LaterQuality:
    """Rematches over both stages, and their lower bound.

    `proof` is the source of `bound`: `none_needed`; `counting` (the player with the fewest games meets three others
    a game, of whom only those not met before are new); `exhaustive_search` (no single round of these players is
    without a rematch, so every round has one); or `""` if only the trivial bound 0 is known.
    """

    rematches: int
    bound: int
    proof: Literal["none_needed", "counting", "exhaustive_search", ""]

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def later_quality(players: Sequence[int], rounds: Schedule, history: Schedule) -> LaterQuality:
    rematches = rematches_of(rounds, history)
    bound = rematches_bound(players, rounds, history)
    if not rematches:
        return LaterQuality(rematches, bound, "none_needed")
    if rematches > bound < len(rounds) and _is_forced(players, rounds, history):
        return LaterQuality(rematches, len(rounds), "exhaustive_search")
    return LaterQuality(rematches, bound, "counting" if bound else "")


def _is_forced(players: Sequence[int], rounds: Schedule, history: Schedule) -> bool:
    """Whether it is proven that no round of fours of all players is free of rematches."""
    everybody = sorted(players)
    if len(everybody) % 4 or len(everybody) > FEW_PLAYERS:
        return False
    if any(sorted(p for t in tables for p in t) != everybody for tables in rounds):
        return False
    hall = build_hall(everybody, RoundRequest(history=history), {}, closeness=0)
    partition, proven = find_partition(hall.size, hall.costs, MET, EXHAUSTIVE)
    return partition is None and proven


def rematches_bound(players: Sequence[int], rounds: Schedule, history: Schedule) -> int:
    """Return a lower bound for meetings of pairs that met before, here or in `history`."""
    here = set(players)
    known: Counter[int] = Counter()
    for a, b in meetings(history):
        if a in here and b in here:
            known.update((a, b))
    needs = Counter(dict.fromkeys(players, 0))
    for tables in rounds:
        for table in tables:
            seated = [p for p in table if p >= 0]
            for p in seated:
                needs[p] += len(seated) - 1
    # Byes may go to other players, so all count as the one who plays least.
    least = min(needs.values(), default=0)
    return -(-sum(max(0, least - (len(players) - 1 - known[p])) for p in players) // 2)


def rematches_of(rounds: Schedule, history: Schedule) -> int:
    """Count meetings in `rounds` of pairs who had met in `history` or in an earlier round."""
    before, count = meetings(history), 0
    for tables in rounds:
        for table in tables:
            for who in combinations(sorted(p for p in table if p >= 0), 2):
                count += before[who] > 0
                before[who] += 1
    return count
