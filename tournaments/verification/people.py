"""Participants: entries, teams, and their names."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import NameTrace
from players.traces import name_digest, subject_of
from tournaments.models import Captain, Stage, Team, Tournament
from tournaments.models import Entry as EntryRow
from tournaments.models.draws.events import ScheduleRepaired
from tournaments.models.origins.events import BaselineRecorded
from tournaments.models.people.events import (
    CheckedIn,
    CheckInUndone,
    EntryEdited,
    EntryRemoved,
    FeesPaid,
    FeesUnpaid,
    PlayerEdited,
    PlayerRegistered,
    PlayerReinstated,
    PlayersImported,
    PlayersMerged,
    PlayerWithdrew,
    TeamFormed,
    TeamRemoved,
    TeamRenamed,
)
from tournaments.models.setup.events import (
    StageAdded,
    StageRemoved,
    StageRenamed,
    TournamentCreated,
    TournamentEdited,
)
from tournaments.models.teams.events import CaptainNamed, CaptainRemoved, TeamChanged
from tournaments.verification.entry import Entry, Payload
from tournaments.verification.findings import Found, differing, differs, gone, is_about, without_entry
from tournaments.verification.reading import as_far_as_readable, each

COLUMNS = ("number", "team_id", "is_substitute", "merged_into_id")


class People:
    """Follows entries, withdrawals, teams, and the name traces recorded with them."""

    about = EntryRow

    def __init__(self) -> None:
        self.entries: dict[Any, tuple[int, Payload, datetime]] = {}
        self.withdrawn: set[Any] = set()
        self.plays: set[Any] = set()
        # The remaining entry of each merged one.
        self.merged: dict[Any, Any] = {}
        # Check-in times.
        self.here: dict[Any, datetime] = {}
        # When fees were noted as paid.
        self.paid: dict[Any, datetime] = {}
        self.teams: dict[Any, int] = {}
        # By team: the captain's entry, and the ledger entry.
        self.captains: dict[Any, tuple[int, Any]] = {}
        # By kind and id, as first recorded.
        self.names: dict[tuple[str, Any], tuple[int, Any]] = {}
        self.unrecorded: set[str] = set()
        self.remarks: list[str] = []

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            TournamentCreated.kind: lambda entry: self._name("tournament", 0, entry),
            TournamentEdited.kind: lambda entry: self._name("tournament", 0, entry),
            StageAdded.kind: lambda entry: self._name("stage", entry.payload["stage"], entry),
            StageRenamed.kind: lambda entry: self._name("stage", entry.payload["stage"], entry),
            PlayerRegistered.kind: lambda entry: self._register(entry, [entry.payload]),
            EntryEdited.kind: self._edit,
            EntryRemoved.kind: self._remove,
            TeamChanged.kind: self._change_team,
            PlayerEdited.kind: lambda entry: self._name("player", entry.payload["player"], entry),
            PlayersMerged.kind: self._merge,
            PlayersImported.kind: self._import,
            StageRemoved.kind: lambda entry: self._forget("stage", entry),
            TeamFormed.kind: self._team,
            TeamRenamed.kind: lambda entry: self._name("team", entry.payload["team"], entry),
            TeamRemoved.kind: self._remove_team,
            CaptainNamed.kind: lambda entry: self.captains.update(
                {entry.payload["team"]: (entry.seq, entry.payload["entry"])}
            ),
            CaptainRemoved.kind: self._without_captain,
            PlayerWithdrew.kind: lambda entry: self.withdrawn.add(entry.payload["entry"]),
            PlayerReinstated.kind: lambda entry: self.withdrawn.discard(entry.payload["entry"]),
            CheckedIn.kind: lambda entry: self.here.update(dict.fromkeys(entry.payload["entries"], entry.at)),
            CheckInUndone.kind: lambda entry: self._without(self.here, entry),
            FeesPaid.kind: lambda entry: self.paid.update(dict.fromkeys(entry.payload["entries"], entry.at)),
            FeesUnpaid.kind: lambda entry: self._without(self.paid, entry),
            ScheduleRepaired.kind: lambda entry: self.plays.update(entry.payload["came"]),
            BaselineRecorded.kind: self._baseline,
        }

    def status(self, pk: object) -> str:
        return EntryRow.Status.WITHDRAWN if pk in self.withdrawn else EntryRow.Status.ACTIVE

    def is_substitute(self, pk: object) -> bool:
        return bool(self.entries[pk][1].get("substitute")) and pk not in self.plays

    def _register(self, entry: Entry, rows: Iterable[Payload]) -> None:
        for row in rows:
            self.entries[row["entry"]] = entry.seq, row, entry.at
            if "name" in row:
                self.names.setdefault(("player", row["player"]), (entry.seq, row["name"]))

    def _edit(self, entry: Entry) -> None:
        _seq, row, at = self.entries[entry.payload["entry"]]
        now = {name: entry.payload[name] for name in ("number", "team", "substitute")}
        self.entries[entry.payload["entry"]] = entry.seq, {**row, **now}, at
        self.plays.discard(entry.payload["entry"])

    def team_of(self, pk: object) -> object:
        """Return an entry's current team."""
        return self.entries[pk][1].get("team")

    def _change_team(self, entry: Entry) -> None:
        _seq, row, at = self.entries[entry.payload["entry"]]
        self.entries[entry.payload["entry"]] = entry.seq, {**row, "team": entry.payload["team"]}, at

    def counts_for(self, pk: object) -> object:
        return self.merged.get(pk, pk)

    def _merge(self, entry: Entry) -> None:
        pk, into = entry.payload["entry"], entry.payload["into"]
        _seq, row, at = self.entries[pk]
        self.entries[pk] = entry.seq, {**row, "player": entry.payload["player"]}, at
        self.names.setdefault(("player", entry.payload["player"]), (entry.seq, entry.payload["name"]))
        if into is not None:
            self.merged[pk] = into
            self.withdrawn.add(pk)

    def _remove(self, entry: Entry) -> None:
        del self.entries[entry.payload["entry"]]

    @staticmethod
    def _without(times: dict[Any, datetime], entry: Entry) -> None:
        for pk in entry.payload["entries"]:
            times.pop(pk, None)

    def _import(self, entry: Entry) -> None:
        teams = entry.payload.get("teams", [])
        self.teams |= dict.fromkeys(teams, entry.seq)
        for team, name in zip(teams, entry.payload.get("team_names", ()), strict=False):
            self.names["team", team] = entry.seq, name
        self._register(entry, entry.payload["entries"])

    def _team(self, entry: Entry) -> None:
        self.teams[entry.payload["team"]] = entry.seq
        self._name("team", entry.payload["team"], entry)

    def _remove_team(self, entry: Entry) -> None:
        del self.teams[entry.payload["team"]]
        self._forget("team", entry)

    def _without_captain(self, entry: Entry) -> None:
        del self.captains[entry.payload["team"]]

    def _forget(self, kind: str, entry: Entry) -> None:
        self.names.pop((kind, entry.payload[kind]), None)

    def _name(self, kind: str, pk: object, entry: Entry) -> None:
        if "name" in entry.payload:
            self.names[kind, pk] = entry.seq, entry.payload["name"]

    def _baseline(self, entry: Entry) -> None:
        for kind, names in entry.payload["names"].items():
            for pk, digest in names.items():
                self.names.setdefault((kind, int(pk)), (entry.seq, digest))

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = EntryRow.objects.filter(tournament=tournament).select_related("player")
        here: set[Any] = set()
        players: dict[int, str] = {}
        yield from each(rows, lambda entry: self._of_entry(entry, players), here)
        for pk in sorted(self.entries.keys() - here, key=str):
            yield self.entries[pk][0], _("an entry that was registered here is gone.")
        teams = dict(Team.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "name"))
        for pk in teams.keys() - self.teams.keys():
            yield without_entry(pgettext("record", "team %(id)s") % {"id": pk})
        for pk in sorted(self.teams.keys() - teams.keys(), key=str):
            yield gone(pgettext("record", "team %(id)s") % {"id": pk}, self.teams[pk])
        yield from as_far_as_readable(Captain, self._of_captains(tournament))
        names: dict[tuple[str, int], str] = {("tournament", 0): tournament.name}
        names |= {("team", pk): name for pk, name in teams.items()}
        stages = Stage.objects.filter(tournament=tournament).order_by("pk")
        names |= {("stage", pk): name for pk, name in stages.values_list("pk", "name")}
        names |= {("player", pk): name for pk, name in players.items()}
        yield from as_far_as_readable(NameTrace, self._of_names(tournament, names))

    def _of_captains(self, tournament: Tournament) -> Iterator[Found]:
        rows = dict(Captain.objects.filter(team__tournament=tournament).values_list("team_id", "entry_id"))
        for pk in sorted(rows.keys() | self.captains.keys(), key=str):
            about = _("the captain of team %(id)s") % {"id": pk}
            seq, should = self.captains.get(pk, (None, None))
            if seq is None:
                yield without_entry(about)
            elif pk not in rows:
                yield gone(about, seq)
            else:
                yield from differs(about, differing(("entry_id",), (rows[pk],), (should,)), seq)

    def _of_entry(self, entry: EntryRow, players: dict[int, str]) -> Iterator[Found]:
        players[entry.player_id] = entry.player.name
        if entry.pk not in self.entries:
            message = _("Entry %(entry)s takes part, but no action registered it.")
            yield None, message % {"entry": entry.number}
            return
        seq, row, at = self.entries[entry.pk]
        about = {"entry": entry.number}
        if (entry.player_id, str(entry.lot)) != (row.get("player"), row.get("lot")):
            yield (
                seq,
                _("entry %(entry)s has a different player or lot from the one registered here.") % about,
            )
        should = (row.get("number"), row.get("team"), self.is_substitute(entry.pk), self.merged.get(entry.pk))
        has = (entry.number, entry.team_id, entry.is_substitute, entry.merged_into_id)
        columns = differing(COLUMNS, has, should)
        if not is_about(entry.created_at, at):
            columns.append("created_at")
        if not is_about(entry.checked_in_at, self.here.get(entry.pk)):
            columns.append("checked_in_at")
        if not is_about(entry.paid_at, self.paid.get(entry.pk)):
            columns.append("paid_at")
        yield from differs(pgettext("record", "entry %(entry)s") % about, columns, seq)
        if entry.status != self.status(entry.pk):
            status = {"status": entry.get_status_display()}
            yield None, _("Entry %(entry)s became %(status)s without an action.") % (about | status)

    def _of_names(self, tournament: Tournament, names: Mapping[tuple[str, int], str]) -> Iterator[Found]:
        """Check every name against its last trace, and the first trace against the ledger."""
        subjects = {subject_of(kind, pk or tournament.pk): (kind, pk) for kind, pk in names}
        traces: dict[tuple[str, int], list[tuple[str, str, datetime]]] = {key: [] for key in names}
        rows = NameTrace.objects.filter(subject__in=subjects).order_by("pk")
        for subject, salt, digest, at in rows.values_list("subject", "salt", "digest", "recorded_at"):
            traces[subjects[subject]].append((salt, digest, at))
        for (kind, pk), name in names.items():
            about = _named(kind, pk or tournament.pk)
            left = traces[kind, pk]
            seq, first = self.names.get((kind, pk), (None, None))
            if not left and seq is None:
                self.unrecorded.add(f"{kind}.name")
            elif not left or name_digest(left[-1][0], name) != left[-1][1]:
                yield seq, _("The name of %(what)s was changed without a trace.") % {"what": about}
            elif seq is None:
                self.unrecorded.add(f"{kind}.name")
            elif first not in [digest for _salt, digest, _at in left]:
                message = _("The name of %(what)s and its traces differ from those recorded here.")
                yield seq, message % {"what": about}
            elif left[-1][1] != first:
                day = date_format(localtime(left[-1][2]), "Y-m-d H:i e")
                message = _("The name of %(what)s was last changed on %(day)s; its trace agrees.")
                self.remarks.append(message % {"what": about, "day": day})


def _named(kind: str, pk: int) -> str:
    words = {
        "tournament": pgettext("record", "the tournament"),
        "stage": pgettext("record", "stage %(id)s"),
        "team": pgettext("record", "team %(id)s"),
        "player": pgettext("record", "player %(id)s"),
    }
    return words[kind] % {"id": pk} if "%" in words[kind] else words[kind]
