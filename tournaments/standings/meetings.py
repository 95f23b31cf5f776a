"""The games of a stage one by one, for who met whom: read only where equals are to be told apart by it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from tournaments.models import Score, Stage
from tournaments.standings.who_is_ranked import counts_for

# What everybody at a table made, by the id of the entry or the team.
Game = Mapping[int, int]


class Games(Protocol):
    """Games that can be looked through again and again."""

    def __iter__(self) -> Iterator[Game]: ...


class Meetings:
    """The confirmed games of a stage, those through a round or all. One query, once somebody looks."""

    def __init__(self, stage: Stage, through: int | None = None) -> None:
        self.stage, self.through = stage, through

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games)

    @cached_property
    def _games(self) -> list[dict[int, int]]:
        scores = Score.objects.filter(stage=self.stage, counts=True)
        if self.through is not None:
            scores = scores.filter(seat__round__number__lte=self.through)
        scores = scores.annotate(counts_for=counts_for(self.stage.tournament)).order_by("sheet_id")
        rows = scores.values_list("sheet_id", "counts_for", "total")
        return [
            {entry: total for _sheet, entry, total in table} for _key, table in groupby(rows, itemgetter(0))
        ]


@dataclass(frozen=True)
class OfTeams:
    """The same games as teams met in them; `team_of` is by entry id."""

    games: Games
    team_of: Mapping[int, int | None]

    def __iter__(self) -> Iterator[Game]:
        for game in self.games:
            teams: dict[int, int] = {}
            for entry, total in game.items():
                team = self.team_of.get(entry)
                if team is not None:
                    teams[team] = teams.get(team, 0) + total
            yield teams
