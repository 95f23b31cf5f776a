"""Who waits first at tables of five, balanced as far as the tables allow."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence

from seating.drbg import Drbg
from seating.metrics import Round, Schedule, Table
from seating.winds.exact import assign_winds_of_four
from seating.winds.mixed_tables import smooth_winds
from seating.winds.one_round import order_by_need

FIFTH = 4  # the seat index of the player who waits first


def share_waiting(
    rounds: Sequence[Round], history: Schedule, fixed: Collection[int] = ()
) -> list[list[Table]]:
    """Reseat tables of five of `rounds` so that first waits are balanced, including `history`.

    No player waits more than once more often than a player who could wait in their place. Players `fixed` on a wind
    keep it, and so do the other seats of their tables, except for the one who changes places with the waiting
    player. Tables of four stay as they are; the winds of the other four are as even as search makes them.
    """
    past: list[list[Table]] = [[tuple(table) for table in tables] for tables in history]
    out: list[list[Table]] = [[tuple(table) for table in tables] for tables in rounds]
    spots = _name_waiting(out, history, fixed)
    if not spots:
        return out
    still = {p for r, t in spots for p in out[r][t] if p in fixed}
    if still:
        return out
    if len(out) > 1:
        return smooth_winds([*past, *out], since=len(history), only_fives=True)[len(history) :]
    counts = _winds_before(history)
    for r, t in spots:
        *four, waiter = out[r][t]
        out[r][t] = (*order_by_need(sorted(four), counts), waiter)
    return out


def assign_winds_in_turn(
    schedule: Schedule, history: Schedule, fixed: Collection[int], rng: Drbg
) -> list[list[Table]]:
    """Choose who waits first as `share_waiting` does, then give the others exact winds (see `winds.exact`).

    So no player has a wind twice in any block of four games in which they do not wait first: after every round their
    winds differ by at most one.
    """
    out: list[list[Table]] = [[tuple(table) for table in tables] for tables in schedule]
    _name_waiting(out, history, fixed)
    return assign_winds_of_four(out, rng)


def hand_on_waiting(rounds: Sequence[Round], since: int, fixed: Collection[int] = ()) -> list[list[Table]]:
    """Balance first waits from round index `since` on, with few changes, counting all rounds.

    A player who takes over a wait swaps seats with the one who waited.
    """
    out: list[list[Table]] = [[tuple(table) for table in tables] for tables in rounds]
    spots = _fives(out, since)
    at = [out[r][t][FIFTH] for r, t in spots]
    load = Counter(table[FIFTH] for tables in out for table in tables if len(table) > FIFTH)
    free = [[p for p in out[r][t] if p not in fixed] for r, t in spots]
    for (r, t), waiter in zip(spots, _evened(free, at, load), strict=True):
        out[r][t] = _waiting(out[r][t], waiter)
    return out


def _name_waiting(
    rounds: list[list[Table]], history: Schedule, fixed: Collection[int]
) -> list[tuple[int, int]]:
    """Put the player who waits first on the fifth seat; return the places of the tables of five."""
    spots = _fives(rounds)
    waited = Counter(table[FIFTH] for tables in history for table in tables if len(table) > FIFTH)
    free = [[p for p in rounds[r][t] if p not in fixed] or [rounds[r][t][FIFTH]] for r, t in spots]
    for (r, t), waiter in zip(spots, _waiters(free, waited), strict=True):
        rounds[r][t] = _waiting(rounds[r][t], waiter)
    return spots


def _fives(rounds: Sequence[Round], since: int = 0) -> list[tuple[int, int]]:
    return [
        (r, t)
        for r, tables in enumerate(rounds)
        for t, table in enumerate(tables)
        if r >= since and len(table) > FIFTH
    ]


def _waiting(table: Table, waiter: int) -> Table:
    seats = list(table)
    at = seats.index(waiter)
    seats[at], seats[FIFTH] = seats[FIFTH], seats[at]
    return tuple(seats)


def _waiters(tables: Sequence[Sequence[int]], waited: Mapping[int, int]) -> list[int]:
    """Return one player of each table, with counts as even as possible: waits move along a path if that helps."""
    load = Counter(waited)
    at: list[int] = []
    for people in tables:
        at.append(min(people, key=lambda p: (load[p], p)))
        load[at[-1]] += 1
    return _evened(tables, at, load)


def _evened(tables: Sequence[Sequence[int]], at: list[int], load: Counter[int]) -> list[int]:
    """Return who waits at each table, with `at` moved along paths while that helps; `load` counts all waits."""
    moved = True
    while moved:
        moved = False
        for start in sorted(set(at), key=lambda p: (-load[p], p)):
            path = _relief(start, tables, at, load)
            if path:
                for table, player in path:
                    load[at[table]] -= 1
                    at[table] = player
                    load[player] += 1
                moved = True
                break
    return at


def _relief(
    start: int, tables: Sequence[Sequence[int]], at: Sequence[int], load: Mapping[int, int]
) -> list[tuple[int, int]]:
    """Return tables that pass a wait on, from `start` to a player with at least two fewer waits; empty if there are
    none.
    """
    came: dict[int, tuple[int, int] | None] = {start: None}
    queue = deque([start])
    while queue:
        player = queue.popleft()
        for table, waiter in enumerate(at):
            if waiter != player:
                continue
            for other in tables[table]:
                if other in came:
                    continue
                came[other] = (table, player)
                if load[other] <= load[start] - 2:
                    path: list[tuple[int, int]] = []
                    here = other
                    while (step := came[here]) is not None:
                        path.append((step[0], here))
                        here = step[1]
                    return path
                queue.append(other)
    return []


def _winds_before(history: Schedule) -> dict[int, list[int]]:
    """Count how often each player sat on each of the four winds."""
    counts: dict[int, list[int]] = {}
    for tables in history:
        for table in tables:
            for wind, player in enumerate(table[:FIFTH]):
                counts.setdefault(player, [0] * FIFTH)[wind] += 1
    return counts
