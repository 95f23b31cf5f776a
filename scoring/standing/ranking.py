"""From many results to a ranking, by a list of named tie-breaks that ends in a drawn lot.

The list is data: ``("total", "wins", "best_game", "lot")``. Each name compares one value of players who are equal in
all earlier ones. Because lots differ, the order is always total and repeatable.

>>> lines = [Line("Aki", lot=2, total=30_000, games=4), Line("Ben", lot=1, total=30_000, games=4)]
>>> [(r.key, r.rank, r.shared_rank, r.decided_by) for r in rank(lines, ("total", "lot"))]
[('Ben', 1, 1, ''), ('Aki', 2, 1, 'lot')]
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import lcm
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from scoring.errors import ScoringError
from scoring.translation import pgettext_noop as pgettext


class Line(NamedTuple):
    """An entry's data: integers only, totals in units of the rulebook.

    ``places`` counts 1st, 2nd, 3rd … places, ``lasts`` those that were a table's last (`is_last`), ``place_sum``
    adds up all places. ``carried_over`` and ``carried_points`` are from an earlier stage, already included in
    ``total`` and ``points``. ``lot`` is drawn once and stored; the lower lot comes first. ``match_points`` are a
    team's, in their own units, and ``seed`` is the order in which they entered the stage, from 1. Unranked entries
    (``is_ranked``), such as substitutes, come after all ranked ones, without a rank.
    """

    key: Hashable
    lot: int
    total: int = 0
    games: int = 0
    places: tuple[int, ...] = (0, 0, 0, 0)
    lasts: int = 0
    best_game: int = 0
    worst_game: int = 0
    last_game: int = 0
    points: int = 0
    chombo: int = 0
    penalties: int = 0
    carried_over: int = 0
    carried_points: int = 0
    place_sum: int = 0
    match_points: int = 0
    seed: int = 0
    is_ranked: bool = True


class Ranked(NamedTuple):
    """A place in the ranking. ``rank`` is 1…N without gaps; ``shared_rank`` is equal for players separated only by
    lot, and None for unranked ones. ``decided_by`` names the tie-break that put this entry below the one before it;
    it is empty for the first, and for the first unranked one.
    """

    key: Hashable
    rank: int
    shared_rank: int | None
    decided_by: str


Table: TypeAlias = Mapping[Any, int]
"""One game: each player's total."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion and its name. Higher values come first."""

    name: str
    title: str
    value: Callable[[Line], int] | None


def is_last(place: int, players: int) -> bool:
    """Whether this place is the last at a table of this size. At a table of five the 4th and the 5th are: the 5th
    would have been 4th at a table of four.

    >>> [[place for place in range(1, size + 1) if is_last(place, size)] for size in (3, 4, 5)]
    [[3], [4], [4, 5]]
    """
    return place >= min(players, 4)


def _times(place: int, line: Line) -> int:
    """Return how often this place was taken."""
    return line.places[place - 1] if len(line.places) >= place else 0


