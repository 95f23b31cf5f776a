import time
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from config.health import alarms
from players.mail import MailAway


class Command(BaseCommand):
    """Run by systemd when a unit has failed; a repeated failure within the hour is not reported."""

    requires_system_checks = ()
    help = "Mail superusers that a unit of systemd has failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit", help="such as jantaku-backup")

    def handle(self, *, unit: str, **options: object) -> None:
        unit = unit.removesuffix(".service")
        folder, now = Path(settings.VAR_DIR), time.time()
        file = folder / "alarm.json"
        memory = alarms.remembered(file)
        if now - memory.units.get(unit, 0) < alarms.AGAIN_AFTER:
            self.stdout.write(f"{unit} failed again; that it fails was told within the last hour.")
            return
        to = alarms.superusers(alarms.remembered(folder / "watch.json"))
        if not to:
            raise CommandError("There is no superuser to be told.")
        with alarms.in_the_operators_language():
            try:
                alarms.tell(to, *alarms.letter_of_unit(unit))
            except MailAway as refusal:
                raise CommandError("The superusers could not be told: no mail goes out.") from refusal
        alarms.remember(file, replace(memory, units={**memory.units, unit: now}))
        self.stdout.write(f"{len(to)} superusers were told that {unit} failed.")
