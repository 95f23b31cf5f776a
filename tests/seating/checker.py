"""An independent checker of schedules that shares no code with the package."""

from __future__ import annotations


def times_met(schedule):
    met = {}
    for tables in schedule:
        for table in tables:
            for i in range(len(table)):
                for j in range(i):
                    key = frozenset((table[i], table[j]))
                    met[key] = met.get(key, 0) + 1
    return met


def repeats(schedule):
    return sum(1 for m in times_met(schedule).values() if m > 1)


def repeat_weight(schedule):
    return sum(m * (m - 1) // 2 for m in times_met(schedule).values())


def assert_everyone_sits_once(schedule, players):
    for tables in schedule:
        assert sorted(p for table in tables for p in table) == sorted(players)


def rounds_with_uneven_winds(schedule):
    """Return (round, player) after which a player's most and least frequent winds differ by more than one."""
    seen, uneven = {}, []
    for number, tables in enumerate(schedule):
        for table in tables:
            for wind, player in enumerate(table):
                seen.setdefault(player, [0, 0, 0, 0])[wind] += 1
        uneven += [(number, p) for p, row in sorted(seen.items()) if max(row) - min(row) > 1]
    return uneven


def table_excess(schedule):
    where = {}
    for tables in schedule:
        for number, table in enumerate(tables):
            for player in table:
                where.setdefault(player, []).append(number)
    return sum(len(v) - len(set(v)) for v in where.values())
