"""Waking a worker costs next to nothing, whatever becomes of Redis: full, hanging, killed, emptied."""

import os
import signal
import time
from collections.abc import Iterator

import pytest
import redis
from celery import current_app
from django.core.cache import cache
from kombu import pools

from tools.servers import redis as redis_server
from tournaments import wake_workers
from tournaments.standings import tasks
from tournaments.standings.tasks import update_standings
from tournaments.wake_workers import wake_for_standings
from web.outages import Messages

QUEUE = "jantaku:celery"


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Messages]:
    """One that has not failed yet; messages are sent, as on a server, instead of run on the spot."""
    current_app.conf.task_always_eager = False
    cache.clear()  # of calls that other tests have left waiting
    monkeypatch.setattr(wake_workers, "_messages", Messages("the broker"))
    yield wake_workers._messages
    current_app.conf.task_always_eager = True


@pytest.fixture
def broker(messages: Messages) -> Iterator[redis.Redis]:
    """A Redis of our own that the messages go to."""
    with redis_server() as url, redis.Redis.from_url(url) as client:
        current_app.conf.broker_write_url = url
        _forget_connections()
        yield client
        current_app.conf.broker_write_url = None
        _forget_connections()


def _forget_connections() -> None:
    pools.reset()
    current_app.amqp._producer_pool = None


def is_resting(messages: Messages) -> bool:
    return messages.rests_until > time.monotonic()


def test_waking_is_a_message(broker):
    wake_for_standings(1)

    assert broker.llen(QUEUE) == 1


@pytest.mark.django_db
def test_a_call_that_waits_already_is_enough_until_it_is_taken(broker):
    for tournament in (1, 1, 2, 1):
        wake_for_standings(tournament)
    waiting = broker.llen(QUEUE)

    update_standings(1)
    wake_for_standings(1)

    assert (waiting, broker.llen(QUEUE)) == (2, 3)


def test_a_call_that_nobody_took_counts_as_lost_after_a_while(broker, monkeypatch):
    monkeypatch.setattr(tasks, "LOST_AFTER", 1)
    wake_for_standings(1)
    broker.flushall()

    time.sleep(1.1)
    wake_for_standings(1)

    assert broker.llen(QUEUE) == 1


def test_a_full_redis_is_tried_at_once_and_again_when_there_is_room(broker, messages):
    wake_for_standings(1)
    broker.config_set("maxmemory-policy", "noeviction")
    broker.config_set("maxmemory", 1)

    wake_for_standings(2)
    rests = is_resting(messages)
    broker.config_set("maxmemory", 0)
    wake_for_standings(3)
    messages.rests_until = 0
    wake_for_standings(4)

    assert rests
    assert broker.llen(QUEUE) == 2  # the first and the last


def test_a_hanging_redis_is_waited_for_once(broker, messages):
    wake_for_standings(1)
    process = broker.info("server")["process_id"]
    waited, rests = [], []
    for _again in range(3):
        os.kill(process, signal.SIGSTOP)
        try:
            waited.append(_seconds(lambda: wake_for_standings(2)))
            rests.append(messages.rests_until)
            wake_for_standings(3)  # not waited for: else the rest would begin anew
            rests.append(messages.rests_until)
        finally:
            os.kill(process, signal.SIGCONT)
        messages.rests_until = 0

    # Five seconds is what a worker waits for it; a busy machine may well make 0.2 of them 0.4.
    assert max(waited) < 2
    assert all(rests)
    assert rests[::2] == rests[1::2]
    messages.rests_until = 0
    wake_for_standings(4)
    assert broker.llen(QUEUE) >= 2


def test_a_killed_redis_costs_nothing(broker, messages):
    wake_for_standings(1)
    os.kill(broker.info("server")["process_id"], signal.SIGKILL)

    wake_for_standings(2)

    assert is_resting(messages)


def test_an_emptied_redis_takes_the_next_message(broker):
    wake_for_standings(1)
    broker.flushall()

    wake_for_standings(2)

    assert broker.llen(QUEUE) == 1


def test_an_error_of_our_own_is_not_taken_for_a_broker_that_is_away(messages, monkeypatch):
    def ours(tournament_id):
        raise KeyError(tournament_id)

    monkeypatch.setattr(update_standings, "delay", ours)

    with pytest.raises(KeyError):
        wake_for_standings(1)

    assert messages.rests_until == 0


def test_who_computes_draws_beside_the_server_ends_with_it():
    process = wake_workers._Process("work_off_draws")
    process.start()
    first = process.process
    process.start()

    process.stop()

    assert process.process is first
    assert first.wait(timeout=60) == -signal.SIGTERM


def _seconds(call) -> float:
    began = time.monotonic()
    call()
    return time.monotonic() - began
