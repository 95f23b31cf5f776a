from argparse import ArgumentParser

from django.core.management import BaseCommand

from tournaments.actions.transfer.reading import checked_file
from tournaments.actions.transfer.taking_in import take_in_tournament
from tournaments.management.console import actor_named, add_by, refusals_are_errors, to_read


class Command(BaseCommand):
    help = "Take in a tournament that another server wrote to a file; verify it first (docs/whole-tournaments.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="“-” is the standard input")
        parser.add_argument("--slug", default="", help="its address here, if not the one in the file")
        add_by(parser)

    def handle(self, **options: str) -> None:
        by = actor_named(options["by"])
        with to_read(options["file"]) as file, refusals_are_errors():
            checked = checked_file(file)
            tournament = take_in_tournament(checked=checked, by=by, slug=options["slug"])
        self.stdout.write(
            f"{tournament.slug}: taken in with {checked.head.entries} ledger entries; everything agrees."
        )
