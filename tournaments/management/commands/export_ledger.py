from argparse import ArgumentParser
from itertools import islice

from django.core.management import BaseCommand

from tournaments.management.console import tournament_at
from tournaments.models import LedgerEntry
from tournaments.models.ledger import canonical, instant
from tournaments.models.texts.reading import Texts

AT_ONCE = 500


class Command(BaseCommand):
    help = (
        "Write a tournament's ledger as JSON lines, for tools/verify_ledger.py and for safe keeping elsewhere. "
        "What is for the staff alone, or was removed, is not in it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tournament", required=True, metavar="SLUG")

    def handle(self, **options: str) -> None:
        tournament = tournament_at(options["tournament"])
        entries = LedgerEntry.objects.filter(tournament=tournament).order_by("seq")
        reading = entries.iterator(chunk_size=AT_ONCE)
        while some := list(islice(reading, AT_ONCE)):
            texts = Texts(tournament, some)
            for entry in some:
                line = {
                    "ledger": tournament.head.chain,
                    "seq": entry.seq,
                    "kind": entry.kind,
                    "payload": None if texts.is_withheld(entry) else entry.payload,
                    "actor": entry.actor,
                    "at": instant(entry.recorded_at),
                    "prev": entry.prev,
                    "hash": entry.hash,
                }
                beside = {name: found and found._asdict() for name, found in texts.with_salts(entry).items()}
                self.stdout.write(canonical({**line, "texts": beside} if beside else line))
