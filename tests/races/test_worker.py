"""A real Celery worker with its beat, on a real PostgreSQL and a Redis of our own, and what becomes of results when
one of them goes away: nothing is lost, and the standings come right by themselves.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings

from tests.races.conftest import Crew, recruit
from tests.races.databases import Template
from tools.servers import redis as redis_server

pytestmark = [pytest.mark.race, pytest.mark.postgres, pytest.mark.slow]

A_MINUTE = 60
NOBODY = "redis://127.0.0.1:1/0"


@dataclass
class Site:
    """A hall whose phones reach one process, which wakes a worker through Redis."""

    phones: Crew
    hall: dict
    redis_url: str
    environment: dict[str, str]
    played: int = 0
    workers: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    supervisors: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    logs: list[Path] = field(default_factory=list)

    def start_worker(self) -> None:
        self.workers.append(
            subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "config", "worker", "--beat", "--concurrency=2"]
                + [f"--schedule={self.environment['JANTAKU_VAR_DIR']}/beat-{len(self.workers)}"],
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )

    def start_supervised_worker(self) -> Path:
        """As `make worker` starts it; give its log."""
        log = Path(self.environment["JANTAKU_VAR_DIR"]) / f"worker-{time.monotonic_ns()}.log"
        with log.open("wb") as output:
            self.workers.append(
                subprocess.Popen(
                    [sys.executable, "-m", "jantaku", "worker", f"--schedule={log}.beat"],
                    cwd=settings.BASE_DIR,
                    env=self.environment,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            )
        self.supervisors.append(self.workers[-1])
        return log

    def kill_worker(self) -> None:
        """kill -9, children and beat too."""
        worker = self.workers[-1]
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()

    def end_workers(self) -> None:
        """How one ends is not what these tests are about; a supervisor passes on no kill."""
        for worker in self.workers:
            if worker.poll() is None:
                if worker not in self.supervisors:
                    os.killpg(worker.pid, signal.SIGKILL)
                worker.terminate()
                try:
                    worker.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()

    def play(self) -> None:
        table, tokens = self.hall["tables"][self.played]
        assert self.phones.do("play_table", table=table, tokens=tokens)["body"] == {"status": "confirmed"}
        self.played += 1

    def published(self) -> int:
        return self.phones.do("published", stage=self.hall["stage"])["games"]

    def comes_right(self) -> float:
        """Wait until the standings count every game and agree with the ledger; give the seconds it took."""
        began = time.monotonic()
        while self.published() < self.played:
            assert time.monotonic() < began + A_MINUTE, (
                f"{self.published()} of {self.played} games after a minute"
            )
            time.sleep(0.2)
        found = self.phones.do("verify", tournament=self.hall["tournament"])
        assert (found["problems"], found["remarks"]) == ([], [])
        assert [status for *_sheet, status in found["sheets"]] == ["confirmed"] * self.played
        return time.monotonic() - began


@contextmanager
def sites(template: Template) -> Iterator[Callable[..., Site]]:
    with ExitStack() as stack:

        @contextmanager
        def made(redis_url: str, phones_redis: str | None = None, players: int = 16) -> Iterator[Site]:
            with template.copy() as name:
                url = template.address(name)
                environment = template.environment(url, REDIS_URL=redis_url, RECONCILE_SECONDS="1")
                with recruit(1, {**environment, "REDIS_URL": phones_redis or redis_url}) as phones:
                    site = Site(phones, phones.do("set_up", players=players), redis_url, environment)
                    try:
                        yield site
                    finally:
                        site.end_workers()

        def open_site(**settings: Any) -> Site:
            return stack.enter_context(made(stack.enter_context(redis_server()), **settings))

        yield open_site


@pytest.fixture(scope="module")
def _unstaffed(template: Template) -> Iterator[Site]:
    with sites(template) as open_site:
        yield open_site(players=40)


@pytest.fixture
def place(_unstaffed: Site) -> Iterator[Site]:
    """A site without a worker; whoever has started one there leaves it without one."""
    yield _unstaffed
    _unstaffed.end_workers()


@pytest.fixture(scope="module")
def staffed(template: Template) -> Iterator[Site]:
    """A site whose worker runs as `make worker` starts it: for all that leaves it running."""
    with sites(template) as open_site:
        place = open_site(players=32)
        place.logs.append(place.start_supervised_worker())
        yield place


def test_results_reach_the_standings_through_the_worker(staffed):
    staffed.play()

    assert staffed.comes_right() < A_MINUTE


def test_a_worker_killed_at_work_and_started_again_loses_nothing(place):
    place.start_worker()
    place.play()
    place.comes_right()

    place.play()
    place.kill_worker()
    place.play()
    assert place.published() < place.played
    place.start_worker()

    assert place.comes_right() < A_MINUTE


def test_a_flushed_redis_loses_nothing(place):
    place.play()
    with redis.Redis.from_url(place.redis_url) as client:
        assert client.dbsize() > 0  # messages wait; there is something to lose
        client.flushall()
    place.start_worker()
    place.comes_right()

    place.play()
    with redis.Redis.from_url(place.redis_url) as client:
        client.flushall()

    assert place.comes_right() < A_MINUTE


def test_with_the_broker_away_results_are_accepted_and_reach_the_standings_all_the_same(template):
    with sites(template) as open_site:
        place = open_site(phones_redis=NOBODY)
        place.play()
        place.play()
        assert place.published() == 0

        place.start_worker()

        assert place.comes_right() < A_MINUTE


def test_a_worker_outlives_a_redis_that_is_full_and_goes_on_when_there_is_room(staffed):
    staffed.play()
    staffed.comes_right()
    before = staffed.logs[0].read_text().count("ended by itself")

    with redis.Redis.from_url(staffed.redis_url) as client:
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", 1)
        staffed.play()
        time.sleep(5)
        client.config_set("maxmemory", 0)

    assert staffed.comes_right() < A_MINUTE
    assert staffed.logs[0].read_text().count("ended by itself") == before


def test_a_worker_outlives_a_redis_that_hangs(staffed):
    staffed.play()
    staffed.comes_right()

    with redis.Redis.from_url(staffed.redis_url) as client:
        process = client.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    staffed.play()
    time.sleep(7)  # longer than a worker waits for an answer
    os.kill(process, signal.SIGCONT)

    assert staffed.comes_right() < A_MINUTE


def test_a_worker_that_was_killed_is_started_again_and_one_that_is_told_to_stop_is_not(place):
    log = place.start_supervised_worker()
    place.play()
    place.comes_right()
    supervisor = place.workers[-1].pid
    (celery,) = map(int, Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split())

    os.killpg(celery, signal.SIGKILL)
    place.play()
    took = place.comes_right()
    place.workers[-1].terminate()

    assert took < A_MINUTE
    assert "ended by itself (status -9)" in log.read_text()
    assert place.workers[-1].wait(timeout=A_MINUTE) == 0
