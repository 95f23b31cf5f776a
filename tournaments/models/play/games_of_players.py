"""How many games players have in a stage: confirmed, and to come."""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.models.people.entries import COUNTED_ENTRY, Entry
from tournaments.models.play.line_ups import LineUp
from tournaments.models.play.results import Score
from tournaments.models.play.rounds import Round, Seat, waits_for_line_ups
from tournaments.models.setup.structure import Stage


class Games(NamedTuple):
    """`to_come` are games in published open rounds without a confirmed result."""

    played: int = 0
    to_come: int = 0


def games_of_players(
    stage: Stage, entries: Collection[int] | None = None, *, but: int | None = None
) -> dict[int, Games]:
    """Count games by the entry that sat there; in closed rounds only confirmed ones. One query.

    For `entries`, or everyone. Excludes drafts, unranked tables, the round with id `but`, and rounds whose line-ups
    are not revealed, since those seats are only proposals.
    """
    confirmed = Exists(Score.objects.filter(seat=OuterRef("pk"), counts=True))
    is_open = Q(round__status__in=(Round.Status.PUBLISHED, Round.Status.STARTED))
    seats = Seat.objects.filter(round__stage=stage, table__is_unranked=False).annotate(is_confirmed=confirmed)
    seats = seats.exclude(waits_for_line_ups("round")).annotate(counts_for=COUNTED_ENTRY)
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


def games_with_line_ups(
    stage: Stage, entries: Collection[Entry], *, but: int | None = None
) -> dict[int, Games]:
    """Like `games_of_players`, but submitted line-ups count as games to come. Two queries.

    Line-ups are secret until revealed: only for these players' captain, and for rules.
    """
    games = games_of_players(stage, [entry.pk for entry in entries], but=but)
    teams = {entry.team_id for entry in entries} - {None}
    line_ups = LineUp.objects.filter(waits_for_line_ups("round"), round__stage=stage, team__in=teams)
    if but is not None:
        line_ups = line_ups.exclude(round=but)
    named = Counter(pk for line_up in line_ups for pk in line_up.entries)
    return {
        entry.pk: Games(has.played, has.to_come + named[entry.pk])
        for entry in entries
        for has in [games.get(entry.pk, Games())]
    }