_ALL = (
    TieBreak("total", pgettext("tie-break", "Total"), lambda line: line.total),
    TieBreak("average", pgettext("tie-break", "Average of a game"), None),
    TieBreak("mean_place", pgettext("tie-break", "Average place"), None),
    TieBreak("wins", pgettext("tie-break", "Most 1st places"), partial(_times, 1)),
    TieBreak("seconds", pgettext("tie-break", "Most 2nd places"), partial(_times, 2)),
    TieBreak("thirds", pgettext("tie-break", "Most 3rd places"), partial(_times, 3)),
    TieBreak("fewest_lasts", pgettext("tie-break", "Fewest last places"), lambda line: -line.lasts),
    TieBreak("best_game", pgettext("tie-break", "Best game"), lambda line: line.best_game),
    TieBreak("worst_game", pgettext("tie-break", "Highest lowest game"), lambda line: line.worst_game),
    TieBreak("last_game", pgettext("tie-break", "Last game"), lambda line: line.last_game),
    TieBreak(
        "before_last_game",
        pgettext("tie-break", "Total before the last game"),
        lambda line: line.total - line.last_game,
    ),
    TieBreak("points", pgettext("tie-break", "Points at the table"), lambda line: line.points),
    TieBreak("head_to_head", pgettext("tie-break", "Totals when they met"), None),
    TieBreak("most_games", pgettext("tie-break", "Most games"), lambda line: line.games),
    TieBreak("fewest_chombo", pgettext("tie-break", "Fewest chombo"), lambda line: -line.chombo),
    TieBreak("fewest_penalties", pgettext("tie-break", "Fewest penalties"), lambda line: -line.penalties),
    TieBreak("carried_over", pgettext("tie-break", "Carried over"), lambda line: line.carried_over),
    TieBreak(
        "stage_total",
        pgettext("tie-break", "Total of this stage alone"),
        lambda line: line.total - line.carried_over,
    ),
    TieBreak(
        "stage_points",
        pgettext("tie-break", "Points of this stage alone"),
        lambda line: line.points - line.carried_points,
    ),
    TieBreak("seed", pgettext("tie-break", "Seed"), lambda line: -line.seed),
    TieBreak("lot", pgettext("tie-break", "Lot"), lambda line: -line.lot),
)
TIE_BREAKS: dict[str, TieBreak] = {tie_break.name: tie_break for tie_break in _ALL}


def has_played(games: int, made: int) -> bool:
    """Whether there is a result to rank by: a game or, without one, a bonus that outweighs deductions.

    A deduction alone is not a result. It would put players without a game above those who played and lost more.

    >>> [has_played(games, made) for games, made in ((1, -50_000), (0, 5_000), (0, 0), (0, -5_000))]
    [True, True, False, False]
    """
    return games > 0 or made > 0


HAS_PLAYED, MATCH_POINTS = "has_played", "match_points"
LEADING: dict[str, Callable[[Line], int]] = {
    HAS_PLAYED: lambda line: has_played(line.games, line.total - line.carried_over),
    MATCH_POINTS: lambda line: line.match_points,
}
"""What may come before all tie-breaks, in this order; the stage says which, and no organizer chooses them.

`HAS_PLAYED` puts those without a result last, where everybody begins with nothing; `MATCH_POINTS` ranks teams that
play matches.
"""


class Rate(NamedTuple):
    """A criterion divided by the number of games; `without_games` is its value without a game."""

    of: Callable[[Line], int]
    without_games: int
    is_less_better: bool = False


# No table has that many places, so players without a game come after all who have played.
_BEHIND_EVERY_PLACE = 100
RATES = {
    "average": Rate(lambda line: line.total, 0),
    "mean_place": Rate(lambda line: line.place_sum, _BEHIND_EVERY_PLACE, is_less_better=True),
}


def rate_of(name: str, line: Line) -> Fraction | None:
    """Return a rate of `RATES`, exactly, as shown; None before the first game."""
    return Fraction(RATES[name].of(line), line.games) if line.games else None


def check_tie_breaks(names: Sequence[str]) -> tuple[str, ...]:
    """Return the tie-breaks if valid: known names, without repeats, the lot last. Else ScoringError."""
    names = tuple(names)
    for name in names:
        if name not in TIE_BREAKS:
            raise ScoringError("unknown_tie_break", f"There is no tie-break {name!r}.", fields=["tie_breaks"])
    if len(set(names)) != len(names):
        raise ScoringError("repeated_tie_break", "Each tie-break can be used once.", fields=["tie_breaks"])
    if not names or names[-1] != "lot":
        raise ScoringError(
            "lot_must_be_last", "The last tie-break is always the drawn lot.", fields=["tie_breaks"]
        )
    return names


