from argparse import ArgumentParser

from django.core.management import BaseCommand

from tournaments.management.console import tournament_at
from tournaments.models import LedgerEntry
from tournaments.models.ledger import canonical, instant


class Command(BaseCommand):
    help = "Write a tournament's ledger as JSON lines, for tools/verify_ledger.py and for safe keeping elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tournament", required=True, metavar="SLUG")

    def handle(self, **options: str) -> None:
        tournament = tournament_at(options["tournament"])
        entries = LedgerEntry.objects.filter(tournament=tournament).order_by("seq")
        for entry in entries.iterator(chunk_size=2_000):
            line = {
                "ledger": tournament.head.chain,
                "seq": entry.seq,
                "kind": entry.kind,
                "payload": entry.payload,
                "actor": entry.actor,
                "at": instant(entry.recorded_at),
                "prev": entry.prev,
                "hash": entry.hash,
            }
            self.stdout.write(canonical(line))
