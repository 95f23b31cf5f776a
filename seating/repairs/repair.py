"""Repair the rest of a schedule with the fewest changes, after players leave, arrive late or are replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from seating.constraints import check_constraints
from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Schedule, Table, wind_counts, wind_spread, winds_played
from seating.repairs.grouping import Staying, refit
from seating.repairs.seats import reseat
from seating.requests import RepairRequest
from seating.rounds.fixed_places import refuse_no_north
from seating.table_sizes import check_players, refuse_walk_ons_at_threes, table_sizes


@dataclass(frozen=True, slots=True)
class Repaired:
    """The whole schedule after the repair; rounds before `since` are unchanged.

    `unchanged` counts tables, from `since` on, with the same players; `intact` those that nobody left, the most that
    can stay unchanged. `new_rematches` counts repeated pairs that the old schedule did not have, `players_off_winds`
    remaining players whose winds differ by more than one at the end, at most by `widest_wind_spread`.
    """

    rounds: list[list[Table]]
    byes: list[tuple[int, ...]]
    since: int
    unchanged: int
    intact: int
    new_rematches: int
    players_off_winds: int
    widest_wind_spread: int

    def of_tables(self) -> dict[str, int]:
        """Return unchanged tables and the rematches they cost; `kept` is the name in stored records."""
        return {"kept": self.unchanged, "intact": self.intact, "new_rematches": self.new_rematches}

    def of_winds(self) -> dict[str, int]:
        return {"players_off_winds": self.players_off_winds, "widest_wind_spread": self.widest_wind_spread}


def repair_schedule(request: RepairRequest, seed: str) -> Repaired:
    """Change the rounds from index `since` on, and nothing before.

    `substitutes` maps a leaver to the player who takes over their seats: nothing else changes. Each joiner first
    takes the seats of a leaver; only then are tables broken up or added, by `remainder` if the number does not
    divide by the table size. Rematches are removed by moving as few players as possible. `byes` are those of the old
    schedule, by round. Fixed tables and seats and featured players apply from `since` on. With `share_odd`, games at
    tables of three or five, and the first waits at those of five, are balanced again, including past ones. With a
    `table_size` of three, all tables are of three, and surplus players sit out in turn. Refuses (`SeatingError`):
    `round_unknown`, `player_unknown`, `player_twice`, `wishes_conflict`, and what `check_constraints` refuses.
    """
    since = request.since
    if not 0 <= since <= len(request.schedule):
        raise SeatingError("round_unknown", f"There is no round {since + 1} to start from.", round=since + 1)
    old = [[tuple(t) for t in tables] for tables in request.schedule]
    byes = _checked_byes(old, request.byes)
    sitting = sorted({p for tables in old[since:] or old[-1:] for t in tables for p in t if p >= 0})
    sitting = sorted({*sitting, *(p for row in byes[since:] for p in row)})
    swaps = dict(request.substitutes)
    gone, come = sorted(set(request.leavers)), sorted(set(request.joiners))
    _check(sitting, gone, come, swaps)
    for leaver, comer in zip(gone[: len(come)], come, strict=False):
        swaps[leaver] = comer
    gone, come = gone[len(come) :], come[min(len(gone), len(come)) :]
    people = sorted((set(sitting) - set(swaps) - set(gone)) | set(swaps.values()) | set(come))
    check_players(people)
    if gone or come:
        refuse_walk_ons_at_threes(request.remainder, request.table_size)
    sizes = table_sizes(len(people), request.remainder, request.table_size)
    # Players featured in past rounds no longer matter; they may have left.
    featured: list[int | None] = [*[None] * since, *request.constraints.featured[since:]]
    constraints = replace(request.constraints, featured=featured)
    prices = check_constraints(constraints, people, len(sizes), request.table_size)
    request = replace(request, schedule=old, byes=byes, constraints=constraints)
    rest = [[[swaps.get(p, p) for p in t] for t in tables] for tables in old[since:]]
    waiting = [[swaps.get(p, p) for p in row] for row in byes[since:]]
    rng = Drbg(seed, "repair")
    refuse_no_north(constraints.winds, sizes)
    if request.remainder == "substitutes" and request.table_size == 4:
        sizes = _shared_out(len(people), len(sizes))  # empty chairs are filled later
    renamed = [[tuple(t) for t in tables] for tables in rest]
    if gone or come or not constraints.is_empty():
        rest, waiting = refit(request, rest, waiting, Staying(people, sizes, prices), rng)
    final = reseat(request, rest, renamed, rng)
    return _report(old, final, [*byes[:since], *waiting], since, swaps, set(gone))


def _shared_out(people: int, tables: int) -> list[int]:
    """Return the number of players at each table, with empty chairs spread as evenly as possible.

    >>> _shared_out(18, 5), _shared_out(5, 2)
    ([4, 4, 4, 3, 3], [3, 2])
    """
    each, more = divmod(people, tables)
    return [each + 1] * more + [each] * (tables - more)


def _checked_byes(schedule: Schedule, byes: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return a row for each round; refuses players who both sit and wait in one round."""
    if len(byes) > len(schedule):
        raise SeatingError("round_unknown", "There are more rows of byes than rounds.", round=len(byes))
    for tables, row in zip(schedule, byes, strict=False):
        sitting = [p for t in tables for p in t]
        for p in row:
            if p in sitting or row.count(p) > 1:
                raise SeatingError(
                    "player_twice", f"Player {p} sits, or waits twice, in a round.", players=[p]
                )
    return [*byes, *([] for _ in range(len(schedule) - len(byes)))]


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


