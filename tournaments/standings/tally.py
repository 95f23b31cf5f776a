"""From sums to one tally for each entry, and for each team: the same columns, added up in the same way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Self

from tournaments.models import Entry, Stage
from tournaments.standings.sources import PLACES, SOURCES, Sums, games, team_deductions
from tournaments.standings.who_is_ranked import is_ranked
from tournaments.standings.who_takes_part import drawn_into_stage

# Columns that are added, and those of which the largest or the smallest stands: as a tally lists them.
ADDED = ("total", "penalty", "games", *PLACES, "points", "chombo")
COLUMNS = (*ADDED, "best", "worst")
# Their values.
Columns = tuple[Any, ...]
columns_of: Callable[[object], Columns] = attrgetter(*COLUMNS)


@dataclass
class Tally:
    """What an entry or a team has made in a stage, in smallest units. `key` is the id of the entry or of the team.

    `best` and `worst` are of single games; None before the first. Who is not ranked stands below those who are.
    `own_penalty` is what a team was deducted and none of its players; it is in `penalty` and `total`, too.
    """

    key: int
    lot: int
    total: int = 0
    penalty: int = 0
    games: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    fourths: int = 0
    fifths: int = 0
    points: int = 0
    chombo: int = 0
    best: int | None = None
    worst: int | None = None
    own_penalty: int = 0
    is_ranked: bool = True

    def deduct(self, amount: int) -> None:
        """Take from a team what none of its players made."""
        self.own_penalty += amount
        self.add({"penalty": amount, "total": -amount})

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


@dataclass(frozen=True)
class Tallies:
    """Everybody's in a stage: entries by number, teams in the order of their first entry."""

    entries: list[Tally]
    teams: list[Tally]

    @classmethod
    def of(
        cls,
        entries: list[Tally],
        team_of: Mapping[int, int | None],
        deducted: Mapping[int, int] | None = None,
    ) -> Self:
        """Add these entries' tallies up by team (`team_of`: by entry id). A team's lot is the lowest of theirs.

        `deducted` is what teams themselves lose, by team id; a team of whom nobody is listed is listed for it.
        """
        teams: dict[int, Tally] = {}
        for row in entries:
            key = team_of[row.key]
            if key is not None:
                team = teams.setdefault(key, Tally(key, row.lot))
                team.lot = min(team.lot, row.lot)
                team.add(vars(row))
        for key, amount in (deducted or {}).items():
            # Of a team of whom nobody is listed any more no lot is known; its number stands for it.
            teams.setdefault(key, Tally(key, -key)).deduct(amount)
        return cls(entries, list(teams.values()))


def add_up(
    stage: Stage,
    known: Mapping[int, Columns] | None = None,
    *,
    of_games: Sums | None = None,
    through: int | None = None,
    everybody: bool = False,
) -> Tallies:
    """Add up, from all sources, what everybody in a stage has made.

    Listed are those who take part in the stage (`drawn_into_stage`; with `everybody` all who take part in the
    tournament), and others who have played in it or been penalized; whether they are
    ranked, and for whom a substitute's games count, is the tournament's to say. Whoever is in
    `known`, with the values of `COLUMNS`, is not read from any source: what is known is right. `of_games` stands for
    what the games' source would read, where somebody has worked that out already. `through` is the number of the last
    round that counts: of what is confirmed today, its results and those before it, and penalties imposed before a
    later round began.
    """
    known = known or {}
    entries = Entry.objects.filter(tournament_id=stage.tournament_id).order_by("number")
    rows = list(entries.values_list("pk", "team_id", "lot", "status", "is_substitute"))
    unknown = [pk for pk, *_about in rows if pk not in known] if known else None
    sources = [
        of_games if source is games and of_games is not None else source(stage, unknown, through)
        for source in SOURCES
    ]
    drawn = None if everybody else drawn_into_stage(stage, through)
    tallies, tournament = [], stage.tournament
    for pk, _team, lot, status, is_substitute in rows:
        sums = [source[pk] for source in sources if pk in source]
        takes_part = status == Entry.Status.ACTIVE and not is_substitute and (drawn is None or pk in drawn)
        if pk in known or sums or takes_part:
            made = Tally(pk, lot, *known.get(pk, ()))
            made.is_ranked = is_ranked(tournament, status=status, is_substitute=is_substitute)
            for one in () if pk in known else sums:
                made.add(one)
            tallies.append(made)
    team_of = {pk: team for pk, team, *_about in rows}
    # Most tournaments have no teams; of them nothing is asked.
    deducted = team_deductions(stage, through) if any(team_of.values()) else {}
    return Tallies.of(tallies, team_of, deducted)
