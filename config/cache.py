"""The caches: Redis with short waits, and memory in embedded mode. Both can count."""

import time
from typing import Any, cast

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache as DjangosCache
from django.core.cache.backends.redis import RedisCacheClient

# Seconds without attempts after a Redis server timed out: each attempt would cost its time-out again.
REST = 5.0
_rests_until: dict[str, float] = {}  # by server, in this process


class Impatient(redis.Redis):
    """A client that fails at once for a while after a time-out or a lost connection."""

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


# Expiry is set at once: most counts are the only one of their period.
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
        """Return a shared client. Django makes one per command, which takes longer than the command."""
        if self._only is None:
            self._only = super().get_client(key, write=write)
        return self._only

    def count(self, key: str, timeout: int) -> int:
        return int(self.get_client(key, write=True).eval(COUNT, 1, key, timeout))


class RedisCache(DjangosCache):
    """Django's Redis cache with `Impatient` clients, for a single server."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client

    def count(self, key: str, timeout: int) -> int:
        """Increment a count and return it; it expires `timeout` seconds after its first increment."""
        return cast("_Client", self._cache).count(self.make_and_validate_key(key), timeout)


class LocalCache(LocMemCache):
    """Django's local cache, with `count` as in Redis."""

    def count(self, key: str, timeout: int) -> int:
        self.add(key, 0, timeout)
        return self.incr(key)
