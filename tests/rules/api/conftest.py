from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    """Reset rate limits, so that a test does not use up another's calls."""
    cache.clear()
    yield
    cache.clear()
