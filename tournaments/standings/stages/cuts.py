"""The lines in a stage's standings behind which somebody goes on, and how far everybody is from them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.standing.cut import distances
from tournaments.models import QualifyingRule, Stage


@dataclass(frozen=True)
class Line:
    """Behind place `last` of those who can go on; `leads_to` is the stage for which those above it qualify."""

    last: int
    leads_to: str
    of_teams: bool = False


def lines_of(stage: Stage) -> list[Line]:
    """The lines in a stage's standings, the highest first: places that rules of later stages name. One query."""
    rules = QualifyingRule.objects.filter(source=stage, among=QualifyingRule.Among.RANKING)
    rows = rules.order_by("last", "qualification__stage__ordinal").values_list(
        "last", "qualification__stage__name", "qualification__of_teams"
    )
    return [Line(*row) for row in rows]


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


def with_lines(
    lines: Sequence[Line], rows: Iterable[tuple[bool, int]], *, is_by_total: bool = True
) -> Iterator[tuple[int | None, Line | None]]:
    """For each row (can it go on, and its total), best first: how far it is from its line, and the line behind it.

    Whoever cannot go on, as a substitute or after a withdrawal, is passed over: None. Where averages or places come
    before totals, no total says how far anybody is from a line: None for all.

    >>> list(with_lines([Line(1, "Final")], [(True, 50), (False, 40), (True, 20)]))
    [(30, Line(last=1, leads_to='Final', of_teams=False)), (None, None), (-30, None)]
    """
    known = list(rows)
    found = distances_to(lines, [total for can_go_on, total in known if can_go_on])
    behind = {line.last: line for line in reversed(lines)}
    place = 0
    for can_go_on, _total in known:
        if not can_go_on:
            yield None, None
            continue
        place += 1
        yield found[place - 1] if is_by_total else None, behind.get(place)
