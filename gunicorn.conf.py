"""What gunicorn reads by itself when it is started in this folder: its own lines are JSON like all others.

Where the processes, threads and time-outs are set: docs/install.md.
"""

import gc
from importlib import import_module
from typing import Any

from config.logs import logging_to

# What is not ours is read once, before the processes part, and its memory is theirs together: a sixth of each.
# Our own code and what asks for settings each of them reads by itself, so that a reload brings it anew; only
# `config.logs`, with `config.celery`, is read here and takes a restart.
SHARED = (
    "PIL.Image",
    "asyncio",
    "cryptography.fernet",
    "django.core.cache.backends.redis",
    "django.core.handlers.wsgi",
    "django.core.mail",
    "django.core.paginator",
    "django.db.backends.postgresql.base",
    "django.db.models",
    "django.db.models.functions",
    "django.forms",
    "django.template.backends.django",
    "django.test",  # what describes the API reads it
    "django.urls",
    "fido2.server",
    "kombu.transport.redis",
    "mahjong.hand_calculating.hand",
    "markdown_it",
    "msgspec",
    "openpyxl",
    "openskill.models",
    "psycopg",
    "redis",
    "segno",
    "whitenoise.middleware",
)

for name in SHARED:
    import_module(name)
gc.freeze()

logconfig_dict = logging_to("json", level="INFO")


def post_worker_init(worker: Any) -> None:
    """Do what the application wants done before it serves; what it raises ends the whole server."""
    getattr(worker.wsgi, "before_serving", lambda: None)()
