"""What the tests of actions ask of a refusal."""

from collections.abc import Callable

import pytest

from tests.permissions import digest
from tournaments.actions.errors import ActionError


def refused(act: Callable[[], object], error: type[ActionError], code: str) -> str:
    """This is refused with that code, and nothing in the database has changed. Returns the sentence."""
    before = digest()
    with pytest.raises(error) as refusal:
        act()
    assert (refusal.value.code, digest()) == (code, before)
    return refusal.value.message
