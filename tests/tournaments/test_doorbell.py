"""The bell costs whoever rings next to nothing, whatever becomes of Redis: full, hanging, killed, emptied."""

import os
import signal
import time
from collections.abc import Iterator

import pytest
import redis
from celery import current_app
from kombu import pools

from tools.servers import redis as redis_server
from tournaments import doorbell
from tournaments.doorbell import ring_for_standings

QUEUE = "jantaku:celery"


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> Iterator[doorbell._Bell]:
    """One that has not failed yet; messages are sent, as on a server, instead of run on the spot."""
    current_app.conf.task_always_eager = False
    monkeypatch.setattr(doorbell, "_bell", doorbell._Bell())
    yield doorbell._bell
    current_app.conf.task_always_eager = True


@pytest.fixture
def broker(bell: doorbell._Bell) -> Iterator[redis.Redis]:
    """A Redis of our own that is rung through."""
    with redis_server() as url, redis.Redis.from_url(url) as client:
        current_app.conf.broker_write_url = url
        _forget_connections()
        yield client
        current_app.conf.broker_write_url = None
        _forget_connections()


def _forget_connections() -> None:
    pools.reset()
    current_app.amqp._producer_pool = None


def is_resting(bell: doorbell._Bell) -> bool:
    return bell.rests_until > time.monotonic()


def test_a_ring_is_a_message(broker):
    ring_for_standings(1)

    assert broker.llen(QUEUE) == 1


def test_a_full_redis_is_rung_at_once_and_heard_again_when_there_is_room(broker, bell):
    ring_for_standings(1)
    broker.config_set("maxmemory-policy", "noeviction")
    broker.config_set("maxmemory", 1)

    ring_for_standings(2)
    rests = is_resting(bell)
    broker.config_set("maxmemory", 0)
    ring_for_standings(3)
    bell.rests_until = 0
    ring_for_standings(4)

    assert rests
    assert broker.llen(QUEUE) == 2  # the first and the last


def test_a_hanging_redis_is_waited_for_once(broker, bell):
    ring_for_standings(1)
    process = broker.info("server")["process_id"]
    waited, rests = [], []
    for _again in range(3):
        os.kill(process, signal.SIGSTOP)
        try:
            waited.append(_seconds(lambda: ring_for_standings(2)))
            rests.append(bell.rests_until)
            ring_for_standings(3)  # not waited for: else the rest would begin anew
            rests.append(bell.rests_until)
        finally:
            os.kill(process, signal.SIGCONT)
        bell.rests_until = 0

    # Five seconds is what a worker waits for it; a busy machine may well make 0.2 of them 0.4.
    assert max(waited) < 2
    assert all(rests)
    assert rests[::2] == rests[1::2]
    bell.rests_until = 0
    ring_for_standings(4)
    assert broker.llen(QUEUE) >= 2


def test_a_killed_redis_is_rung_at_once(broker, bell):
    ring_for_standings(1)
    os.kill(broker.info("server")["process_id"], signal.SIGKILL)

    ring_for_standings(2)

    assert is_resting(bell)


def test_an_emptied_redis_takes_the_next_ring(broker):
    ring_for_standings(1)
    broker.flushall()

    ring_for_standings(2)

    assert broker.llen(QUEUE) == 1


def test_an_error_of_our_own_is_not_taken_for_a_bell_that_is_not_heard(bell, monkeypatch):
    def ours(tournament_id):
        raise KeyError(tournament_id)

    monkeypatch.setattr(doorbell.update_standings, "delay", ours)

    with pytest.raises(KeyError):
        ring_for_standings(1)

    assert bell.rests_until == 0


def test_who_computes_draws_beside_the_server_ends_with_it():
    beside = doorbell._Beside()
    beside.start()
    first = beside.process
    beside.start()

    beside.stop()

    assert beside.process is first
    assert first.wait(timeout=60) == -signal.SIGTERM


def _seconds(call) -> float:
    began = time.monotonic()
    call()
    return time.monotonic() - began
