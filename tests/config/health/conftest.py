from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _no_mail_failed_before() -> Iterator[None]:
    """The cache says which mails failed; what another test could not send is no trouble of this one."""
    cache.clear()
    yield
    cache.clear()
