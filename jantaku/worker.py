"""Run tasks from the queue, and the reconcile task every 15 seconds: what `jantaku worker` and `make worker` do.

Starts Celery, and starts it again whenever it ends without having been told to: what systemd does on a server.

On several machines start this on one of them and plain workers on the others (docs/install.md). Two beats do
no harm: every task they send is safe to run twice.
"""

import argparse
import os
import signal
import subprocess
import sys
import time

import django
from django.conf import settings

from jantaku import PRODUCT

PAUSE = 2.0  # seconds before it is started again


def main(options: list[str]) -> None:
    """Run until told to stop; what is no option of ours is Celery's."""
    parser = argparse.ArgumentParser(
        prog="jantaku worker",
        description="Run tasks from REDIS_URL until Ctrl-C. Options are those of: celery worker",
    )
    _ours, options = parser.parse_known_args(options)
    django.setup()
    if settings.EMBEDDED:
        sys.exit("REDIS_URL is not set: Jantaku runs embedded and needs no worker. See .env.example.")
    sys.exit(Supervisor(celery(options)).run())


def celery(arguments: list[str]) -> list[str]:
    """The command that runs a worker and its beat."""
    # One draw is computed at a time; a process must be left for the standings meanwhile.
    concurrency = f"--concurrency={max(2, os.cpu_count() or 1)}"
    worker = ["--quiet", "-A", "config", "worker", "--beat", concurrency]
    return [sys.executable, "-m", "celery", *worker, *arguments]


class Supervisor:
    """Keeps one process running until SIGTERM or Ctrl-C, which it passes on; gives its last exit status."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        # Celery looks for `config` where Python does, which in a package is not where the product lies.
        paths = (str(PRODUCT), os.environ.get("PYTHONPATH", ""))
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        self.is_stopping = False
        self.process: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._pass_on)
        while True:
            self.process = subprocess.Popen(self.command, env=self.environment, start_new_session=True)  # noqa: S603
            if self.is_stopping:
                self.process.terminate()
            status = self.process.wait()
            if self.is_stopping:
                return status
            print(
                f"The worker ended by itself (status {status}) and is started again.",
                file=sys.stderr,
                flush=True,
            )
            time.sleep(PAUSE)
            if self.is_stopping:
                return status

    def _pass_on(self, number: int, frame: object) -> None:
        self.is_stopping = True
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
