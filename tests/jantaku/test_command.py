"""`jantaku` runs from any folder, says what it can do, and keeps all it writes in one place that it names."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_data_path

from config import settings as in_checkout
from jantaku.__main__ import COMMANDS, HELP, PROGRAMS
from jantaku.embedded_server import listening
from tools.environment import ROOT, clean
from web.version import __version__

pytestmark = pytest.mark.database("none")


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run it in a folder that is not the product's."""
    return subprocess.run(
        [sys.executable, "-m", "jantaku", *words],
        cwd=folder,
        env=clean(JANTAKU_VAR_DIR=str(folder / "var"), PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [(), ("help",), ("--help",), ("-h",)])
def test_it_says_what_it_can_do(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run(tmp_path, *words)

    assert (done.returncode, done.stdout, done.stderr) == (0, HELP, "")
    assert list(tmp_path.iterdir()) == []


def test_the_help_names_every_command_and_no_other() -> None:
    named = re.findall(r"^  jantaku (\w+) ", HELP, re.MULTILINE)

    assert sorted(named) == sorted([*PROGRAMS, *COMMANDS])


def test_it_says_its_version(tmp_path: Path) -> None:
    done = run(tmp_path, "--version")

    assert (done.returncode, done.stdout) == (0, f"{__version__}\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["verify", "demo"])
def test_a_database_without_tables_is_named_with_what_to_do(command: str, tmp_path: Path) -> None:
    done = run(tmp_path, command)

    wanted = (
        "jantaku: The database is empty or older than this program. Bring it up to date: jantaku migrate\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", wanted)


@pytest.mark.slow
@pytest.mark.parametrize("command", [*PROGRAMS, *COMMANDS])
def test_every_command_explains_its_options(command: str, tmp_path: Path) -> None:
    done = run(tmp_path, command, "--help")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: jantaku ")


def test_a_command_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "serve")

    assert done.returncode == 1
    assert "Unknown command: 'serve'" in done.stderr


def test_a_wrong_setting_is_one_line_and_no_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "jantaku", "run", "--port=0"],
        cwd=ROOT,
        env=clean(JANTAKU_VAR_DIR=str(tmp_path), SECRET_KEY="abc"),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert re.fullmatch(r"jantaku: SECRET_KEY is too easy to guess: 3 characters\. .*\n", done.stderr)


def test_a_taken_port_is_named_with_what_to_do(tmp_path: Path) -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]

        done = run(tmp_path, "run", f"--port={port}")

    assert done.returncode == 1
    assert f"127.0.0.1:{port} cannot be used" in done.stderr
    assert f"jantaku run --port {port + 1}" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_checkout_keeps_everything_in_itself() -> None:
    assert in_checkout.IN_CHECKOUT
    assert (in_checkout.BASE_DIR, in_checkout.OWN_FOLDER) == (ROOT, ROOT)
    assert user_data_path("jantaku", appauthor=False) != ROOT
