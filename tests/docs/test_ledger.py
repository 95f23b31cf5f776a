"""The commands of docs/ledger.md do what it says, as they stand there, on a database of their own."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.console import run_commands
from tests.races.databases import Template
from tests.thorough import THOROUGH

pytestmark = [
    pytest.mark.once("that a page's commands are spelt so; what each does is tried on both in management/"),
    pytest.mark.slow,
]

AS_ON_THE_PAGE = (
    "from tournaments.actions.actor import Actor; "
    "from tournaments.actions.setup.tournaments import Frame, create_tournament; "
    "from tournaments.actions.people.entries import form_team; "
    't = create_tournament(frame=Frame(slug="spring-open", name="Spring Open", rulebook_id="mleague"), '
    "by=Actor(is_console=True)); "
    '[form_team(tournament=t, name=f"Team {n}", by=Actor(is_console=True)) for n in range(9)]'
)
PAGE = settings.BASE_DIR / "docs" / "ledger.md"


def commands() -> list[str]:
    """The lines of the code blocks that are commands; what stands beside them after many blanks is a remark."""
    lines = PAGE.read_text().split("\n")
    return [line.partition("   ")[0] for line in lines if line.startswith(("manage.py ", "python tools/"))]


def in_one_process(lines: tuple[str, ...], environment: dict[str, str], folder: Path) -> dict[str, str]:
    """What the lines print; those of a program without Django come last."""
    of_django = [line for line in lines if line.startswith("manage.py ")]
    commands = [shlex.split(line)[1:] for line in of_django]
    outputs = dict(zip(lines, run_commands(commands, environment, folder), strict=False))
    for line in lines[len(of_django) :]:
        done = subprocess.run(
            [sys.executable, *shlex.split(line)[1:]], check=True, cwd=folder, capture_output=True, text=True
        )
        outputs[line] = done.stdout
    return outputs


# Thoroughly seventeen processes, one after the other.
@pytest.mark.timeout(400)
def test_every_command_of_the_page_runs_in_its_order(tmp_path: Path, db: None) -> None:
    """Every day in one process, where Django is read once; thoroughly each in a shell, as it is typed."""
    template = Template(tmp_path)
    try:
        environment = {**os.environ, **template.environment(template.url), "EMAIL_URL": "dummymail://"}
        there = tmp_path / "there"
        there.mkdir()
        (there / "tools").symlink_to(settings.BASE_DIR / "tools")
        # `shell` and `load_demo` look through nothing before they begin; the others need not thirteen times.
        manage = f'"{sys.executable}" "{settings.BASE_DIR}/manage.py"'
        by_itself = f'shell|load_demo) {manage} "$@"'
        house = f'manage.py() {{ case $1 in {by_itself};; *) {manage} "$@" --skip-checks;; esac; }}\n'

        def typed(line: str) -> str:
            done = subprocess.run(
                ["bash", "-c", house + line.replace("python tools", f'"{sys.executable}" tools')],
                check=False,
                cwd=there,
                env=environment,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, (line, done.stdout, done.stderr)
            return done.stdout

        def run(*lines: str) -> dict[str, str]:
            if not THOROUGH:
                return in_one_process(lines, environment, there)
            return {line: typed(line) for line in lines}

        run(
            "manage.py load_demo",
            f"manage.py shell -v0 -c '{AS_ON_THE_PAGE}'",
            "manage.py export_ledger --tournament spring-open > first.jsonl",
        )
        entries = [json.loads(line) for line in (there / "first.jsonl").read_text().splitlines()]
        receipt = {name: entries[9][name] for name in ("ledger", "seq", "hash")}
        (there / "receipts.json").write_text(json.dumps([receipt]))

        outputs = run(*commands())

        assert len(outputs) == 13
        assert "1 receipt agrees" in outputs["manage.py verify_ledger --receipts receipts.json"]
        assert (
            "1 receipt agrees"
            in outputs["python tools/verify_ledger.py today.jsonl --receipts receipts.json"]
        )
        whole = outputs["python tools/verify_ledger.py today.jsonl --receipts spring-open.jsonl"]
        assert f"{len(entries)} entries, unbroken; {len(entries)} receipts agree." in whole
    finally:
        template.remove()
