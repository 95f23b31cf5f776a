"""Somebody leaves, comes late or is replaced: the rest of a schedule is mended with the fewest changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .drbg import Drbg
from .errors import SeatingError
from .fit import ODD, board_for, share_out
from .metrics import Pair, Round, Schedule, Table, meetings, pair, wind_counts
from .polish import HARD, Board, mend
from .random_draw import Remainder, check_players, table_sizes
from .ranked import odd_games
from .single import order_by_need
from .wishes import Wishes, check_wishes

NO_WISHES = Wishes()


@dataclass(frozen=True, slots=True)
class Repaired:
    """The whole schedule after the repair; the rounds before `since` are as they were.

    `kept` counts tables, from `since` on, with the four people they had; `intact` those that nobody left,
    which is the most that could be kept. `new_rematches` counts repeated pairs that the old schedule did
    not have.
    """

    rounds: list[list[Table]]
    byes: list[tuple[int, ...]]
    since: int
    kept: int
    intact: int
    new_rematches: int


def repair_schedule(
    schedule: Schedule,
    since: int,
    seed: str,
    *,
    leavers: Iterable[int] = (),
    joiners: Iterable[int] = (),
    substitutes: Mapping[int, int] | None = None,
    byes: Sequence[Sequence[int]] = (),
    wishes: Wishes = NO_WISHES,
    remainder: Remainder = "three",
    share_odd: bool = False,
) -> Repaired:
    """Change the rounds from index `since` on, and nothing before.

    `substitutes` maps a leaver to who takes over their seats: nothing else changes. Each joiner first
    takes the seats of a leaver; only then are tables broken up or added, by `remainder` if the number does
    not divide by four. Rematches are removed by moving as few people as possible. `byes` are those of the
    old schedule. With `share_odd` games at tables of three or five are shared out again, past ones counted.
    Refuses (`SeatingError`): `round_unknown`, `player_unknown`, `player_twice`,
    `wishes_conflict`.
    """
    if not 0 <= since <= len(schedule):
        raise SeatingError("round_unknown", f"There is no round {since + 1} to start from.", round=since + 1)
    old = [[tuple(t) for t in tables] for tables in schedule]
    sitting = sorted({p for tables in old[since:] or old[-1:] for t in tables for p in t if p >= 0})
    sitting = sorted({*sitting, *(p for row in byes[since:] for p in row)})
    swaps = dict(substitutes or {})
    gone, come = sorted(set(leavers)), sorted(set(joiners))
    _check(sitting, gone, come, swaps)
    for leaver, comer in zip(gone[: len(come)], come, strict=False):
        swaps[leaver] = comer
    gone, come = gone[len(come) :], come[min(len(gone), len(come)) :]
    people = sorted((set(sitting) - set(swaps) - set(gone)) | set(swaps.values()) | set(come))
    check_players(people)
    sizes = table_sizes(len(people), remainder)
    prices = check_wishes(wishes, people, len(sizes))
    rest = [[[swaps.get(p, p) for p in t] for t in tables] for tables in old[since:]]
    waiting = [[swaps.get(p, p) for p in row] for row in byes[since:]] or [[] for _ in rest]
    rng = Drbg(seed, "repair")
    if remainder == "substitutes" and len(people) > 5:
        sizes = table_sizes(len(people), "three")  # the empty chairs are filled afterwards
    if gone or come or prices:
        rest, waiting = _refit(rest, waiting, old[:since], people, sizes, prices, rng, remainder, share_odd)
    final = _reseat(old[:since], rest, old[since:], swaps)
    return _report(old, final, [*byes[:since], *waiting], since, swaps, set(gone))


def _check(
    sitting: Sequence[int], gone: Sequence[int], come: Sequence[int], swaps: Mapping[int, int]
) -> None:
    known = set(sitting)
    for p in [*gone, *swaps]:
        if p not in known:
            raise SeatingError("player_unknown", f"Player {p} is not in the rest of the schedule.", player=p)
    arriving = [*come, *swaps.values()]
    for p in arriving:
        if p in known or arriving.count(p) > 1 or p < 0:
            raise SeatingError("player_twice", f"Player {p} already plays.", players=[p])
    for p in gone:
        if p in swaps:
            raise SeatingError("player_twice", f"Player {p} leaves and is replaced.", players=[p])


def _refit(
    rest: list[list[list[int]]],
    waiting: list[list[int]],
    past: Schedule,
    people: Sequence[int],
    sizes: Sequence[int],
    prices: Mapping[Pair, int],
    rng: Drbg,
    remainder: Remainder,
    share_odd: bool,
) -> tuple[list[list[list[int]]], list[list[int]]]:
    present = set(people)
    met = meetings([*past, *rest])
    bench = len(people) - sum(sizes) if remainder == "byes" else 0
    rows = []
    for tables, row in zip(rest, waiting, strict=True):
        full = _resize(tables, row, present, sizes, met, rng)
        rows.append(full)
    at = {p: i for i, p in enumerate(people)}
    walk_ons = remainder == "substitutes"
    indexed = [[[at[p] for p in t if p in at] for t in tables] for tables in rows]
    wishes = {pair(at[a], at[b]): price for (a, b), price in prices.items() if a in at and b in at}
    earlier = {(at[a], at[b]): n for (a, b), n in meetings(past).items() if a in at and b in at}
    board = board_for(indexed, len(people), 4, bench=bench > 0, wishes=wishes, past=earlier)
    touched = [
        {at[p] for t in new if sorted(t) not in [sorted(o) for o in before] for p in t if p in at}
        for new, before in zip(rows, rest, strict=True)
    ]
    if bench:
        for done in past:
            played = {p for t in done for p in t}
            for p, i in at.items():
                board.visits[i][ODD] += p not in played
        share_out(board, rng)
    elif share_odd and remainder in ("three", "five"):
        for p, times in odd_games(past).items():
            if p in at:
                board.visits[at[p]][ODD] += times
        share_out(board, rng)
    mend(board, rng, 20_000 + 200 * len(people), within=touched)
    mend(board, rng, 20_000 + 200 * len(people))
    _refuse_broken(board, wishes, people)
    out = [[[people[i] for i in t] for t in tables] for tables in board.rounds]
    benches = [tables.pop() if bench else [] for tables in out]
    if walk_ons:
        for tables in out:
            number = 0
            for table in tables:
                while len(table) < 4:
                    number += 1
                    table.append(-number)
    return out, benches


def _refuse_broken(board: Board, wishes: Mapping[Pair, int], people: Sequence[int]) -> None:
    for (a, b), price in wishes.items():
        for r, where in enumerate(board.where):
            if price >= HARD and where[a] == where[b] >= 0 and where[a] != board.benches[r]:
                raise SeatingError(
                    "wishes_conflict",
                    f"No repair was found that keeps players {people[a]} and {people[b]} apart.",
                    pairs=[[people[a], people[b]]],
                    proven=False,
                )


def _resize(
    tables: Sequence[Sequence[int]],
    waiting: Sequence[int],
    present: set[int],
    sizes: Sequence[int],
    met: Counter[Pair],
    rng: Drbg,
) -> list[list[int]]:
    """One round with the right people at tables of the right sizes; a last extra list if people sit out.

    Whole tables stay where they can. Tables that lost people are broken up first, those with fewest left
    before others; their people, and who is new, fill the holes, whoever met the three there least.
    """
    seated = [[p for p in t if p in present] for t in tables]
    here = {p for t in seated for p in t}
    pool = rng.shuffled(sorted(present - here - set(waiting))) + [p for p in waiting if p in present]
    while len(seated) > len(sizes):
        victim = min(range(len(seated)), key=lambda i: (len(seated[i]), i))
        pool += seated.pop(victim)
    seated += [[] for _ in range(len(sizes) - len(seated))]
    # The fullest tables get the largest sizes: that moves the fewest people.
    seated.sort(key=len, reverse=True)
    wanted = sorted(sizes, reverse=True)
    for table, size in zip(seated, wanted, strict=True):
        while len(table) > size:
            pool.append(table.pop())
    for table, size in zip(seated, wanted, strict=True):
        # A new table takes people from others, or the newcomers would meet in every round.
        while len(table) < size:
            chosen = min(pool, key=lambda p: sum(met[pair(p, q)] for q in table))
            pool.remove(chosen)
            table.append(chosen)
    return [*seated, pool] if pool else seated


def _reseat(
    past: Sequence[Round], rest: Sequence[Round], before: Sequence[Round], swaps: Mapping[int, int]
) -> list[list[Table]]:
    """Published seats for tables that kept their people and number, seats by need for the others."""
    out: list[list[Table]] = [[tuple(t) for t in tables] for tables in past]
    counts = wind_counts(out)
    for tables, old in zip(rest, before, strict=True):
        seats = {tuple(sorted(o)): o for o in (tuple(swaps.get(p, p) for p in t) for t in old)}
        numbers = {key: i for i, key in enumerate(tuple(sorted(swaps.get(p, p) for p in t)) for t in old)}
        rows: list[Table | None] = [None] * len(tables)
        others = []
        for table in tables:
            key = tuple(sorted(table))
            if key in numbers and numbers[key] < len(rows) and rows[numbers[key]] is None:
                rows[numbers[key]] = seats[key]
            else:
                others.append(seats.get(key) or order_by_need(table, counts))
        others.sort(key=len, reverse=True)
        done = [row if row is not None else others.pop(0) for row in rows]
        done.sort(key=lambda t: -len(t))
        out.append(done)
        for table in done:
            for wind, p in enumerate(table):
                if p >= 0:
                    row = counts.setdefault(p, [0, 0, 0, 0])
                    row.extend([0] * (wind + 1 - len(row)))
                    row[wind] += 1
    return out


def _report(
    old: Sequence[Sequence[Table]],
    new: list[list[Table]],
    byes: Sequence[Sequence[int]],
    since: int,
    swaps: Mapping[int, int],
    gone: set[int],
) -> Repaired:
    kept = intact = 0
    for before, after in zip(old[since:], new[since:], strict=True):
        now = {frozenset(t) for t in after}
        for table in before:
            if not gone & set(table):
                intact += 1
                kept += frozenset(swaps.get(p, p) for p in table) in now
    was, now_met = meetings(old), meetings(new)
    back = {v: k for k, v in swaps.items()}
    fresh = sum(1 for (a, b), n in now_met.items() if n > 1 and was[pair(back.get(a, a), back.get(b, b))] < n)
    return Repaired(new, [tuple(row) for row in byes], since, kept, intact, fresh)