def _report(
    old: Sequence[Sequence[Table]],
    new: list[list[Table]],
    byes: Sequence[Sequence[int]],
    since: int,
    swaps: Mapping[int, int],
    gone: set[int],
) -> Repaired:
    unchanged = intact = 0
    changed: set[tuple[int, int]] = set()
    for r, (before, after) in enumerate(zip(old[since:], new[since:], strict=True), since):
        places = {_who(t): i for i, t in enumerate(after)}
        stayed = set()
        for table in before:
            if not gone & set(table):
                intact += 1
                now = places.get(frozenset(swaps.get(p, p) for p in table if p >= 0))
                if now is not None:
                    unchanged += 1
                    stayed.add(now)
        changed |= {(r, i) for i in range(len(after)) if i not in stayed}
    return Repaired(
        new,
        [tuple(row) for row in byes],
        since,
        unchanged,
        intact,
        _fresh_rematches(old, new, changed, {v: k for k, v in swaps.items()}),
        *_wind_spreads(new, since),
    )


def _who(table: Sequence[int]) -> frozenset[int]:
    return frozenset(p for p in table if p >= 0)


def _fresh_rematches(
    old: Schedule, new: Schedule, changed: set[tuple[int, int]], back: Mapping[int, int]
) -> int:
    """Count pairs that meet more often than in the old schedule; only changed tables can hold one."""
    was, now = ([{p: t for t, row in enumerate(r) for p in row} for r in rounds] for rounds in (old, new))
    pairs = {two for r, t in changed for two in combinations(sorted(_who(new[r][t])), 2)}
    fresh = 0
    for a, b in pairs:
        times = sum(1 for row in now if a in row and row[a] == row.get(b))
        if times > 1:
            one, other = back.get(a, a), back.get(b, b)
            fresh += times > sum(1 for row in was if one in row and row[one] == row.get(other))
    return fresh


def _wind_spreads(rounds: Schedule, since: int) -> tuple[int, int]:
    """For remaining players: count those whose winds differ by more than one at the end, and return the largest
    difference.
    """
    staying = {p for tables in rounds[since:] for t in tables for p in t if p >= 0}
    winds = winds_played(rounds)
    spreads = [wind_spread(row, winds) for p, row in wind_counts(rounds).items() if p in staying]
    return sum(1 for spread in spreads if spread > 1), max(spreads, default=0)
