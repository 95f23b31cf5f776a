"""The games of a stage one by one, for who met whom: read only where equals are to be told apart by it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from tournaments.models import Score, Stage
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.teams.rosters import Rosters, rosters_of
from tournaments.standings.who_is_ranked import counts_for

# What everybody at a table made, by the id of the entry or the team.
Game = Mapping[int, int]


class TableGame(dict[int, int]):
    """What everybody at a table made, by entry id, in a round.

    `rosters` say who played for whom then, of a game of another stage than the one that is looked at.
    """

    def __init__(self, round_: int, made: Iterable[tuple[int, int]], rosters: Rosters | None = None) -> None:
        super().__init__(made)
        self.round, self.rosters = round_, rosters


class Games(Protocol):
    """Games that can be looked through again and again."""

    def __iter__(self) -> Iterator[Game]: ...


class TableGames(Protocol):
    """The same, as players met in them."""

    def __iter__(self) -> Iterator[TableGame]: ...


class Meetings:
    """The confirmed games of a stage, those through a round or all, and those of the stages whose head-to-head it
    carries. Two queries when first read; three more for each of these stages.
    """

    def __init__(self, stage: Stage, through: int | None = None) -> None:
        self.stage, self.through = stage, through

    def __iter__(self) -> Iterator[TableGame]:
        return iter(self._games)

    @cached_property
    def _games(self) -> list[TableGame]:
        of_it = self._games_of(self.stage, self.through)
        carried = _carried(self.stage)
        if not carried:
            return of_it
        present = dict(self.stage.tournament.entries.values_list("pk", "team_id"))
        for stage in carried:
            of_it += self._games_of(stage, None, rosters_of(stage, present))
        return of_it

    def _games_of(self, stage: Stage, through: int | None, rosters: Rosters | None = None) -> list[TableGame]:
        scores = Score.objects.filter(stage=stage, counts=True)
        if through is not None:
            scores = scores.filter(seat__round__number__lte=through)
        scores = scores.annotate(counts_for=counts_for(self.stage.tournament)).order_by("sheet_id")
        rows = scores.values_list("sheet_id", "seat__round__number", "counts_for", "total")
        return [
            TableGame(number, [row[2:] for row in table], rosters)
            for (_sheet, number), table in groupby(rows, itemgetter(0, 1))
        ]


def _carried(stage: Stage) -> list[Stage]:
    """The stages whose head-to-head a stage carries, and those whose they carry themselves."""
    found: dict[int, Stage] = {}
    look = [stage]
    while look:
        qualification = qualification_of(look.pop())
        if qualification is not None and qualification.carries_head_to_head:
            sources = Stage.objects.filter(leads_to__qualification=qualification).distinct()
            new = [one for one in sources.select_related("qualification") if one.pk not in found]
            found |= {one.pk: one for one in new}
            look += new
    return list(found.values())


@dataclass(frozen=True)
class OfTeams:
    """The same games as teams met in them: those for which everybody played then."""

    games: TableGames
    rosters: Rosters

    def __iter__(self) -> Iterator[Game]:
        for game in self.games:
            teams: dict[int, int] = {}
            rosters = game.rosters or self.rosters
            for entry, total in game.items():
                team = rosters.team_at(entry, game.round)
                if team is not None:
                    teams[team] = teams.get(team, 0) + total
            yield teams
