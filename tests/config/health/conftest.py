from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_mail_failed_before() -> Iterator[None]:
    """Clear failed mails of other tests from the cache."""
    cache.clear()
    yield
    cache.clear()
