"""For which team everybody plays in each round of a stage."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.models import Stage
from tournaments.models.teams.former_teams import Former, former_teams_of

# Present teams, by entry id.
Present = Mapping[int, int | None]


@dataclass(frozen=True)
class Rosters:
    """`team_of` is for whom everybody plays at the end of the stage, by entry id.

    `changes` are those of players who played for another team earlier in it: the first round that is no longer that
    team's, and the team, in order.
    """

    team_of: Present = field(default_factory=dict)
    changes: Mapping[int, tuple[tuple[int, int | None], ...]] = field(default_factory=dict)

    @cached_property
    def has_teams(self) -> bool:
        """Whether any player plays for a team in a round of the stage."""
        return bool(self.changes) or any(team is not None for team in self.team_of.values())

    def team_at(self, entry: int, round_: int) -> int | None:
        """The team for which a player plays in a round of the stage, by its number; None: for none."""
        for before, team in self.changes.get(entry, ()):
            if round_ < before:
                return team
        return self.team_of.get(entry)


def rosters_of(stage: Stage, present: Present, through: int | None = None) -> Rosters:
    """Who plays for whom in a stage, given who does now; with `through` as if that round was its last.

    One query.
    """
    return rosters_from(present, former_teams_of(stage.tournament_id), stage.ordinal, through)


def rosters_from(
    present: Present, former: Iterable[Former], ordinal: int, through: int | None = None
) -> Rosters:
    """The same from everybody's former teams in the tournament, each entry's in the order in which they ended.

    Players not among the `present` play for no team, even if they once did.
    """
    team_of: dict[int, int | None] = dict(present)
    changes: defaultdict[int, list[tuple[int, int | None]]] = defaultdict(list)
    settled = set()
    for entry, team, of_stage, before in former:
        if of_stage < ordinal or entry in settled or entry not in present:
            continue
        if of_stage == ordinal and (through is None or before <= through):
            changes[entry].append((before, team))
        else:
            # The first one that ends after the stage is the one in force at its end.
            team_of[entry] = team
            settled.add(entry)
    return Rosters(team_of, {entry: tuple(rows) for entry, rows in changes.items()})
