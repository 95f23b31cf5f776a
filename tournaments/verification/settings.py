"""Set-up: the tournament's settings, rulebooks, stages and staff."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import RuleError
from tournaments.models import Discard, OldAddress, Staff, Stage, TableFormat, Tournament
from tournaments.models.digests import origins_hash
from tournaments.models.origins.events import BaselineRecorded, TakenIn
from tournaments.models.people.events import Appointed, Dismissed
from tournaments.models.setup.events import (
    FreePlaySet,
    OddRulebookNamed,
    OddRulebookPinned,
    RankingSet,
    RulebookPinned,
    RulesChanged,
    StageAdded,
    StageRemoved,
    TieBreaksSet,
    TournamentArchived,
    TournamentBroughtBack,
    TournamentCreated,
    TournamentDiscarded,
    TournamentEdited,
    TournamentFinished,
    TournamentReopened,
)
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, is_about, without_entry
from tournaments.verification.reading import as_far_as_readable

# The column of each setting, by its name in the ledger.
SETTINGS = {stored: column for column, stored in Tournament.RECORDED.items()}
# Defaults of tournaments from earlier versions without an entry, as those versions ranked.
RANKED_BEFORE = {"substitutes": "ranked", "substitute_score": None, "withdrawn": "ranked"}
# The first versions did not record these; later settings had their defaults until recorded.
FIRST_SETTINGS = frozenset(
    {
        *("slug", "season", "division", "level", "starts_on", "ends_on", "time_zone", "visibility"),
        *("confirmation", "confirmations_needed", "tie_breaks"),
    }
)
BEFORE_THEY_WERE_SETTINGS = {
    **{
        name: getattr(Tournament(), column) for name, column in SETTINGS.items() if name not in FIRST_SETTINGS
    },
    **RANKED_BEFORE,
}
# The same for the rules of usual tables, which are a separate row.
RULES = {"rulebook": "rulebook_id", "house_rules": "house_rules"}
STAGE = ("ordinal", "kind")


class Settings:
    """Follows the set-up of a tournament."""

    about = Tournament

    def __init__(self) -> None:
        self.recorded: dict[str, tuple[int, Any]] = {}
        self.status: str = Tournament.Status.PLANNED
        self.is_archived = False
        self.created: Entry | None = None
        self.pinned: Entry | None = None
        self.odd: dict[Any, tuple[int, dict[str, Any]]] = {}
        self.odd_pinned: dict[Any, Entry] = {}
        self.stages: dict[Any, tuple[int, tuple[Any, ...]]] = {}
        self.staff: dict[Any, tuple[int, Any]] = {}
        self.taken_in: Entry | None = None
        self.discarded: int | None = None
        # Former addresses, each with the entry that replaced it.
        self.left: dict[Any, int] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            TournamentCreated.kind: self._created,
            TournamentEdited.kind: self._edited,
            TournamentDiscarded.kind: self._discarded,
            BaselineRecorded.kind: self._baseline,
            RulesChanged.kind: self._set,
            TieBreaksSet.kind: self._set,
            RankingSet.kind: self._set,
            RulebookPinned.kind: self._pinned,
            OddRulebookNamed.kind: self._odd_named,
            OddRulebookPinned.kind: self._odd_pinned,
            StageAdded.kind: self._stage,
            StageRemoved.kind: self._stage_removed,
            FreePlaySet.kind: self._free_play,
            Appointed.kind: self._appointed,
            Dismissed.kind: self._dismissed,
            TakenIn.kind: self._taken_in,
            TournamentFinished.kind: self._finished,
            TournamentReopened.kind: self._reopened,
            TournamentArchived.kind: self._archived,
            TournamentBroughtBack.kind: self._brought_back,
        }

    @property
    def tie_breaks(self) -> list[str] | None:
        """Those in force at the entry read last; None if none were recorded."""
        return self.recorded["tie_breaks"][1] if "tie_breaks" in self.recorded else None

    def ranking(self) -> dict[str, Any]:
        """The ranking columns in force at the entry read last."""
        return {
            name: self.recorded[name][1] if name in self.recorded else before
            for name, before in RANKED_BEFORE.items()
        }

    def _created(self, entry: Entry) -> None:
        self.created = entry
        self._set(entry)
        if not {"rulebook", "hash", "confirmation"} <= entry.payload.keys():
            raise KeyError("rulebook")  # every version recorded these

    def _edited(self, entry: Entry) -> None:
        if "slug" in entry.payload:
            if "slug" in self.recorded:
                self.left[self.recorded["slug"][1]] = entry.seq
            self.left.pop(entry.payload["slug"], None)
        self._set(entry)

    def _set(self, entry: Entry) -> None:
        for name in (SETTINGS | RULES).keys() & entry.payload.keys():
            self.recorded[name] = entry.seq, entry.payload[name]

    def _baseline(self, entry: Entry) -> None:
        """Unrecorded columns are as of then; recorded ones are not replaced."""
        for name, value in entry.payload["settings"].items():
            if name in SETTINGS | RULES and name not in BEFORE_THEY_WERE_SETTINGS:
                self.recorded.setdefault(name, (entry.seq, value))
        for players, rules in entry.payload["odd_house_rules"].items():
            if int(players) in self.odd:
                self.odd[int(players)][1].setdefault("house_rules", rules)

    def _pinned(self, entry: Entry) -> None:
        self.pinned, self.status = entry, Tournament.Status.RUNNING

    def _taken_in(self, entry: Entry) -> None:
        """Here it has another address and no former ones, no season, and one more organizer."""
        self.taken_in, self.left = entry, {}
        self.recorded["slug"] = entry.seq, entry.payload["slug"]
        self.recorded["season"] = entry.seq, None
        if entry.payload["user"] is not None:
            self.staff[entry.payload["user"]] = entry.seq, Staff.Role.ORGANIZER

    def _discarded(self, entry: Entry) -> None:
        """Its addresses are free again, and it left its season."""
        self.discarded, self.left = entry.seq, {}
        self._set(entry)

    def _finished(self, entry: Entry) -> None:
        self.status = Tournament.Status.FINISHED

    def _reopened(self, entry: Entry) -> None:
        self.status = Tournament.Status.RUNNING

    def _archived(self, entry: Entry) -> None:
        self.is_archived = True

    def _brought_back(self, entry: Entry) -> None:
        self.is_archived = False

    def _odd_named(self, entry: Entry) -> None:
        self.odd[entry.payload["players"]] = entry.seq, dict(entry.payload)

    def _odd_pinned(self, entry: Entry) -> None:
        self.odd_pinned[entry.payload["players"]] = entry

    def _stage(self, entry: Entry) -> None:
        self.stages[entry.payload["stage"]] = entry.seq, tuple(entry.payload.get(name) for name in STAGE)

    def _free_play(self, entry: Entry) -> None:
        kind = Stage.Kind.FREE_PLAY if entry.payload["is_on"] else Stage.Kind.ROUNDS
        _seq, (ordinal, _kind) = self.stages[entry.payload["stage"]]
        self.stages[entry.payload["stage"]] = entry.seq, (ordinal, kind)

    def _stage_removed(self, entry: Entry) -> None:
        del self.stages[entry.payload["stage"]]

    def _appointed(self, entry: Entry) -> None:
        self.staff[entry.payload["user"]] = entry.seq, entry.payload.get("role")

    def _dismissed(self, entry: Entry) -> None:
        self.staff.pop(entry.payload["user"], None)

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        for what, findings in (
            (Tournament, self._of_the_tournament(tournament)),
            (TableFormat, self._of_rules(tournament)),
            (Stage, self._of_stages(tournament)),
            (Staff, self._of_staff(tournament)),
        ):
            yield from as_far_as_readable(what, findings)

    def _of_the_tournament(self, tournament: Tournament) -> Iterator[Found]:
        for name, column in SETTINGS.items():
            if name in self.recorded:
                seq, value = self.recorded[name]
            elif name in BEFORE_THEY_WERE_SETTINGS:
                seq, value = None, BEFORE_THEY_WERE_SETTINGS[name]
            else:
                self.unrecorded.add(column)
                continue
            has = getattr(tournament, column)
            if name in ("starts_on", "ends_on"):
                has = has.isoformat() if has else None
            if has != value:
                yield from differs(pgettext("record", "the tournament"), [column], seq)
        old = set(OldAddress.objects.filter(tournament=tournament).values_list("slug", flat=True))
        for slug in sorted(old ^ self.left.keys(), key=str):
            about = _("the old address “%(slug)s”") % {"slug": slug}
            yield without_entry(about) if slug in old else gone(about, self.left[slug])
        is_discarded = Discard.objects.filter(tournament=tournament).exists()
        if is_discarded and self.discarded is None:
            yield without_entry(_("the discarding of the tournament"))
        elif not is_discarded and self.discarded is not None:
            yield gone(_("the discarding of the tournament"), self.discarded)
        columns = [] if tournament.status == self.status else ["status"]
        if tournament.is_archived != self.is_archived:
            columns.append("is_archived")
        if self.created and not is_about(tournament.created_at, self.created.at):
            columns.append("created_at")
        last = self.taken_in.payload["through"] if self.taken_in else None
        if tournament.written_elsewhere != last:
            columns.append("written_elsewhere")
        yield from differs(pgettext("record", "the tournament"), columns)
        yield from self._of_origins(tournament)

    def _of_origins(self, tournament: Tournament) -> Iterator[Found]:
        """Check that the mapping of other servers' ids is unchanged since the import."""
        rows = list(tournament.origins.order_by("through_seq"))
        if self.taken_in is None:
            if rows:
                yield without_entry(_("an origin of ledger entries"))
        elif origins_hash(rows) != self.taken_in.payload["origins"]:
            message = _("the mapping of ids in earlier entries has changed since the import.")
            yield self.taken_in.seq, message

    def _of_rules(self, tournament: Tournament) -> Iterator[Found]:
        """Check the rulebook of every table size: as named, and as pinned."""
        missing = {
            players: (seq, {name: (seq, payload[name]) for name in RULES if name in payload})
            for players, (seq, payload) in self.odd.items()
        }
        usual = {name: self.recorded[name] for name in RULES if name in self.recorded}
        has_usual = False
        for row in sorted(tournament.formats.all(), key=lambda row: row.players):
            if row.usual_of_id is not None:
                has_usual = True
                yield from self._of_format(row, usual, self.pinned)
            elif row.players in missing:
                _seq, named = missing.pop(row.players)
                yield from self._of_format(row, named, self.odd_pinned.get(row.players))
            else:
                yield without_entry(_rules_for(row.players))
        if self.created and not has_usual:
            yield gone(_("the rulebook of the usual tables"), self.created.seq)
        for players, (seq, _named) in sorted(missing.items(), key=str):
            yield gone(_rules_for(players), seq)

    def _of_format(
        self, row: TableFormat, named: Mapping[str, tuple[int, Any]], pinned: Entry | None
    ) -> Iterator[Found]:
        about = {"players": row.players}
        for name, column in RULES.items():
            if name not in named:
                self.unrecorded.add(column)
                continue
            seq, value = named[name]
            if getattr(row, column) != value:
                yield from differs(_rules_for(row.players), [column], seq)
        if row.is_pinned and not pinned:
            message = _("The rulebook for tables of %(players)s is fixed, but no action fixed it.")
            yield None, message % about
        elif pinned and not _is_pinned(row.rulebook_content, pinned, lambda: row.rulebook.hash()):
            message = _("the rulebook for tables of %(players)s differs from the one fixed here.")
            yield pinned.seq, message % about
        elif not _is_for(row, row.players):
            yield from differs(_rules_for(row.players), ["players"])

    def _of_stages(self, tournament: Tournament) -> Iterator[Found]:
        here = {pk: row for pk, *row in Stage.objects.filter(tournament=tournament).values_list("pk", *STAGE)}
        for pk, row in sorted(here.items()):
            about = pgettext("record", "stage %(id)s") % {"id": pk}
            if pk not in self.stages:
                yield without_entry(about)
                continue
            seq, recorded = self.stages[pk]
            yield from differs(about, differing(STAGE, row, recorded), seq)
        for pk in sorted(self.stages.keys() - here.keys(), key=str):
            yield gone(pgettext("record", "stage %(id)s") % {"id": pk}, self.stages[pk][0])

    def _of_staff(self, tournament: Tournament) -> Iterator[Found]:
        here = dict(Staff.objects.filter(tournament=tournament).values_list("user_id", "role"))
        for user, role in sorted(here.items()):
            about = _("the role of account %(id)s") % {"id": user}
            if user not in self.staff:
                yield without_entry(about)
            elif role != self.staff[user][1]:
                yield from differs(about, ["role"], self.staff[user][0])
        for user in sorted(self.staff.keys() - here.keys(), key=str):
            yield gone(_("the role of account %(id)s") % {"id": user}, self.staff[user][0])


def _rules_for(players: int) -> str:
    return _("the rulebook for tables of %(players)s") % {"players": players}


def _is_for(row: TableFormat, players: int) -> bool:
    """Whether its rules are for this many players. Invalid rules are already reported."""
    try:
        return row.rulebook.table.players == players
    except RuleError:
        return True


def _is_pinned(content: str, pinned: Entry, hash_now: Callable[[], str]) -> bool:
    if "content" in pinned.payload:
        return bool(hashlib.sha256(content.encode()).hexdigest() == pinned.payload["content"])
    return bool(content) and hash_now() == pinned.payload.get("hash")
