"""Seeds: in which order players and teams came into a stage."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from tournaments.models import Qualifier, Stage
from tournaments.standings.stages.carried import qualification_of

# The tie-break that puts the better seed first.
SEED = "seed"
# Players who came in otherwise, such as substitutes, rank behind all who were seeded.
UNSEEDED = 1_000_000


@dataclass(frozen=True)
class Seeds:
    """By entry id and by team id. Where nobody is seeded, it is the number of the entry."""

    entries: Mapping[int, int] = field(default_factory=dict)
    teams: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, qualifiers: Iterable[tuple[int | None, int | None, int]]) -> Self:
        """From rows of entry, team (one of them None) and seed."""
        rows = list(qualifiers)
        return cls(
            {entry: seed for entry, _team, seed in rows if entry is not None},
            {team: seed for _entry, team, seed in rows if team is not None},
        )

    def of_entry(self, entry: int, team: int | None, number: int) -> int:
        """The seed of an entry, or of the team that it came in with."""
        if not self.entries and not self.teams:
            return number
        seed = self.entries.get(entry) or (self.teams.get(team) if team is not None else None)
        return seed or UNSEEDED + number


def seeds_of(stage: Stage) -> Seeds:
    """Who came into a stage in which order. One query at most, none unless the order of equal totals asks for it."""
    if SEED not in stage.tournament.tie_breaks or qualification_of(stage) is None:
        return Seeds()
    rows = Qualifier.objects.filter(qualification=stage.pk).values_list("entry_id", "team_id", "seed")
    return Seeds.of(rows)
