import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand, CommandError

from tournaments.actions.transfer.writing import write_file
from tournaments.management.console import STANDARD, no_file, refusals_are_errors, tournament_at


class Command(BaseCommand):
    help = "Write a whole tournament to a file that another server can take in (docs/whole-tournaments.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a new file; “-” is the standard output")
        parser.add_argument("--tournament", required=True, metavar="SLUG")

    def handle(self, **options: str) -> None:
        tournament = tournament_at(options["tournament"])
        if options["file"] == STANDARD:
            with refusals_are_errors():
                digest = write_file(tournament, sys.stdout.buffer)
            print(f"SHA-256 {digest}", file=sys.stderr)
            return
        path = Path(options["file"])
        try:
            with path.open("xb") as file, refusals_are_errors():
                digest = write_file(tournament, file)
        except FileExistsError as error:
            raise CommandError(f"{path} exists; nothing is overwritten.") from error
        except OSError as error:
            raise no_file(path, error) from error
        except CommandError:
            path.unlink()
            raise
        self.stdout.write(f"{path}: SHA-256 {digest}")
