"""Every command of the manual can work: its files are there, its scripts are sound, its units are accepted."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from jantaku.__main__ import COMMANDS, PROGRAMS
from tests.docs.installed import DEPLOY, SCRIPTS, UNITS, commands, exchanged, program, written
from tools.environment import ROOT
from tools.install_test import manual
from tools.install_test.manual import Block, blocks, under
from tools.install_test.steps import STEPS

pytestmark = pytest.mark.once("reads a page")

MANUAL = (ROOT / "docs" / "install.md").read_text()
HARDENED = {
    "NoNewPrivileges=true",
    "PrivateTmp=true",
    "PrivateDevices=true",
    "ProtectSystem=strict",
    "ProtectHome=true",
    "RestrictSUIDSGID=true",
    "SystemCallFilter=@system-service",
}


def services() -> list[Path]:
    return [unit for unit in UNITS if unit.suffix == ".service"]


def test_blocks_of_commands_are_found_under_their_headings() -> None:
    text = "# A\n```sh\n# not a heading\nls\n```\n## B\n```ini\nx=1\n```\n```sh\npwd\n```\n"

    assert blocks(text) == [Block("A", "# not a heading\nls\n"), Block("B", "pwd\n")]


def test_a_heading_that_is_gone_is_missed() -> None:
    with pytest.raises(LookupError, match=r"has no commands under “9\. Nowhere”"):
        under("9. Nowhere")


def test_the_installation_test_follows_every_block_for_servers() -> None:
    followed = "".join(file.read_text() for file in Path(manual.__file__).parent.glob("*.py"))

    headings = {
        block.heading for block in blocks() if block.heading not in ("On a laptop", "A new secret key")
    }

    assert [heading for heading in sorted(headings) if not _is_named(heading, followed)] == []
    assert len(STEPS) == len({step.__doc__ for step in STEPS})


def _is_named(heading: str, text: str) -> bool:
    return any(heading.startswith(name) for name in re.findall(r'(?:follow|under)\("([^"]+)"', text))


def test_every_file_of_ours_that_the_manual_names_is_there() -> None:
    ours = r"(?:/srv/jantaku/app/|(?<![\w/]))((?:deploy|docs|tools)/[\w./-]+\w)"
    named = set(re.findall(ours, MANUAL))

    assert {name for name in named if not (ROOT / name).exists()} == set()
    assert {"deploy/bin/backup", "deploy/bin/upgrade"} <= named


def test_every_management_command_that_manual_and_scripts_call_exists() -> None:
    texts = [commands(), *(script.read_text() for script in SCRIPTS)]
    texts += [unit.read_text() for unit in services()]
    call = r"(?:manage\.py|bin/manage|^ *manage|^ *manage_as_owner) ([a-z_]+)\b"
    lines = [line for text in texts for line in text.splitlines() if not line.startswith("#")]
    called = {name for line in lines for name in re.findall(call, line)}
    # What `jantaku` calls by a shorter name.
    shorter = {name for line in lines for name in re.findall(r"-m jantaku ([a-z_]+)\b", line)}
    called |= {COMMANDS.get(name, [name])[0] for name in shorter - PROGRAMS.keys()}

    assert called - set(get_commands()) == set()
    assert {"backup", "live", "restore", "verify"} <= shorter
    assert {"migrate", "backup", "import_database", "sendtestemail", "verify_ledger"} <= called


def test_every_unit_the_manual_switches_on_is_there() -> None:
    named = set(re.findall(r"jantaku-[a-z]+(?:\.timer|\.service)?", MANUAL))
    # Files of nginx and of /etc.
    named -= {"jantaku-https", "jantaku-http", "jantaku-acme", "jantaku-owner"}
    assert "jantaku-alarm@" in MANUAL
    named -= {"jantaku-alarm"}
    there = {unit.name for unit in UNITS} | {unit.stem for unit in services()}

    assert named - there == set()
    timed = {unit.stem for unit in UNITS if unit.suffix == ".timer"}
    # What systemd starts when another has failed has no time of its own.
    alone = {unit.stem for unit in services() if "@" not in unit.stem}
    assert timed == {
        unit.stem for unit in services() if "Type=oneshot" in unit.read_text() and unit.stem in alone
    }


def test_no_command_of_the_manual_wants_to_be_a_role_or_a_program_that_root_is_not() -> None:
    alone = r"^\s*(?:psql|createdb|dropdb|pg_restore|pg_dump|pg_checksums|sudo)\b"

    assert re.findall(alone, commands(), re.MULTILINE) == []
    assert "$OWNER" not in commands()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_be_read_by_a_plain_shell_and_stop_at_the_first_failure(script: Path) -> None:
    text = script.read_text()
    is_part = script.suffix == ".sh"

    subprocess.run([program("sh"), "-n", script], check=True)

    assert "set -eu" in text.splitlines()
    assert is_part or text.startswith("#!/bin/sh\n# ")
    assert bool(script.stat().st_mode & stat.S_IXUSR) != is_part


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_has_nothing_to_say(script: Path) -> None:
    command = [
        program("shellcheck"),
        "--shell=dash",
        "--external-sources",
        "--exclude=SC1090,SC1091,SC2034,SC2154",
    ]

    done = subprocess.run([*command, script], capture_output=True, text=True, check=False)

    assert done.stdout == ""


def test_scripts_refuse_whoever_is_not_root(tmp_path: Path) -> None:
    """Copied to where everybody may read: the repository may lie in somebody's closed home."""
    id_of_somebody = written(tmp_path, "id", "#!/bin/sh\necho 1000\n")
    id_of_somebody.chmod(0o755)
    here = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}

    for script in SCRIPTS:
        if script.suffix == ".sh":
            continue
        done = subprocess.run([script], env=here, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, ""), script.name
        assert done.stderr == "jantaku: please run this as root.\n", script.name


