"""The installation's SQL on a real PostgreSQL: roles, rights, and digests. `make install-test` does all the rest."""

import os
import re
import subprocess
import sys
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from tests.docs.installed import program
from tests.migrated import MIGRATED_POSTGRES
from tests.thorough import THOROUGH, only_thoroughly
from tools import servers
from tools.environment import ROOT, like_production

pytestmark = pytest.mark.slow

SQL = ROOT / "deploy" / "sql"


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """PostgreSQL as the manual sets it up: two roles, the tables, the grants. Gives each role's address."""
    var = tmp_path_factory.mktemp("var")
    with servers.postgres(durable=True) as url:
        place = f"127.0.0.1:{urlsplit(url).port}"
        with psycopg.connect(f"postgres://jantaku@{place}/postgres", autocommit=True) as connection:
            for _time in range(2):  # may be repeated
                connection.execute("SET jantaku.owner_password = 'first'")
                connection.execute("SET jantaku.app_password = 'second'")
                connection.execute((SQL / "roles.sql").read_text())
            connection.execute("DROP DATABASE jantaku")
            connection.execute(
                "CREATE DATABASE jantaku OWNER jantaku_owner ENCODING 'UTF8' TEMPLATE template0"
            )
        owner, app, superuser = (
            f"postgres://{role}@{place}/jantaku" for role in ("jantaku_owner", "jantaku_app", "jantaku")
        )
        if MIGRATED_POSTGRES is None or THOROUGH:
            manage(var, owner, "migrate", "--verbosity=0")
        else:
            as_migrated(owner)
        with psycopg.connect(superuser, autocommit=True) as connection:
            connection.execute("SET ROLE jantaku_owner")
            connection.execute((SQL / "grants.sql").read_text())
        yield {"owner": owner, "app": app, "superuser": superuser, "var": var}


def as_migrated(owner):
    """What `migrate` made elsewhere a minute ago, as the owner's role puts it here: every table, guard and row."""
    of = connection.settings_dict
    place = f"postgres://{of['USER']}:{of['PASSWORD']}@{of['HOST']}:{of['PORT']}/{MIGRATED_POSTGRES}"
    dump = subprocess.run(
        [program("pg_dump"), "--no-owner", "--no-acl", place], check=True, capture_output=True
    )
    options = ["--no-psqlrc", "-q", "--set=ON_ERROR_STOP=1", owner]
    subprocess.run([program("psql"), *options], input=dump.stdout, check=True, capture_output=True)


def manage(var, database, *arguments):
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=like_production(var, DATABASE_URL=database, EMAIL_URL="smtp://127.0.0.1:9"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.postgres
@pytest.mark.parametrize(
    "action",
    [
        "UPDATE tournaments_ledgerentry SET kind = 'x'",
        "DELETE FROM tournaments_ledgerentry",
        "TRUNCATE tournaments_ledgerentry",
    ],
)
def test_the_applications_role_cannot_touch_what_the_ledger_says(installation, action):
    with (
        psycopg.connect(installation["app"]) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(action)


@pytest.mark.postgres
def test_the_applications_role_can_do_its_daily_work(installation):
    with psycopg.connect(installation["app"]) as connection:
        connection.execute("INSERT INTO players_club (name, country) VALUES ('Ueno', 'JP')")
        connection.execute("UPDATE players_club SET country = 'DE'")
        deleted = connection.execute("DELETE FROM players_club").rowcount
        may_add = connection.execute(
            "SELECT has_table_privilege('tournaments_ledgerentry', 'INSERT')"
        ).fetchone()
        connection.rollback()

    assert (deleted, may_add) == (1, (True,))


@pytest.mark.postgres
def test_both_roles_sign_in_by_a_hashed_password_of_their_own(installation):
    with psycopg.connect(installation["superuser"]) as connection:
        roles = connection.execute(
            "SELECT rolname, left(rolpassword, 14), rolsuper, rolcreatedb, rolcreaterole FROM pg_authid"
            " WHERE rolname LIKE 'jantaku#_%' ESCAPE '#' ORDER BY 1"
        ).fetchall()

    assert roles == [
        ("jantaku_app", "SCRAM-SHA-256$", False, False, False),
        ("jantaku_owner", "SCRAM-SHA-256$", False, False, False),
    ]


@only_thoroughly("what each check finds is tried by config/test_checks.py; these are three processes")
@pytest.mark.postgres
def test_the_manuals_installation_passes_the_checks_and_the_owners_role_would_not(installation):
    check = ["check", "--deploy", "--database", "default"]
    by_the_owner = manage(installation["var"], installation["owner"], *check)
    manage(installation["var"], installation["app"], "collectstatic", "--noinput", "--verbosity=0")

    output = manage(installation["var"], installation["app"], *check, "--fail-level", "WARNING")

    assert "no issues" in output
    assert "jantaku.W008" in by_the_owner
    # Before the static files were collected.
    assert "jantaku.W012" in by_the_owner


def backed_up(installation, dump):
    """Run backup.sql as deploy/bin/backup does; give the digests, a line each."""
    program("pg_dump")
    at = urlsplit(installation["superuser"])
    here = {"PGHOST": at.hostname, "PGPORT": str(at.port), "PGUSER": at.username, "PGDATABASE": "jantaku"}
    options = ["--no-psqlrc", "-qAt", "--set=ON_ERROR_STOP=1"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 3> "$DUMP"', "sh", program("psql"), *options],
        env={**os.environ, **here, "DUMP": str(dump)},
        input=(SQL / "backup.sql").read_text() + (SQL / "digests.sql").read_text(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.postgres
def test_a_backup_knows_the_digest_of_every_table_and_the_name_of_every_guard(installation, tmp_path):
    first, *lines = backed_up(installation, tmp_path / "dump")

    with psycopg.connect(installation["superuser"]) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()[
            0
        ]
        guards = connection.execute("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal").fetchone()[0]
    assert first == "pg_dump ended with 0"
    assert sum(line.startswith("table ") for line in lines) == tables > 40
    assert sum(line.startswith("trigger ") for line in lines) == guards > 10
    assert (tmp_path / "dump").read_bytes()[:5] == b"PGDMP"


@pytest.mark.postgres
def test_one_changed_letter_changes_the_digest_of_its_table_alone(installation, tmp_path):
    with psycopg.connect(installation["superuser"], autocommit=True) as connection:
        connection.execute("INSERT INTO players_club (name, country) VALUES ('Ueno', 'JP')")
        before = backed_up(installation, tmp_path / "before")
        connection.execute("UPDATE players_club SET name = 'Uemo'")

        after = backed_up(installation, tmp_path / "after")

        connection.execute("DELETE FROM players_club")
    changed = [line for line in after if line not in before]
    assert [re.sub(r"[0-9a-f]{32}", "…", line) for line in changed] == ["table players_club|1|…"]
