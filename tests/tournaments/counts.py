"""What the database counts by itself."""

from django.db.models import Sum

from tournaments.models import GameCount, Stage


def reported(stage: Stage) -> int:
    """How many tables of a stage have reported, as it is noted."""
    total: int = GameCount.objects.filter(stage=stage).aggregate(total=Sum("reported"))["total"]
    return total
