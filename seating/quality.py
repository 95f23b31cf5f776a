"""The quality report of a draw: how good it is, and its distance from the best possible one.

It consists of numbers and codes; sentences are made where the reader's language is known. The codes of remarks are

    no_rematches            there are no rematches
    rematches_at_bound      as few rematches as counting allows: proof in `bound`
    rematches_above_bound   `gap` more than counting allows; no better schedule is known here
    rematches_counted       `times` rematches, of which `bound` are forced by the number of possible opponents; at
                            most `most` meetings of a pair. Used if not everybody plays every round at tables of
                            four, or if players are kept apart
    rematches_forced        this many rounds have rematches for this number of players
    everybody_meets         all pairs meet: keeping players apart would need a rematch
    winds_exact             each player's winds differ by at most one after every round
    winds_exact_but_north   as exact as tables of three allow: after every round each player's East, South and West
                            differ by at most one, and North is a quarter of their games at tables of four
    winds_uneven            `players` whose winds differ by more than one at the end
    tables_at_bound, tables_above_bound   how often players return to a table
    waiting_even, waiting_uneven   how often players wait first at a table of five
    byes_even, byes_uneven, short_tables_even, short_tables_uneven   `sizes` of the tables, [] with walk-ons
    wishes_kept, wishes_broken
    swiss_may_repeat        this many rounds of Swiss probably force a rematch
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from seating.constraints import HARD, SeatingConstraints
from seating.designs.stored import capacity, upper_limit
from seating.metrics import (
    Bounds,
    Metrics,
    Pair,
    Schedule,
    bounds,
    measure,
    meetings,
    wind_counts,
    wind_spread,
    winds_played,
)
from seating.remarks import Remark, remark
from seating.rounds.swiss import SwissRound
from seating.schedules.later_stage import LaterQuality
from seating.teams.season import SeasonQuality

# Numbers of Swiss rounds without forced rematches in trials; elsewhere about 0.62 of the limit.
SWISS_SAFE = {16: 3, 20: 4, 24: 5, 28: 5, 32: 6}

# The fewest repeated visits to tables, by (players, rounds), in schedules without a rematch. 16 players: all
# numberings of the only schedule (the affine plane of order four) in which no player stays at one table. 24: a
# player at six different tables in six rounds is a permutation of six; two permutations agree at most once, and
# there are at most 18 such permutations (Kløve, Classification of permutation codes of length 6 and minimum distance
# 5, 2000); the tests prove it again.
TABLES_WITHOUT_REMATCH = {(16, 2): 4, (16, 3): 12, (16, 4): 20, (16, 5): 29, (24, 6): 6}


def longest_swiss(players: int) -> int:
    """Return the number of Swiss rounds that probably need no rematch.

    >>> [longest_swiss(n) for n in (24, 40, 64)]
    [5, 8, 13]
    """
    n = players - players % 4
    return SWISS_SAFE.get(n, max(1, upper_limit(n) * 62 // 100)) if n >= 4 else 0


@dataclass(frozen=True, slots=True)
class BrokenConstraint:
    """A meeting against a constraint, and how often; `hard` ones are forbidden."""

    pair: Pair
    times: int
    hard: bool

    def as_json(self) -> dict[str, object]:
        return {"pair": list(self.pair), "times": self.times, "hard": self.hard}


@dataclass(frozen=True, slots=True)
class RoundQuality:
    """The quality of a Swiss or free-play round. `proof` as in `SwissRound.proof`."""

    rematches: int
    proof: str
    distance: int
    distance_bound: int
    widest_table: int
    players_off_winds: int
    widest_wind_spread: int
    broken_constraints: tuple[Pair, ...]
    byes: tuple[int, ...]
    remarks: tuple[Remark, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "rematches": self.rematches,
            "rematches_proof": self.proof,
            "distance": self.distance,
            "distance_bound": self.distance_bound,
            "widest_table": self.widest_table,
            "players_off_winds": self.players_off_winds,
            "widest_wind_spread": self.widest_wind_spread,
            "broken_wishes": [list(pair) for pair in self.broken_constraints],
            "byes": list(self.byes),
            "remarks": [remark.as_json() for remark in self.remarks],
        }


@dataclass(frozen=True, slots=True)
class MatchDaysQuality:
    """Match days of `games` games; `most_games_together` is of the pair that shares a table in the most games."""

    games: int
    most_games_together: int

    def as_json(self) -> dict[str, object]:
        return {"games": self.games, "most_games_together": self.most_games_together}


@dataclass(frozen=True, slots=True)
class ScheduleQuality:
    """The quality of a whole schedule, and its distance from the best possible one.

    `bounds` and the two limits are None where counting gives none: unless everybody plays every round at tables of
    four. `broken_constraints` is None without constraints. `later` judges it with earlier stages, `season` as a team
    league, `last_round` the round that was added; `repaired` counts what a repair left unchanged. Of match days
    (`match_days`), everything but the winds counts a day as one round.
    """

    players: int
    rounds: int
    method: str
    metrics: Metrics
    bounds: Bounds | None
    longest_without_rematch: int | None
    limit_without_rematch: int | None
    remarks: tuple[Remark, ...]
    broken_constraints: tuple[BrokenConstraint, ...] | None = None
    later: LaterQuality | None = None
    season: SeasonQuality | None = None
    match_days: MatchDaysQuality | None = None
    last_round: RoundQuality | None = None
    repaired: Mapping[str, int] | None = None

    def as_json(self) -> dict[str, object]:
        payload: dict[str, object] = {
            "players": self.players,
            "rounds": self.rounds,
            "method": self.method,
            **self.metrics.as_dict(),
            "bounds": self.bounds.as_dict() if self.bounds else None,
            "longest_without_rematch": self.longest_without_rematch,
            "limit_without_rematch": self.limit_without_rematch,
            "remarks": [remark.as_json() for remark in self.remarks],
        }
        if self.broken_constraints is not None:
            payload["broken_wishes"] = [one.as_json() for one in self.broken_constraints]
        parts = {
            "later": self.later,
            "season": self.season,
            "match_days": self.match_days,
            "round": self.last_round,
        }
        payload |= {name: part.as_json() for name, part in parts.items() if part is not None}
        if self.repaired is not None:
            payload["repair"] = dict(self.repaired)
        return payload


def schedule_quality(
    schedule: Schedule,
    byes: Sequence[Sequence[int]] = (),
    constraints: SeatingConstraints | None = None,
    method: str = "",
) -> ScheduleQuality:
    players = sorted(
        {p for tables in schedule for t in tables for p in t if p >= 0} | {p for b in byes for p in b}
    )
    metrics = measure(schedule, players)
    fours = all(len(t) == 4 for tables in schedule for t in tables)
    # The bounds assume that everybody plays every round: not after a cut or a late arrival.
    plain = fours and all(sorted(p for t in tables for p in t) == players for tables in schedule)
    limit = _bounds(metrics, len(players), len(schedule)) if plain else None
    broken: tuple[BrokenConstraint, ...] | None = None
    if constraints is not None and not constraints.is_empty():
        broken = broken_constraints(schedule, constraints)
    return ScheduleQuality(
        players=len(players),
        rounds=len(schedule),
        method=method,
        metrics=metrics,
        bounds=limit,
        longest_without_rematch=capacity(len(players)) if plain else None,
        limit_without_rematch=upper_limit(len(players)) if plain else None,
        remarks=(
            *_on_rematches(metrics, limit, schedule, players, constraints, plain=plain),
            _on_winds(schedule, metrics, fours=fours),
            *_on_tables(metrics, limit),
            *_on_shares(schedule, byes, players),
            *_on_constraints(broken),
        ),
        broken_constraints=broken,
    )


def _bounds(metrics: Metrics, players: int, rounds: int) -> Bounds:
    limit = bounds(players, rounds)
    if not metrics.repeat_weight and metrics.most_table_visits < rounds + (rounds < 3):
        least = TABLES_WITHOUT_REMATCH.get((players, rounds), limit.table_excess)
        limit = replace(limit, table_excess=least)
    return limit


def _on_rematches(
    metrics: Metrics,
    limit: Bounds | None,
    schedule: Schedule,
    players: Sequence[int],
    constraints: SeatingConstraints | None,
    *,
    plain: bool,
) -> Iterator[Remark]:
    apart = _kept_apart(schedule, constraints)
    if not metrics.repeat_weight:
        yield remark("no_rematches")
    elif apart or not limit:
        bound = rematches_forced(schedule, players, apart)
        times, most = metrics.excess_meetings, metrics.most_meetings
        yield Remark("rematches_counted", {"times": times, "bound": bound, "most": most})
    elif limit and metrics.repeat_weight <= limit.repeat_weight:
        yield remark("rematches_at_bound", bound=limit.repeat_weight)
    elif limit:
        gap = metrics.repeat_weight - limit.repeat_weight
        yield remark("rematches_above_bound", gap=gap, bound=limit.repeat_weight)
    if plain and len(schedule) > upper_limit(len(players)):
        yield remark("rematches_forced", limit=upper_limit(len(players)))
    if not metrics.never_met:
        yield remark("everybody_meets")


def _kept_apart(schedule: Schedule, constraints: SeatingConstraints | None) -> set[Pair]:
    """Return the pairs that must not meet and do not."""
    if constraints is None:
        return set()
    met = meetings(schedule)
    return {pair for pair, price in constraints.pairs().items() if price >= HARD and not met[pair]}


def rematches_forced(schedule: Schedule, players: Sequence[int], apart: Iterable[Pair] = ()) -> int:
    """Return how many repeated meetings are unavoidable at these tables, whatever the seating.

    A player with more neighbours, over all rounds, than possible opponents meets some again; each such meeting is
    shared by two. `apart` are pairs that never meet.

    >>> rematches_forced([[(1, 2, 3, 4)], [(1, 2, 3, 4)], [(5, 1, 2, 3)]], range(1, 6))
    9
    """
    chairs = Counter(p for tables in schedule for t in tables for p in t if p >= 0 for _other in t[1:])
    with_substitutes = Counter(
        p for tables in schedule for t in tables for p in t if p >= 0 for other in t if other < 0
    )
    others = dict.fromkeys(players, len(players) - 1)
    for pair in apart:
        for p in pair:
            if p in others:
                others[p] -= 1
    beyond = sum(max(0, chairs[p] - with_substitutes[p] - others[p]) for p in players)
    return -(-beyond // 2)


def _on_winds(schedule: Schedule, metrics: Metrics, *, fours: bool) -> Remark:
    if metrics.rounds_off_winds and not fours and _is_exact_but_north(schedule):
        return remark("winds_exact_but_north")
    if metrics.players_off_winds:
        return remark("winds_uneven", players=metrics.players_off_winds)
    return remark("winds_even_at_end" if metrics.rounds_off_winds else "winds_exact")


_ON_WINDS = ("winds_exact", "winds_exact_but_north", "winds_even_at_end", "winds_uneven")


def _on_tables(metrics: Metrics, limit: Bounds | None) -> Iterator[Remark]:
    if limit:
        gap = metrics.table_excess - limit.table_excess
        yield remark("tables_above_bound" if gap else "tables_at_bound", gap=gap)


def _on_constraints(broken: Sequence[BrokenConstraint] | None) -> Iterator[Remark]:
    if broken is not None:
        yield remark("wishes_broken" if broken else "wishes_kept", pairs=len(broken))


def _is_exact_but_north(schedule: Schedule) -> bool:
    """Whether winds at tables of three and four are as even as possible for everybody after every round."""
    counts: dict[int, list[int]] = {}
    with_north: Counter[int] = Counter()
    for tables in schedule:
        for table in tables:
            if len(table) > 4:
                return False
            for wind, player in enumerate(table):
                row = counts.setdefault(player, [0, 0, 0, 0])
                row[wind] += 1
                with_north[player] += len(table) == 4
                if max(row[:3]) - min(row[:3]) > 1:
                    return False
        if any(not games // 4 <= counts[p][3] <= -(-games // 4) for p, games in with_north.items()):
            return False
    return True


def _on_shares(schedule: Schedule, byes: Sequence[Sequence[int]], players: Sequence[int]) -> Iterator[Remark]:
    usual = winds_played(schedule)
    odd = Counter(
        p for tables in schedule for t in tables if len(t) != usual or min(t) < 0 for p in t if p >= 0
    )
    waits = Counter(t[4] for tables in schedule for t in tables if len(t) > 4)
    shares = (("byes", Counter(p for row in byes for p in row)), ("short_tables", odd), ("waiting", waits))
    for name, counts in shares:
        if counts:
            most, least = max(counts.values()), min(counts[p] for p in players)
            numbers: dict[str, object] = {"most": most, "fewest": least}
            if name == "short_tables":
                numbers["sizes"] = sorted({len(t) for tables in schedule for t in tables if len(t) != usual})
            yield Remark(f"{name}_even" if most - least < 2 else f"{name}_uneven", numbers)


def broken_constraints(schedule: Schedule, constraints: SeatingConstraints) -> tuple[BrokenConstraint, ...]:
    met = meetings(schedule)
    return tuple(
        BrokenConstraint(who, met[who], price >= HARD)
        for who, price in sorted(constraints.pairs().items())
        if met[who]
    )


def round_of_match_day(quality: RoundQuality, rounds: Schedule) -> RoundQuality:
    """Return the quality of a match day, given that of its tables as a single round, with the winds of all games:
    `rounds` are those so far and those drawn.
    """
    counts, winds = wind_counts(rounds), winds_played(rounds)
    return replace(
        quality,
        players_off_winds=measure(rounds).players_off_winds,
        widest_wind_spread=max((wind_spread(row, winds) for row in counts.values()), default=0),
    )


def match_days_quality(quality: ScheduleQuality, rounds: Schedule, games: int) -> ScheduleQuality:
    """As `round_of_match_day`, for a schedule of days: meetings and visits to tables count once a day."""
    metrics = measure(rounds)
    fours = all(len(table) == 4 for tables in rounds for table in tables)
    on_winds = _on_winds(rounds, metrics, fours=fours)
    return replace(
        quality,
        metrics=replace(
            quality.metrics,
            players_off_winds=metrics.players_off_winds,
            rounds_off_winds=metrics.rounds_off_winds,
        ),
        remarks=tuple(on_winds if one.code in _ON_WINDS else one for one in quality.remarks),
        match_days=MatchDaysQuality(games, max(meetings(rounds).values(), default=0)),
    )


def round_quality(drawn: SwissRound, history: Schedule) -> RoundQuality:
    """Judge a Swiss or free-play round after the rounds of `history`."""
    players = sum(1 for t in drawn.tables for p in t if p >= 0)
    if not drawn.rematches:
        on_rematches = remark("no_rematches")
    elif drawn.proof:
        on_rematches = remark("rematches_forced", proof=drawn.proof)
    else:
        on_rematches = remark("rematches_above_bound", gap=drawn.rematches, bound=0)
    winds = winds_played([*history, drawn.tables])
    # There were no trials for tables of three.
    safe = longest_swiss(players) if winds == 4 else 0
    on_length = (
        [remark("swiss_may_repeat", safe_rounds=safe)] if winds == 4 and len(history) + 1 >= safe else []
    )
    counts = wind_counts([*history, drawn.tables])
    return RoundQuality(
        rematches=drawn.rematches,
        proof=drawn.proof,
        distance=drawn.distance,
        distance_bound=drawn.distance_bound,
        widest_table=drawn.widest_table,
        players_off_winds=drawn.players_off_winds,
        widest_wind_spread=max((wind_spread(row, winds) for row in counts.values()), default=0),
        broken_constraints=drawn.broken_constraints,
        byes=drawn.byes,
        remarks=(on_rematches, *on_length),
    )


def as_matrix(schedule: Schedule) -> Mapping[str, object]:
    """Return who met whom, for a chart: {"players": [ids], "meetings": [[times]]}."""
    met = meetings(schedule)
    players = sorted({p for pair in met for p in pair})
    return {
        "players": players,
        "meetings": [[met[min(a, b), max(a, b)] if a != b else 0 for b in players] for a in players],
    }
