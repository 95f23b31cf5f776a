"""The lines in a stage's standings down to which players go on, how far everyone is from them, and who went on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.standing.cut import distances
from tournaments.models import Qualifier, QualifyingRule, Stage


class Across(NamedTuple):
    """The rank and the total of the last above a line, and of the first below it."""

    above: tuple[int, int]
    below: tuple[int, int]

    @property
    def gap(self) -> int:
        return self.above[1] - self.below[1]


@dataclass(frozen=True)
class Line:
    """Behind place `last` of those who can go on; `leads_to` is the stage for which those from place `first` to it
    qualify, `stage` its id. `is_tied`: those on both sides of an end are level; `is_confirmed`: who goes on is
    decided. `across` is who is on its two sides, where totals rank them.
    """

    last: int
    leads_to: str
    of_teams: bool = False
    stage: int = 0
    is_confirmed: bool = False
    is_tied: bool = False
    first: int = 1
    across: Across | None = None


@dataclass(frozen=True)
class Field:
    """Who plays in the later `stage`, as it was confirmed: ids of entries, or of teams."""

    stage: int
    name: str
    of_teams: bool
    keys: frozenset[int]


@dataclass(frozen=True)
class AtTables:
    """From every table of the last round, places `first` to `last` go on to the stage called `leads_to`; `stage` is
    its id.
    """

    first: int
    last: int
    leads_to: str
    stage: int


class Follows(NamedTuple):
    """The lines in a stage's standings, the highest first: places that rules of later stages name; who plays in those
    that are confirmed; the places at its tables that such rules name; and by their ids the names of stages to which
    some go on of those who are not through yet.
    """

    lines: list[Line]
    fields: list[Field]
    at_tables: list[AtTables]
    of_the_rest: dict[int, str]


def what_follows(stage: Stage) -> Follows:
    """What leads from a stage to later ones. One query, two once something is confirmed."""
    rows = list(
        QualifyingRule.objects.filter(source=stage)
        .order_by("last", "qualification__stage__ordinal")
        .values_list(
            "among",
            "first",
            "last",
            "qualification__stage__name",
            "qualification__of_teams",
            "qualification",
            "qualification__confirmed_at",
        )
    )
    lines = [
        Line(last, name, of_teams, pk, confirmed_at is not None, first=first)
        for among, first, last, name, of_teams, pk, confirmed_at in rows
        if among == QualifyingRule.Among.RANKING
    ]
    at_tables = [
        AtTables(first, last, name, pk)
        for among, first, last, name, _of_teams, pk, _at in rows
        if among == QualifyingRule.Among.TABLES
    ]
    of_the_rest = {
        pk: name
        for among, _first, _last, name, _of_teams, pk, _at in rows
        if among == QualifyingRule.Among.REMAINING
    }
    confirmed = {pk: (name, of_teams) for *_rule, name, of_teams, pk, at in rows if at is not None}
    if not confirmed:
        return Follows(lines, [], at_tables, of_the_rest)
    found: dict[int, set[int]] = {pk: set() for pk in confirmed}
    qualifiers = Qualifier.objects.filter(qualification__in=confirmed)
    for pk, entry, team in qualifiers.order_by().values_list("qualification", "entry", "team"):
        found[pk].add(entry or team)
    fields = [Field(pk, *confirmed[pk], frozenset(keys)) for pk, keys in found.items()]
    return Follows(lines, fields, at_tables, of_the_rest)


def as_it_went(
    lines: Sequence[Line], fields: Iterable[Field], ranking: Sequence[int]
) -> tuple[list[Line], dict[int, list[str]]]:
    """The lines that say who went on, and by key the later stages of those whom no line shows. `ranking` is of those
    who can go on, best first.

    A result that is corrected later moves places, not the field of a stage that is confirmed: a line above which
    a player did not go on is none.

    >>> lines = [Line(2, "Final", stage=7)]
    >>> as_it_went(lines, [Field(7, "Final", False, frozenset({1, 2}))], [2, 1, 3]) == (lines, {})
    True
    >>> as_it_went(lines, [Field(7, "Final", False, frozenset({1, 2}))], [2, 3, 1])
    ([], {1: ['Final'], 2: ['Final']})
    >>> lines = [Line(3, "Small final", stage=8, first=2)]
    >>> as_it_went(lines, [Field(8, "Small final", False, frozenset({2, 3}))], [1, 3, 2]) == (lines, {})
    True
    """
    kept, marked = list(lines), dict[int, list[str]]()
    for field in fields:
        above = {
            key for line in lines if line.stage == field.stage for key in ranking[line.first - 1 : line.last]
        }
        if above == field.keys:
            continue
        if not above <= field.keys:
            kept = [line for line in kept if line.stage != field.stage]
        for key in sorted(field.keys):
            marked.setdefault(key, []).append(field.name)
    return kept, marked


def line_that_matters(lines: Sequence[Line], place: int, size: int) -> Line | None:
    """The line from which the distance at a place is measured, counted from 0, of `size` places: above the highest
    line that one, further down the next better. None without one.

    >>> lines = [Line(1, "Final"), Line(3, "Small final")]
    >>> [line.last if (line := line_that_matters(lines, place, 5)) else 0 for place in range(5)]
    [1, 1, 1, 3, 3]
    >>> line_that_matters([Line(5, "Final")], 0, 5)
    """
    found = None
    for line in lines:
        if 0 < line.last < size and (line is lines[0] or place >= line.last):
            found = line
    return found


def distances_to(lines: Sequence[Line], totals: Sequence[int]) -> list[int]:
    """How far everybody is from the line that matters to them, in units, the best first.

    Above the highest line it is the lead over the first below it; further down it is what is missing to the last
    above the next better line.

    >>> distances_to([Line(1, "Final"), Line(3, "Small final")], [50, 30, 20, 20, -10])
    [20, -20, -30, 0, -30]
    """
    found = [0] * len(totals)
    for line in lines:
        if 0 < line.last < len(totals):
            from_here = distances(totals, line.last)
            start = line.last if line is not lines[0] else 0
            found[start:] = from_here[start:]
    return found


def with_ties(lines: Sequence[Line], ranks: Sequence[int | None]) -> list[Line]:
    """The lines, with what the ranks of those who can go on, best first, say of ties at them.

    >>> [line.is_tied for line in with_ties([Line(1, "Final"), Line(4, "Small final", first=2)], [1, 1, 3, 4, 5])]
    [True, True]
    """
    return [
        replace(
            line,
            is_tied=any(
                0 < place < len(ranks) and ranks[place - 1] == ranks[place]
                for place in (line.first - 1, line.last)
            ),
        )
        for line in lines
    ]


def with_lines(
    lines: Sequence[Line], rows: Iterable[tuple[bool, int | None, int | None]], *, is_by_total: bool = True
) -> Iterator[tuple[int | None, Line | None]]:
    """For each row (can it go on, its total and rank), best first: how far from its line it is, and the line behind.

    Players who cannot go on, as substitutes or after withdrawing, are passed over: None. If averages or places come
    before totals, no total says how far a player is from a line: None for all. Rows whose place does not follow from
    a total, behind all others, have none: their distance is None, and everyone's if the line is among them.

    >>> rows = with_lines([Line(1, "Final")], [(True, 50, 1), (False, 40, 2), (True, 20, 3)])
    >>> [(far, line.last if line else 0) for far, line in rows]
    [(30, 1), (None, 0), (-30, 0)]
    >>> of_three = [(True, 50, 1), (False, 40, 2), (True, 20, 3)]
    >>> [line.across for _far, line in with_lines([Line(1, "Final")], of_three) if line]
    [Across(above=(1, 50), below=(3, 20))]
    >>> [line.is_tied for _far, line in with_lines([Line(1, "Final")], [(True, 50, 1), (True, 50, 1)]) if line]
    [True]
    >>> played, waits = [(True, 50, 1), (True, -40, 2)], (True, None, 3)
    >>> [[far for far, _line in with_lines([Line(last, "Final")], [*played, waits])] for last in (1, 2)]
    [[90, -90, None], [None, None, None]]
    """
    known = list(rows)
    totals = [total for can_go_on, total, _rank in known if can_go_on]
    by_total = [total for total in totals if total is not None]
    found: list[int | None] = [None] * len(totals)
    if by_total == totals or any(0 < line.last < len(by_total) for line in lines):
        found[: len(by_total)] = distances_to(lines, by_total)
    ranks = [rank for can_go_on, _total, rank in known if can_go_on]
    behind = {line.last: line for line in reversed(with_ties(lines, ranks))}
    if is_by_total:
        behind = {last: replace(line, across=_across(last, ranks, totals)) for last, line in behind.items()}
    place = 0
    for can_go_on, _total, _rank in known:
        if not can_go_on:
            yield None, None
            continue
        place += 1
        yield found[place - 1] if is_by_total else None, behind.get(place)


def _across(last: int, ranks: Sequence[int | None], totals: Sequence[int | None]) -> Across | None:
    """Who is on the two sides of place `last`; None where one of them has no rank, or none by a total."""
    if not 0 < last < len(ranks):
        return None
    sides = []
    for rank, total in zip(ranks[last - 1 : last + 1], totals[last - 1 : last + 1], strict=True):
        if rank is None or total is None:
            return None
        sides.append((rank, total))
    return Across(*sides)
