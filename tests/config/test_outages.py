"""A database that must not be written to, fails over or is full; a Redis that is full or away. Never a 500: what
needs no write is shown, everything else is to be tried again, and `/readyz` says so.
"""

import contextlib
import os
import signal
import sqlite3
from collections.abc import Iterator

import pytest
import redis
from django.core.cache import cache
from django.db import DatabaseError, InternalError, OperationalError, connection, transaction
from django.db.models import F
from django.http import HttpResponse
from django.test import Client, override_settings

from config.health import probes
from tests.permissions import OWN
from tests.thorough import THOROUGH, in_turn
from tests.tournaments.api.callers import BALANCED, CSRF, Caller, program
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.views.permission_matrix import GET, PAGES, address
from tests.tournaments.worlds import FRESH, ORGANIZER, Worlds, build
from tools.servers import redis as redis_server
from tournaments.models import ApiToken, LedgerEntry, LedgerHead
from web.outages import is_outage, outage_of_database

PASSES = ["08000", "08003", "08006", "25006", "40001", "40P01", "53100", "53300", "55P03"]
PASSES += ["57014", "57P01", "57P02", "57P03", "57P04", "57P05"]

# Daily a quarter of what can be read is read; before a change lands all of it is on PostgreSQL, which fails over.
OTHERS = [] if THOROUGH else [1, 2, 3]
QUARTERS = [0, *(pytest.param(turn, marks=[pytest.mark.slow, pytest.mark.postgres]) for turn in OTHERS)]


@pytest.fixture
def worlds(db: None) -> Worlds:
    made = build()
    made.own.update(one=1, two=2, three=3)
    return made


@pytest.fixture(scope="module")
def seen_before() -> dict[str, int]:
    """What is seen while nothing is out, which is the same each time: the first test fills it in."""
    return {}


@contextlib.contextmanager
def read_only() -> Iterator[None]:
    """As after a failover: reading goes on, every write is refused. What was changed inside is undone."""
    is_sqlite = connection.vendor == "sqlite"
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 1" if is_sqlite else "SET TRANSACTION READ ONLY")
        try:
            yield
        finally:
            transaction.set_rollback(True)
            if is_sqlite:
                connection.connection.execute("PRAGMA query_only = 0")


def reads(worlds: Worlds) -> Iterator[tuple[str, Caller]]:
    """Every address that the organizer may read, of pages and API."""
    for row in MATRIX:
        if row.method == "GET" and row.expected[OWN][ORGANIZER] == 200:
            yield row.path(worlds.own).removeprefix("/api"), worlds.caller(ORGANIZER, row.scene or FRESH)


def pages(worlds: Worlds) -> Iterator[str]:
    for route, page in PAGES.items():
        if GET in page.methods:
            own = {**worlds.own, "sheet": "schedules", "round_sheet": "names"}
            yield address(route, page, own, worlds.own["slug"])


def seen(worlds: Worlds, quarter: int = 0) -> dict[str, int]:
    organizer = worlds.caller(ORGANIZER, FRESH).client
    organizer.raise_request_exception = False
    anybody = Client(raise_request_exception=False)
    found = {}
    for path, caller in in_turn([*reads(worlds)], turn=quarter, of=4):
        caller.client.raise_request_exception = False
        found[f"API {path}"] = status_of(caller.get(path))
    for path in in_turn([*pages(worlds)], turn=quarter, of=4):
        found[f"organizer {path}"] = status_of(organizer.get(path))
        found[f"anybody {path}"] = status_of(anybody.get(path))
    return found


def status_of(answer: HttpResponse) -> int:
    """Its status, after all of it was read: files come in pieces."""
    answer.getvalue()
    return int(answer.status_code)


@pytest.mark.parametrize("quarter", QUARTERS)
def test_whatever_can_be_read_can_be_read_from_a_database_that_must_not_be_written_to(worlds, quarter):
    before = seen(worlds, quarter)
    # As if nobody had published: on the way the embedded form would mend that.
    LedgerHead.objects.update(standings_seq=F("seq"))
    cache.clear()

    with read_only():
        after = seen(worlds, quarter)

    assert after == before
    # 400: /oembed is asked without an address.
    assert set(before.values()) <= {200, 302, 400, 403, 404, 409, 422}
    assert {status for path, status in before.items() if path.startswith("API ")} == {200}
    assert sum(path.startswith("API ") for path in before) > 30 / 4


def test_a_token_reads_although_its_use_cannot_be_noted(worlds):
    caller = program(ApiToken.objects.first().user)
    ApiToken.objects.update(last_used_at=None)

    with read_only():
        answer = caller.get("/v1/me/")

    assert answer.status_code == 200
    assert caller.get("/v1/me/").status_code == 200
    assert ApiToken.objects.filter(last_used_at__isnull=False).count() == 1


WRITES = {
    "report": ("/api/v1/tables/{table}/scoresheets/", BALANCED),
    "withdrawal": ("/t/{slug}/desk/entries/{entry}/withdraw/", {"key": "k" * 16, "confirm": "withdraw"}),
    "sign-up": (
        "/accounts/signup/",
        {"email": "eve@example.org"} | dict.fromkeys(["password1", "password2"], "a" * 9 + "Zq7"),
    ),
    "seat code": ("/seat/", {"code": "nonsense-nonsense", "key": "k" * 16}),
    "readyz": ("/readyz", None),
}


