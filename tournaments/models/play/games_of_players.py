"""How many games players have in a stage: those that are confirmed, and those to come."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.results import Score
from tournaments.models.play.rounds import Round, Seat
from tournaments.models.setup.structure import Stage


class Games(NamedTuple):
    """`to_come` are those in rounds that are published and not over, without a confirmed result yet."""

    played: int = 0
    to_come: int = 0


def games_of_players(
    stage: Stage, entries: Collection[int] | None = None, *, but: int | None = None
) -> dict[int, Games]:
    """The games of whoever sat at them, by entry; of a round that is over only those that are confirmed. One query.

    Of `entries`, or of everybody. Drafts and unranked tables do not count, nor does the round with the id `but`.
    """
    confirmed = Exists(Score.objects.filter(seat=OuterRef("pk"), counts=True))
    is_open = Q(round__status__in=(Round.Status.PUBLISHED, Round.Status.STARTED))
    seats = Seat.objects.filter(round__stage=stage, table__is_unranked=False).annotate(is_confirmed=confirmed)
    seats = seats.annotate(counts_for=COUNTED_ENTRY)
    if entries is not None:
        seats = seats.filter(counts_for__in=list(entries))
    if but is not None:
        seats = seats.exclude(round=but)
    rows = (
        seats.order_by()
        .values("counts_for")
        .annotate(
            played=Count("pk", filter=Q(is_confirmed=True)),
            to_come=Count("pk", filter=Q(is_confirmed=False) & is_open),
        )
    )
    return {row["counts_for"]: Games(row["played"], row["to_come"]) for row in rows}
