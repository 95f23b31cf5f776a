"""A program older than its database, by pages and API: what it stores may break rules that it does not know, and miss
columns that it does. Never the fault of whoever asked: 503, after which a phone keeps its result and sends it again.
"""

import contextlib
import logging
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.http import HttpResponse

from tests.tournaments.api.callers import BALANCED, CSRF
from tests.tournaments.worlds import FRESH, ORGANIZER, Worlds, build
from tournaments.models import IdempotencyKey, LedgerEntry, Scoresheet
from web.outages import causes
from web.triggers import Guard

LATER = ("tournaments", "9999_later")
KEY = "k" * 16


# On PostgreSQL an error ends a transaction, so what is asked has one of its own, as outside tests.
pytestmark = pytest.mark.django_db(transaction=connection.vendor != "sqlite")


@pytest.fixture
def worlds(db: None) -> Worlds:
    causes.silent_until.clear()
    with transaction.atomic():
        return build()


def executed(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@contextlib.contextmanager
def a_later_migration() -> Iterator[None]:
    """It is recorded that a newer program was here."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, CURRENT_TIMESTAMP)", LATER
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = %s AND name = %s", LATER)


@contextlib.contextmanager
def a_later_rule() -> Iterator[None]:
    """The database refuses, by a rule that the program does not know, every new entry of a ledger."""
    rule = Guard(name="a_later_rule", on="INSERT", when="NEW.seq > 0")
    executed(rule.create(LedgerEntry._meta.db_table, connection.vendor))
    try:
        yield
    finally:
        executed(rule.drop(LedgerEntry._meta.db_table, connection.vendor))


@contextlib.contextmanager
def a_renamed_column() -> Iterator[None]:
    """A column that sheets were stored with is called otherwise by now."""
    table = Scoresheet._meta.db_table
    executed(f"ALTER TABLE {table} RENAME COLUMN imbalance_reason TO reason_of_later")
    try:
        yield
    finally:
        executed(f"ALTER TABLE {table} RENAME COLUMN reason_of_later TO imbalance_reason")


def reported(worlds: Worlds) -> HttpResponse:
    """A result, sent to the API as a phone's outbox does."""
    caller = worlds.caller(ORGANIZER, FRESH)
    caller.client.raise_request_exception = False
    return caller.post(f"/v1/tables/{worlds.own['table']}/scoresheets/", BALANCED, key=KEY)


def announced(worlds: Worlds) -> HttpResponse:
    """A form of the desk."""
    client = worlds.caller(ORGANIZER, FRESH).client
    client.raise_request_exception = False
    said = {"key": KEY, "text": "Lunch is at noon."}
    return client.post("/t/{slug}/desk/hall/".format(**worlds.own), said, headers={"X-CSRFToken": CSRF})


@pytest.mark.parametrize("sent", [reported, announced])
def test_a_rule_that_the_program_does_not_know_is_not_the_fault_of_whoever_asks(worlds, sent, caplog):
    entries, keys = LedgerEntry.objects.count(), IdempotencyKey.objects.count()

    with a_later_rule():
        answers = [sent(worlds), sent(worlds)]
    after = LedgerEntry.objects.count(), IdempotencyKey.objects.count()
    again = sent(worlds)

    assert [(answer.status_code, answer.headers["Retry-After"]) for answer in answers] == 2 * [(503, "2")]
    assert after == (entries, keys)
    # The same key, once the versions are together: nothing was lost.
    assert again.status_code in {201, 302}
    assert LedgerEntry.objects.count() > entries
    said = [line.message for line in caplog.records if line.name == "web.outages"]
    (line,) = said
    assert line.startswith("unnamed rule, so what is asked is answered 503: IntegrityError: a_later_rule")


def test_a_column_of_another_version_passes_when_the_versions_are_together(worlds, caplog):
    entries = LedgerEntry.objects.count()

    with a_later_migration(), a_renamed_column():
        answer = reported(worlds)
    again = reported(worlds)

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.json()["error"]["code"] == "try_again"
    assert [line.levelno for line in caplog.records if line.message.startswith("other version")] == [
        logging.ERROR
    ]
    assert again.status_code == 201
    assert LedgerEntry.objects.count() > entries


def test_a_column_that_is_missing_without_another_version_is_our_mistake(worlds):
    with a_renamed_column():
        answer = reported(worlds)

    assert (answer.status_code, "Retry-After" in answer.headers) == (500, False)


def test_a_page_of_another_version_is_to_be_opened_again(worlds):
    client = worlds.caller(ORGANIZER, FRESH).client
    client.raise_request_exception = False
    path = "/t/{slug}/desk/tables/{table}/".format(**worlds.own)

    with a_later_migration(), a_renamed_column():
        answer = client.get(path)

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "The server is being upgraded" in answer.content.decode()


def test_readyz_says_no_while_the_database_is_newer(client):
    with a_later_migration():
        newer = client.get("/readyz")
    ready = client.get("/readyz")

    assert [(one.status_code, one.json()["migrations"], one.json()["ready"]) for one in (newer, ready)] == [
        (503, "unknown", False),
        (200, "ok", True),
    ]


def test_readyz_says_no_while_the_database_lacks_a_migration(client):
    executed("UPDATE django_migrations SET app = 'nobody' WHERE app = 'sessions'")
    try:
        older = client.get("/readyz")
    finally:
        executed("UPDATE django_migrations SET app = 'sessions' WHERE app = 'nobody'")

    assert (older.status_code, older.json()["migrations"]) == (503, "missing")
