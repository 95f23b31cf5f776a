"""One ranking over several tournaments: the worth of ranks or totals, and which tournaments count.

>>> spring = {"Ann": Result(1, 3, 50), "Bob": Result(2, 3, -10), "Cem": Result(3, 3, -40)}
>>> autumn = {"Bob": Result(1, 2, 30), "Cem": Result(2, 2, -30)}
>>> by_rank = SeasonRanking(worth="rank", by_rank=(5, 3, 1))
>>> [(row.key, row.rank, row.value) for row in season_ranking(by_rank, [spring, autumn])]
[('Bob', 1, 8), ('Ann', 2, 5), ('Cem', 3, 4)]
>>> best = SeasonRanking(worth="share_beaten", best=1)
>>> [(row.key, row.rank, row.value, row.counted) for row in season_ranking(best, [spring, autumn])]
[('Ann', 1, 1000, (0,)), ('Bob', 1, 1000, (1,)), ('Cem', 3, 0, (0,))]
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias, get_args

from scoring.errors import ScoringError
from scoring.standing.rounding import rounded

Worth: TypeAlias = Literal["total", "rank", "share_beaten"]
WORTHS: tuple[Worth, ...] = get_args(Worth)
# The worth of beating everybody, if the share of players beaten counts.
EVERYBODY = 1_000


class Result(NamedTuple):
    """A player's result in a tournament: the rank, shared in a tie, among `players`; the total in units."""

    rank: int
    players: int
    total: int


@dataclass(frozen=True, slots=True)
class SeasonRanking:
    """The rule. A tournament is worth its total, points for the rank (`by_rank`, best first; 0 beyond), or the share
    of players beaten: 1000 for the first, 0 for the last, evenly in between, rounded half up.

    The `best` tournaments of each player count (0: all). Players with fewer than `minimum` have no rank.
    """

    worth: Worth = "total"
    by_rank: tuple[int, ...] = ()
    best: int = 0
    minimum: int = 0


class Row(NamedTuple):
    """A player in the ranking; `rank` is None below the minimum. `worths` has an item for each tournament, None if
    the player did not play; `counted` are the indexes of those in `value`.
    """

    key: Hashable
    rank: int | None
    value: int
    worths: tuple[int | None, ...]
    counted: tuple[int, ...]


def check_season_ranking(rule: SeasonRanking) -> SeasonRanking:
    """Return the rule if valid, else raise ScoringError with the field."""
    if rule.worth not in WORTHS:
        raise ScoringError("unknown_worth", f"A tournament is not worth {rule.worth!r}.", fields=["worth"])
    if (rule.worth == "rank") != bool(rule.by_rank):
        raise ScoringError(
            "points_by_rank", "Say what ranks bring, and only where ranks count.", fields=["by_rank"]
        )
    if any(later > earlier for earlier, later in zip(rule.by_rank, rule.by_rank[1:], strict=False)):
        raise ScoringError(
            "points_by_rank", "A rank cannot earn more than a better rank.", fields=["by_rank"]
        )
    for name in ("best", "minimum"):
        if getattr(rule, name) < 0:
            raise ScoringError(
                "number_of_tournaments", f"{name} is 0 or a number of tournaments.", fields=[name]
            )
    return rule


def worth_of(rule: SeasonRanking, result: Result) -> int:
    """Return a player's worth of one tournament. Tied players share the better rank and its worth."""
    if rule.worth == "total":
        return result.total
    if rule.worth == "rank":
        return rule.by_rank[result.rank - 1] if result.rank <= len(rule.by_rank) else 0
    if result.players < 2:
        return EVERYBODY
    share = Fraction(EVERYBODY * (result.players - result.rank), result.players - 1)
    return int(rounded(share, Fraction(1), "half_up"))


def season_ranking(rule: SeasonRanking, tournaments: Sequence[Mapping[Hashable, Result]]) -> list[Row]:
    """Return all participants, best first; those without a rank come last, by value.

    Among tournaments of equal worth the earlier ones count.
    """
    keys = dict.fromkeys(key for results in tournaments for key in results)
    rows = [_row(rule, key, tournaments) for key in keys]
    rows.sort(key=lambda row: (len(_played(row)) < rule.minimum, -row.value))
    ranked: list[Row] = []
    for number, row in enumerate(rows, 1):
        if len(_played(row)) < rule.minimum:
            ranked.append(row)
        elif ranked and ranked[-1].value == row.value:
            ranked.append(row._replace(rank=ranked[-1].rank))
        else:
            ranked.append(row._replace(rank=number))
    return ranked


def _row(rule: SeasonRanking, key: Hashable, tournaments: Sequence[Mapping[Hashable, Result]]) -> Row:
    worths = tuple(worth_of(rule, results[key]) if key in results else None for results in tournaments)
    played = [(worth, number) for number, worth in enumerate(worths) if worth is not None]
    played.sort(key=lambda one: (-one[0], one[1]))
    counted = played[: rule.best] if rule.best else played
    numbers = tuple(sorted(number for _worth, number in counted))
    return Row(key, None, sum(worth for worth, _number in counted), worths, numbers)


def _played(row: Row) -> list[int]:
    return [worth for worth in row.worths if worth is not None]
