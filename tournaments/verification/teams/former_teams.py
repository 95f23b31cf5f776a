"""Former teams, and until which round."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import FormerTeam, Stage, Tournament
from tournaments.models.people.events import EntryEdited, EntryRemoved
from tournaments.models.teams.events import TeamChanged
from tournaments.models.teams.former_teams import Former
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, gone, without_entry
from tournaments.verification.people import People

# By stage and the first round of the next team: the previous team, and the ledger entry.
Changes = dict[tuple[Any, Any], tuple[Any, int]]


class FormerTeams:
    """Follows team changes; reads each entry before `people` knows the new team."""

    about = FormerTeam

    def __init__(self, people: People) -> None:
        self.people = people
        self.changes: dict[Any, Changes] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            EntryEdited.kind: self._edited,
            EntryRemoved.kind: lambda entry: self._forget(entry.payload["entry"]),
            TeamChanged.kind: self._changed,
        }

    def _edited(self, entry: Entry) -> None:
        """Another team from the beginning."""
        if entry.payload["team"] != self.people.team_of(entry.payload["entry"]):
            self._forget(entry.payload["entry"])

    def _changed(self, entry: Entry) -> None:
        pk, since = entry.payload["entry"], (entry.payload["stage"], entry.payload["number"])
        if since == (None, None):
            self._forget(pk)
            return
        changes = self.changes.setdefault(pk, {})
        before = self.people.team_of(pk)
        # The same team from an earlier round on: the last change was dated too late.
        if changes and before == entry.payload["team"]:
            _since, (before, _seq) = changes.popitem()
        if since not in changes:
            changes[since] = before, entry.seq
        # Back in the previous team: the change is void.
        if changes[since][0] == entry.payload["team"]:
            del changes[since]

    def _forget(self, pk: Any) -> None:
        self.changes.pop(pk, None)

    def at_last(self, entries: Collection[Any]) -> list[Former]:
        """Return the state of these entries at the entry read last."""
        ordinals = dict(Stage.objects.filter(pk__in=self._stages()).values_list("pk", "ordinal"))
        return sorted(
            (
                Former(pk, team, ordinals.get(stage, 0), number)
                for pk, changes in self.changes.items()
                if pk in entries
                for (stage, number), (team, _seq) in changes.items()
            ),
            key=lambda row: (row.entry, row.ordinal, row.before_round),
        )

    def _stages(self) -> set[Any]:
        return {stage for changes in self.changes.values() for stage, _number in changes}

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = FormerTeam.objects.filter(entry__tournament=tournament).order_by("entry__number", "pk")
        here = {
            (pk, stage, before): (number, team)
            for pk, stage, before, number, team in rows.values_list(
                "entry", "stage", "before_round", "entry__number", "team"
            )
        }
        recorded = {
            (pk, *since): change for pk, changes in self.changes.items() for since, change in changes.items()
        }
        for key, (number, team) in here.items():
            about = _("the former team of entry %(entry)s") % {"entry": number}
            if key not in recorded:
                yield without_entry(about)
            elif recorded[key][0] != team:
                message = _("entry %(entry)s has a different former team from the one recorded here.")
                yield recorded[key][1], message % {"entry": number}
        for key in sorted(recorded.keys() - here.keys(), key=str):
            yield gone(_("a former team"), recorded[key][1])
