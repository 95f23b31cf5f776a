"""What the commands have in common: which tournament, who does it, and a refusal shown as an error."""

import shutil
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from django.core.management import CommandError
from django.utils.translation import gettext as _

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError
from tournaments.models import League, Tournament
from web.sheets.csv_rows import Finding
from web.sheets.uploads import text_of_file

STANDARD = "-"
"""Instead of a file: the standard input or output. On a server the shell opens what the services' user cannot."""


def add_by(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--by", metavar="EMAIL", help="whose action it is in the ledger; without it: the console's"
    )


def actor_named(email: str | None) -> Actor:
    """The person of this e-mail address, or the console."""
    if not email:
        return Actor(is_console=True)
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        raise CommandError(_("The account %(email)s does not exist.") % {"email": email})
    return Actor(user=user)


def add_which(parser: ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--tournament", metavar="SLUG", help="this one")
    which.add_argument(
        "--all", action="store_true", help="every tournament and league; also when none is named"
    )


def chosen_numbers(options: Mapping[str, str]) -> list[int]:
    """The number of the tournament that was named, or of all: nothing else of them has to be readable."""
    rows = Tournament.objects.order_by("pk")
    if options["tournament"]:
        rows = rows.filter(slug=options["tournament"])
        if not rows.exists():
            raise _no_tournament_at(options["tournament"])
    return list(rows.values_list("pk", flat=True))


def numbers_of_leagues(options: Mapping[str, str]) -> list[int]:
    """As `chosen_numbers`, also of those that were removed; no league where one tournament was named."""
    return [] if options["tournament"] else list(League.objects.order_by("pk").values_list("pk", flat=True))


def tournament_at(slug: str) -> Tournament:
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise _no_tournament_at(slug)
    return tournament


def no_file(path: str | Path, error: OSError) -> CommandError:
    """Why a file could not be opened, and what helps where the shell may and we may not."""
    if isinstance(error, PermissionError):
        return CommandError(
            f"{path}: {error.strerror}. Let the shell open it: “-” instead, and < or > before its name."
        )
    return CommandError(f"{path}: {error.strerror}")


def _no_tournament_at(slug: str) -> CommandError:
    return CommandError(_("There is no tournament at the address “%(slug)s”.") % {"slug": slug})


@contextmanager
def to_read(path: str) -> Iterator[IO[bytes]]:
    """A file opened for reading from its beginning, as often as needed; “-” is the standard input."""
    with ExitStack() as stack:
        try:
            if path != STANDARD:
                file: IO[bytes] = stack.enter_context(Path(path).open("rb"))
            else:
                file = stack.enter_context(tempfile.TemporaryFile())
                shutil.copyfileobj(sys.stdin.buffer, file)
                file.seek(0)
        except OSError as error:
            raise no_file(path, error) from error
        yield file


def text_of(path: str) -> str:
    """The text of a file: CSV or a workbook, as strict as an upload."""
    with to_read(path) as file:
        text = text_of_file(file.read())
    if isinstance(text, Finding):
        raise CommandError(f"{path}: {text}")
    return text


@contextmanager
def refusals_are_errors() -> Iterator[None]:
    """Tell a refusal, line by line where it has lines, and end with status 1."""
    try:
        yield
    except ActionError as refusal:
        if not isinstance(refusal.fields.get("lines"), list):
            raise CommandError(refusal.message) from refusal
        raise CommandError("\n".join([_("Nothing was imported."), *lines_of(refusal)])) from refusal


def lines_of(refusal: ActionError) -> list[str]:
    """What is refused, line by line where it has lines."""
    lines = refusal.fields.get("lines")
    if not isinstance(lines, list):
        return [refusal.message]
    return [f"line {line['line']}: {line['message']}" for line in lines]
