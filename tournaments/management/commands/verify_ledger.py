import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError

from tournaments.management.console import add_which, chosen_numbers, numbers_of_leagues, to_read
from tournaments.models import Heartbeat, League, LeagueLedgerHead, LedgerHead, Tournament
from tournaments.models.ledger import Receipt
from tournaments.verification import Verification, verification_of, verify_league, verify_ledger


class Command(BaseCommand):
    help = "Look whether ledgers, stored facts and published standings agree, and with receipts (docs/ledger.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_which(parser)
        parser.add_argument(
            "--receipts",
            "--heads",
            metavar="FILE",
            action="append",
            default=[],
            help='receipts of phones, heads that “witness” wrote, or an older export: {"ledger", "seq", "hash"}; '
            "“-” is the standard input",
        )

        parser.add_argument(
            "--copy",
            action="store_true",
            help="of a database for which no worker runs: standings may be behind their ledger for any time",
        )

    def handle(self, **options: Any) -> None:
        receipts = [receipt for path in options["receipts"] for receipt in receipts_in(path)]
        awaited = {receipt.ledger for receipt in receipts}
        here, count, unsound, behind = set[str](), 0, 0, list[str]()
        # Each is let go of once it was printed: there may be thousands.
        for found in _verified(receipts, options):
            self._print_report(found)
            here |= awaited & {found.ledger}
            count += 1
            unsound += not found.is_sound
            behind += () if options["copy"] else found.behind
        if receipts:
            here |= awaited.intersection(LedgerHead.objects.values_list("chain", flat=True))
            here |= awaited.intersection(LeagueLedgerHead.objects.values_list("chain", flat=True))
        strangers = sorted(awaited - here)
        for ledger in strangers:
            self.stdout.write(f"receipts: ledger {ledger} is not here, or was given another name.")
        if unsound:
            raise CommandError(f"{unsound} of {counted(count, 'ledger')} {verb(unsound)} not sound.")
        whole = f"{counted(count, 'ledger')} {verb(count)} sound"
        if strangers:
            astray = sum(receipt.ledger not in here for receipt in receipts)
            raise CommandError(
                f"{whole}, but {counted(astray, 'receipt')} {verb(astray)} for a ledger that is not here."
            )
        if behind:
            raise CommandError(
                "\n".join([f"{whole}, but standings stay behind; does a worker run?", *behind])
            )
        if not options["copy"] and not options["tournament"]:
            self._note_success()
        self.stdout.write(
            f"{whole}; {counted(len(receipts), 'receipt')} {'agrees' if len(receipts) == 1 else 'agree'}."
        )

    def _note_success(self) -> None:
        try:
            Heartbeat.objects.beat(Heartbeat.Name.VERIFIED)
        except DatabaseError as error:
            # A database that may only be read is verified all the same.
            self.stderr.write(f"The time of this verification was not stored: {error}")

    def _print_report(self, found: Verification) -> None:
        state = "sound" if found.is_sound else f"NOT SOUND from entry {found.first_bad_seq or '?'}"
        self.stdout.write(
            f"{found.about}: {state}; {counted(found.seq, 'entry', 'entries')}, ends with {str(found.hash)[:16]}"
        )
        for problem in found.problems:
            self.stdout.write(f"  {problem}")
        for remark in found.remarks:
            self.stdout.write(f"  ({remark})")


def _verified(receipts: list[Receipt], options: Mapping[str, Any]) -> Iterator[Verification]:
    """What is found in each chosen ledger, one after the other."""
    for model, verify, chosen in (
        (Tournament, verify_ledger, chosen_numbers),
        (League, verify_league, numbers_of_leagues),
    ):
        for pk in chosen(options):
            yield verification_of(model, pk, partial(verify, pk, receipts))


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def verb(number: int) -> str:
    return "is" if number == 1 else "are"


def receipts_in(path: str) -> list[Receipt]:
    """Receipts as phones keep them (a JSON list), heads as `witness` writes them, or the lines of an export."""
    try:
        with to_read(path) as file:
            text = file.read().decode().strip()
        return [Receipt(str(row["ledger"]), int(row["seq"]), str(row["hash"])) for row in _rows(text)]
    except (ValueError, KeyError, TypeError) as error:
        raise CommandError(
            f'{path}: please give a JSON list of {{"ledger", "seq", "hash"}}, or one of them a line.'
        ) from error


def _rows(text: str) -> list[dict[str, Any]]:
    if text.startswith("["):
        rows: list[dict[str, Any]] = json.loads(text)
        return rows
    return [json.loads(line) for line in text.split("\n") if line.strip()]
