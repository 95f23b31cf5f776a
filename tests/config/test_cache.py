"""A Redis that hangs costs one time-out, and not one for each page."""

import os
import signal
from collections.abc import Iterator

import pytest
import redis
from django.core.cache import cache
from django.test import override_settings

from config import cache as ours
from tools.servers import redis as redis_server


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    monkeypatch.setattr(ours, "_rests_until", {})
    with redis_server() as url, redis.Redis.from_url(url) as client:
        patience = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}
        backend = {"BACKEND": "config.cache.RedisCache", "LOCATION": url, "OPTIONS": patience}
        with override_settings(CACHES={"default": backend}):
            yield client


def test_it_is_a_cache(server):
    cache.set("wind", "East", 60)
    cache.add("count", 0)

    assert (cache.get("wind"), cache.incr("count"), cache.get("dragon")) == ("East", 1, None)


def test_a_redis_that_did_not_answer_is_not_asked_again_for_a_while(server):
    cache.set("wind", "East", 60)
    process = server.info("server")["process_id"]
    os.kill(process, signal.SIGSTOP)
    try:
        with pytest.raises(redis.TimeoutError):
            cache.get("wind")
    finally:
        os.kill(process, signal.SIGCONT)

    with pytest.raises(redis.ConnectionError, match="not tried again yet"):
        cache.get("wind")

    ours._rests_until.clear()
    assert cache.get("wind") == "East"


def test_one_that_answers_with_an_error_is_asked_again_at_once(server):
    server.config_set("maxmemory-policy", "noeviction")
    server.config_set("maxmemory", 1)
    with pytest.raises(redis.exceptions.OutOfMemoryError):
        cache.set("wind", "East", 60)
    server.config_set("maxmemory", 0)

    cache.set("wind", "East", 60)

    assert cache.get("wind") == "East"
