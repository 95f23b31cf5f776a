"""deploy/reach.py reads an address as Jantaku's settings do, and hides the password."""

import os
import subprocess
import sys

import environ
import psycopg
import pytest

from config.checks import place_of_database
from tests.docs.installed import DEPLOY

pytestmark = pytest.mark.once("reads an address")

ADDRESSES = [
    "postgres://jantaku_app:word@127.0.0.1:5432/jantaku",
    "postgresql://jantaku_app:word@db.example.org/jantaku",
    "psql://jantaku_app:a%2Fb%40c%27d@localhost:6432/the_league",
    "postgres://jantaku_app:word@[::1]:5433/jantaku",
    "postgres://jantaku_app:word@db.example.org:5433/jantaku?sslmode=verify-full",
    "postgres://jantaku_app:word@/jantaku?host=/run/postgresql",
]


def reached(url: str, name: str = "") -> dict[str, str]:
    """As a shell reads it."""
    shown = (
        'found=$("$0" "$1") || exit 1; eval "$found"; printf "%s\\n" "HOST=$REACH_HOST" "PORT=$REACH_PORT"'
        ' "NAME=$REACH_NAME" "LOCAL=$REACH_LOCAL" "PLACE=$REACH_PLACE" "URL=$REACH_URL" "REACH=$REACH"'
        ' "PASSWORD=$PGPASSWORD"'
    )
    done = subprocess.run(
        ["sh", "-c", shown, sys.executable, DEPLOY / "reach.py"],
        env={**os.environ, "URL": url, "NAME": name},
        check=True,
        capture_output=True,
        text=True,
    )
    return dict(line.split("=", 1) for line in done.stdout.splitlines())


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_leads_where_it_leads_the_services(url: str) -> None:
    settings = environ.Env.db_url_config(url)

    found = reached(url)

    host = settings["HOST"] or settings.get("OPTIONS", {}).get("host", "")
    assert (found["HOST"], int(found["PORT"]), found["NAME"], found["PASSWORD"]) == (
        host,
        settings["PORT"] or 5432,
        settings["NAME"],
        settings["PASSWORD"],
    )
    assert found["PLACE"] == place_of_database(settings)
    assert found["URL"] == url


@pytest.mark.parametrize("url", ADDRESSES)
def test_what_stands_in_command_lines_is_the_same_without_the_password(url: str) -> None:
    found = reached(url)

    told = psycopg.conninfo.conninfo_to_dict(found["REACH"])
    whole = psycopg.conninfo.conninfo_to_dict(url.replace("psql:", "postgresql:"))
    assert whole.pop("password") == found["PASSWORD"]
    assert told == whole


@pytest.mark.parametrize("url", ADDRESSES)
def test_another_database_there_has_all_the_rest(url: str) -> None:
    other = environ.Env.db_url_config(reached(url, "jantaku_rehearsal")["URL"])

    assert other == {**environ.Env.db_url_config(url), "NAME": "jantaku_rehearsal"}


def test_this_machine_is_known_by_its_names() -> None:
    assert [reached(url)["LOCAL"] for url in ADDRESSES] == ["yes", "", "yes", "yes", "", "yes"]


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "this:… is not the address of a PostgreSQL database (postgres://…)\n"),
        (
            "sqlite:///var/jantaku.sqlite3",
            "sqlite:… is not the address of a PostgreSQL database (postgres://…)\n",
        ),
        ("postgres://jantaku_app:word@127.0.0.1", "it names no database (postgres://…/jantaku)\n"),
    ],
)
def test_what_is_no_address_is_said_without_its_password(url: str, says: str) -> None:
    done = subprocess.run(
        [sys.executable, DEPLOY / "reach.py"],
        env={**os.environ, "URL": url},
        check=False,
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout, done.stderr) == (1, "", says)
