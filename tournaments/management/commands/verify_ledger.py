import json
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError

from tournaments.management.console import add_which, chosen
from tournaments.models import LedgerHead
from tournaments.models.ledger import Receipt
from tournaments.verification import Verification, verify_ledger


class Command(BaseCommand):
    help = "Look whether ledgers, stored facts and published standings agree, and with receipts (docs/ledger.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_which(parser)
        parser.add_argument("--receipts", metavar="FILE.json", help='a list of {"ledger", "seq", "hash"}')

    def handle(self, **options: str) -> None:
        receipts = _receipts(options["receipts"])
        tournaments = chosen(options)
        found = [verify_ledger(tournament.pk, receipts) for tournament in tournaments]
        for verification in found:
            self._tell(verification)
        here = set(LedgerHead.objects.values_list("chain", flat=True))
        strangers = sorted({receipt.ledger for receipt in receipts if receipt.ledger not in here})
        for ledger in strangers:
            self.stdout.write(f"receipts: ledger {ledger} is not here, or was given another name.")
        unsound = sum(not verification.is_sound for verification in found)
        if unsound or strangers:
            raise CommandError(f"{unsound} of {len(found)} ledgers are not sound.")
        self.stdout.write(f"{len(found)} ledgers are sound; {len(receipts)} receipts agree.")

    def _tell(self, found: Verification) -> None:
        state = "sound" if found.is_sound else f"NOT SOUND from entry {found.first_bad_seq or '?'}"
        self.stdout.write(f"{found.tournament}: {state}; {found.seq} entries, ends with {found.hash[:16]}")
        for problem in found.problems:
            self.stdout.write(f"  {problem}")
        for remark in found.remarks:
            self.stdout.write(f"  ({remark})")


def _receipts(path: str | None) -> list[Receipt]:
    if not path:
        return []
    try:
        rows = json.loads(Path(path).read_text())
        return [Receipt(str(row["ledger"]), int(row["seq"]), str(row["hash"])) for row in rows]
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(f'{path}: please give a JSON list of {{"ledger", "seq", "hash"}}.') from error
