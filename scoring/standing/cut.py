"""Qualification for a stage, and distances to the line.

A stage's field is a list of rules, applied in order; nobody qualifies twice. Two of every table and the best of the
rest:

>>> tables = [Group("Table 1", ("a", "b", "c", "d")), Group("Table 2", ("e", "f", "g", "h"))]
>>> field = qualify([Take(1, 2), Take(1, 1, among="remaining")], groups=tables, ranking=("a", "e", "c", "b"))
>>> [(q.key, q.rule) for q in field]
[('a', 0), ('e', 0), ('b', 0), ('f', 0), ('c', 1)]
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

from scoring.errors import ScoringError
from scoring.standing.ranking import Ranked

Among: TypeAlias = Literal["groups", "ranking", "remaining"]
AMONG: tuple[Among, ...] = get_args(Among)


class Group(NamedTuple):
    """A table, pool or block, and its ranking, best first."""

    name: str
    keys: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """Take the places `first` to `last`: of every group, of the whole ranking, or of those who have not qualified
    yet.

    With `named`, exactly these qualify (wild cards, a defending champion), whatever their place; `first` and `last`
    are then ignored.
    """

    first: int = 1
    last: int = 1
    among: Among = "groups"
    named: tuple[Hashable, ...] = ()


class Qualified(NamedTuple):
    """A qualifier, the index of the rule, and the place in the group or ranking; 0 if named."""

    key: Hashable
    rule: int
    place: int
    group: str = ""


def check_takes(rules: Sequence[Take]) -> Sequence[Take]:
    """Return the rules if valid, else raise ScoringError with the field."""
    if not rules:
        raise ScoringError("nobody_goes_on", "Specify who qualifies.", fields=["rules"])
    for rule in rules:
        if rule.among not in AMONG:
            raise ScoringError("unknown_among", f"Nobody is among {rule.among!r}.", fields=["among"])
        if not 1 <= rule.first <= rule.last:
            raise ScoringError(
                "invalid_places",
                "Places must run from better to worse, starting at 1.",
                fields=["first", "last"],
            )
    return rules


def qualify(
    rules: Sequence[Take], *, ranking: Sequence[Hashable] = (), groups: Sequence[Group] = ()
) -> list[Qualified]:
    """Return all qualifiers in the order of the rules, with all first places of groups first. The order is that of
    their seeds.

    `ranking` is of all entries, best first; among equal places in groups the better ranked comes first, and entries
    not in the ranking come last.
    """
    position = {key: number for number, key in enumerate(ranking)}
    found: dict[Hashable, Qualified] = {}
    for number, rule in enumerate(check_takes(rules)):
        for one in _taken(rule, ranking, groups, found, position):
            found.setdefault(one.key, one._replace(rule=number))
    return list(found.values())


def _taken(
    rule: Take,
    ranking: Sequence[Hashable],
    groups: Sequence[Group],
    found: Mapping[Hashable, Qualified],
    position: Mapping[Hashable, int],
) -> Iterable[Qualified]:
    if rule.named:
        return [Qualified(key, 0, 0) for key in rule.named]
    if rule.among == "groups":
        return sorted(
            (
                Qualified(key, 0, place, group.name)
                for group in groups
                for place, key in _places(group.keys, rule)
            ),
            key=lambda one: (one.place, position.get(one.key, len(position))),
        )
    listed = [key for key in ranking if key not in found] if rule.among == "remaining" else ranking
    return [Qualified(key, 0, place) for place, key in _places(listed, rule)]


def _places(keys: Sequence[Hashable], rule: Take) -> Iterable[tuple[int, Hashable]]:
    return enumerate(keys[rule.first - 1 : rule.last], rule.first)


class AtTheCut(NamedTuple):
    """A line after the first `last` of a ranking. `tied` are those on both sides whom only a lot separates."""

    last: int
    tied: tuple[Hashable, ...]


def at_the_cut(ranked: Sequence[Ranked], last: int) -> AtTheCut:
    """Return who is tied right at the line: a play-off or the stored lot decides.

    >>> a, b, c = Ranked("a", 1, 1, ""), Ranked("b", 2, 2, "total"), Ranked("c", 3, 2, "lot")
    >>> at_the_cut([a, b, c], 2), at_the_cut([a, b, c], 1).tied
    (AtTheCut(last=2, tied=('b', 'c')), ())
    """
    places = [one for one in ranked if one.shared_rank is not None]
    if not 0 < last < len(places) or places[last - 1].shared_rank != places[last].shared_rank:
        return AtTheCut(last, ())
    shared = places[last].shared_rank
    return AtTheCut(last, tuple(one.key for one in places if one.shared_rank == shared))


def distances(totals: Sequence[int], last: int) -> list[int]:
    """Return each total's distance, highest first, to the line after the first `last`, in units.

    Above the line: the lead over the first below, 0 or more. Below: what is missing to the last above, 0 or less. If
    one side is empty all distances are 0.

    >>> distances([50, 30, 20, 20, -10], 2)
    [30, 10, -10, -10, -40]
    """
    if not 0 < last < len(totals):
        return [0] * len(totals)
    above, below = totals[last - 1], totals[last]
    return [total - (below if index < last else above) for index, total in enumerate(totals)]
