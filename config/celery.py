"""Tasks run later, by a worker. A message only wakes it: the stale mark in the database is the truth.

So a message may be lost (Redis flushed, worker killed) and the reconcile task finds the mark again; and a
message may come twice, since it is acknowledged only after the work is done.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings
from kombu.connection import Connection

from config.logs import configure

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Seconds: to connect, and for each answer. Somebody waits while we send, and nobody for a worker that listens.
WHILE_SENDING = {"socket_connect_timeout": 0.1, "socket_timeout": 0.1}
WHILE_LISTENING = {"socket_connect_timeout": 1, "socket_timeout": 5}


class Jantaku(Celery):  # type: ignore[misc]
    """Celery, with less patience for sending a message than for waiting for one."""

    def connection_for_write(self, url: str | None = None, **options: Any) -> Connection:
        connection: Connection = super().connection_for_write(
            url, **{"transport_options": WHILE_SENDING, **options}
        )
        return connection


@setup_logging.connect
def configure_logging(**_options: object) -> None:
    """Workers and beat write lines like everybody's, from LOG_LEVEL on, whatever `--loglevel` says."""
    configure(settings.LOGGING)


app = Jantaku("jantaku")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_ignore_result=True,
    task_serializer="json",
    accept_content=["json"],
    task_soft_time_limit=100,
    task_time_limit=120,
    # Send once: the person must not wait for a broker that does not answer.
    task_publish_retry=False,
    # A worker, in contrast, waits for its Redis as long as it takes.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # Also when it answers with an error, as a full one does: by default that ends the worker for good.
    broker_channel_error_retry=True,
    broker_transport_options={
        "visibility_timeout": 300,
        # Else a killed worker's task comes back after visibility + 100 s instead of + 10 s.
        "unacked_restore_throttle": 1,
        "global_keyprefix": "jantaku:",
        # kombu's own patience, beneath task_publish_retry: by default it tries for six seconds.
        "max_retries": 0,
        **WHILE_LISTENING,
    },
    worker_hijack_root_logger=False,
    imports=[
        "tournaments.standings.tasks",
        "tournaments.draw_tasks",
        "tournaments.actions.people.address_erasure",
        "tournaments.actions.people.move_up_mails",
        "tournaments.actions.hall.photo_deletion",
    ],
    timezone="UTC",
)
