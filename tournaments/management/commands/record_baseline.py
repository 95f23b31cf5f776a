from argparse import ArgumentParser
from functools import partial

from django.core.management import BaseCommand, CommandError

from tournaments.actions.setup.ledger_baseline import record_baseline
from tournaments.management.console import actor_named, add_by, add_which, chosen_numbers
from tournaments.models import Tournament
from tournaments.verification import verification_of, verify_ledger


class Command(BaseCommand):
    help = "After an upgrade: record today's settings where earlier versions did not record them (docs/ledger.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_which(parser)
        add_by(parser)

    def handle(self, **options: str) -> None:
        by = actor_named(options["by"])
        unsound = []
        for pk in chosen_numbers(options):
            found = verification_of(Tournament, pk, partial(verify_ledger, pk))
            slug = found.about
            if not found.is_sound:
                # What is wrong today must not become what was always so.
                unsound.append(slug)
                self.stdout.write(f"{slug}: NOT SOUND, so nothing was recorded; see verify_ledger.")
            elif found.unrecorded:
                entry = record_baseline(tournament=Tournament.objects.get(pk=pk), by=by)
                self.stdout.write(f"{slug}: recorded in entry {entry.seq}: {', '.join(found.unrecorded)}")
            else:
                self.stdout.write(f"{slug}: everything is recorded already.")
        if unsound:
            raise CommandError(f"Not sound: {', '.join(unsound)}.")
