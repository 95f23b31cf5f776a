"""Standings after earlier rounds, kept beside the published ones: a worker adds them up, and pages read them.

With a thousand players it takes tens of milliseconds, which no visitor should wait for. The transaction that
publishes an action drops what the action may have moved; until a worker has come again, a page adds up itself.
"""

from datetime import datetime
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from tournaments.models import Publication, Round, StandingsAfterRound
from tournaments.standings.after_round import AddedUp, StageRows, added_up, after_round, rows_of
from tournaments.standings.locked_publication import end_of, lock_publication

# With fewer games a page adds up as fast as it reads.
FEWEST_GAMES = 500
# At once: each takes a worker as long as publishing a few results, and results come first. The sweep adds the others.
MOST_ROUNDS = 5
# What was kept, the later start that it was kept for, and the one that there is.
_Kept: TypeAlias = "tuple[dict[str, list[list[int]]], datetime | None, datetime | None]"


def published_after_round(publication: Publication, number: int) -> StageRows:
    """A stage after one of its rounds, as of what is published. Expects stage and tournament to be loaded.

    Two queries for what is kept, three with teams, and one more where somebody changed teams; those of `after_round`
    for what is not.
    """
    stage = publication.stage
    for rows, kept_for, next_started_at in _kept(stage.pk, number) if is_kept(publication) else ():
        # A start that was taken back lets penalties count that came after it.
        if kept_for == next_started_at:
            return rows_of(stage, number, AddedUp(**rows))
    return after_round(stage, number)


def is_kept(publication: Publication) -> bool:
    """Whether a stage has so many games that its rounds are kept."""
    return publication.games_counted >= FEWEST_GAMES


def _kept(stage: int, number: int) -> "QuerySet[StandingsAfterRound, _Kept]":
    kept = StandingsAfterRound.objects.filter(stage=stage, number=number)
    later = _started_after(OuterRef("stage"), OuterRef("number"))
    return kept.values_list("rows", "next_started_at", Subquery(later))


def _started_after(stage: Any, number: Any) -> "QuerySet[Round, datetime | None]":
    """When the first of the rounds after this one began, as one row."""
    later = Round.objects.filter(stage=stage, number__gt=number, started_at__isnull=False)
    return later.order_by("started_at").values_list("started_at", flat=True)[:1]


def drop_rounds_from(stage_id: int, number: int) -> None:
    """Drop what is kept of a stage after this round and later ones. Expects its publication to be locked."""
    StandingsAfterRound.objects.filter(stage=stage_id, number__gte=number).delete()


def stages_to_keep() -> "QuerySet[Publication, int]":
    """The stages of which not all rounds are kept that should be."""
    return (
        Publication.objects.filter(games_counted__gte=FEWEST_GAMES, last_round__gt=1)
        .annotate(kept=Count("stage__standings_after_rounds"))
        .filter(kept__lt=F("last_round") - 1)
        .values_list("pk", flat=True)
    )


def keep_rounds(stage_id: int) -> None:
    """Add up a stage after some of the rounds that are not kept, the latest first. Each is a transaction of its own:
    results that come in meanwhile are published between them.
    """
    for _turn in range(MOST_ROUNDS):
        if not _keep_one(stage_id):
            break


@transaction.atomic
def _keep_one(stage_id: int) -> bool:
    """Keep one round; return whether any was left.

    What is read while an action comes in is dropped with its publication, which waits for this.
    """
    publication = lock_publication(stage_id)
    stage = publication.stage
    kept = StandingsAfterRound.objects.filter(stage=stage).values_list("number", flat=True)
    left = set(range(1, publication.last_round or 1)).difference(kept)
    if not left:
        return False
    end_of(stage)
    number = max(left)
    next_started_at = _started_after(stage, number).first()
    rows = added_up(stage, number)._asdict()
    StandingsAfterRound.objects.create(stage=stage, number=number, next_started_at=next_started_at, rows=rows)
    return True
