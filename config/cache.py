"""The cache in Redis, which nobody waits for twice."""

import time
from typing import Any

import redis
from django.core.cache.backends.redis import RedisCache as DjangosCache
from django.core.cache.backends.redis import RedisCacheClient

# Seconds in which a Redis that did not answer is left alone: each attempt would cost its time-out.
REST = 5.0
_rests_until: dict[str, float] = {}  # for each server, in this process


class Impatient(redis.Redis):
    """A client that, after a time-out or a lost connection, says so at once for a while."""

    def execute_command(self, *arguments: Any, **options: Any) -> Any:
        kwargs = self.connection_pool.connection_kwargs
        server = f"{kwargs.get('host')}:{kwargs.get('port')}{kwargs.get('path', '')}"
        if time.monotonic() < _rests_until.get(server, 0):
            raise redis.ConnectionError("Redis did not answer a moment ago, and is not tried again yet.")
        try:
            return super().execute_command(*arguments, **options)  # type: ignore[no-untyped-call]
        except (redis.ConnectionError, redis.TimeoutError):
            _rests_until[server] = time.monotonic() + REST
            raise


class _Client(RedisCacheClient):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._client = Impatient


class RedisCache(DjangosCache):
    """Django's own, with such clients."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
