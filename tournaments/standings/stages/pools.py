"""Stages for which players are named by hand, such as pools that are played side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Qualification, Qualifier


@dataclass(frozen=True)
class Pool:
    """Who can be named for a stage, and who is proposed, so that everybody is shared out evenly over such stages."""

    entries: Mapping[int, int]
    """The ids of entries by their numbers."""
    proposed: Sequence[int]
    """Numbers, in the order of their seeds; none where no other stage is named by hand."""


def pool_of(qualification: Qualification) -> Pool | None:
    """None where rules say who plays, or teams go on. Four queries, one where rules say it.

    By their numbers players go to the stages in turn, there and back again: 1 4 5 8 and 2 3 6 7. Whoever is
    confirmed for another of the stages is not proposed again.
    """
    if qualification.of_teams or qualification.rules.exists():
        return None
    tournament = qualification.stage.tournament_id
    entries = dict(
        Entry.objects.active().filter(tournament=tournament).order_by("number").values_list("number", "pk")
    )
    by_hand = Qualification.objects.filter(stage__tournament=tournament, of_teams=False, rules=None)
    stages = list(by_hand.order_by("stage__ordinal").values_list("pk", flat=True))
    elsewhere = set(
        Qualifier.objects.filter(qualification__in=stages)
        .exclude(qualification=qualification)
        .values_list("entry", flat=True)
    )
    own, pools = stages.index(qualification.pk), len(stages)
    proposed = []
    for turn, (number, pk) in enumerate(entries.items()):
        back, place = divmod(turn, pools)
        pool = pools - 1 - place if back % 2 else place
        if pools > 1 and pool == own and pk not in elsewhere:
            proposed.append(number)
    return Pool(entries, proposed)