def test_every_package_is_compiled_for_the_services_also_one_that_comes_later(tmp_path: Path) -> None:
    """They may not write beside the code, and would read every file of such a package anew at each start."""
    (line,) = [
        line for line in (DEPLOY / "bin" / "prepare").read_text().splitlines() if "-m compileall " in line
    ]
    for name in ("manage.py", "config/a.py", "new/deep/a.py", "tests/a.py", "tools/a.py", ".venv/lib/a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    command = line.replace(".venv/bin/python", sys.executable)
    subprocess.run(command, shell=True, check=True, cwd=tmp_path)

    compiled = {str(path.parent.parent.relative_to(tmp_path)) for path in tmp_path.rglob("*.pyc")}
    assert compiled == {".", "config", "new/deep"}


@pytest.mark.parametrize("unit", services(), ids=lambda path: path.name)
def test_every_service_has_the_same_armour(unit: Path) -> None:
    lines = set(unit.read_text().splitlines())

    assert HARDENED - lines == set()
    assert any(line.startswith("CapabilityBoundingSet=") for line in lines)
    if "Type=oneshot" not in lines:
        assert {"User=jantaku", "Restart=always", "RestartSec=2", "StartLimitIntervalSec=0"} <= lines


@pytest.mark.parametrize("unit", services(), ids=lambda path: path.name)
def test_superusers_are_told_of_every_service_that_fails_but_the_one_that_tells(unit: Path) -> None:
    tells = "OnFailure=jantaku-alarm@%N.service" in unit.read_text().split("[Service]")[0].splitlines()

    assert tells == (unit.stem != "jantaku-alarm@")


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_accepts_every_unit(unit: Path, tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    for other in UNITS:
        text = other.read_text().replace("/srv/jantaku/app/.venv/bin/gunicorn", "/bin/true")
        text = text.replace("/srv/jantaku/app/.venv/bin/celery", "/bin/true")
        text = text.replace("/srv/jantaku/app/.venv/bin/python", "/bin/true")
        text = text.replace("/srv/jantaku/app/deploy/bin/backup", "/bin/true").replace(
            "/usr/bin/rsync", "/bin/true"
        )
        written(tmp_path, other.name, re.sub("^(User|Group)=jantaku.*", r"\1=root", text, flags=re.MULTILINE))

    done = subprocess.run(
        [analyze, "verify", "--man=no", "--recursive-errors=no", tmp_path / unit.name],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_the_example_settings_give_every_variable_a_server_needs() -> None:
    text = exchanged(
        (DEPLOY / "env" / "jantaku.env").read_text(),
        {"{SECRET_KEY}": "s" * 50, "{DOMAIN}": "club.example.org", "{APP_PASSWORD}": "word"},
    )
    variables = dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))

    assert variables["SITE_URL"] == "https://club.example.org"
    assert variables["DATABASE_URL"] == "postgres://jantaku_app:word@127.0.0.1:5432/jantaku"
    assert set(variables) == {
        "SECRET_KEY",
        "SITE_URL",
        "PROXY_COUNT",
        "DATABASE_URL",
        "REDIS_URL",
        "JANTAKU_VAR_DIR",
        "EMAIL_URL",
        "DEFAULT_FROM_EMAIL",
    }
