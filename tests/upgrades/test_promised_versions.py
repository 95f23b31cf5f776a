"""A database of every version from which an upgrade is promised comes to this one, its ledgers sound."""

import lzma
import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.console import run_commands
from tests.docs.installed import program
from tools.environment import ROOT, clean
from tools.promised import PROMISED, Version

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

DUMPS = Path(__file__).parent / "dumps"


@pytest.fixture
def place(tmp_path: Path, django_db_setup: None) -> Iterator[str]:
    """The address of an empty database of this run's kind."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/old.sqlite3"
        return
    of = connection.settings_dict
    server = f"postgres://{of['USER']}:{of['PASSWORD']}@{of['HOST']}:{of['PORT'] or 5432}"
    name = f"jantaku_promised_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as superuser:
        superuser.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        yield f"{server}/{name}"
        superuser.execute(f"DROP DATABASE {name} WITH (FORCE)")


def fill(place: str, version: Version) -> None:
    """Put what the version's own code left into the database."""
    sql = lzma.decompress((DUMPS / f"{version.name}.{connection.vendor}.sql.xz").read_bytes())
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(place.removeprefix("sqlite:///"))) as database:
            database.executescript(sql.decode())
    else:
        command = [program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", place]
        subprocess.run(command, input=sql, check=True, capture_output=True)


def ends(verified: str) -> dict[str, tuple[str, str]]:
    """By ledger: how many entries it has, and the hash it ends with."""
    found = re.findall(r"^(\S+): sound; (\d+) entries, ends with (\w+)$", verified, re.MULTILINE)
    return {name: (entries, end) for name, entries, end in found}


def ends_of_then(place: str, of: str, heads: str) -> dict[str, tuple[str, str]]:
    """As `ends`, read from the tables of then."""
    query = (
        f"SELECT slug, seq, hash FROM tournaments_{heads} AS head JOIN tournaments_{of} AS one"
        f" ON one.id = head.{of}_id"
    )
    if connection.vendor == "sqlite":
        opened = closing(sqlite3.connect(place.removeprefix("sqlite:///")))
    else:
        opened = closing(psycopg.connect(place))
    with opened as database:
        return {slug: (str(seq), end[:16]) for slug, seq, end in database.execute(query).fetchall()}


@pytest.mark.parametrize("version", PROMISED, ids=lambda version: version.name)
def test_a_database_of_a_promised_version_comes_here_with_sound_ledgers(
    version: Version, place: str, tmp_path: Path
) -> None:
    fill(place, version)
    tournaments = ends_of_then(place, "tournament", "ledgerhead")
    leagues = ends_of_then(place, "league", "leagueledgerhead")

    files = {name: str(tmp_path / name) for name in tournaments}

    _, verified, *receipts, _, _, again, agree = run_commands(
        [
            ["migrate", "--verbosity=0"],
            ["verify_ledger"],
            *(["export_ledger", "--tournament", name, ">", file] for name, file in files.items()),
            ["record_baseline", "--all"],
            ["publish_standings", "--anew"],
            ["verify_ledger"],
            ["verify_ledger", *(f"--receipts={file}" for file in files.values())],
        ],
        clean(DATABASE_URL=place, JANTAKU_VAR_DIR=str(tmp_path)),
    )

    assert tournaments
    assert leagues
    assert ends(verified) == tournaments | leagues
    assert set(ends(again)) == {*tournaments, *leagues}
    assert "not compared" not in again
    count = sum(len(lines.splitlines()) for lines in receipts)
    sound = len(tournaments) + len(leagues)
    assert agree.splitlines()[-1] == f"{sound} ledgers are sound; {count} receipts agree."


@pytest.mark.once("reads a page")
def test_the_manual_says_from_which_version_on_upgrades_are_promised() -> None:
    first = PROMISED[0]
    manual = (ROOT / "docs" / "install.md").read_text()

    named = re.search(
        r"promised from every version of (\d+) November 2026 \(migration `tournaments\.(\d{4})`\)", manual
    )

    assert named is not None
    assert (first.name, first.migration[:4]) == (f"2026-11-{named[1]}", named[2])


@pytest.mark.once("looks at files")
def test_every_promised_version_has_its_dumps_and_no_other_lies_there() -> None:
    names = {path.name for path in DUMPS.iterdir()}

    assert names == {
        f"{version.name}.{kind}.sql.xz" for version in PROMISED for kind in ("sqlite", "postgresql")
    }
    assert sum(path.stat().st_size for path in DUMPS.iterdir()) < 200_000 * len(PROMISED)
