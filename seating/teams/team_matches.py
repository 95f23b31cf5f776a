"""Team matches: four teams meet, or three at tables of three, with one player of each at every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from seating.designs.constructions import lane_design, wide_capacity
from seating.designs.stored import balanced_design, near_balanced_design
from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Table, pair
from seating.requests import ScheduleRequest
from seating.schedules.schedule import MOST_ROUNDS, draw_schedule
from seating.table_sizes import check_players
from seating.winds.exact import assign_winds
from seating.winds.exact_with_threes import assign_odd_winds

TRIES = 60


@dataclass(frozen=True, slots=True)
class TeamDraw:
    """`matches[r]` are the groups of four (or three) teams (numbers from 0) in round r, `byes[r]` the teams that
    wait.
    """

    rounds: list[list[Table]]
    matches: list[list[Table]]
    byes: list[tuple[int, ...]]


def round_robin(teams: int, seed: str, legs: int = 1) -> tuple[list[list[Table]], list[tuple[int, ...]]]:
    """Return match days on which all pairs of `teams` teams meet equally often: (days, who waits on each day).

    For 4, 8, 12 ... 60 teams all play every day; for 5, 9, 13 ... 41 all wait equally often. Each pair meets once a
    leg for 4, 16, 28, 40 ... teams, else three times. For other numbers code `no_round_robin`: draw rounds instead.
    """
    if legs < 1:
        raise SeatingError("rounds_out_of_range", "A season has at least one leg.", given=legs)
    design = balanced_design(teams) if teams % 4 == 0 else near_balanced_design(teams)
    if design is None:
        raise SeatingError(
            "no_round_robin",
            f"No schedule is known here in which every two of {teams} teams meet equally often in fours.",
            teams=teams,
        )
    if len(design.rounds) * legs > 20 * MOST_ROUNDS:
        raise SeatingError("rounds_out_of_range", "That season is too long.", given=legs)
    rng = Drbg(seed, "round-robin")
    names = rng.shuffled(range(teams))
    days = [
        [[names[x] for x in table] for table in tables]
        for _ in range(legs)
        for tables in rng.shuffled(design.rounds)
    ]
    seated = assign_winds(days, rng)
    waiting = [tuple(sorted(set(range(teams)) - {x for t in tables for x in t})) for tables in seated]
    return seated, waiting


def draw_teams(
    teams: Sequence[Sequence[int]],
    rounds: int,
    seed: str,
    matches: Sequence[Sequence[Sequence[int]]] | None = None,
    *,
    table_size: int = 4,
) -> TeamDraw:
    """Return rounds in which four teams meet at as many tables as a team has players, one of each team at a table;
    three teams with a `table_size` of three.

    Which teams meet is given by `matches` (for example from `round_robin`), else by a schedule of teams in which
    rematches come as late as possible. Players of two teams that meet again meet other players, as far as possible;
    exactly so with four teams, and with three if each has an odd number of players. Winds are exact. Codes:
    `teams_uneven`, `too_few_players`, those of `draw_schedule`.
    """
    sizes = {len(team) for team in teams}
    check_players([p for team in teams for p in team])
    if len(sizes) != 1 or 0 in sizes:
        raise SeatingError("teams_uneven", "All teams need the same number of players.", sizes=sorted(sizes))
    if len(teams) < table_size:
        words = (
            "Four teams are needed for a match." if table_size == 4 else "Three teams are needed for a match."
        )
        raise SeatingError("too_few_players", words, teams=len(teams))
    size = sizes.pop()
    rng = Drbg(seed, "teams")
    if matches is None:
        outer = ScheduleRequest(
            range(len(teams)), rounds, remainder="byes", table_size=table_size, all_designs=table_size == 3
        )
        fours = draw_schedule(outer, seed).rounds
    else:
        fours = [[tuple(t) for t in tables] for tables in matches]
    benches = [rng.shuffled(team) for team in teams]
    if table_size == 3 and len(teams) == 3 and size % 2 and len(fours) <= size:
        games = turned_games(benches, len(fours), size)
    elif table_size == 4 and len(teams) == 4 and rounds <= wide_capacity(size):
        games = exact_games(benches, len(fours), size)
    else:
        games = _by_shifts(benches, fours, size, rng)
    byes = [tuple(sorted(set(range(len(teams))) - {x for t in tables for x in t})) for tables in fours]
    seated = assign_winds(games, rng) if table_size == 4 else assign_odd_winds(games, rng)
    return TeamDraw(seated, fours, byes)


def exact_games(benches: Sequence[Sequence[int]], rounds: int, size: int) -> list[list[list[int]]]:
    """Use teams as the lanes of a design."""
    design = lane_design(size, rounds)
    if design is None:
        raise AssertionError("checked by wide_capacity")
    return [[[benches[x // size][x % size] for x in table] for table in tables] for tables in design.rounds]


def turned_games(benches: Sequence[Sequence[int]], rounds: int, size: int) -> list[list[list[int]]]:
    """Each round, shift the second team by one player and the third by two: with an odd number there are no
    rematches.
    """
    return [
        [[bench[(i + team * turn) % size] for team, bench in enumerate(benches)] for i in range(size)]
        for turn in range(rounds)
    ]


def _by_shifts(
    benches: Sequence[Sequence[int]], fours: Sequence[Sequence[Sequence[int]]], size: int, rng: Drbg
) -> list[list[list[int]]]:
    """Shift each team before seating it: of several shifts, take the one with the fewest rematches."""
    met: Counter[Pair] = Counter()
    out = []
    for tables in fours:
        games: list[list[int]] = []
        for four in tables:
            best: tuple[int, list[list[int]]] | None = None
            for _ in range(TRIES):
                shifts = [0, *(rng.below(size) for _ in four[1:])]
                rows = [
                    [benches[team][(i + shift) % size] for team, shift in zip(four, shifts, strict=True)]
                    for i in range(size)
                ]
                again = sum(met[p] for row in rows for p in _pairs(row))
                if best is None or again < best[0]:
                    best = again, rows
                if not again:
                    break
            if best is None:
                raise AssertionError("there is at least one try")
            met.update(p for row in best[1] for p in _pairs(row))
            games += best[1]
        out.append(games)
    return out


def _pairs(row: Sequence[int]) -> list[Pair]:
    return [pair(row[i], row[j]) for i in range(len(row)) for j in range(i)]
