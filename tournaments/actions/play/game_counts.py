"""How many games of a stage are reported: counted with the report, so that no page counts them."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Count, F

from tournaments.models import GameCount, Scoresheet


def count_reported(stage_id: int, games: int) -> None:
    """Count so many games more (or fewer) of a stage as reported.

    Must be called inside the action's transaction, as late as can be but before `record`: the row is locked until the
    action is over, every report of the stage wants it, and the ledger's head is the last lock of all.
    """
    GameCount.objects.filter(stage=stage_id).update(reported=F("reported") + games)


@transaction.atomic
def count_again(stages: Collection[int]) -> None:
    """Count the reported games of these stages from their scoresheets, whatever was noted before."""
    GameCount.objects.bulk_create([GameCount(stage_id=pk) for pk in stages], ignore_conflicts=True)
    # Locked before the sheets are looked at, or a report could come in between.
    counts = list(
        GameCount.objects.select_for_update(no_key=True).filter(stage__in=stages).order_by("stage_id")
    )
    live = Scoresheet.objects.live().filter(table__round__stage__in=stages).order_by()
    reported = dict(live.values_list("table__round__stage").annotate(Count("pk")))
    for count in counts:
        count.reported = reported.get(count.stage_id, 0)
    GameCount.objects.bulk_update(counts, ["reported"])
