"""Calls are counted exactly, however many come at once; a cache that cannot count lets everybody in."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
import time_machine
from django.core.cache import cache
from django.test import override_settings

from config import cache as redis_cache
from tools.servers import redis as redis_server
from web.fair_use import MINUTE, count_call, is_fair


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    monkeypatch.setattr(redis_cache, "_rests_until", {})
    with redis_server() as url, redis.Redis.from_url(url) as client:
        backend = {"BACKEND": "config.cache.RedisCache", "LOCATION": url}
        with override_settings(CACHES={"default": backend}):
            yield client


def fifty_calls(_thread: int) -> list[bool]:
    answers = [is_fair("read", "hall", most=100, seconds=MINUTE) for _call in range(50)]
    for pool in cache._cache._pools.values():  # every thread has connections of its own
        pool.disconnect()
    return answers


def test_of_four_hundred_calls_at_once_exactly_a_hundred_are_let_in(server):
    with time_machine.travel("2026-11-21 09:30:30Z", tick=False), ThreadPoolExecutor(8) as threads:
        answers = [answer for fifty in threads.map(fifty_calls, range(8)) for answer in fifty]

    assert [answers.count(True), answers.count(False)] == [100, 300]


def test_each_visitor_and_each_minute_has_a_count_of_its_own(server):
    with time_machine.travel("2026-11-21 09:30:59Z", tick=False) as clock:
        counts = [count_call("read", whose, seconds=MINUTE) for whose in ("alice", "bob", "alice")]
        clock.shift(1)
        counts.append(count_call("read", "alice", seconds=MINUTE))

    assert counts == [1, 1, 2, 1]


def test_the_first_call_of_a_period_takes_one_command_too_and_its_count_is_forgotten_after_two(server):
    count_call("read", "hall", seconds=MINUTE)

    asked = {name for name in server.info("commandstats") if name not in {"cmdstat_incr", "cmdstat_expire"}}
    (key,) = server.keys()
    assert asked & {"cmdstat_exists", "cmdstat_set", "cmdstat_get", "cmdstat_eval"} == {"cmdstat_eval"}
    assert MINUTE < server.ttl(key) <= 2 * MINUTE


def test_a_full_redis_lets_everybody_in(server):
    server.config_set("maxmemory-policy", "noeviction")
    server.config_set("maxmemory", 1)

    assert is_fair("read", "bob", most=0, seconds=MINUTE)
    assert count_call("read", "bob", seconds=MINUTE) is None
