"""The report beside a draw: how good it is, and how far from the best there can be.

Everything is numbers and codes; sentences are made where the reader's language is known. `remarks` is a
list of {"code": ..., numbers}; the codes are

    no_rematches            nobody meets twice
    rematches_at_bound      as few rematches as counting allows: proof in `bound`
    rematches_above_bound   `gap` more than counting allows; no better schedule is known here
    rematches_forced        this many rounds cannot be without rematches for this number of players
    everybody_meets         every two players meet: nobody can be kept apart without a rematch
    winds_exact             after every round everybody's winds differ by at most one
    winds_exact_but_north   as exact as tables of three allow: after every round everybody's East, South and West
                            differ by at most one, North is a quarter of their games at tables of four
    winds_uneven            `players` whose winds differ by more than one at the end
    tables_at_bound, tables_above_bound   how often people come back to a table
    waiting_even, waiting_uneven   how often people wait first at a table of five
    byes_even, byes_uneven, short_tables_even, short_tables_uneven   `sizes` of the tables, [] with walk-ons
    wishes_kept, wishes_broken
    swiss_may_repeat        so many rounds of Swiss are likely to force a rematch
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from seating.constraints import HARD, Wishes
from seating.designs.stored import capacity, upper_limit
from seating.metrics import (
    Schedule,
    bounds,
    measure,
    meetings,
    wind_counts,
    wind_spread,
)
from seating.rounds.swiss import SwissRound

# Rounds of Swiss that stayed free of forced rematches in trials; for others about 0.62 of the limit.
SWISS_SAFE = {16: 3, 20: 4, 24: 5, 28: 5, 32: 6}

# The fewest visits to a table beyond the first, (players, rounds), of schedules without a rematch. 16 players:
# all numberings of the one schedule there is (the affine plane of order four) in which nobody sits at one table
# all day. 24: whoever sits at six different tables in six rounds is a permutation of six, two of whom agree at most
# once, and there are no more than 18 such permutations (Kløve, Classification of permutation codes of length 6 and
# minimum distance 5, 2000); the tests prove it anew.
TABLES_WITHOUT_REMATCH = {(16, 2): 4, (16, 3): 12, (16, 4): 20, (16, 5): 29, (24, 6): 6}


def longest_swiss(players: int) -> int:
    """How many Swiss rounds can be expected to need no rematch.

    >>> [longest_swiss(n) for n in (24, 40, 64)]
    [5, 8, 13]
    """
    n = players - players % 4
    return SWISS_SAFE.get(n, max(1, upper_limit(n) * 62 // 100)) if n >= 4 else 0


def schedule_report(
    schedule: Schedule, byes: Sequence[Sequence[int]] = (), wishes: Wishes | None = None, method: str = ""
) -> dict[str, object]:
    """JSON-ready report of a whole schedule."""
    players = sorted(
        {p for tables in schedule for t in tables for p in t if p >= 0} | {p for b in byes for p in b}
    )
    metrics = measure(schedule, players)
    fours = all(len(t) == 4 for tables in schedule for t in tables)
    # The bounds count on everybody playing every round: not so after a cut, or when somebody came late.
    plain = fours and all(sorted(p for t in tables for p in t) == players for tables in schedule)
    limit = bounds(len(players), len(schedule)) if plain else None
    if (
        limit
        and not metrics.repeat_weight
        and metrics.most_table_visits < len(schedule) + (len(schedule) < 3)
    ):
        least = TABLES_WITHOUT_REMATCH.get((len(players), len(schedule)), limit.table_excess)
        limit = replace(limit, table_excess=least)
    remarks: list[dict[str, object]] = []
    report: dict[str, object] = {
        "players": len(players),
        "rounds": len(schedule),
        "method": method,
        **metrics.as_dict(),
        "bounds": limit.as_dict() if limit else None,
        "longest_without_rematch": capacity(len(players)) if plain else None,
        "limit_without_rematch": upper_limit(len(players)) if plain else None,
    }
    if not metrics.repeat_weight:
        remarks.append({"code": "no_rematches"})
    elif limit and metrics.repeat_weight <= limit.repeat_weight:
        remarks.append({"code": "rematches_at_bound", "bound": limit.repeat_weight})
    elif limit:
        gap = metrics.repeat_weight - limit.repeat_weight
        remarks.append({"code": "rematches_above_bound", "gap": gap, "bound": limit.repeat_weight})
    if plain and len(schedule) > upper_limit(len(players)):
        remarks.append({"code": "rematches_forced", "limit": upper_limit(len(players))})
    if not metrics.never_met:
        remarks.append({"code": "everybody_meets"})
    if metrics.rounds_off_winds and not fours and _is_exact_but_north(schedule):
        remarks.append({"code": "winds_exact_but_north"})
    elif metrics.players_off_winds:
        remarks.append({"code": "winds_uneven", "players": metrics.players_off_winds})
    else:
        remarks.append({"code": "winds_even_at_end" if metrics.rounds_off_winds else "winds_exact"})
    if limit:
        gap = metrics.table_excess - limit.table_excess
        remarks.append({"code": "tables_above_bound" if gap else "tables_at_bound", "gap": gap})
    _shares(schedule, byes, players, remarks)
    if wishes is not None and not wishes.is_empty():
        broken = broken_wishes(schedule, wishes)
        report["broken_wishes"] = broken
        remarks.append({"code": "wishes_broken" if broken else "wishes_kept", "pairs": len(broken)})
    report["remarks"] = remarks
    return report


def _is_exact_but_north(schedule: Schedule) -> bool:
    """Do tables of three and four alike give everybody their winds as evenly as can be, after every round?"""
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


def _shares(
    schedule: Schedule,
    byes: Sequence[Sequence[int]],
    players: Sequence[int],
    remarks: list[dict[str, object]],
) -> None:
    odd = Counter(p for tables in schedule for t in tables if len(t) != 4 or min(t) < 0 for p in t if p >= 0)
    waits = Counter(t[4] for tables in schedule for t in tables if len(t) > 4)
    shares = (("byes", Counter(p for row in byes for p in row)), ("short_tables", odd), ("waiting", waits))
    for name, counts in shares:
        if counts:
            most, least = max(counts.values()), min(counts[p] for p in players)
            code = f"{name}_even" if most - least < 2 else f"{name}_uneven"
            remark: dict[str, object] = {"code": code, "most": most, "fewest": least}
            if name == "short_tables":
                remark["sizes"] = sorted({len(t) for tables in schedule for t in tables if len(t) != 4})
            remarks.append(remark)


def broken_wishes(schedule: Schedule, wishes: Wishes) -> list[dict[str, object]]:
    """Meetings against a wish: {"pair": [a, b], "times": n, "hard": bool}."""
    met = meetings(schedule)
    return [
        {"pair": list(who), "times": met[who], "hard": price >= HARD}
        for who, price in sorted(wishes.pairs().items())
        if met[who]
    ]


def swiss_report(drawn: SwissRound, history: Schedule) -> dict[str, object]:
    """JSON-ready report of a Swiss or free-play round. `rematches_proof` as in `SwissRound.proof`."""
    players = sum(1 for t in drawn.tables for p in t if p >= 0)
    remarks: list[dict[str, object]] = []
    if not drawn.rematches:
        remarks.append({"code": "no_rematches"})
    elif drawn.proof:
        remarks.append({"code": "rematches_forced", "proof": drawn.proof})
    else:
        remarks.append({"code": "rematches_above_bound", "gap": drawn.rematches, "bound": 0})
    if len(history) + 1 >= longest_swiss(players):
        remarks.append({"code": "swiss_may_repeat", "safe_rounds": longest_swiss(players)})
    counts = wind_counts([*history, drawn.tables])
    return {
        "rematches": drawn.rematches,
        "rematches_proof": drawn.proof,
        "distance": drawn.distance,
        "distance_bound": drawn.distance_bound,
        "widest_table": drawn.widest_table,
        "players_off_winds": drawn.players_off_winds,
        "widest_wind_spread": max((wind_spread(row) for row in counts.values()), default=0),
        "broken_wishes": [list(p) for p in drawn.broken_wishes],
        "byes": list(drawn.byes),
        "remarks": remarks,
    }


def as_matrix(schedule: Schedule) -> Mapping[str, object]:
    """Who met whom, for a picture: {"players": [ids], "meetings": [[times]]}."""
    met = meetings(schedule)
    players = sorted({p for pair in met for p in pair})
    return {
        "players": players,
        "meetings": [[met[min(a, b), max(a, b)] if a != b else 0 for b in players] for a in players],
    }
