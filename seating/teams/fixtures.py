"""Which teams meet on which match day, with all teams and all pairs balanced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd

from seating.designs.constructions import Tables
from seating.designs.stored import balanced_design, near_balanced_design
from seating.drbg import Drbg
from seating.metrics import Pair, meetings
from seating.search.annealing import exponentials, numbers
from seating.search.fair_shares import board_for, share_out
from seating.search.improvement import Players, anneal, mend

ANNEAL_STEPS = 40_000
MEND_STEPS = 60_000
TRIES = 4
SMALL_SEASON = 1_500  # teams x days up to which several solutions are tried
SETTLE_STEPS = 8_000
MOST_CYCLE = 200  # match days
# Perfect difference sets: with all shifts, every two teams meet equally often, one match a day.
SETS: dict[int, dict[int, tuple[int, ...]]] = {
    4: {7: (0, 1, 2, 4), 13: (0, 1, 3, 9)},
    3: {7: (0, 1, 3)},
}
# Sizes at tables of three, by teams and matches a day, whose cycle is twice as long as counting requires. Six teams:
# of ten triples in which all pairs meet twice, no two are disjoint. Nine teams: two lines of the affine plane of
# order three are disjoint only if parallel, and each of its four classes has three lines, an odd number.
TWICE_AS_LONG = {(6, 2), (9, 2)}


def cycle_length(teams: int, matches: int, table_size: int = 4) -> int:
    """Return the fewest match days after which all can have played, and all pairs have met, equally often.

    By counting: seats must divide among teams, and each team's meetings among the others.

    >>> [cycle_length(t, 1) for t in (4, 5, 6, 7, 8, 9, 10, 13, 16)]
    [1, 5, 15, 7, 14, 18, 15, 13, 20]
    >>> cycle_length(10, 2), cycle_length(8, 2)
    (15, 7)
    >>> [cycle_length(t, 1, table_size=3) for t in (3, 4, 5, 6, 7, 9)]
    [1, 4, 10, 10, 7, 12]
    >>> cycle_length(6, 2, table_size=3), cycle_length(9, 2, table_size=3), cycle_length(9, 3, table_size=3)
    (10, 12, 4)
    """
    seats = table_size * matches
    for_seats = teams // gcd(teams, seats)
    games = seats * for_seats // teams  # of each team in that many days
    counted = for_seats * ((teams - 1) // gcd(teams - 1, (table_size - 1) * games))
    return 2 * counted if table_size == 3 and (teams, matches) in TWICE_AS_LONG else counted


def draw_fixtures(
    teams: int,
    days: int,
    matches: int,
    rng: Drbg,
    past: Mapping[Pair, int] | None = None,
    table_size: int = 4,
) -> list[Tables]:
    """Return `days` days of `matches` groups of four (or three) teams 0 ... teams - 1; the others rest.

    Whole cycles (`cycle_length`) are drawn one by one, so that teams are even after each; remaining days are as even
    as was found. `past` are earlier meetings.
    """
    cycle = cycle_length(teams, matches, table_size)
    out: list[Tables] = []
    if not past:
        while len(out) + cycle <= days:
            base = _cycle(teams, matches, table_size, rng) if not out else out[:cycle]
            names = rng.shuffled(range(teams))
            out += [[[names[x] for x in four] for four in fours] for fours in rng.shuffled(base)]
    if len(out) < days:
        out += _searched(teams, days - len(out), matches, table_size, rng, past or {})
    return [rng.shuffled(fours) for fours in out]


def _cycle(teams: int, matches: int, table_size: int, rng: Drbg) -> list[Tables]:
    stored = _stored(teams, matches, table_size)
    if stored is not None:
        return [list(fours) for fours in stored]
    days = cycle_length(teams, matches, table_size)
    return _searched(teams, days, matches, table_size, rng, {})


@lru_cache(maxsize=64)
def _stored(teams: int, matches: int, table_size: int) -> tuple[Tables, ...] | None:
    """Return an algebraic cycle of exactly the shortest length, if known."""
    days = cycle_length(teams, matches, table_size)
    if matches == 1 and teams in SETS[table_size]:
        return tuple([[(x + r) % teams for x in SETS[table_size][teams]]] for r in range(teams))
    if table_size != 4:
        return _cyclic_days(teams, matches, table_size)
    design = balanced_design(teams) if teams % 4 == 0 else near_balanced_design(teams)
    if design is None:
        return _cyclic_days(teams, matches, table_size)
    if matches == teams // 4 and len(design.rounds) == days:
        return tuple(design.rounds)
    fours = [[table] for tables in design.rounds for table in tables]
    return tuple(fours) if matches == 1 and len(fours) == days else _cyclic_days(teams, matches, table_size)


@lru_cache(maxsize=64)
def _cyclic_days(teams: int, matches: int, table_size: int) -> tuple[Tables, ...] | None:
    """Return a cycle made of the shifts of a few days, found by a deterministic search.

    Teams are the points of Z_u, once or several times, and perhaps a fixed one. Pairs in one orbit meet equally
    often, so only a few have to be balanced.
    """
    days = cycle_length(teams, matches, table_size)
    for u in range(teams, 2, -1):
        stays = teams % u
        if stays > 1 or days % u or days > MOST_CYCLE:
            continue
        # Kept for fours, so that draws repeat.
        of_threes = "" if table_size == 4 else f"/{table_size}"
        rng = Drbg(f"{teams}/{matches}/{u}{of_threes}", "fixtures")
        pairs = table_size * (table_size - 1) // 2 * matches * days
        each = pairs // (teams * (teams - 1) // 2)
        orbit = _orbits(teams, u)
        want = [each * size // u for size in orbit[1]]
        for _ in range(TRIES):
            base = [rng.shuffled(range(teams)) for _ in range(days // u)]
            if _settle(base, matches, table_size, orbit[0], want, rng):
                return tuple(
                    [
                        [_moved(x, r, u, teams - stays) for x in row[i : i + table_size]]
                        for i in range(0, table_size * matches, table_size)
                    ]
                    for row in base
                    for r in range(u)
                )
    return None


def _moved(point: int, by: int, u: int, moving: int) -> int:
    return point if point >= moving else point - point % u + (point + by) % u


def _orbits(teams: int, u: int) -> tuple[list[list[int]], list[int]]:
    """Return the orbit number of each two points under shifts, and the size of each orbit."""
    moving = teams - teams % u
    number = [[-1] * teams for _ in range(teams)]
    sizes: list[int] = []
    for a in range(teams):
        for b in range(a):
            if number[a][b] < 0:
                turned = {tuple(sorted((_moved(a, r, u, moving), _moved(b, r, u, moving)))) for r in range(u)}
                for x, y in turned:
                    number[x][y] = number[y][x] = len(sizes)
                sizes.append(len(turned))
    return number, sizes


def _settle(
    base: list[list[int]],
    matches: int,
    table_size: int,
    orbit: Sequence[Sequence[int]],
    want: Sequence[int],
    rng: Drbg,
) -> bool:
    """Swap teams within a day until all orbits of pairs meet as often as wanted; False if steps run out."""
    playing, teams = table_size * matches, len(orbit)
    got = [-n for n in want]  # meetings above the target
    for row in base:
        for i in range(0, playing, table_size):
            for j in range(i, i + table_size):
                for k in range(i, j):
                    got[orbit[row[j]][row[k]]] += 1
    raw, at = numbers(rng, 4 * SETTLE_STEPS), 0
    heat = exponentials(rng)
    cost = sum(x * x for x in got)
    for step in range(SETTLE_STEPS):
        if not cost:
            return True
        row = base[raw[at] * len(base) >> 16]
        i, j = raw[at + 1] * playing >> 16, raw[at + 2] * teams >> 16
        at += 3
        if i // table_size == j // table_size and j < playing:
            continue
        before = cost
        for sign in (-1, 1):
            for one in (i, j):
                if one < playing:
                    first = one - one % table_size
                    for k in range(first, first + table_size):
                        if k != one:
                            got[orbit[row[one]][row[k]]] += sign
            if sign < 0:
                row[i], row[j] = row[j], row[i]
        cost = sum(x * x for x in got)
        # A fixed temperature of about one and a half, low enough to settle, high enough not to stick.
        if cost - before > heat[step % len(heat)] * 3 >> 9:
            for sign in (-1, 1):
                for one in (i, j):
                    if one < playing:
                        first = one - one % table_size
                        for k in range(first, first + table_size):
                            if k != one:
                                got[orbit[row[one]][row[k]]] += sign
                if sign < 0:
                    row[i], row[j] = row[j], row[i]
            cost = before
    return not cost


def _searched(
    teams: int, days: int, matches: int, table_size: int, rng: Drbg, past: Mapping[Pair, int]
) -> list[Tables]:
    """Return the most even of several annealings, with equal rests first of all."""
    playing = table_size * matches
    bench = teams > playing
    best: tuple[int, list[Tables]] | None = None
    for _ in range(TRIES if teams * days <= SMALL_SEASON else 1):
        start = []
        for _day in range(days):
            order = rng.shuffled(range(teams))
            fours = [order[i : i + table_size] for i in range(0, playing, table_size)]
            start.append([*fours, order[playing:]] if bench else fours)
        board = board_for(start, Players(teams, past=past), table_size, bench=bench)
        # While teams swap freely, resting is cheap; at the end it is balanced exactly.
        exact, board.fair = board.fair, 40
        anneal(board, rng, ANNEAL_STEPS, hot=130 * 16, cold=30 * 16)
        board.fair = exact
        share_out(board, rng)
        fixtures = [[list(four) for four in fours[:matches]] for fours in board.rounds]
        price = board.total()
        mend(board, rng, MEND_STEPS)
        if board.total() < price:
            price = board.total()
            fixtures = [[list(four) for four in fours[:matches]] for fours in board.rounds]
        if best is None or price < best[0]:
            best = price, fixtures
        if is_even(fixtures, teams, past):
            break
    if best is None:
        raise AssertionError("there is at least one try")
    return best[1]


def is_even(days: Sequence[Sequence[Sequence[int]]], teams: int, past: Mapping[Pair, int]) -> bool:
    """Whether meetings of any two pairs of teams differ by at most one."""
    met = meetings(days)
    met.update(past)
    counts = [met[a, b] for b in range(teams) for a in range(b)]
    return max(counts) - min(counts) <= 1
