"""From a laptop to a server: every row arrives as it was, guarded as it was, or nothing arrives."""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from psycopg.sql import SQL, Identifier

from tests.console import run_commands
from tests.races.databases import Template
from tests.thorough import THOROUGH
from tools.demo_house import Demo
from tools.environment import clean

pytestmark = [pytest.mark.slow, pytest.mark.database("postgres")]

CHANGE_THE_LEDGER = "from tournaments.models import LedgerEntry; LedgerEntry.objects.update(kind='x')"
ADD_A_CLUB = "from players.models import Club; print(Club.objects.create(name='Ueno', country='JP').pk > 0)"


# What Django looks through before a command is looked through by `make check`; here it takes longer than the command.
UNCHECKED = "--skip-checks"


def run(environment: dict[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory, demo: Demo) -> Path:
    """The backup of a laptop on which a league was played and a tournament is being played."""
    folder = tmp_path_factory.mktemp("laptop")
    here = clean(JANTAKU_VAR_DIR=str(folder / "var"))
    shutil.copytree(demo.folder, folder / "var")
    done = run(here, "backup", str(folder / "evening.sqlite3"))
    assert done.returncode == 0, done.stdout
    return folder / "evening.sqlite3"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Template]:
    """An empty migrated database of the kind this run is about."""
    made = Template(tmp_path_factory.mktemp("template"))
    yield made
    made.remove()


@pytest.fixture
def server(template: Template) -> Iterator[dict[str, str]]:
    """The environment of a process that works on a fresh server."""
    with template.copy() as name:
        yield template.environment(template.address(name))


def content(environment: dict[str, str]) -> dict[str, object]:
    """All rows of all apps; sign-ins, signs of life and what `migrate` makes are not the house's."""
    done = run(
        environment,
        "dumpdata",
        UNCHECKED,
        "--exclude=sessions",
        "--exclude=contenttypes",
        "--exclude=auth.permission",
        "--exclude=tournaments.heartbeat",
    )
    assert done.returncode == 0, done.stdout
    return {f"{row['model']} {row['pk']}": row["fields"] for row in json.loads(done.stdout)}


def rows(environment: dict[str, str]) -> dict[str, list[str]]:
    """Every row of every table as it stands there: to be compared with the same database's alone."""
    if environment["DATABASE_URL"].startswith("sqlite"):
        file = environment["DATABASE_URL"].removeprefix("sqlite:///")
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        with closing(sqlite3.connect(file)) as there:
            tables = [name for (name,) in there.execute(query)]
            return {name: sorted(map(repr, there.execute(f'SELECT * FROM "{name}"'))) for name in tables}
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    with psycopg.connect(environment["DATABASE_URL"]) as server:
        tables = [name for (name,) in server.execute(query)]
        return {
            name: sorted(map(repr, server.execute(SQL("SELECT * FROM {}").format(Identifier(name)))))
            for name in tables
        }


def guards(environment: dict[str, str]) -> list[str]:
    """The names of all triggers."""
    if environment["DATABASE_URL"].startswith("sqlite"):
        with closing(sqlite3.connect(environment["DATABASE_URL"].removeprefix("sqlite:///"))) as there:
            found = there.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    else:
        with psycopg.connect(environment["DATABASE_URL"]) as server:
            found = server.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal").fetchall()
    return sorted(name for (name,) in found)


def ledgers(environment: dict[str, str]) -> str:
    done = run(environment, "verify_ledger", UNCHECKED)
    assert done.returncode == 0, done.stdout
    return done.stdout


def of_laptop(file: Path) -> dict[str, str]:
    return clean(JANTAKU_VAR_DIR=str(file.parent / "var"), DATABASE_URL=f"sqlite:///{file}")


