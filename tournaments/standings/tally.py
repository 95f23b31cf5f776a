"""From sums to one tally for each entry, and for each team: the same columns, added up in the same way."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Self

from scoring.standing.carry_over import Start
from tournaments.models.published import PLACES
from tournaments.standings.meetings import TableGames
from tournaments.standings.stages.carried import NOTHING_CARRIED, FromNothing
from tournaments.standings.teams.changed import ChangedTeams
from tournaments.standings.teams.counted import TeamCounts
from tournaments.standings.teams.rosters import Rosters

# Columns that are added, and those of which the largest or the smallest stands: as a tally lists them.
ADDED = ("total", "carried", "penalty", "games", *PLACES, "lasts", "points", "carried_points", "chombo")
COLUMNS = (*ADDED, "best", "worst", "last")
# Their values.
Columns = tuple[Any, ...]
columns_of: Callable[[object], Columns] = attrgetter(*COLUMNS)


@dataclass
class Tally:
    """What an entry or a team has made in a stage, in smallest units. `key` is the id of the entry or of the team.

    `carried` is what it began with, which is in `total`, too, and `carried_points` are in `points`. `best` and
    `worst` are of single games; None before the first. `last` is of an entry's latest game where the order asks for
    it; else None. Who is not ranked stands below those who are.
    `seed` says in which order they came into the stage.
    `own_penalty` is what a team was deducted and none of its players; it is in `penalty` and `total`, too.
    """

    key: int
    lot: int
    total: int = 0
    carried: int = 0
    penalty: int = 0
    games: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    fourths: int = 0
    fifths: int = 0
    lasts: int = 0
    points: int = 0
    carried_points: int = 0
    chombo: int = 0
    best: int | None = None
    worst: int | None = None
    last: int | None = None
    own_penalty: int = 0
    # A team's alone: what games brought that do not count for it, and match points where the stage gives some.
    left_out: int = 0
    match_points: int | None = None
    seed: int = 0
    is_ranked: bool = True

    def deduct(self, amount: int) -> None:
        """Take from a team what none of its players made."""
        self.own_penalty += amount
        self.add({"penalty": amount, "total": -amount})

    def penalize(self, amount: int) -> None:
        """Take from the total what nobody imposed one by one."""
        self.add({"penalty": amount, "total": -amount})

    def leave_out(self, made: int) -> None:
        """Take from a team what games brought that do not count for it."""
        self.left_out += made
        self.total -= made

    def count(self, counts: TeamCounts) -> None:
        """Let a team, which has what its players made and nothing else yet, have what counts for it."""
        if counts.totals is not None:
            made = self.total + self.penalty - self.carried
            self.leave_out(made - counts.totals.get(self.key, 0))
        if counts.match_points is not None:
            self.match_points = counts.match_points.get(self.key, 0)

    def begin_with(self, start: Start) -> None:
        """Set what it began with."""
        self.total += start.total - self.carried
        self.points += start.points - self.carried_points
        self.carried, self.carried_points = start

    @property
    def places(self) -> tuple[int, int, int, int, int]:
        return self.firsts, self.seconds, self.thirds, self.fourths, self.fifths

    def add(self, sums: Mapping[str, Any]) -> None:
        """Add what a source gives, or another tally's columns. What is not in `sums` stays as it is."""
        mine = vars(self)
        for name in ADDED:
            if name in sums:
                mine[name] += sums[name]
        for name, better in (("best", max), ("worst", min)):
            given = sums.get(name)
            if given is not None:
                mine[name] = given if mine[name] is None else better(mine[name], given)
        mine["last"] = sums.get("last", mine["last"])


@dataclass(frozen=True)
class OfTeams:
    """What is a team's alone in a stage, by its id, and not the sum of what its players made.

    `deducted` is what teams themselves lose and `starts` what they begin with; a team of whom nobody is listed is
    listed for either. `counts` is what counts for teams, where that is not the sum of their players. `changed` has
    the shares of those who changed teams in the stage; where nobody did, it is None.
    """

    deducted: Mapping[int, int] = field(default_factory=dict)
    starts: Mapping[int, Start] = field(default_factory=dict)
    counts: TeamCounts | None = None
    changed: ChangedTeams | None = None


NOTHING_OF_TEAMS = OfTeams()


@dataclass(frozen=True)
class Tallies:
    """Everybody's in a stage: entries by number, teams in the order of their first entry."""

    entries: list[Tally]
    teams: list[Tally]
    # The games in which they met, and for which team everybody plays when.
    games: TableGames = ()
    rosters: Rosters = field(default_factory=Rosters)
    from_nothing: FromNothing = NOTHING_CARRIED

    @classmethod
    def of(
        cls,
        entries: list[Tally],
        rosters: Rosters,
        of_teams: OfTeams = NOTHING_OF_TEAMS,
        games: TableGames = (),
        from_nothing: FromNothing = NOTHING_CARRIED,
    ) -> Self:
        """Add these entries' tallies up by team. A team's lot is the lowest of theirs.

        `from_nothing` says whether anything was carried into the stage.
        """
        teams: dict[int, Tally] = {}
        for row in entries if rosters.has_teams else ():
            for key, made in _by_team(row, rosters, of_teams.changed):
                # No two teams have one player's lot: of those who left a team, none is its.
                lot = row.lot if key == rosters.team_of.get(row.key) else None
                team = teams.setdefault(key, Tally(key, -key if lot is None else lot, seed=row.seed))
                if lot is not None:
                    team.lot = lot if team.lot < 0 else min(team.lot, lot)
                team.seed = min(team.seed, row.seed)
                team.add({**made, "last": None})
        # Of a team of whom nobody is listed any more no lot is known; its number stands for it.
        for key in (*of_teams.deducted, *of_teams.starts):
            teams.setdefault(key, Tally(key, -key))
        if of_teams.counts is not None:
            for team in teams.values():
                team.count(of_teams.counts)
        for key, amount in of_teams.deducted.items():
            teams[key].deduct(amount)
        for key, start in of_teams.starts.items():
            begun = {"carried": start.total, "carried_points": start.points}
            teams[key].add({"total": start.total, "points": start.points, **begun})
        return cls(entries, list(teams.values()), games, rosters, from_nothing)


def _by_team(
    row: Tally, rosters: Rosters, changed: ChangedTeams | None
) -> Iterable[tuple[int, Mapping[str, Any]]]:
    """What an entry made for teams: all for one, or for each of those between which they changed."""
    start = Start(row.carried, row.carried_points)
    shares = changed and changed.shares_of(row.key, carried=start, penalty=row.penalty)
    made = shares or {rosters.team_of.get(row.key): vars(row)}
    return [(team, sums) for team, sums in made.items() if team is not None]
