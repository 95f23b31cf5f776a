"""Run tasks from the queue, and ring the reconcile task every 15 seconds: what `make worker` does.

On several machines start this on one of them and plain workers on the others (docs/install.md). Two beats do
no harm: every task they ring for is safe to run twice.
"""

import os
import sys

import django
from django.conf import settings


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if settings.EMBEDDED:
        sys.exit("REDIS_URL is not set: Jantaku runs embedded and needs no worker. See .env.example.")
    os.execv(  # noqa: S606
        sys.executable,
        [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "config",
            "worker",
            "--beat",
            "--loglevel=INFO",
            # One draw is computed at a time; somebody must be left for the standings meanwhile.
            f"--concurrency={max(2, os.cpu_count() or 1)}",
            *sys.argv[1:],
        ],
    )


if __name__ == "__main__":
    main()
