"""Ordered draws with real processes: a Celery worker on PostgreSQL and Redis, a process beside the server on SQLite,
thoroughly on both databases; cancelled, killed in the middle of a search, ordered by several at once.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count

import pytest
from django.conf import settings

from tests.races.conftest import Crew, Reply, recruit
from tests.races.databases import Template
from tests.thorough import IS_SECOND_DATABASE, THOROUGH
from tools.servers import redis as redis_server

pytestmark = [pytest.mark.race, pytest.mark.timeout(400), pytest.mark.slow]

PATIENCE = 150
HALLS = count(1)
LIVE = ("queued", "running")
# Byes make it a search: a second or two of it with this much effort.
PLAYERS, ROUNDS = 37, 12
BESIDE = "a process beside the server"
CELERY = pytest.param("a Celery worker", marks=pytest.mark.postgres)


@dataclass
class House:
    """A hall, one process that orders, and somebody who computes."""

    desk: Crew
    environment: dict[str, str]
    has_celery: bool
    workers: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    stage: int = 0

    def start_worker(self) -> None:
        """One Celery process for one task at a time, and its beat; beside a server nothing is to be started."""
        if not self.has_celery:
            return
        beat = f"{self.environment['JANTAKU_VAR_DIR']}/draws-beat-{os.getpid()}-{len(self.workers)}"
        command = ["celery", "-A", "config", "worker", "--beat", "--concurrency=1", f"--schedule={beat}"]
        self.workers.append(
            subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )

    def kill_worker(self, seen: Reply) -> None:
        """kill -9 in the middle of the search."""
        if self.has_celery:
            worker = self.workers[-1]
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()
        else:
            os.kill(seen["beside"], signal.SIGKILL)

    def order(self, effort: int = 8) -> int:
        return int(self.desk.do("order_draw", stage=self.stage, rounds=ROUNDS, effort=effort)["job"])

    def wait(self, job: int, until: Callable[[Reply], bool]) -> Reply:
        """Look again and again, as the page does."""
        ends = time.monotonic() + PATIENCE
        while not until(seen := self.desk.do("look_at_draw", job=job)):
            assert time.monotonic() < ends, seen
            time.sleep(0.1)
        return seen

    def wait_for_the_middle(self, job: int) -> Reply:
        seen = self.wait(job, lambda seen: seen["done"] > 0 or seen["status"] not in LIVE)
        assert seen["status"] == "running", "the search was over before it was seen"
        return seen

    def came(self, job: int) -> Reply:
        return self.desk.do("what_came_of_draw", job=job)


@pytest.fixture(scope="module")
def staffed(template: Template, request: pytest.FixtureRequest) -> Iterator[House]:
    """Who orders and who computes, for all tests: whoever was killed has been started again."""
    has_celery = request.param != BESIDE
    with ExitStack() as stack:
        address = stack.enter_context(redis_server()) if has_celery else ""
        name = stack.enter_context(template.copy())
        environment = template.environment(
            template.address(name), REDIS_URL=address, RECONCILE_SECONDS="1", DRAW_SILENCE_SECONDS="3"
        )
        desk = stack.enter_context(recruit(1, environment))
        made = House(desk, environment, has_celery)
        made.start_worker()
        yield made
        for worker in made.workers:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()


@pytest.fixture
def house(staffed: House) -> House:
    """The same, with a hall in which nothing is drawn."""
    slug = f"hall-{next(HALLS)}"
    staffed.stage = staffed.desk.do("set_up_hall", players=PLAYERS, slug=slug)["stage"]
    return staffed


DONE = {
    "status": "done",
    "draws": 1,
    "rounds": ROUNDS,
    "kinds": ["draw_ordered", *["drawn"] * ROUNDS],
    "equal": True,
    "verified": True,
}

WORKERS = [CELERY] if IS_SECOND_DATABASE and not THOROUGH else [BESIDE, CELERY]
with_each_worker = pytest.mark.parametrize("staffed", WORKERS, indirect=True)


@with_each_worker
def test_the_search_is_watched_and_ends_in_the_draw_that_its_seed_gives(house: House) -> None:
    job = house.order()
    seen: list[int] = []

    def has_ended(reply: Reply) -> bool:
        seen.append(reply["done"])
        return reply["status"] not in LIVE

    house.wait(job, has_ended)

    assert seen == sorted(seen)
    assert len(set(seen)) > 2, "progress is seen on the way"
    assert house.came(job) == DONE


@with_each_worker
def test_a_cancelled_search_stops_and_leaves_nothing_but_its_ledger_entry(house: House) -> None:
    job = house.order()
    house.wait_for_the_middle(job)

    assert house.desk.do("cancel_draw", job=job)["job"] == "cancelled"
    # Whoever computes is free again: with one task at a time the next draw has to wait for that.
    following = house.order(effort=4)
    house.wait(following, lambda reply: reply["status"] == "done")

    assert house.came(job) == {
        "status": "cancelled",
        "draws": 1,
        "rounds": ROUNDS,
        "kinds": ["draw_ordered", "draw_cancelled", "draw_ordered", *["drawn"] * ROUNDS],
    }


@with_each_worker
def test_a_worker_killed_in_the_middle_costs_time_and_nothing_else(house: House) -> None:
    job = house.order()
    house.kill_worker(house.wait_for_the_middle(job))
    house.start_worker()

    seen = house.wait(job, lambda reply: reply["status"] not in LIVE)

    assert seen["attempt"] == 2
    assert house.came(job) == DONE


def test_of_four_who_order_at_once_one_does(four: Crew) -> None:
    stage = four.do("set_up_hall", players=16)["stage"]

    answers = four.at_once([{"do": "order_draw", "stage": stage, "rounds": 4, "effort": 4}] * 4)

    assert sorted(answer["status"] for answer in answers) == [201, 409, 409, 409]
    refused = [answer["body"]["code"] for answer in answers if answer["status"] == 409]
    assert refused == ["draw_ordered"] * 3
