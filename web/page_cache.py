"""Rendered pages, cached for as long as they show what is so.

`python -m benchmarks.serving` measures what this saves: rendering is most of a standings page's work.
"""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

# A page is found by what it shows, so it is never wrong for long; names of people are the one thing it may lag in.
LIFETIME = 60


def cached_page(request: HttpRequest, etag: str, render: Callable[[], bytes]) -> bytes:
    """Return the page `etag` stands for, rendering it only if nobody has lately. Works without the cache, too."""
    key = f"page:{etag}:{request.scheme}:{request.get_host()}:{request.path}"
    try:
        page: bytes | None = cache.get(key)
    except RedisError:
        return render()
    if page is None:
        page = render()
        try:
            cache.set(key, page, LIFETIME)
        except RedisError:
            return page
    return page
