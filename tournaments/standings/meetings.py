"""The games of a stage one by one, for who met whom: read only where equals are to be told apart by it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from tournaments.models import Score, Stage
from tournaments.standings.teams.rosters import Rosters
from tournaments.standings.who_is_ranked import counts_for

# What everybody at a table made, by the id of the entry or the team.
Game = Mapping[int, int]


class TableGame(dict[int, int]):
    """What everybody at a table made, by entry id, in a round."""

    def __init__(self, round_: int, made: Iterable[tuple[int, int]]) -> None:
        super().__init__(made)
        self.round = round_


class Games(Protocol):
    """Games that can be looked through again and again."""

    def __iter__(self) -> Iterator[Game]: ...


class TableGames(Protocol):
    """The same, as players met in them."""

    def __iter__(self) -> Iterator[TableGame]: ...


class Meetings:
    """The confirmed games of a stage, those through a round or all. One query, once somebody looks."""

    def __init__(self, stage: Stage, through: int | None = None) -> None:
        self.stage, self.through = stage, through

    def __iter__(self) -> Iterator[TableGame]:
        return iter(self._games)

    @cached_property
    def _games(self) -> list[TableGame]:
        scores = Score.objects.filter(stage=self.stage, counts=True)
        if self.through is not None:
            scores = scores.filter(seat__round__number__lte=self.through)
        scores = scores.annotate(counts_for=counts_for(self.stage.tournament)).order_by("sheet_id")
        rows = scores.values_list("sheet_id", "seat__round__number", "counts_for", "total")
        return [
            TableGame(number, [row[2:] for row in table])
            for (_sheet, number), table in groupby(rows, itemgetter(0, 1))
        ]


@dataclass(frozen=True)
class OfTeams:
    """The same games as teams met in them: those for which everybody played then."""

    games: TableGames
    rosters: Rosters

    def __iter__(self) -> Iterator[Game]:
        for game in self.games:
            teams: dict[int, int] = {}
            for entry, total in game.items():
                team = self.rosters.team_at(entry, game.round)
                if team is not None:
                    teams[team] = teams.get(team, 0) + total
            yield teams
