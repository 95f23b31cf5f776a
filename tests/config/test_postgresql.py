"""Whether a connection is still there is asked of PostgreSQL only where it cannot be known here."""

import contextlib
import select
from collections.abc import Iterator

import psycopg
import pytest
from django.db import ProgrammingError, connection

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

Other = psycopg.Connection[tuple[str]]


@pytest.fixture
def other() -> Iterator[Other]:
    """A second connection to the same server, to see what the first one asks."""
    connection.close()
    connection.ensure_connection()
    connection.answered_at = float("-inf")
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as second:
        yield second
    with contextlib.suppress(Exception):
        connection.close()


def last_asked(other: Other) -> str:
    statement = "SELECT query FROM pg_stat_activity WHERE pid = %s"
    [[query]] = other.execute(statement, [connection.connection.info.backend_pid]).fetchall()
    return query


def say(words: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT '{words}'")


def test_a_connection_that_answered_a_moment_ago_is_not_asked_again(other: Other) -> None:
    asked = []

    for number in range(3):
        say(f"request {number}")
        assert connection.is_usable()
        asked.append(last_asked(other))

    assert asked == ["SELECT 1", "SELECT 'request 1'", "SELECT 'request 2'"]


def test_one_that_has_rested_is_asked(other: Other) -> None:
    assert connection.is_usable()
    connection.answered_at -= 6
    say("a request long ago")

    assert connection.is_usable()

    assert last_asked(other) == "SELECT 1"


def test_one_that_the_server_has_ended_is_known_at_once(other: Other) -> None:
    assert connection.is_usable()
    pid = connection.connection.info.backend_pid

    other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    assert not connection.is_usable()


def test_one_that_was_sent_something_is_asked_and_goes_on(other: Other) -> None:
    say("a request")
    with connection.cursor() as cursor:
        cursor.execute("LISTEN anything")
    assert connection.is_usable()
    say("another request")
    other.execute("NOTIFY anything")
    assert select.select([connection.connection.fileno()], [], [], 10)[0]

    assert connection.is_usable()

    assert last_asked(other) == "SELECT 1"


def test_one_that_is_closed_here_is_not_usable(other: Other) -> None:
    assert connection.is_usable()

    connection.connection.close()

    assert not connection.is_usable()


@pytest.mark.usefixtures("other")
def test_one_whose_transaction_failed_is_not_usable_before_it_is_taken_back() -> None:
    assert connection.is_usable()
    connection.set_autocommit(False)
    with pytest.raises(ProgrammingError), connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")

    meanwhile = connection.is_usable()

    connection.rollback()
    connection.set_autocommit(True)
    assert (meanwhile, connection.is_usable()) == (False, True)
