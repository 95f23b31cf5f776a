"""Pages that hold two rows find what pages find that hold a whole tournament."""

from collections.abc import Iterator

import pytest

from tests.permissions import undone
from tests.tournaments.verification.attacker import take_guards_down
from tests.tournaments.verification.full_world import World, full_world
from tests.tournaments.verification.test_every_column import (
    GONE,
    GONE_ALONE,
    after,
    deletion_of,
    edit_of,
    together,
)

pytestmark = pytest.mark.database("sqlite", thorough="both")


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    with django_db_blocker.unblock(), undone():
        world = full_world()
        take_guards_down()
        yield world


@pytest.mark.slow
@pytest.mark.django_db
def test_small_pages_find_what_large_ones_find(world, request):
    """With every edit of several tables, and with rows lost in several tables."""
    edits = [[edit for _says, edit in map(edit_of, columns)] for columns in together()]
    losses = [[deletion_of(name) for name in GONE if name not in GONE_ALONE]]
    losses += [[deletion_of(name)] for name in ("Table", "Seat", "Scoresheet", "Round", "HandRecord")]
    cases = [[], *edits[:: max(1, len(edits) // 6)], *losses]
    with_large = [sorted(after(*statements).splitlines()) for statements in cases]

    request.getfixturevalue("few_in_memory")

    assert [sorted(after(*statements).splitlines()) for statements in cases] == with_large
