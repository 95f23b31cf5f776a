"""Assertions about refusals of actions."""

from collections.abc import Callable

import pytest

from tests.permissions import Digest, digest
from tournaments.actions.errors import ActionError
from tournaments.models import IdempotencyKey


def refused(act: Callable[[], object], error: type[ActionError], code: str) -> str:
    """Assert the refusal with this code, and an unchanged database. Returns the sentence."""
    before = digest()
    with pytest.raises(error) as refusal:
        act()
    assert (refusal.value.code, digest()) == (code, before)
    return refusal.value.message


def facts() -> Digest:
    """Return a digest without the keys of forms and calls: a refusal is stored under its key."""
    return {table: rows for table, rows in digest().items() if table != IdempotencyKey._meta.db_table}
