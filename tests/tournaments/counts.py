"""Counts maintained by the database."""

from django.db.models import Sum

from tournaments.models import GameCount, Stage


def reported(stage: Stage) -> int:
    """Return how many tables of a stage have reported, as recorded."""
    total: int = GameCount.objects.filter(stage=stage).aggregate(total=Sum("reported"))["total"]
    return total
