"""`jantaku COMMAND`, or `python -m jantaku COMMAND`: all that runs Jantaku, on every system and from any folder."""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from jantaku import NAME, run, worker
from web.schema_versions import compare_versions
from web.version import __version__

PROGRAMS: dict[str, Callable[[list[str]], None]] = {"run": run.main, "worker": worker.main}
# Each is a command of Django's with the options it is given.
COMMANDS = {
    "live": ["serve_live"],
    "migrate": ["migrate"],
    "backup": ["backup"],
    "restore": ["restore"],
    "verify": ["verify_ledger"],
    "demo": ["load_demo"],
    "check": ["check", "--database=default"],
}
HELP = f"""\
{NAME} – mahjong leagues and tournaments

  jantaku run        serve on this machine, with a demo league in it; --no-demo begins empty
  jantaku worker     work off tasks from REDIS_URL: a Celery worker with its beat
  jantaku live       send open pages the news at once, from REDIS_URL
  jantaku migrate    bring the database up to date
  jantaku backup     copy the laptop's database into a file, while Jantaku runs
  jantaku restore    put such a file in the place of the laptop's database
  jantaku verify     check that ledgers, results and standings agree
  jantaku demo       load the demo league
  jantaku check      check the settings and the database; with --deploy those of a server

jantaku COMMAND --help shows the options of one. All commands of manage.py work, too: jantaku createsuperuser.
"""


def main() -> None:
    # A Windows console that is written to a file, or a bare one of Linux, may know no Japanese.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command, *options = sys.argv[1:] or ["--help"]
    try:
        if command in {"help", "--help", "-h"} and not options:
            print(HELP, end="")
        elif command == "--version":
            print(__version__)
        elif command in PROGRAMS:
            PROGRAMS[command](options)
        else:
            execute_from_command_line(["jantaku", *COMMANDS.get(command, [command]), *options])
    except ImproperlyConfigured as error:
        sys.exit(f"jantaku: {error}")
    except DatabaseError:
        if not has_missing_tables():
            raise
        sys.exit(
            "jantaku: The database is empty or older than this program. Bring it up to date: jantaku migrate"
        )


def has_missing_tables() -> bool:
    """Whether that is why the database refused something."""
    try:
        tables = connection.introspection.table_names()
        recorded = MigrationRecorder.Migration._meta.db_table in tables
        return not recorded or compare_versions().word == "missing"
    except DatabaseError:
        return False


if __name__ == "__main__":
    main()
