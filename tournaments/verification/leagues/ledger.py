"""A league's ledger, verified against itself, receipts and facts."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import (
    Invitation,
    League,
    LeagueLedgerEntry,
    LeagueLedgerHead,
    LedgerText,
    Move,
    Rating,
    Webhook,
)
from tournaments.models.chain import Receipt
from tournaments.models.events import LeagueEvent
from tournaments.models.leagues.events import LeagueTextRemoved
from tournaments.verification.chain import Chain
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, Problem, Verification
from tournaments.verification.joining.invitations import Invitations
from tournaments.verification.leagues.frame import Frame
from tournaments.verification.leagues.moves import Moves
from tournaments.verification.leagues.ratings import findings_of_ratings
from tournaments.verification.made_and_ended import MadeAndEnded
from tournaments.verification.reading import as_far_as_readable, each, follow
from tournaments.verification.texts import Texts
from web.snapshots import snapshot


def verify_league(league_id: int, receipts: Iterable[Receipt] = ()) -> Verification:
    """Verify a league's ledger against itself, the facts and receipts. Changes nothing."""
    with snapshot():
        slug = League.objects.values_list("slug", flat=True).get(pk=league_id)
        head = LeagueLedgerHead.objects.filter(league=league_id).first()
        if head is None:
            return Verification(slug, "", 0, "", [Problem(_("The league no longer has a ledger."))])
        return _verification(slug, head, receipts)


def _verification(slug: str, head: LeagueLedgerHead, receipts: Iterable[Receipt]) -> Verification:
    found = Verification(slug, head.chain, head.seq, head.hash)
    chain = Chain(head, LeagueLedgerEntry.objects.filter(league=head.league_id), receipts)
    league = LeagueReading(head.league_id)
    for entry in chain.read():
        league.follow(entry)
    problems = chain.found
    if chain.broken is not None:
        problems.append(chain.broken)
        found.remarks.append(
            _("The facts were not compared with this ledger, because the ledger itself is broken.")
        )
    else:
        problems += each(League.objects.filter(pk=head.league_id), league.findings)
    found.problems = [Problem(message, seq) for seq, message in problems]
    return found


class LeagueReading:
    """Lets every part follow the ledger, then compares."""

    def __init__(self, league_id: int) -> None:
        self.frame, self.invitations, self.moves = Frame(), Invitations(LeagueEvent), Moves()
        named = pgettext("record", "webhook %(id)s")
        self.webhooks: MadeAndEnded[Webhook, League] = MadeAndEnded(
            Webhook, "league", named, events=LeagueEvent
        )
        self.texts = Texts(LedgerText.objects.filter(league_id=league_id), LeagueTextRemoved.kind)
        self.handlers: dict[str, list[Callable[[Entry], None]]] = defaultdict(list)
        parts = (
            self.frame.kinds,
            self.moves.kinds,
            self.invitations.kinds,
            self.webhooks.kinds,
            self.texts.kinds,
        )
        for kinds in parts:
            for kind, handler in kinds.items():
                self.handlers[kind].append(handler)
        self.found: list[Found] = []

    def follow(self, entry: Entry) -> None:
        handlers = self.handlers.get(entry.kind)
        if handlers is None:
            return

        def read(entry: Entry) -> None:
            told = self.texts.put_in(entry)
            for handler in handlers:
                handler(told)

        follow(entry, (read,), self.found)

    def findings(self, league: League) -> Iterator[Found]:
        yield from self.found
        yield from self.frame.findings(league)
        yield from as_far_as_readable(LedgerText, self.texts.findings(league))
        yield from as_far_as_readable(Move, self.moves.findings(league))
        yield from as_far_as_readable(Rating, findings_of_ratings(league))
        yield from as_far_as_readable(Invitation, self.invitations.findings(league))
        yield from as_far_as_readable(Webhook, self.webhooks.findings(league))