@pytest.mark.parametrize("what", WRITES)
def test_what_writes_is_to_be_tried_again(worlds, what):
    path, content = WRITES[what]
    path = path.format(**worlds.own)
    organizer, entries = worlds.caller(ORGANIZER, FRESH), LedgerEntry.objects.count()
    client = Client() if path.startswith("/accounts/") else organizer.client
    client.raise_request_exception = False

    with read_only():
        if content is None:
            answer = client.get(path)
        elif path.startswith("/api/"):
            answer = organizer.post(path.removeprefix("/api"), content)
        else:
            answer = client.post(path, content, headers={"X-CSRFToken": CSRF})

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert LedgerEntry.objects.count() == entries
    if what == "readyz":
        assert answer.json()["database"] == "read-only"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("state", PASSES)
def test_what_postgresql_says_while_it_fails_over_passes_by_itself(state):
    with pytest.raises(DatabaseError) as refused, connection.cursor() as cursor:
        cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '{state}'; END $$")

    assert is_outage(refused.value)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("state", ["25P02", "XX000", "42703", "22012"])
def test_a_mistake_of_ours_does_not(state):
    with pytest.raises(DatabaseError) as refused, connection.cursor() as cursor:
        cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION 'ours' USING ERRCODE = '{state}'; END $$")

    assert not is_outage(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "ails"),
    [
        (sqlite3.SQLITE_READONLY, "read-only"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "read-only"),
        (sqlite3.SQLITE_BUSY, "busy"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "busy"),
        (sqlite3.SQLITE_LOCKED, "busy"),
        (sqlite3.SQLITE_FULL, "full"),
        (sqlite3.SQLITE_CANTOPEN, "away"),
    ],
)
def test_what_sqlite_says_is_told_in_a_word(code, ails):
    error, error.__cause__ = OperationalError(), sqlite3.OperationalError()
    error.__cause__.sqlite_errorcode = code

    assert (is_outage(error), outage_of_database(error)) == (True, ails)


def test_an_internal_error_without_a_reason_is_ours():
    assert not is_outage(InternalError("?"))
    assert not is_outage(None)


@pytest.mark.django_db(transaction=True)
def test_while_somebody_else_writes_for_long_sqlite_is_busy_and_then_ready_again(client):
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        busy = client.get("/readyz")
        other.execute("ROLLBACK")
    ready = client.get("/readyz")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        patience = cursor.fetchone()[0]

    assert [(a.status_code, a.json()["database"]) for a in (busy, ready)] == [(503, "busy"), (200, "ok")]
    assert patience == 20_000


@pytest.mark.django_db
def test_a_laptop_whose_disk_is_full_takes_no_results(client, monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    monkeypatch.setattr(probes, "LEAST_ROOM", 2**62)

    answer = client.get("/readyz")

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.json() == {
        "ready": False,
        "database": "full",
        "migrations": "unread",
        "redis": answer.json()["redis"],
    }


@pytest.mark.django_db
def test_readyz_names_what_ails_redis_and_takes_results_all_the_same(client):
    answers = []
    with redis_server() as url, redis.Redis.from_url(url) as server, override_settings(REDIS_URL=url):
        answers.append(client.get("/readyz"))
        server.config_set("maxmemory-policy", "noeviction")
        server.config_set("maxmemory", 1)
        answers.append(client.get("/readyz"))
        server.config_set("maxmemory", 0)
        process = server.info("server")["process_id"]
        os.kill(process, signal.SIGSTOP)
        answers.append(client.get("/readyz"))
        os.kill(process, signal.SIGCONT)
        answers.append(client.get("/readyz"))

    assert [(answer.status_code, answer.json()["redis"]) for answer in answers] == [
        (200, "ok"),
        (200, "full"),
        (200, "away"),
        (200, "ok"),
    ]
    assert "127.0.0.1" not in "".join(answer.content.decode() for answer in answers)


@pytest.fixture
def redis_cache(request) -> Iterator[redis.Redis]:
    """The cache is a Redis of our own."""
    with redis_server() as url, redis.Redis.from_url(url) as server:
        backend = {"BACKEND": "config.cache.RedisCache", "LOCATION": url}
        backend["OPTIONS"] = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}
        with override_settings(CACHES={"default": backend}):
            yield server


@pytest.mark.slow
@pytest.mark.once("the cache is not the database")
@pytest.mark.parametrize("ails", ["full", "hanging", "killed"])
def test_nothing_that_is_read_or_reported_needs_redis(worlds, redis_cache, seen_before, ails):
    before = seen_before or seen(worlds)
    seen_before.update(before)
    process = redis_cache.info("server")["process_id"]
    redis_cache.flushall()
    if ails == "full":
        redis_cache.config_set("maxmemory-policy", "noeviction")
        redis_cache.config_set("maxmemory", 1)
    else:
        os.kill(process, signal.SIGSTOP if ails == "hanging" else signal.SIGKILL)

    after = seen(worlds)
    path = f"/v1/tables/{worlds.own['table']}/scoresheets/"
    report = worlds.caller(ORGANIZER, FRESH).post(path, BALANCED)
    anybody = Client(raise_request_exception=False)
    sign_in = anybody.post("/accounts/login/", {"login": "alice@example.org", "password": "a" * 12})
    reset = anybody.post("/accounts/password/reset/", {"email": "alice@example.org"})

    if ails == "hanging":
        os.kill(process, signal.SIGCONT)
    assert after == before
    assert report.status_code < 500
    for answer in (sign_in, reset):
        assert answer.status_code in {200, 302, 503}
        assert answer.status_code != 503 or answer.headers["Retry-After"] == "2"
