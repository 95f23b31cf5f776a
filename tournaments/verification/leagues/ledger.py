"""A league's ledger against itself, against receipts, and against the facts."""

from collections.abc import Callable, Iterable, Iterator

from django.utils.translation import gettext as _

from tournaments.models import League, LeagueLedgerEntry, LeagueLedgerHead
from tournaments.models.chain import Receipt
from tournaments.verification.chain import Chain
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, Problem, Verification
from tournaments.verification.joining.invitations import Invitations
from tournaments.verification.leagues.frame import Frame
from tournaments.verification.leagues.moves import Moves
from tournaments.verification.leagues.ratings import findings_of_ratings
from web.snapshots import snapshot


def verify_league(league_id: int, receipts: Iterable[Receipt] = ()) -> Verification:
    """Compare a league's ledger with itself, with the facts, and with the receipts for it. Changes nothing."""
    with snapshot():
        league = League.objects.get(pk=league_id)
        head = LeagueLedgerHead.objects.filter(league=league).first()
        if head is None:
            return Verification(league.slug, "", 0, "", [Problem(_("The league has no ledger any more."))])
        return _verification(league, head, receipts)


def _verification(league: League, head: LeagueLedgerHead, receipts: Iterable[Receipt]) -> Verification:
    found = Verification(league.slug, head.chain, head.seq, head.hash)
    chain = Chain(head, LeagueLedgerEntry.objects.filter(league=league), receipts)
    reading = LeagueReading()
    for entry in chain.read():
        reading.follow(entry)
    problems = chain.found
    if chain.broken is not None:
        problems.append(chain.broken)
        found.remarks.append(_("The facts were not compared with this ledger, since it is broken itself."))
    else:
        problems += reading.findings(league)
    found.problems = [Problem(message, seq) for seq, message in problems]
    return found


class LeagueReading:
    """Lets every part follow the ledger, and then compare."""

    def __init__(self) -> None:
        self.frame, self.invitations, self.moves = Frame(), Invitations(), Moves()
        self.handlers: dict[str, Callable[[Entry], None]] = {
            **self.frame.kinds,
            **self.moves.kinds,
            **self.invitations.kinds_of_a_league,
        }
        self.found: list[Found] = []

    def follow(self, entry: Entry) -> None:
        handler = self.handlers.get(entry.kind)
        if handler is None:
            return
        try:
            handler(entry)
        except (KeyError, TypeError, ValueError, AttributeError):
            # Only somebody else can have written it: what is missing may be anything.
            message = _("it does not say what an entry of its kind (%(kind)s) says.")
            self.found.append((entry.seq, message % {"kind": entry.kind}))

    def findings(self, league: League) -> Iterator[Found]:
        yield from self.found
        yield from self.frame.findings(league)
        yield from self.moves.findings(league)
        yield from findings_of_ratings(league)
        yield from self.invitations.findings(league)
