"""What is timed by hand and by the ORM is the same work, or the figures would say nothing."""

import pytest

from benchmarks.fast_sql_work import paths
from tournaments.models import Confirmation, LedgerEntry, Score, Scoresheet, Standing

pytestmark = pytest.mark.slow

WRITTEN = (Confirmation, LedgerEntry, Score, Scoresheet, Standing)


def stored() -> dict[str, list[dict[str, object]]]:
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in WRITTEN}


@pytest.mark.django_db
def test_both_ways_read_the_same_and_leave_nothing_behind() -> None:
    asked = paths(8)
    before = stored()

    by_hand = {name: path.by_hand() for name, path in asked.items()}
    by_orm = {name: path.by_orm() for name, path in asked.items()}

    read = {name: answer for name, answer in by_hand.items() if answer is not None}
    assert len(read) == 9
    assert read == {name: by_orm[name] for name in read}
    assert stored() == before
