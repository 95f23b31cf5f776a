"""The ledger, in words and as it was sealed: with its hashes, so that the file is also a receipt."""

from django.utils.translation import gettext as _

from publishing.tables.about import about, local
from tournaments.models import Tournament
from tournaments.models.ledger import instant
from tournaments.views.public.ledger_wording import in_words
from web.sheets.tables import Cell, Column, Table

# So many entries are put into words at once: five queries each time, whatever they mention.
AT_ONCE = 500


def ledger(tournament: Tournament) -> Table:
    """A line for each entry, oldest first. One query, and five for each 500 entries."""
    columns = [
        Column("seq", _("Entry")),
        Column("at", _("Time")),
        Column("words", _("What happened")),
        Column("by", _("By")),
        Column("kind", _("Kind")),
        Column("payload", _("Content")),
        Column("actor", _("Account")),
        Column("at_utc", _("Time (UTC)")),
        Column("prev", _("Hash before")),
        Column("hash", _("Hash")),
    ]
    entries = list(tournament.ledger.order_by("seq"))
    rows: list[list[Cell]] = []
    for start in range(0, len(entries), AT_ONCE):
        for line in in_words(tournament, entries[start : start + AT_ONCE]):
            entry = line.entry
            rows.append(
                [
                    entry.seq,
                    local(tournament, entry.recorded_at),
                    " ".join(filter(None, [line.words, line.detail])),
                    line.by,
                    entry.kind,
                    entry.payload,
                    entry.actor,
                    instant(entry.recorded_at),
                    entry.prev,
                    entry.hash,
                ]
            )
    chain = (Column("ledger", _("Ledger")), tournament.head.chain)
    return Table(_("Ledger"), columns, rows, about(tournament, None, chain))
