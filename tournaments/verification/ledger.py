"""The ledger against itself, against receipts, and against what was published."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from tournaments.models import LedgerEntry, LedgerHead, Publication, Standing, TeamStanding
from tournaments.models.ledger import GENESIS, Receipt, link_hash
from tournaments.standings import ranked, tally, team_tallies, tie_breaks_of
from tournaments.verification.facts import Deed, facts_findings


@dataclass(frozen=True)
class Problem:
    """What is wrong, in words; `seq` is the ledger entry it is about, if it is about one."""

    message: str
    seq: int | None = None

    def __str__(self) -> str:
        return (
            self.message
            if self.seq is None
            else _("Entry %(seq)s: %(message)s")
            % {
                "seq": self.seq,
                "message": self.message,
            }
        )


@dataclass
class Verification:
    """What was found in one tournament's ledger; without problems, everything agrees."""

    tournament: str
    ledger: str
    seq: int
    hash: str
    problems: list[Problem] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.problems

    @property
    def first_bad_seq(self) -> int | None:
        """The first ledger entry that something is wrong with."""
        return min((problem.seq for problem in self.problems if problem.seq is not None), default=None)


def verify_ledger(tournament_id: int, receipts: Iterable[Receipt] = ()) -> Verification:
    """Compare a tournament's ledger with itself, with the facts, and with the receipts for it. Changes nothing."""
    with _one_moment():
        head = LedgerHead.objects.select_related("tournament").get(tournament_id=tournament_id)
        found = Verification(head.tournament.slug, head.chain, head.seq, head.hash)
        entries = LedgerEntry.objects.filter(tournament_id=tournament_id).order_by("seq", "pk")
        own = [receipt for receipt in receipts if receipt.ledger == head.chain]
        deeds: list[Deed] = []
        broken = _chain(head, _read(entries.iterator(chunk_size=2_000), deeds, own, found))
        found.problems += broken
        if broken:
            found.remarks.append(
                _("The facts were not compared with this ledger, since it is broken itself.")
            )
        else:
            found.problems += [
                Problem(message, seq) for seq, message in facts_findings(head.tournament, deeds)
            ]
        _compare_standings(head, found)
    return found


def _read(
    entries: Iterable[LedgerEntry], deeds: list[Deed], receipts: Sequence[Receipt], found: Verification
) -> Iterator[LedgerEntry]:
    """Pass the entries on; keep what they tell, and compare them with the receipts."""
    awaited: dict[int, list[Receipt]] = {}
    for receipt in receipts:
        awaited.setdefault(receipt.seq, []).append(receipt)
    for entry in entries:
        if any(receipt.hash != entry.hash for receipt in awaited.pop(entry.seq, [])):
            message = _(
                "a receipt shows that another entry stood here: the ledger was rewritten from here or before."
            )
            found.problems.append(Problem(message, entry.seq))
        content = _content(entry)
        if content is None:
            found.problems.append(Problem(_("its content is no JSON object."), entry.seq))
        else:
            deeds.append(Deed(entry.seq, entry.kind, content))
        yield entry
    for seq in sorted(awaited):
        found.problems.append(Problem(_("a receipt shows that it was here; the ledger was cut."), seq))


def _content(entry: LedgerEntry) -> dict[str, Any] | None:
    try:
        content = json.loads(entry.payload)
    except json.JSONDecodeError:
        return None
    return content if isinstance(content, dict) else None


def _chain(head: LedgerHead, entries: Iterable[LedgerEntry]) -> list[Problem]:
    """The first place where the chain is broken, and whether its end is the one the head knows."""
    problems: list[Problem] = []
    seq, last = 0, GENESIS
    for entry in entries:
        if not problems and (message := _broken(head.chain, entry, seq, last)):
            # A missing entry is the bad one; else it is the entry that stands here.
            problems.append(Problem(message, min(entry.seq, seq + 1)))
        seq, last = entry.seq, entry.hash
    if not problems and seq < head.seq:
        message = _("it is missing: the ledger ends before it, but its head knows %(seq)s entries.")
        problems.append(Problem(message % {"seq": head.seq}, seq + 1))
    elif not problems and seq > head.seq:
        problems.append(Problem(_("the ledger's head does not know it."), head.seq + 1))
    elif not problems and last != head.hash:
        problems.append(Problem(_("the last entry is not the one that the ledger's head names."), seq))
    return problems


def _broken(chain: str, entry: LedgerEntry, seq: int, last: str) -> str:
    """Why this entry does not follow the one before it; empty when it does."""
    if entry.seq <= seq:
        return _("this number stands there twice.")
    if entry.seq != seq + 1:
        return _("it is missing; the next one is %(seq)s.") % {"seq": entry.seq}
    expected = link_hash(
        chain=chain,
        seq=entry.seq,
        kind=entry.kind,
        payload=entry.payload,
        actor=entry.actor,
        recorded_at=entry.recorded_at,
        prev=entry.prev,
    )
    if expected != entry.hash:
        return _("it was changed after it was written: its content does not give its hash.")
    if entry.prev != last:
        return _(
            "it does not follow the entry before it: one of the two was replaced, or their order was changed."
        )
    return ""


def _compare_standings(head: LedgerHead, found: Verification) -> None:
    """Published standings that are as new as the ledger are the ones that follow from the facts."""
    for publication in Publication.objects.filter(stage__tournament_id=head.tournament_id).select_related(
        "stage__tournament"
    ):
        stage = publication.stage
        if publication.as_of_seq < head.standings_seq:
            message = _("The standings of %(stage)s are behind the ledger and were not compared.")
            found.remarks.append(message % {"stage": stage})
            continue
        for difference in standings_differences(publication):
            found.problems.append(Problem(difference))


def standings_differences(publication: Publication) -> list[str]:
    """Say where the published rows of a stage differ from what its facts give."""
    stage = publication.stage
    tallies = tally(stage)
    tie_breaks = tie_breaks_of(stage.tournament)
    should_be = {
        row.entry_id: (place.rank, place.shared_rank, row.total, row.penalty, row.games, row.places)
        for place, row in ranked(tallies, tie_breaks)
    }
    published = {
        row.entry_id: (row.position, row.rank, row.total, row.penalty, row.games, tuple(row.places))
        for row in Standing.objects.filter(stage=stage)
    }
    teams_should_be = {
        row.entry_id: (place.rank, place.shared_rank, row.total, row.games, row.places)
        for place, row in ranked(team_tallies(tallies), tie_breaks)
    }
    teams_published = {
        row.team_id: (row.position, row.rank, row.total, row.games, tuple(row.places))
        for row in TeamStanding.objects.filter(stage=stage)
    }
    differences = []
    for what, should, has in (
        (_("entry %(id)s"), should_be, published),
        (_("team %(id)s"), teams_should_be, teams_published),
    ):
        for key in sorted(should.keys() | has.keys()):
            if should.get(key) != has.get(key):
                message = _("The published standings of %(stage)s are not what its results give for %(who)s.")
                differences.append(message % {"stage": stage, "who": what % {"id": key}})
    return differences


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it is at one moment, while others go on writing."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic():
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
