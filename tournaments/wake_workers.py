"""Waking workers: for standings, ordered draws and mails. What is to be done is in the database; the
message carries nothing, so it may be lost: the sweep finds what nobody was woken for (`RECONCILE_SECONDS`).

With Redis it is a message to a Celery worker. On the embedded default standings are computed and mails are sent on
the spot, draws and long PDFs in processes of our own beside the server: in a thread of it a search would take its
turns from every page, since there is one interpreter lock, and could not be killed.
"""

import atexit
import subprocess
import sys
import threading

from celery import Task, current_app
from django.conf import settings

from tournaments.standings.tasks import call_for_standings
from web.outages import Messages

DRAWS = "tournaments.draw_tasks.work_off_draws"
PRINTS = "publishing.prints.tasks.work_off_prints"
WEBHOOKS = "publishing.webhooks.tasks.deliver_webhooks"


def wake_for_standings(tournament_id: int) -> None:
    """Have the tournament's standings published. May be called at any time, twice, or in vain."""
    _messages.send(lambda: call_for_standings(tournament_id))


def wake(task: Task) -> None:
    """Have a task run that finds out itself what is to be done. May be called twice, or in vain."""
    _messages.send(task.delay)


def wake_for_draws() -> None:
    """Have ordered draws looked for. May be called at any time, twice, or in vain."""
    if settings.DRAW_WORKER == "beside":
        _draw_process.start()
    elif settings.DRAW_WORKER == "celery":
        _messages.send(lambda: current_app.send_task(DRAWS))


def wake_for_prints() -> None:
    """Have ordered PDFs looked for, where draws are computed, too. May be called at any time, twice, or in
    vain.
    """
    if settings.DRAW_WORKER == "beside":
        _print_process.start()
    elif settings.DRAW_WORKER == "celery":
        _messages.send(lambda: current_app.send_task(PRINTS))


def wake_for_webhooks() -> None:
    """Let somebody look for messages that a person has asked for. On the embedded default a thread of the server
    looks every few seconds.
    """
    if not settings.EMBEDDED:
        _messages.send(lambda: current_app.send_task(WEBHOOKS))


class _Process:
    """At most one process of ours that works off what is ordered; it looks again before it ends."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.lock:
            if self.process is not None and self.process.poll() is None:
                return
            if self.process is None:
                atexit.register(self.stop)
            self.process = subprocess.Popen(  # noqa: S603 - our own program, and nothing of a visitor's
                [sys.executable, str(settings.BASE_DIR / "manage.py"), self.command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            # A process must be waited for, or it stays behind as a zombie.
            threading.Thread(target=self.process.wait, daemon=True).start()

    def stop(self) -> None:
        """It goes with the server; what it was computing is computed again when next asked for."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()


_messages = Messages("the broker")
_draw_process, _print_process = _Process("work_off_draws"), _Process("work_off_prints")
