"""What the tests of actions ask of a refusal."""

from collections.abc import Callable

import pytest

from tests.permissions import Digest, digest
from tournaments.actions.errors import ActionError
from tournaments.models import IdempotencyKey


def refused(act: Callable[[], object], error: type[ActionError], code: str) -> str:
    """This is refused with that code, and nothing in the database has changed. Returns the sentence."""
    before = digest()
    with pytest.raises(error) as refusal:
        act()
    assert (refusal.value.code, digest()) == (code, before)
    return refusal.value.message


def facts() -> Digest:
    """A digest of all but the keys of forms and calls: what an action refuses is answered again under its key."""
    return {table: rows for table, rows in digest().items() if table != IdempotencyKey._meta.db_table}
