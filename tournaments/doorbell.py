"""Ringing for the worker that computes ordered draws. What is ordered is in the database; the bell carries nothing.

With Redis it is a message to a Celery worker, on the embedded default a process of our own beside the server: in a
thread of it a search would take its turns from every page (there is one interpreter lock), and could not be killed.
"""

import subprocess
import sys
import threading

from celery import current_app
from django.conf import settings

TASK = "tournaments.draw_tasks.work_off_draws"


def ring_for_draws() -> None:
    """Let somebody look for ordered draws. May be rung at any time, twice, or in vain."""
    if settings.DRAW_WORKER == "beside":
        _beside_us.start()
    elif settings.DRAW_WORKER == "celery":
        current_app.send_task(TASK)


class _Beside:
    """At most one process of ours that works off what is ordered; it looks again before it ends."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.lock:
            if self.process is not None and self.process.poll() is None:
                return
            self.process = subprocess.Popen(  # noqa: S603 - our own program, and nothing of a visitor's
                [sys.executable, str(settings.BASE_DIR / "manage.py"), "work_off_draws"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            # Whoever starts a process has to wait for its end, or it stays behind as a zombie.
            threading.Thread(target=self.process.wait, daemon=True).start()


_beside_us = _Beside()
