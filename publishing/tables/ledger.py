"""The ledger in words and as sealed, with hashes, so that the file is also a receipt."""

import hashlib
from collections.abc import Iterator

from django.db.models import Q
from django.utils.translation import get_language, pgettext

from players.models import User
from publishing.tables.about import about, in_local_time
from tournaments.models import Tournament
from tournaments.models.ledger import canonical, instant
from tournaments.models.play.proposals import entries_with_proposals
from tournaments.models.texts.reading import Texts
from tournaments.views.public.ledger_wording import in_words
from web.sheets.tables import Column, Line, Table

# Entries formatted at once: six queries each time.
AT_ONCE = 500
# Part of the tag: raise it when the same entries are worded differently.
VERSION = 2


def ledger(tournament: Tournament) -> Table:
    """A line for each entry, oldest first, read while the file is written: six queries for each 500 entries.

    Entries appended meanwhile are not included.
    """
    columns = [
        Column("seq", pgettext("column", "Entry")),
        Column("at", pgettext("column", "Time")),
        Column("words", pgettext("column", "What happened")),
        Column("by", pgettext("column", "By")),
        Column("kind", pgettext("column", "Kind")),
        Column("payload", pgettext("column", "Content")),
        Column("actor", pgettext("column", "Account")),
        Column("at_utc", pgettext("column", "Time (UTC)")),
        Column("prev", pgettext("column", "Hash before")),
        Column("hash", pgettext("column", "Hash")),
    ]
    chain = (Column("ledger", pgettext("column", "Ledger")), tournament.head.chain)
    return Table(pgettext("heading", "Ledger"), columns, _Rows(tournament), about(tournament, None, chain))


def ledger_tag(tournament: Tournament) -> str:
    """Return a tag for the file: its last entry, and every name it can mention. Two queries."""
    accounts = User.objects.filter(
        Q(staff_of__tournament=tournament)
        | Q(leagues_run__league__seasons__tournaments=tournament)
        | Q(player__entries__tournament=tournament)
    )
    names = [
        [tournament.name, tournament.time_zone, str(tournament.starts_on), str(tournament.ends_on)],
        list(tournament.entries.order_by("pk").values_list("player__name", flat=True)),
        list(accounts.distinct().order_by("pk").values_list("name", flat=True)),
    ]
    seen = canonical([VERSION, tournament.head.hash, get_language(), names])
    return hashlib.sha256(seen.encode()).hexdigest()[:20]


class _Rows:
    """The entries present when the file was requested, in words, in batches."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.end = tournament.head.seq

    def __iter__(self) -> Iterator[Line]:
        for start in range(0, self.end, AT_ONCE):
            yield from self._between(start, min(start + AT_ONCE, self.end))

    def _between(self, start: int, stop: int) -> Iterator[Line]:
        entries = list(self.tournament.ledger.filter(seq__gt=start, seq__lte=stop).order_by("seq"))
        texts = Texts(self.tournament, entries, entries_with_proposals(self.tournament, entries))
        for entry, line in zip(entries, in_words(self.tournament, entries, texts), strict=True):
            yield [
                entry.seq,
                in_local_time(self.tournament, entry.recorded_at),
                " ".join(filter(None, [line.words, line.detail])),
                line.by,
                entry.kind,
                "" if texts.is_withheld(entry) else entry.payload,
                entry.actor,
                instant(entry.recorded_at),
                entry.prev,
                entry.hash,
            ]
