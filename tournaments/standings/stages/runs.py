"""Totals of players or teams round by round in a stage: the course of a race."""

from collections.abc import Collection

from django.db.models import Sum

from tournaments.models import Score, Stage
from tournaments.standings.who_is_ranked import counts_for


def made_by_round(stage: Stage, entries: Collection[int]) -> dict[tuple[int, int], int]:
    """What the confirmed games of each round brought each of these entries, for whom they count; by entry and the
    round's number. One query.

    Games alone: what was carried over, what referees deduct and which games count is the published total's to say.
    """
    scores = Score.objects.filter(stage=stage, counts=True).annotate(counts_for=counts_for(stage.tournament))
    sums = (
        scores.filter(counts_for__in=entries)
        .order_by()
        .values("counts_for", "seat__round__number")
        .annotate(made=Sum("total"))
    )
    return {
        (entry, round_): made
        for entry, round_, made in sums.values_list("counts_for", "seat__round__number", "made")
    }
