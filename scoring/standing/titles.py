"""Titles besides the ranking: most wins, fewest last places, best game.

Rates are compared as exact fractions. Players with too few games are left out.

>>> ann = Record("Ann", 10, 120_000, (4, 3, 2, 1), 71_000, lasts=1)
>>> bob = Record("Bob", 12, 90_000, (6, 1, 2, 3), 80_000, lasts=3)
>>> [(name, [(one.key, one.rank, one.value) for one in holders]) for name, holders in titles([ann, bob])][2]
('wins', [('Bob', 1, Fraction(1, 2)), ('Ann', 2, Fraction(2, 5))])
>>> dict(titles([ann, bob], minimum=11))["mean_place"]
[Holder(key='Bob', rank=1, value=Fraction(13, 6))]
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple


class Record(NamedTuple):
    """A player's results: `places` counts 1st, 2nd … places, `lasts` those that were a table's last, whatever its
    size; `total` and `best` game are in units.
    """

    key: Hashable
    games: int
    total: int
    places: tuple[int, ...]
    best: int
    lasts: int


class Holder(NamedTuple):
    """A holder of a title's first ranks; ties share the better rank. `value` is a total in units, a rate or a mean
    place.
    """

    key: Hashable
    rank: int
    value: Fraction


def _of_places(places: int) -> Callable[[Record], Fraction]:
    """Return the share of games on one of the first `places` places."""
    return lambda one: Fraction(sum(one.places[:places]), one.games)


def _not_last(one: Record) -> Fraction:
    return Fraction(one.games - one.lasts, one.games)


def _mean_place(one: Record) -> Fraction:
    return Fraction(sum(place * times for place, times in enumerate(one.places, 1)), one.games)


# By title: the value compared, and whether less is better.
_COMPARED: dict[str, tuple[Callable[[Record], Fraction], bool]] = {
    "total": (lambda one: Fraction(one.total), False),
    "best_game": (lambda one: Fraction(one.best), False),
    "wins": (_of_places(1), False),
    "first_or_second": (_of_places(2), False),
    "not_last": (_not_last, False),
    "mean_place": (_mean_place, True),
}
TITLES = tuple(_COMPARED)
# One good game is enough for these.
FOR_EVERYBODY = ("best_game",)
# Values of games, which may be compared with those of all players together.
RATES = ("wins", "first_or_second", "not_last", "mean_place")


def titles(records: Iterable[Record], *, minimum: int = 0, first: int = 5) -> list[tuple[str, list[Holder]]]:
    """Return for every title, in the order of `TITLES`, the first ranks, best first; ties in the given order.
    `minimum` games are required for all but the best game, which requires one.
    """
    played = [one for one in records if one.games]
    return [(name, _holders(name, played, minimum, first)) for name in TITLES]


def of_all(records: Iterable[Record]) -> dict[str, Fraction]:
    """Return the `RATES` of all games of all players, which a single player's may be compared with; {} before the
    first game.

    >>> ann = Record("Ann", 10, 120_000, (4, 3, 2, 1), 71_000, lasts=1)
    >>> bob = Record("Bob", 12, 90_000, (6, 1, 2, 3), 80_000, lasts=3)
    >>> of_all([ann, bob])["wins"], of_all([])
    (Fraction(5, 11), {})
    """
    played = [one for one in records if one.games]
    if not played:
        return {}
    places = tuple(map(sum, zip_longest(*(one.places for one in played), fillvalue=0)))
    games, lasts = sum(one.games for one in played), sum(one.lasts for one in played)
    everything = Record(None, games, sum(one.total for one in played), places, 0, lasts)
    return {name: _COMPARED[name][0](everything) for name in RATES}


def _holders(name: str, records: list[Record], minimum: int, first: int) -> list[Holder]:
    value, is_less_better = _COMPARED[name]
    able = [one for one in records if name in FOR_EVERYBODY or one.games >= minimum]
    valued = [(value(one), one.key) for one in able]
    valued.sort(key=lambda pair: pair[0], reverse=not is_less_better)
    holders: list[Holder] = []
    for number, (what, key) in enumerate(valued, 1):
        rank = holders[-1].rank if holders and holders[-1].value == what else number
        if rank > first:
            break
        holders.append(Holder(key, rank, what))
    return holders
