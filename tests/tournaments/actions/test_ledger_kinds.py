"""Every action that changes a fact writes its entries into the ledger, and no others."""

import pytest

from tests.tournaments.actions.every_action import ROWS
from tests.tournaments.hall import Hall
from tournaments.models import LedgerEntry


@pytest.mark.parametrize("name", ROWS)
def test_an_action_writes_exactly_its_entries(name: str, hall: Hall) -> None:
    act = ROWS[name].scene(hall)
    before = set(LedgerEntry.objects.values_list("pk", flat=True))

    act()

    written = LedgerEntry.objects.exclude(pk__in=before).order_by("seq").values_list("kind", flat=True)
    assert " ".join(written) == ROWS[name].kinds