def rank(lines: Iterable[Line], tie_breaks: Sequence[str], *, tables: Iterable[Table] = ()) -> list[Ranked]:
    """Return all entries from first to last, unranked ones at the end.

    Criteria of ``LEADING`` may precede all tie-breaks. ``tables``: the games, needed only for ``head_to_head`` and
    read once for each group of equals. It compares totals over games in which at least two of the players still tied
    sat together. Two entries with the same key or lot: ScoringError.
    """
    leading: tuple[str, ...] = ()
    for name in LEADING:
        if tuple(tie_breaks[len(leading) : len(leading) + 1]) == (name,):
            leading = (*leading, name)
    names = (*leading, *check_tie_breaks(tie_breaks[len(leading) :]))
    entries = list(lines)
    for what in ("key", "lot"):
        if len({getattr(line, what) for line in entries}) != len(entries):
            raise ScoringError(f"repeated_{what}", f"Two entries have the same {what}.", fields=[what])
    found = _ordered([line for line in entries if line.is_ranked], names, tables)
    below = _ordered([line for line in entries if not line.is_ranked], names, tables)
    return found + [one._replace(rank=len(found) + one.rank, shared_rank=None) for one in below]


def _ordered(entries: Sequence[Line], names: Sequence[str], tables: Iterable[Table]) -> list[Ranked]:
    cut = names.index("head_to_head") if "head_to_head" in names else len(names)
    before, after = names[:cut], names[cut + 1 :]
    common = lcm(*{line.games for line in entries if line.games})
    rows = list(zip(_values(entries, before, common), entries, strict=True))
    rows.sort(key=itemgetter(0), reverse=True)
    if cut < len(names):
        rows = list(_with_head_to_head(rows, after, common, tables))
    return _number(rows, names)


_Row: TypeAlias = tuple[tuple[int, ...], Line]


def _values(lines: Sequence[Line], names: Sequence[str], common: int) -> list[tuple[int, ...]]:
    """Return for each line the values of the criteria, most important first."""
    if not names:
        return [()] * len(lines)
    return list(zip(*(_column(lines, name, common) for name in names), strict=True))


def _column(lines: Sequence[Line], name: str, common: int) -> list[int]:
    if name in RATES:
        # The rate times a common multiple of all numbers of games: exact.
        of, without_games, is_less_better = RATES[name]
        sign = -1 if is_less_better else 1
        return [
            sign * (of(line) * (common // line.games) if line.games else without_games * common)
            for line in lines
        ]
    value = LEADING[name] if name in LEADING else TIE_BREAKS[name].value
    assert value is not None, "head_to_head depends on who is tied"
    return [value(line) for line in lines]


def _with_head_to_head(
    rows: list[_Row], after: Sequence[str], common: int, tables: Iterable[Table]
) -> Iterable[_Row]:
    for _equal, tied in groupby(rows, key=itemgetter(0)):
        group = list(tied)
        lines = [line for _equal, line in group]
        met = _met({line.key for line in lines}, tables)
        more = _values(lines, after, common)
        longer = [
            ((*values, met[line.key], *rest), line) for (values, line), rest in zip(group, more, strict=True)
        ]
        yield from sorted(longer, key=itemgetter(0), reverse=True)


def _met(group: set[Hashable], tables: Iterable[Table]) -> dict[Hashable, int]:
    sums = dict.fromkeys(group, 0)
    for table in tables if len(group) > 1 else ():
        here = group & table.keys()
        if len(here) > 1:
            for key in here:
                sums[key] += table[key]
    return sums


def _number(rows: list[_Row], names: Sequence[str]) -> list[Ranked]:
    ranked: list[Ranked] = []
    shared = 1
    for index, (values, line) in enumerate(rows):
        decided_by = ""
        if index:
            above, criterion = rows[index - 1][0], 0
            while above[criterion] == values[criterion]:
                criterion += 1
            decided_by = names[criterion]
            shared = shared if decided_by == "lot" else index + 1
        ranked.append(Ranked(line.key, index + 1, shared, decided_by))
    return ranked
