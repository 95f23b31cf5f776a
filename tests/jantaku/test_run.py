"""`make run` serves a hall: with phones that stall, idle and leave all at once, everybody else is answered."""

import contextlib
import http.client
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.crowd import crowd, seconds_to_answer
from tests.laptop import open_laptop, wait_until
from tests.live import PATIENCE, Running
from tests.migrated import copy_migrated
from tests.thorough import THOROUGH

pytestmark = [pytest.mark.slow, pytest.mark.database("none")]

PAGES = ("/healthz", "/accounts/login/", "/", "/static/css/tokens.css")


@pytest.fixture(scope="module", autouse=True)
def _once() -> None:
    if settings.REDIS_URL:
        pytest.skip("is embedded on either database; runs in the SQLite half of `make test`")


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The embedded server, started as `make run` starts it, on what it left before; one for all who ask it."""
    folder = tmp_path_factory.mktemp("laptop")
    copy_migrated(folder / "var" / "jantaku.sqlite3")
    with open_laptop(folder) as running:
        yield running


@pytest.fixture
def own_laptop(tmp_path: Path) -> Iterator[Running]:
    """Another one, for a test that stops it."""
    copy_migrated(tmp_path / "var" / "jantaku.sqlite3")
    with open_laptop(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def new_laptop(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Running]:
    """The same on the first day, when nobody has come. Thoroughly there is no file yet; usually there are tables
    already, and nothing in them, as in `laptop`: whoever starts `make test` has migrated a new file a minute ago.
    """
    if not THOROUGH:
        yield request.getfixturevalue("laptop")
        return
    with open_laptop(tmp_path_factory.mktemp("new")) as running:
        yield running


def ask(url: str, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes, dict]:
    parts = urlsplit(url)
    with contextlib.closing(
        http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    ) as client:
        client.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = client.getresponse()
        return answer.status, answer.read(), dict(answer.headers)


def test_a_hall_of_phones_that_stall_idle_and_leave_stops_nobody_else(laptop: Running):
    with crowd(laptop.url) as hall:
        hall.idle(200)
        hall.stall_headers(50)
        hall.stall_uploads(50)
        hall.stall_chunks(10)
        hall.leave_in_mid_upload(5)

        answers = [seconds_to_answer(laptop.url, path)[0] for path in PAGES]
        stood = hall.open_still()
        meanwhile = []

        def all_are_closed() -> bool:
            meanwhile.append(seconds_to_answer(laptop.url, "/healthz")[0])
            return hall.open_still() == 0

        wait_until(all_are_closed)

    assert (answers, stood) == ([200] * len(PAGES), 310)
    assert set(meanwhile) == {200}
    assert "Traceback" not in laptop.log.read_text()


def test_somebody_who_says_something_now_and_then_is_not_cut_off(laptop: Running):
    parts = urlsplit(laptop.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE) as slow:
        for part in (b"GET /healthz HT", b"TP/1.1\r\nHost: 127.0", b".0.1\r\nConnection: close\r\n\r\n"):
            slow.sendall(part)
            time.sleep(1)

        assert slow.recv(15) == b"HTTP/1.1 200 OK"


def test_what_is_asked_when_the_server_is_told_to_stop_is_answered_and_the_rest_refused(own_laptop: Running):
    database = own_laptop.log.parent / "var" / "jantaku.sqlite3"
    answers = []
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")  # whoever wants to write now waits for us
        body = b'{"code": "nonsense-nonsense-nonsense", "device_name": "x"}'
        headers = {"Content_Type": "application/json", "Idempotency_Key": "12345678"}
        asking = threading.Thread(
            target=lambda: answers.append(
                ask(own_laptop.url, "POST", "/api/v1/seats/claim/", body, **headers)[0]
            )
        )
        asking.start()
        time.sleep(1)

        own_laptop.process.terminate()
        time.sleep(1)
        late = seconds_to_answer(own_laptop.url, "/healthz")[0]
        writer.execute("ROLLBACK")
        asking.join()

    assert own_laptop.process.wait(timeout=PATIENCE) == 0
    assert (late, len(answers), answers[0] in {400, 403, 404}) == (0, 1, True)


def test_nobody_makes_up_where_they_come_from(laptop: Running):
    forged = {
        "X_Forwarded_For": "203.0.113.7",
        "X_Forwarded_Proto": "https",
        "X_Forwarded_Host": "evil.example",
    }

    statuses = {
        ask(
            laptop.url,
            "GET",
            "/api/v1/me/",
            Authorization="Bearer mjt_wrong",
            **{**forged, "X_Forwarded_For": f"203.0.113.{n}"},
        )[0]
        for n in range(3)
    }
    page = ask(laptop.url, "GET", "/accounts/login/", **forged)

    assert statuses == {401}
    assert (page[0], b"evil.example" in page[1]) == (200, False)
    with contextlib.closing(sqlite3.connect(laptop.log.parent / "var" / "jantaku.sqlite3")) as database:
        # Wrong tokens are counted for each network: all three for one.
        assert database.execute("SELECT count FROM tournaments_attempts").fetchall() == [(3,)]


def test_a_new_house_answers_and_does_not_say_which_program_it_is(new_laptop: Running):
    status, _page, headers = ask(new_laptop.url, "GET", "/")

    assert (status, "Server" in headers) == (200, False)


def test_a_new_house_prints_the_link_by_which_its_first_organizer_comes_in(new_laptop: Running):
    printed = new_laptop.log.read_text()

    found = re.search(rf"{re.escape(new_laptop.url)}(/accounts/first/)#\S{{20,}}", printed)
    assert found is not None, printed
    assert ask(new_laptop.url, "GET", found[1])[0] == 200
