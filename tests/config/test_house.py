"""The house itself: does it stand on this database, with its queue and its browser?"""

import concurrent.futures
import os
import signal
import time
import urllib.request

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection

from tests.live import PATIENCE
from tournaments.models import Heartbeat
from tournaments.standings.tasks import reconcile_standings


@pytest.mark.django_db
def test_the_database_answers(client):
    redis = "ok" if settings.REDIS_URL else "not used"

    assert client.get("/readyz").json() == {
        "ready": True,
        "database": "ok",
        "migrations": "ok",
        "redis": redis,
    }


@pytest.mark.django_db
def test_sqlite_waits_in_line_and_survives_a_power_cut():
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        pragmas = {}
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            cursor.execute(f"PRAGMA {name}")
            pragmas[name] = cursor.fetchone()[0]

    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 20_000}
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.postgres
@pytest.mark.django_db
def test_postgresql_gives_up_waiting_for_a_lock_after_two_seconds():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")

        assert cursor.fetchone() == ("2s", "30s")


def test_a_worker_answers_through_redis(live_worker):
    assert len(current_app.control.inspect(limit=1, timeout=PATIENCE).ping()) == 1


def test_a_worker_that_hangs_is_seen_by_its_silence_and_one_that_works_by_its_sweeps(live_worker):
    """A stopped process is "active" to whoever looks at it from outside."""
    os.killpg(live_worker.process.pid, signal.SIGSTOP)
    try:
        reconcile_standings.delay()
        time.sleep(1)
        hanging = Heartbeat.objects.ages()
    finally:
        os.killpg(live_worker.process.pid, signal.SIGCONT)
    ends = time.monotonic() + PATIENCE
    while "sweep" not in Heartbeat.objects.ages():
        assert time.monotonic() < ends
        time.sleep(0.1)

    assert "sweep" not in hanging


@pytest.mark.race
def test_several_processes_share_one_database(several_processes):
    def ask(_):
        with urllib.request.urlopen(f"{several_processes}/readyz", timeout=PATIENCE) as response:
            return response.status

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(40))) == {200}


@pytest.mark.browser
def test_the_sign_in_page_obeys_our_content_security_policy(browser, live_server):
    page = browser.new_context(locale="ja").new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))

    page.goto(f"{live_server.url}/accounts/login/")

    assert page.locator("input[type=password]").count() == 1
    assert [complaint for complaint in complaints if "Content Security Policy" in complaint] == []
