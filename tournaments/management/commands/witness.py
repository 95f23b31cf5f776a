import sys
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management import BaseCommand
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.management.console import STANDARD, add_which, chosen_numbers, no_file, numbers_of_leagues
from tournaments.models import LeagueLedgerHead, LedgerHead
from tournaments.models.ledger import canonical, instant


class Command(BaseCommand):
    help = "Write down where every ledger ends now, to be kept outside this machine (docs/ledger.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_which(parser)
        parser.add_argument(
            "--file", metavar="FILE", help="write to this new file; “-” and nothing are the standard output"
        )
        parser.add_argument(
            "--mail", metavar="ADDRESS", action="append", help="send it there; may be repeated"
        )

    def handle(self, **options: str) -> None:
        heads = LedgerHead.objects.annotate(now=Now()).order_by("pk")
        leagues = LeagueLedgerHead.objects.filter(league__in=numbers_of_leagues(options)).annotate(now=Now())
        if options["tournament"]:
            heads = heads.filter(tournament__in=chosen_numbers(options))
        columns = ("now", "hash", "chain", "seq")
        lines = [
            canonical({"at": instant(now), "hash": end, "ledger": chain, "seq": seq})
            for now, end, chain, seq in (
                *heads.values_list(*columns),
                *leagues.order_by("pk").values_list(*columns),
            )
        ]
        text = "".join(f"{line}\n" for line in lines)
        to_file = options["file"] not in (None, STANDARD)
        if to_file:
            self._write(Path(options["file"]), text)
        if options["mail"]:
            _send(text, list(options["mail"]), len(lines))
        if options["mail"] or to_file:
            print(f"{len(lines)} heads written down.", file=sys.stderr)
        if options["file"] == STANDARD or not (options["mail"] or to_file):
            self.stdout.write(text, ending="")

    def _write(self, path: Path, text: str) -> None:
        """A witness that could be overwritten would be none."""
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise no_file(path, error) from error


def _send(text: str, to: list[str], count: int) -> None:
    words = _(
        "The latest entries of %(count)s ledgers of %(name)s when this was sent. Please keep this e-mail: "
        "with the attached file, anyone can prove a later change (manage.py verify_ledger --heads, "
        "docs/ledger.md)."
    )
    message = EmailMessage(
        subject=_("Latest entries of the ledgers"),
        body=words
        % {"count": count, "name": settings.ALLOWED_HOSTS[0] if settings.ALLOWED_HOSTS else "Jantaku"}
        + f"\n\n{text}",
        to=to,
    )
    message.attach("heads.jsonl", text, "application/x-ndjson")
    message.send()
