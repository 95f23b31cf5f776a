"""Management commands run one after another in a single process, to load Django once."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys
import django
from django.core.management import call_command

django.setup()
outputs = []
for command in json.load(sys.stdin):
    (name, *words), file = (command[:-2], command[-1]) if ">" in command else (command, None)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        # The shell looks through nothing before it begins, and knows no such option.
        call_command(name, *words, **({} if name in ("shell", "load_demo") else {"skip_checks": True}))
    outputs.append(printed.getvalue())
    if file:
        open(file, "w").write(outputs[-1])
json.dump(outputs, sys.stdout)
"""


def run_commands(
    commands: Sequence[Sequence[str]], environment: dict[str, str], folder: Path = settings.BASE_DIR
) -> list[str]:
    """Return the output of each `manage.py` command, even if `>` redirects it to a file. The first failure ends
    them, and the test.
    """
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": str(settings.BASE_DIR)}
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER],
        input=json.dumps(commands),
        cwd=folder,
        env={**environment, **ours},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (commands, done.stdout, done.stderr)
    outputs: list[str] = json.loads(done.stdout)
    return outputs
