"""Team totals from players' games, and how often each player has to play.

>>> games = [Played("Ann", 30_000, night=1), Played("Ben", -5_000, night=1), Played("Cy", 10_000, night=1)]
>>> team_total(TeamCounting(best_of_a_night=2), games)
TeamTotal(total=40000, counted=(0, 2))
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scoring.errors import ScoringError


class Played(NamedTuple):
    """A game of a team's player, in units. `night` groups games played at one time: a round, a day."""

    player: Hashable
    total: int
    night: int = 0


@dataclass(frozen=True, slots=True)
class TeamCounting:
    """A stage's rule for teams. 0: no limit.

    Of each night the best `best_of_a_night` results count; of a player at most `games_of_a_player`, the first ones;
    of the rest the best `best_games`.
    """

    best_of_a_night: int = 0
    games_of_a_player: int = 0
    best_games: int = 0


class TeamTotal(NamedTuple):
    """A team's total in units, and the indexes of the games in it."""

    total: int
    counted: tuple[int, ...]


def team_total(rule: TeamCounting, games: Sequence[Played]) -> TeamTotal:
    """Return the total of a team's games, in order of play. Among equal results the earlier counts."""
    indexes = list(_of_each_player(rule.games_of_a_player, games))
    if rule.best_of_a_night:
        by_night = sorted(indexes, key=lambda index: games[index].night)
        indexes = [
            index
            for _night, night in groupby(by_night, key=lambda index: games[index].night)
            for index in _best(rule.best_of_a_night, night, games)
        ]
    if rule.best_games:
        indexes = _best(rule.best_games, indexes, games)
    return TeamTotal(sum(games[index].total for index in indexes), tuple(sorted(indexes)))


def _of_each_player(most: int, games: Sequence[Played]) -> Iterable[int]:
    played: dict[Hashable, int] = {}
    for index, game in enumerate(games):
        played[game.player] = played.get(game.player, 0) + 1
        if not most or played[game.player] <= most:
            yield index


def _best(number: int, indexes: Iterable[int], games: Sequence[Played]) -> list[int]:
    return sorted(indexes, key=lambda index: (-games[index].total, index))[:number]


@dataclass(frozen=True, slots=True)
class Appearances:
    """How often each player of a team has to play, and may (0: no limit); `penalty` in units for each
    game missing.
    """

    least: int = 0
    most: int = 0
    penalty: int = 0


class Shortfall(NamedTuple):
    """A team's missing games by player, and their total cost in units."""

    missing: dict[Hashable, int]
    penalty: int


def check_appearances(rule: Appearances) -> Appearances:
    """Return the rule if valid, else raise ScoringError with the field."""
    if min(rule.least, rule.most, rule.penalty) < 0 or (rule.most and rule.most < rule.least):
        raise ScoringError(
            "minimum_above_maximum",
            "The maximum number of games must be at least the minimum (0: no maximum).",
            fields=["most"],
        )
    return rule


def shortfall(rule: Appearances, played: Mapping[Hashable, int]) -> Shortfall:
    """Return which of a team's players (all of them, 0 for none) have played too few games.

    >>> shortfall(Appearances(least=10, penalty=1_000), {"Ann": 12, "Ben": 8})
    Shortfall(missing={'Ben': 2}, penalty=2000)
    """
    missing = {player: rule.least - games for player, games in played.items() if games < rule.least}
    return Shortfall(missing, sum(missing.values()) * rule.penalty)


class Quota(NamedTuple):
    """At least `least` players of a line-up are of this kind: "one woman", "one man", "one junior"."""

    kind: str
    least: int


def quotas_missed(quotas: Sequence[Quota], kinds: Sequence[frozenset[str]]) -> list[Quota]:
    """Return the quotas that a line-up, given as each player's kinds, does not meet, with the missing number.

    >>> quotas_missed([Quota("woman", 1), Quota("man", 1)], [frozenset({"man"}), frozenset({"man", "junior"})])
    [Quota(kind='woman', least=1)]
    """
    short = (
        quota._replace(least=quota.least - sum(quota.kind in player for player in kinds)) for quota in quotas
    )
    return [quota for quota in short if quota.least > 0]
