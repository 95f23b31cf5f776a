"""Which games of an entry count, and their sum.

A stage has three independent settings: what a game is worth (its result, its place, match points), which games count
(all, the best, the best in a row, all but the worst), and whether they are added or averaged.

>>> games = [Game(30_000, 1), Game(-20_000, 4), Game(5_000, 2), Game(10_000, 2)]
>>> count(Counting(selection="best", number=2), games)
Count(value=Fraction(40000, 1), counted=(0, 3), games=4, missing=0, penalty=0, is_ranked=True)
>>> count(Counting(selection="best_run", number=2), games).counted
(2, 3)
>>> count(Counting(worth="match_points", match_points=(4, 2, 1, 0)), games).value
Fraction(8, 1)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias, get_args

from scoring.errors import ScoringError

Worth: TypeAlias = Literal["total", "place", "match_points"]
Selection: TypeAlias = Literal["all", "best", "best_run", "all_but_worst"]
WORTHS: tuple[Worth, ...] = get_args(Worth)
SELECTIONS: tuple[Selection, ...] = get_args(Selection)


class Game(NamedTuple):
    """A game of an entry. `total` in units; `place` from 1, shared by `tied` players (1: not shared)."""

    total: int
    place: int
    tied: int = 1


@dataclass(frozen=True, slots=True)
class Counting:
    """A stage's rule. `number` of games: how many of the best, the length of a run, or how many of the worst are
    dropped.

    Only the first `maximum_games` of an entry are considered (0: all). Below `minimum_games` an entry is not ranked,
    or loses `missing_game_penalty` units for each game missing if that is more than 0.
    """

    worth: Worth = "total"
    selection: Selection = "all"
    number: int = 0
    is_mean: bool = False
    match_points: tuple[int, ...] = ()
    minimum_games: int = 0
    maximum_games: int = 0
    missing_game_penalty: int = 0


class Count(NamedTuple):
    """The result. A higher `value` is better, even for places, which are negative: a mean place of 2.5 is -5/2.

    `counted` are the indexes of the games in `value`, in order; `games` those played that could count; `missing` how
    many the minimum still requires, and `penalty` their cost, already included in `value`.
    """

    value: Fraction
    counted: tuple[int, ...]
    games: int
    missing: int
    penalty: int
    is_ranked: bool


def check_counting(rule: Counting) -> Counting:
    """Return the rule if valid, else raise ScoringError with the field."""
    if rule.worth not in WORTHS:
        raise ScoringError("unknown_worth", f"A game is not worth {rule.worth!r}.", fields=["worth"])
    if rule.selection not in SELECTIONS:
        raise ScoringError(
            "unknown_selection", f"There is no selection {rule.selection!r}.", fields=["selection"]
        )
    if (rule.selection == "all") != (rule.number == 0) or rule.number < 0:
        raise ScoringError(
            "number_of_games", 'Say of how many games, unless all count ("number").', fields=["number"]
        )
    if (rule.worth == "match_points") != bool(rule.match_points):
        raise ScoringError(
            "match_points_of_places",
            "Match points must be listed by place, starting with 1st.",
            fields=["match_points"],
        )
    least = rule.minimum_games
    if least < 0 or rule.maximum_games < 0 or (rule.maximum_games and rule.maximum_games < least):
        raise ScoringError(
            "minimum_above_maximum",
            "The maximum number of games must be at least the minimum (0: no maximum).",
            fields=["maximum_games"],
        )
    if rule.missing_game_penalty < 0:
        raise ScoringError(
            "invalid_penalty",
            "The deduction for a missing game must be 0 or more.",
            fields=["missing_game_penalty"],
        )
    return rule


def count(rule: Counting, games: Sequence[Game]) -> Count:
    """Count these games, in order of play. If there are fewer than `number`, all count."""
    looked_at = games[: rule.maximum_games] if rule.maximum_games else games
    worth = [worth_of(rule, game) for game in looked_at]
    counted = _selected(rule, worth)
    value = sum((worth[index] for index in counted), Fraction(0))
    if rule.is_mean and counted:
        value /= len(counted)
    missing = max(0, rule.minimum_games - len(looked_at))
    penalty = missing * rule.missing_game_penalty
    return Count(
        value=value - penalty,
        counted=counted,
        games=len(looked_at),
        missing=missing,
        penalty=penalty,
        is_ranked=not missing or bool(rule.missing_game_penalty),
    )


def worth_of(rule: Counting, game: Game) -> Fraction:
    """Return what one game counts. Players who share a place share the match points of all places they cover,
    exactly.
    """
    if rule.worth == "total":
        return Fraction(game.total)
    if rule.worth == "place":
        return -_shared(range(1, game.place + game.tied), game)
    return _shared(rule.match_points, game)


def _shared(by_place: Sequence[int], game: Game) -> Fraction:
    taken = by_place[game.place - 1 : game.place - 1 + game.tied]
    if len(taken) < game.tied:
        raise ScoringError(
            "no_match_points_for_place",
            f"There are no match points for place {game.place}.",
            fields=["match_points"],
        )
    return Fraction(sum(taken), game.tied)


def _selected(rule: Counting, worth: Sequence[Fraction]) -> tuple[int, ...]:
    """Return the indexes of games that count. Among equal games or runs the earlier one counts."""
    if rule.selection == "all":
        return tuple(range(len(worth)))
    best_first = sorted(range(len(worth)), key=lambda index: (-worth[index], index))
    if rule.selection == "best":
        return tuple(sorted(best_first[: rule.number]))
    if rule.selection == "all_but_worst":
        return tuple(sorted(best_first[: max(0, len(worth) - rule.number)]))
    length = min(rule.number, len(worth))
    sums = [Fraction(0), *accumulate(worth)]
    starts = range(len(worth) - length + 1)
    first = max(starts, key=lambda start: (sums[start + length] - sums[start], -start))
    return tuple(range(first, first + length))


class Reach(NamedTuple):
    """Whether an entry can reach the minimum: `missing` games, with `left` to play."""

    missing: int
    left: int

    @property
    def is_possible(self) -> bool:
        return self.missing <= self.left


def reach(rule: Counting, played: int, left: int) -> Reach:
    """Return what is missing to the minimum after `played` games, with up to `left` more to play."""
    return Reach(max(0, rule.minimum_games - played), left)
