"""What a player who changed teams during a stage made for each: a game counts for the team of its round.

Of the stage's other players a team has all, so that only the games of those few are read one by one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.standing.carry_over import Start
from scoring.standing.counting import Counting, Game, count
from tournaments.models.published import PLACES
from tournaments.standings.teams.counted import PlayerGame
from tournaments.standings.teams.rosters import Rosters

# What a player scored for each team, by team id (None: for no team), as a tally adds it.
Shares = Mapping[int | None, Mapping[str, Any]]
ALL_COUNT = Counting()


class Deduction(NamedTuple):
    """What a referee deducted from an entry, and the round to which it belongs; 0: none had begun."""

    entry: int
    round: int
    amount: int


class ChangedTeams:
    """What those who changed teams in a stage made for each of their teams."""

    def __init__(
        self,
        rosters: Rosters,
        games: Iterable[PlayerGame],
        deductions: Iterable[Deduction],
        counting: Counting = ALL_COUNT,
        with_fixed_score: Collection[int] = (),
    ) -> None:
        """`games` are the stage's in the order of play, of these players at least; `counting` says which of them
        count, and `with_fixed_score` whose games all do, at a fixed score that is in `games` already.
        """
        self.rosters, self.with_fixed_score = rosters, with_fixed_score
        self.counting = counting
        self.games: defaultdict[int, list[PlayerGame]] = defaultdict(list)
        self.deductions: defaultdict[int, list[Deduction]] = defaultdict(list)
        for game in games:
            if game.entry in rosters.changes:
                self.games[game.entry].append(game)
        for deduction in deductions:
            self.deductions[deduction.entry].append(deduction)

    def shares_of(self, entry: int, *, carried: Start, penalty: int) -> Shares | None:
        """Their shares, which together are what they made in the stage; None if they changed no team in it.

        What they begin the stage with (`carried`) is of the team for which they begin it; what is in `penalty` and
        nobody imposed, for games that are missing, is of the one for which they end it.
        """
        if entry not in self.rosters.changes:
            return None
        found: defaultdict[int | None, dict[str, Any]] = defaultdict(lambda: {"total": 0, "penalty": 0})
        games = self.games[entry]
        for game, worth in zip(games, self._worth(entry, games), strict=True):
            _add(found[self.rosters.team_at(entry, game.round)], game, worth)
        imposed = self.deductions[entry]
        missing = penalty - sum(one.amount for one in imposed)
        for team, amount in (
            *((self.rosters.team_at(entry, one.round), one.amount) for one in imposed),
            (self.rosters.team_of.get(entry), missing),
        ):
            found[team]["penalty"] += amount
            found[team]["total"] -= amount
        first = found[self.rosters.team_at(entry, 0)]
        first["carried"], first["carried_points"] = carried
        first["total"] += carried.total
        first["points"] = first.get("points", 0) + carried.points
        return found

    def _worth(self, entry: int, games: Sequence[PlayerGame]) -> list[int]:
        """What each game is in the player's total: nothing where it does not count."""
        totals = [game.total for game in games]
        if entry in self.with_fixed_score:
            return totals
        counted = set(count(self.counting, [Game(total, 1) for total in totals]).counted)
        return [total if index in counted else 0 for index, total in enumerate(totals)]


def _add(sums: dict[str, Any], game: PlayerGame, worth: int) -> None:
    own = {
        "games": 1,
        "points": game.points,
        "chombo": game.chombo,
        PLACES[game.place - 1]: 1,
        "lasts": int(game.is_last),
        "total": worth,
    }
    for name, value in own.items():
        sums[name] = sums.get(name, 0) + value
    sums["best"] = max(sums.get("best", game.total), game.total)
    sums["worst"] = min(sums.get("worst", game.total), game.total)
