"""A tournament's ledger, verified against itself, receipts, facts and published standings."""

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import (
    Announcement,
    LedgerEntry,
    LedgerHead,
    LedgerText,
    Publication,
    Standing,
    Tournament,
    Webhook,
)
from tournaments.models.credentials.events import SeatCardsIssued, SeatClaimed
from tournaments.models.draws.events import RoundDrawn, SeatingConstraintAdded
from tournaments.models.events import explaining_events, kinds_that_move_standings, sealing_events
from tournaments.models.ledger import Receipt
from tournaments.models.origins.reading import Ids
from tournaments.models.people.events import PlayerRegistered, PlayersImported, TeamFormed
from tournaments.models.play.events import (
    ConfirmationUndone,
    PaperCounted,
    PlayerSubstituted,
    ResultCorrected,
    ResultImported,
    ResultReported,
    ResultsImported,
)
from tournaments.models.setup.events import (
    OddRulebookNamed,
    OddRulebookPinned,
    RulebookPinned,
    RulesChanged,
    StageAdded,
    TournamentCreated,
)
from tournaments.models.texts.events import TextRemoved
from tournaments.verification.chain import Chain
from tournaments.verification.draws import Draws
from tournaments.verification.entry import Entry
from tournaments.verification.explained_rows import ExplainedRows
from tournaments.verification.findings import SAME_TIME, Found, Part, Problem, Verification
from tournaments.verification.free_play.nights import Nights
from tournaments.verification.hall.clocks import Clocks
from tournaments.verification.hall.hands import Hands
from tournaments.verification.hall.kiosks import Kiosks
from tournaments.verification.hall.photos import Photos
from tournaments.verification.hall.referee_calls import RefereeCalls
from tournaments.verification.hall.seat_draws import SeatDraws
from tournaments.verification.joining.invitations import Invitations
from tournaments.verification.joining.registrations import Registrations
from tournaments.verification.made_and_ended import MadeAndEnded
from tournaments.verification.people import People
from tournaments.verification.phones import Phones, PlayerCards
from tournaments.verification.published.moments import moment
from tournaments.verification.reading import as_far_as_readable, follow, reading
from tournaments.verification.results import Results
from tournaments.verification.rounds import Rounds
from tournaments.verification.scores import Penalties, Scores
from tournaments.verification.sealed_rows import SealedRows
from tournaments.verification.settings import Settings
from tournaments.verification.stages import Stages
from tournaments.verification.standings import Standings
from tournaments.verification.teams.former_teams import FormerTeams
from tournaments.verification.teams.line_up_quotas import LineUpQuotas
from tournaments.verification.teams.line_ups import LineUps
from tournaments.verification.teams.looks import TeamLooks
from tournaments.verification.texts import Texts
from web.snapshots import snapshot

# Features that earlier versions did not write: once an entry has one, all later entries do.
SINCE: dict[str, str] = {
    TournamentCreated.kind: "tie_breaks",
    **dict.fromkeys((StageAdded.kind, PlayerRegistered.kind, TeamFormed.kind), "name"),
    **dict.fromkeys(
        (
            *(ResultReported.kind, ConfirmationUndone.kind, ResultCorrected.kind),
            *(PaperCounted.kind, ResultImported.kind),
        ),
        "by_seat",
    ),
    PlayersImported.kind: "team_names",
    ResultsImported.kind: "rounds",
    RulebookPinned.kind: "content",
    RulesChanged.kind: "house_rules",
    OddRulebookNamed.kind: "house_rules",
    OddRulebookPinned.kind: "content",
    RoundDrawn.kind: "draw",
    SeatingConstraintAdded.kind: "hash",
    SeatCardsIssued.kind: "tokens",
    SeatClaimed.kind: "device",
    PlayerSubstituted.kind: "round",
}


