"""The caches: in Redis, which nobody waits for twice, and in the one process of the embedded form. Both can count."""

import time
from typing import Any, cast

import redis
from django.core.cache.backends.locmem import LocMemCache
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


# At once: whoever counts is seldom the first and often the only one of a period.
COUNT = """
local count = redis.call("INCR", KEYS[1])
if count == 1 then redis.call("EXPIRE", KEYS[1], ARGV[1]) end
return count
"""


class _Client(RedisCacheClient):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._client = Impatient
        self._only: Any = None

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """The same one for every command. Django makes a new one each time, which takes longer than the command."""
        if self._only is None:
            self._only = super().get_client(key, write=write)
        return self._only

    def count(self, key: str, timeout: int) -> int:
        return int(self.get_client(key, write=True).eval(COUNT, 1, key, timeout))


class RedisCache(DjangosCache):
    """Django's own, with such clients. There is one server."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client

    def count(self, key: str, timeout: int) -> int:
        """Count one more under a key that is forgotten so many seconds after its first; return how many there are."""
        return cast("_Client", self._cache).count(self.make_and_validate_key(key), timeout)


class LocalCache(LocMemCache):
    """Django's own, which counts as the one in Redis does."""

    def count(self, key: str, timeout: int) -> int:
        self.add(key, 0, timeout)
        return self.incr(key)
