import subprocess
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.health import alarms
from config.health.figures import figures
from config.health.troubles import Trouble, troubles
from players.mail import MailAway

PATIENCE = 10  # seconds
SERVICES = ("jantaku-web", "jantaku-worker", "jantaku-beat", "jantaku-live")


class Command(BaseCommand):
    """Checks once; run by a timer. Fails if no mail could be sent."""

    requires_system_checks = ()
    help = "Look whether all is well, and mail superusers when something has been wrong for five minutes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--web", metavar="URL", help="an address that has to answer, such as …/healthz")

    def handle(self, *, web: str | None, **options: object) -> None:
        file = Path(settings.VAR_DIR) / "watch.json"
        memory, now = alarms.remembered(file), time.time()
        with alarms.in_the_operators_language():
            memory, dying = alarms.counted(memory, restarts(), now)
            wrong = [*(_of_web(web) if web else []), *troubles(figures()), *dying]
            to = alarms.superusers(memory)
            memory, told = alarms.watched(replace(memory, to=to), wrong, now)
            if told is not None:
                if not to:
                    raise CommandError("Something is wrong, and there is no superuser to be told.")
                try:
                    alarms.tell(to, *alarms.letter(told))
                except MailAway as refusal:
                    raise CommandError("The superusers could not be told: no mail goes out.") from refusal
        alarms.remember(file, memory)
        for one in wrong:
            self.stdout.write(f"{one.code}: {one.is_so}")
        if not wrong:
            self.stdout.write("All is well.")


def _of_web(url: str) -> list[Trouble]:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE):  # noqa: S310 - the operator's own address
            return []
    except (urllib.error.URLError, OSError) as error:
        return [
            Trouble(
                "web_away",
                _("The web server does not answer: %(why)s.") % {"why": error},
                _("Restart it: systemctl restart jantaku-web. To see why: journalctl -u jantaku-web"),
            )
        ]


def restarts() -> dict[str, int]:
    """Return how often systemd has restarted each service; empty without systemd."""
    command = ["systemctl", "show", "--property=Id,NRestarts", *SERVICES]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return {}
    found = {}
    for block in done.stdout.split("\n\n"):
        about = dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
        if about.get("NRestarts", "").isdigit():
            found[about.get("Id", "").removesuffix(".service")] = int(about["NRestarts"])
    return found