def verify_ledger(tournament_id: int, receipts: Iterable[Receipt] = ()) -> Verification:
    """Verify a tournament's ledger against itself, the facts and receipts. Changes nothing.

    Reads the ledger and every table once: the number of statements is constant.
    """
    with snapshot(), _without_collecting():
        heads = LedgerHead.objects.filter(tournament_id=tournament_id)
        whole = heads.select_related("tournament__usual_format").prefetch_related("tournament__formats")
        problems: list[Found] = []
        head = ids = None
        with reading(pgettext("record", "the tournament"), problems):
            head = whole.first()
            ids = Ids.of(head.tournament) if head is not None else None
        if head is None or ids is None:
            slug = Tournament.objects.values_list("slug", flat=True).get(pk=tournament_id)
            return _of_chain_alone(slug, heads.first(), receipts, problems)
        # Frees what was read before the garbage collector would traverse it.
        return _verification(head, ids, receipts)


def _of_chain_alone(
    slug: str, head: LedgerHead | None, receipts: Iterable[Receipt], problems: list[Found]
) -> Verification:
    """Report what is possible if the ledger's tournament is unreadable or its head missing."""
    if head is None:
        return Verification(slug, "", 0, "", [Problem(_("The tournament no longer has a ledger."))])
    chain = Chain(head, LedgerEntry.objects.filter(tournament_id=head.tournament_id), receipts)
    deque(chain.read(), maxlen=0)
    problems += [*chain.found, *([chain.broken] if chain.broken else ())]
    found = Verification(slug, head.chain, head.seq, head.hash)
    found.problems = [Problem(message, seq) for seq, message in problems]
    found.remarks.append(_("The facts were not compared with this ledger."))
    return found


def _verification(head: LedgerHead, ids: Ids, receipts: Iterable[Receipt]) -> Verification:
    found = Verification(head.tournament.slug, head.chain, head.seq, head.hash)
    chain = Chain(
        head,
        LedgerEntry.objects.filter(tournament_id=head.tournament_id),
        receipts,
        ids=ids,
        last_of_others=head.tournament.written_elsewhere or 0,
    )
    facts = _Reading(head, ids)
    for entry in chain.read():
        facts.follow(entry)
    if chain.broken is not None:
        chain.found.append(chain.broken)
        found.remarks.append(
            _("The facts were not compared with this ledger, because the ledger itself is broken.")
        )
    problems = [*chain.found, *facts.findings(is_whole=chain.broken is None)]
    found.problems = [Problem(message, seq) for seq, message in problems]
    found.remarks += facts.remarks
    found.behind = facts.standings.behind
    found.unrecorded = facts.unrecorded
    return found


