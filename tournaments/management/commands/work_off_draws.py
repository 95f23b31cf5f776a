import contextlib
import os

from django.core.management import BaseCommand

from tournaments.actions.draws.jobs.worker import work_off

NICENESS = 10


class Command(BaseCommand):
    help = "Compute the draws that were ordered, then end. The embedded server starts this by itself."
    requires_system_checks = ()

    def handle(self, **options: str) -> None:
        if hasattr(os, "nice"):  # not on Windows
            os.nice(NICENESS)  # pages go first
        # Ctrl-C ends the server and us; the draw is computed when it is next asked for.
        with contextlib.suppress(KeyboardInterrupt):
            self.stdout.write(f"{work_off()} draws computed.")
