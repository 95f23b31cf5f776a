"""Colours and marks of teams, by what the ledger says of them. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from players.models import NameTrace
from players.traces import name_digest, subject_of
from tournaments.models import TeamLook, Tournament
from tournaments.models.people.events import TeamRemoved
from tournaments.models.teams.events import TeamLookSet
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, without_entry


class TeamLooks:
    """Follows the last look of every team; a mark is compared with the salt of its trace."""

    about = TeamLook

    def __init__(self) -> None:
        # By team: the entry, the colour, and the digest of the mark.
        self.recorded: dict[Any, tuple[int, str, str]] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {TeamLookSet.kind: self._set, TeamRemoved.kind: self._remove}

    def _set(self, entry: Entry) -> None:
        payload = entry.payload
        self.recorded[payload["team"]] = entry.seq, payload["colour"], payload["mark"]

    def _remove(self, entry: Entry) -> None:
        self.recorded.pop(entry.payload["team"], None)

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = {row.team_id: row for row in TeamLook.objects.filter(team__tournament=tournament)}
        subjects = {subject_of("team_mark", pk): pk for pk in self.recorded}
        traces = NameTrace.objects.filter(subject__in=subjects).exclude(salt="")
        standing = {
            subjects[subject]: (salt, digest)
            for subject, salt, digest in traces.values_list("subject", "salt", "digest")
        }
        for pk in sorted(rows.keys() | self.recorded.keys(), key=str):
            about = _("the colour and the mark of team %(id)s") % {"id": pk}
            if pk not in self.recorded:
                yield without_entry(about)
                continue
            seq, colour, digest = self.recorded[pk]
            salt, traced = standing.get(pk, ("", ""))
            row = rows.get(pk, TeamLook())
            is_marked = traced == digest and name_digest(salt, row.mark) == digest
            if pk not in rows and (colour or not is_marked):
                yield gone(about, seq)
                continue
            columns = [*(["colour"] if row.colour != colour else []), *([] if is_marked else ["mark"])]
            yield from differs(about, columns, seq)
