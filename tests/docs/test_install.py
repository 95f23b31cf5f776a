"""The manual is followed to the letter, on a real PostgreSQL."""

import re
import subprocess
import sys
from urllib.parse import urlsplit

import psycopg
import pytest

from tools import servers
from tools.environment import ROOT, like_production

MANUAL = (ROOT / "docs" / "install.md").read_text()


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """PostgreSQL as the manual sets it up: two roles, the tables, the grants. Gives each role's address."""
    var = tmp_path_factory.mktemp("var")
    roles_and_database = re.search(r"```sql\n(.*?)```", MANUAL, re.DOTALL)[1]
    with servers.postgres(durable=True) as url:
        place = f"127.0.0.1:{urlsplit(url).port}"
        with psycopg.connect(f"postgres://jantaku@{place}/postgres", autocommit=True) as connection:
            connection.execute("DROP DATABASE jantaku")
            for statement in roles_and_database.strip().split(";\n"):
                connection.execute(statement)
        owner, app = (f"postgres://jantaku_{role}@{place}/jantaku" for role in ("owner", "app"))
        manage(var, owner, "migrate", "--verbosity=0")
        with psycopg.connect(owner, autocommit=True) as connection:
            connection.execute((ROOT / "docs" / "grants.sql").read_text())
        yield {"owner": owner, "app": app, "var": var}


def manage(var, database, *arguments):
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=like_production(var, DATABASE_URL=database),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.postgres
@pytest.mark.parametrize(
    "deed",
    [
        "UPDATE tournaments_ledgerentry SET kind = 'x'",
        "DELETE FROM tournaments_ledgerentry",
        "TRUNCATE tournaments_ledgerentry",
    ],
)
def test_the_applications_role_cannot_touch_what_the_ledger_says(installation, deed):
    with (
        psycopg.connect(installation["app"]) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(deed)


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
def test_the_manuals_installation_passes_the_checks_and_the_owners_role_would_not(installation):
    check = ["check", "--deploy", "--database", "default"]
    assert "jantaku.W012" in manage(installation["var"], installation["app"], *check)
    manage(installation["var"], installation["app"], "collectstatic", "--noinput", "--verbosity=0")

    said = manage(installation["var"], installation["app"], *check, "--fail-level", "WARNING")

    assert "no issues" in said
    assert "jantaku.W008" in manage(installation["var"], installation["owner"], *check)
