from collections.abc import Iterator

import pytest
from django.core.cache import cache

pytestmark = pytest.mark.run("asking")


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    """Calls are counted for each minute; one test must not use up another's."""
    cache.clear()
    yield
    cache.clear()
