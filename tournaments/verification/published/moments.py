"""The state at ledger entries from which standings were published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.models import CountingRule, TeamCountingRule
from tournaments.models.events import Event
from tournaments.models.setup.events import CountingSet
from tournaments.models.teams.events import TeamCountingSet
from tournaments.models.teams.former_teams import Former
from tournaments.verification.explained_rows import ExplainedRows
from tournaments.verification.people import People
from tournaments.verification.scores import Penalties
from tournaments.verification.settings import Settings
from tournaments.verification.stages import Stages
from tournaments.verification.teams.former_teams import FormerTeams


class Listed(NamedTuple):
    """An entry at that time; `is_listed`: listed without having played."""

    pk: Any
    team: Any
    lot: int
    number: Any
    is_listed: bool
    status: str
    is_substitute: bool


@dataclass
class Then:
    """The state at one ledger entry, from the ledger alone."""

    seq: int
    # Whether the entry was read. Results know themselves which counted then.
    is_known: bool = False
    penalties: Sequence[Mapping[str, Any]] = ()
    entries: Sequence[Listed] = ()
    tie_breaks: Sequence[str] | None = None
    # Who is ranked, by the tournament's columns.
    ranking: Mapping[str, Any] = field(default_factory=dict)
    # By stage: the qualification terms, and the confirmed qualifiers.
    qualifying: Mapping[Any, tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]] = field(
        default_factory=dict
    )
    # By stage: which games count, if not all.
    counting: Mapping[Any, CountingRule] = field(default_factory=dict)
    team_counting: Mapping[Any, TeamCountingRule] = field(default_factory=dict)
    # The remaining entry of each merged one.
    merged: Mapping[Any, Any] = field(default_factory=dict)
    # Former teams and until when.
    former: Sequence[Former] = ()

    @property
    def substitutes(self) -> set[Any]:
        return {entry.pk for entry in self.entries if entry.is_substitute}


def moment(
    seq: int,
    settings: Settings,
    people: People,
    penalties: Penalties,
    stages: Stages,
    explained: Mapping[type[Event], ExplainedRows],
    former_teams: FormerTeams,
) -> Then:
    """Capture the state at the entry read last."""
    entries = [
        Listed(
            pk,
            row.get("team"),
            int(row.get("lot", 0)),
            row.get("number"),
            people.status(pk) == "active" and not people.is_substitute(pk),
            people.status(pk),
            people.is_substitute(pk),
        )
        for pk, (_seq, row, _at) in people.entries.items()
        if pk not in people.merged
    ]
    return Then(
        seq,
        True,
        penalties.standing(),
        entries,
        settings.tie_breaks,
        settings.ranking(),
        stages.qualifying(),
        explained[CountingSet].rows(),
        explained[TeamCountingSet].rows(),
        dict(people.merged),
        former_teams.at_last(people.entries),
    )
