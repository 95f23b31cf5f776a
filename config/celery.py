"""Background tasks. A message only wakes a worker: the stale mark in the database is the source of truth.

So messages may be lost (Redis flushed, worker killed), because the reconcile task finds the mark; and they may
arrive twice, because they are acknowledged after the work.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings
from kombu.connection import Connection

from config.logs import configure

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Seconds to connect, and for each answer. People wait for sending, but nobody for a listening worker.
WHILE_SENDING = {"socket_connect_timeout": 0.1, "socket_timeout": 0.1}
WHILE_LISTENING = {"socket_connect_timeout": 1, "socket_timeout": 5}


class Jantaku(Celery):  # type: ignore[misc]
    """Celery with shorter waits for sending than for receiving."""

    def connection_for_write(self, url: str | None = None, **options: Any) -> Connection:
        connection: Connection = super().connection_for_write(
            url, **{"transport_options": WHILE_SENDING, **options}
        )
        return connection


@setup_logging.connect
def configure_logging(**_options: object) -> None:
    """Give workers and beat our log format, from LOG_LEVEL on, whatever `--loglevel` says."""
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
    # Send once: people must not wait for a broker that does not answer.
    task_publish_retry=False,
    # Workers wait for their Redis indefinitely.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # Also for error answers, such as those of a full Redis, which end a worker by default.
    broker_channel_error_retry=True,
    broker_transport_options={
        "visibility_timeout": 300,
        # Otherwise a killed worker's task returns after visibility + 100 s instead of + 10 s.
        "unacked_restore_throttle": 1,
        "global_keyprefix": "jantaku:",
        # kombu's own retries, below task_publish_retry, take six seconds by default.
        "max_retries": 0,
        **WHILE_LISTENING,
    },
    worker_hijack_root_logger=False,
    imports=[
        "tournaments.standings.tasks",
        "tournaments.draw_tasks",
        "publishing.prints.tasks",
        "publishing.webhooks.tasks",
        "tournaments.actions.people.address_erasure",
        "tournaments.actions.people.move_up_mails",
        "tournaments.actions.people.record_mails",
        "tournaments.actions.hall.photo_deletion",
    ],
    timezone="UTC",
)
