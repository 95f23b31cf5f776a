from collections.abc import Iterator

import pytest
from django.core.cache import cache

pytestmark = pytest.mark.run("asking")


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    """Reset rate limits, so that a test does not use up another's calls."""
    cache.clear()
    yield
    cache.clear()
