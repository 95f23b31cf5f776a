"""Servers for tests are real, ours alone, and gone afterwards."""

import socket
from urllib.parse import urlsplit

import psycopg
import pytest

from tools import servers

pytestmark = pytest.mark.database("none")


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


def is_open(url: str) -> bool:
    parts = urlsplit(url)
    with socket.socket() as probe:
        return probe.connect_ex((parts.hostname, parts.port)) == 0


@pytest.mark.slow
def test_they_answer_while_they_are_needed_and_are_gone_afterwards():
    with servers.running() as addresses:
        urls = [addresses["DATABASE_URL"], addresses["REDIS_URL"]]
        while_needed = [is_open(url) for url in urls]
        with psycopg.connect(addresses["DATABASE_URL"]) as connection:
            encoding, fsync = connection.execute(
                "SELECT current_setting('server_encoding'), current_setting('fsync')"
            ).fetchone()

    assert (while_needed, [is_open(url) for url in urls]) == ([True, True], [False, False])
    assert (encoding, fsync) == ("UTF8", "off")


@pytest.mark.slow
def test_a_durable_one_waits_for_the_disk():
    with servers.postgres(durable=True) as url, psycopg.connect(url) as connection:
        fsync, commit, data = connection.execute(
            "SELECT current_setting('fsync'), current_setting('synchronous_commit'),"
            " current_setting('data_directory')"
        ).fetchone()

    assert (fsync, commit) == ("on", "on")
    assert not data.startswith("/dev/shm")


def test_servers_that_are_given_are_used(monkeypatch):
    given = {"DATABASE_URL": "postgres://a@b.example.org/c", "REDIS_URL": "redis://b.example.org/1"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)

    with servers.running() as addresses:
        assert addresses == given


def test_a_server_that_does_not_come_up_says_why(tmp_path):
    with (
        pytest.raises(servers.ServerFailed, match="nonsense"),
        servers._started(
            lambda port: [servers._redis_binary(), "--nonsense", "1"],
            answers=lambda port: False,
            stop_with=servers.signal.SIGTERM,
            log=tmp_path / "log",
            user=None,
        ),
    ):
        pass