def test_everything_arrives_with_the_same_ids_and_the_ledgers_end_with_the_same_hash(
    laptop: Path, server: dict[str, str]
) -> None:
    # A worker has been at work before anything was taken over.
    swept = "from tournaments.models import Heartbeat; Heartbeat.objects.beat('sweep')"
    assert run(server, "shell", "-v0", "-c", swept).returncode == 0

    done = run(server, "import_database", str(laptop), "--anyway")

    assert done.returncode == 0, done.stdout
    assert re.fullmatch(r"[\d,]+ rows of \d+ tables taken over; every table is the same\.\n", done.stdout)
    arrived = content(server)
    assert arrived == content(of_laptop(laptop))
    assert len(arrived) > 1000
    # Every day the heads are among the rows; thoroughly everything is also added up again, here and there.
    assert any(name.startswith("tournaments.ledgerhead ") for name in arrived)
    assert not THOROUGH or ledgers(server) == ledgers(of_laptop(laptop))


ADD_A_PHOTO = """
    INSERT INTO tournaments_photo
        (table_id, number, sha256, size, width, height, taken_by_seat_id, taken_at, delete_at, deleted_at)
    SELECT table_id, 1, '', 1, 1, 1, id, '2026-01-01', '2026-01-02', NULL FROM tournaments_seat
    WHERE wind = 1 ORDER BY id LIMIT 20
"""
ADD_ITS_BYTES = "INSERT INTO tournaments_photocontent SELECT id, zeroblob(400 * 1024) FROM tournaments_photo"


SIZES = """
from pathlib import Path
from config.management.commands.import_database import _batches, _opened
from tournaments.models import Photo, PhotoContent
with _opened(Path({file!r})):
    print([len(rows) for model in (Photo, PhotoContent) for rows in _batches(model)])
"""


def test_photos_are_taken_over_a_few_at_a_time(laptop: Path, server: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "photos.sqlite3"
    shutil.copy(laptop, file)
    with closing(sqlite3.connect(file)) as there:
        there.execute(ADD_A_PHOTO)
        there.execute(ADD_ITS_BYTES)
        there.commit()

    look = ("shell", "-v0", "-c", SIZES.format(file=str(file)))
    sizes, done = run_commands([look, ("import_database", str(file), "--anyway")], server)

    assert sizes == "[20, 16, 4]\n"
    assert done.endswith("every table is the same.\n")


def test_what_arrived_is_guarded_and_what_comes_next_gets_a_number_of_its_own(
    laptop: Path, server: dict[str, str]
) -> None:
    before = guards(server)
    _done, added = run_commands(
        [("import_database", str(laptop), "--anyway"), ("shell", "-v0", "-c", ADD_A_CLUB)], server
    )
    changed = run(server, "shell", "-v0", "-c", CHANGE_THE_LEDGER)

    assert (changed.returncode, added) == (1, "True\n")
    assert "ledger" in changed.stdout
    assert guards(server) == before
    assert len(before) > 10


def test_a_server_that_is_in_use_is_left_as_it_is(laptop: Path, server: dict[str, str]) -> None:
    assert run(server, "shell", "-v0", "-c", ADD_A_CLUB).stdout == "True\n"
    before = rows(server)

    done = run(server, "import_database", UNCHECKED, str(laptop), "--anyway")

    assert len(before["players_club"]) == 1
    assert (done.returncode, rows(server)) == (1, before)
    assert "This database is not empty: players_club. Nothing was changed." in done.stdout


def test_the_demo_accounts_do_not_become_a_servers(laptop: Path, server: dict[str, str]) -> None:
    before = rows(server)

    done = run(server, "import_database", UNCHECKED, str(laptop))

    assert (done.returncode, rows(server)) == (1, before)
    assert "organizer@demo.example" in done.stdout


def test_a_laptop_of_another_version_is_refused_by_name(
    laptop: Path, server: dict[str, str], tmp_path: Path
) -> None:
    older = tmp_path / "older.sqlite3"
    older.write_bytes(laptop.read_bytes())
    assert run(of_laptop(older), "migrate", "-v0", "--skip-checks", "sessions", "zero").returncode == 0
    before = rows(server)

    done = run(server, "import_database", UNCHECKED, str(older), "--anyway")

    assert (done.returncode, rows(server)) == (1, before)
    assert "sessions.0001_initial" in done.stdout


def test_a_file_that_is_no_database_is_refused(server: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "letter.sqlite3").write_text("Dear organizer, " * 100)

    done = run(server, "import_database", UNCHECKED, str(tmp_path / "letter.sqlite3"))

    assert done.returncode == 1
    assert "could not be taken over; nothing was changed" in done.stdout