class _Reading:
    """Lets every part follow the ledger, then compares."""

    def __init__(self, head: LedgerHead, ids: Ids) -> None:
        self.head = head
        self.settings, self.people, self.rounds = Settings(), People(), Rounds(ids)
        self.former_teams = FormerTeams(self.people)
        self.results, self.penalties = Results(self.rounds, ids), Penalties()
        self.scores, self.stages = Scores(self.results, self.people), Stages()
        self.explained = {
            event: ExplainedRows(event, explains) for event, explains in explaining_events().items()
        }
        self.standings = Standings(self.results, self.scores)
        self.texts = Texts(LedgerText.objects.filter(tournament_id=head.tournament_id), TextRemoved.kind)
        self.parts: list[Part] = [
            self.texts,
            self.settings,
            # Before `people`, because it needs the earlier team.
            self.former_teams,
            self.people,
            self.rounds,
            Draws(ids),
            Phones(self.rounds),
            PlayerCards(),
            Kiosks(),
            Invitations(),
            Registrations(),
            Clocks(),
            MadeAndEnded(Announcement, "tournament", pgettext("record", "announcement %(id)s")),
            MadeAndEnded(Webhook, "tournament", pgettext("record", "webhook %(id)s"), stays_behind=True),
            LineUps(),
            LineUpQuotas(),
            TeamLooks(),
            Nights(),
            self.stages,
            *self.explained.values(),
            *(SealedRows(event, seals) for event, seals in sealing_events().items()),
            self.results,
            Hands(self.rounds),
            RefereeCalls(self.rounds),
            Photos(self.rounds),
            SeatDraws(),
            self.penalties,
            self.scores,
        ]
        self.handlers: dict[str, list[Callable[[Entry], None]]] = {}
        for part in self.parts:
            for kind, handler in part.kinds.items():
                self.handlers.setdefault(kind, []).append(handler)
        self.found: list[Found] = []
        self.stops: set[Any] = set()
        with reading(Publication, self.found):
            behind = Publication.objects.filter(
                stage__tournament_id=head.tournament_id, as_of_seq__lt=head.standings_seq
            )
            self.stops |= set(behind.values_list("as_of_seq", flat=True))
        self.unknown: dict[str, int] = {}
        self.moved, self.moving = 0, kinds_that_move_standings()
        # Entries as of which standings are published and after which no moving entry was read yet.
        self.last = self.stops & {0}
        self.new_since: datetime | None = None
        self.remarks: list[str] = []
        self.unrecorded: list[str] = []

    def follow(self, entry: Entry) -> None:
        handlers = self.handlers.get(entry.kind)
        if handlers is None:
            self.unknown[entry.kind] = self.unknown.get(entry.kind, 0) + 1
        else:

            def read(entry: Entry) -> None:
                told = self.texts.put_in(entry)
                for handler in handlers:
                    handler(told)

            follow(entry, (read,), self.found)
        since = SINCE.get(entry.kind)
        if since is not None and (self.new_since is None or since not in entry.payload):
            self._date(entry, since)
        # The ledger head has to name the last one of these.
        if entry.kind in self.moving:
            self.moved = entry.seq
            self.standings.behind_since.update(dict.fromkeys(self.last, entry.at))
            self.last = set()
        if entry.seq in self.stops:
            self.last.add(entry.seq)
            with reading(Publication, self.found):
                self.standings.then[entry.seq] = moment(
                    entry.seq,
                    self.settings,
                    self.people,
                    self.penalties,
                    self.stages,
                    self.explained,
                    self.former_teams,
                )

    def _date(self, entry: Entry, since: str) -> None:
        """Check that an entry is not of an older version than earlier ones, or than its transaction.

        During an upgrade two versions may write in parallel for less than ten minutes.
        """
        short = None
        if since in entry.payload:
            # A tournament and its first stage are created in one transaction.
            short = (1, SINCE["created"]) if entry.seq == 2 and self.new_since is None else None
            self.new_since = self.new_since or entry.at
        elif self.new_since is not None and entry.at - self.new_since > SAME_TIME:
            short = entry.seq, since
        if short is not None:
            message = _("it leaves out what entries before it or with it record (%(what)s).")
            self.found.append((short[0], message % {"what": short[1]}))

    def findings(self, *, is_whole: bool) -> Iterator[Found]:
        """Yield problems. Facts are compared only if the ledger is intact; `remarks` say what was not compared."""
        tournament = self.head.tournament
        if is_whole:
            yield from self.found
            for part in self.parts:
                yield from as_far_as_readable(part.about, part.findings(tournament))
            yield from as_far_as_readable(LedgerHead, self._moved())
            self._remark()
        yield from as_far_as_readable(Standing, self.standings.findings(tournament, is_whole=is_whole))
        self.remarks += self.standings.remarks

    def _moved(self) -> Iterator[Found]:
        if self.head.standings_seq < self.moved:
            message = _("standings may have changed with this entry, but the ledger's head does not show it.")
            yield self.moved, message
        if self.head.standings_seq > self.head.seq:
            yield (
                None,
                _("The ledger's head names an entry that moved standings, but the ledger does not have it."),
            )

    def _remark(self) -> None:
        self.remarks += self.people.remarks
        self.unrecorded = sorted({name for part in self.parts for name in part.unrecorded})
        if self.unrecorded:
            message = _(
                "Not recorded by the version that wrote these entries, so not compared: %(what)s. "
                "“manage.py record_baseline” records the current state."
            )
            self.remarks.append(message % {"what": ", ".join(self.unrecorded)})
        for kind, count in sorted(self.unknown.items()):
            message = ngettext(
                "%(count)s entry is of a kind unknown to this version (%(kind)s); its effects were not "
                "compared.",
                "%(count)s entries are of a kind unknown to this version (%(kind)s); their effects were not "
                "compared.",
                count,
            )
            self.remarks.append(message % {"count": count, "kind": kind})


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Disable garbage collection, which would repeatedly traverse hundreds of thousands of rows in vain."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
