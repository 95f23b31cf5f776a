"""What a stage's totals are made of. Each source reads one kind of facts and sums them up by entry, in the database.

A source takes the stage, the entries to read (None: everybody) and the number of the last round to count (None:
all). It returns, by entry id, what it adds to which column of `tally.Tally`, in smallest units. Whom it leaves out it
gives nothing.

A stage that begins with what players made in another one gets that as a source of its own in `SOURCES`.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, cast

from django.db.models import Count, Exists, Max, Min, Q, QuerySet, Subquery, Sum

from tournaments.models import Penalty, Round, Score, Stage
from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.results import PenaltyQuerySet
from tournaments.models.published import PLACES
from tournaments.standings.stages.counted import with_counted_totals, with_last_games
from tournaments.standings.who_is_ranked import counts_for, with_fixed_scores
from web.prepared_queries import PreparedQuery

# What a source gives: entry id → column → sum.
Sums = Mapping[int, Mapping[str, Any]]
Source = Callable[[Stage, Collection[int] | None, int | None], Sums]


def games(stage: Stage, entries: Collection[int] | None = None, through: int | None = None) -> Sums:
    """The games that count, for those whom they count for: how many, which places, points at the table, totals with
    the best and the worst.
    """
    scores = Score.objects.filter(stage=stage, counts=True)
    scores = scores.annotate(counts_for=counts_for(stage.tournament))
    if through is not None:
        scores = scores.filter(seat__round__number__lte=through)
    if entries is not None:
        scores = scores.filter(counts_for__in=entries)
    rows = (
        scores.order_by()
        .values("counts_for")
        .annotate(
            games=Count("pk"),
            best=Max("total"),
            worst=Min("total"),
            **{name: Count("pk", filter=Q(place=place)) for place, name in enumerate(PLACES, 1)},
            # The sums last: from here on these names mean the sums and no longer the columns.
            points=Sum("points"),
            chombo=Sum("chombo"),
            total=Sum("total"),
        )
    )
    made = {row["counts_for"]: cast("Mapping[str, Any]", row) for row in rows}
    with_last = with_last_games(stage, made, entries=entries, through=through)
    counted = with_counted_totals(stage, with_last, entries=entries, through=through)
    return with_fixed_scores(stage.tournament, counted)


def _deductions(stage: int, through: int | None) -> PenaltyQuerySet:
    """What referees deduct, as long as it is not lifted; through a round, what they did before a later one began."""
    penalties: PenaltyQuerySet = Penalty.objects.filter(stage=stage, lifted_at=None)
    if through is None:
        return penalties
    later = Round.objects.filter(stage=stage, number__gt=through, started_at__isnull=False)
    began = Subquery(later.order_by("started_at").values("started_at")[:1])
    return penalties.filter(~Exists(later) | Q(imposed_at__lt=began))


def _of_entries(
    stage: int, entries: Collection[int] | None = None, through: int | None = None
) -> "QuerySet[Penalty, tuple[Any, ...]]":
    penalties = _deductions(stage, through).filter(team=None).annotate(counts_for=COUNTED_ENTRY)
    if entries is not None:
        penalties = penalties.filter(counts_for__in=entries)
    sums = penalties.order_by().values("counts_for").annotate(sum=Sum("amount"))
    return sums.values_list("counts_for", "sum")


def _of_teams(stage: int, through: int | None = None) -> "QuerySet[Penalty, tuple[Any, ...]]":
    rows = _deductions(stage, through).exclude(team=None).order_by().values("team_id")
    return rows.annotate(sum=Sum("amount")).values_list("team_id", "sum")


# Of everybody, and of all rounds.
ALL_ENTRIES, ALL_TEAMS = PreparedQuery(_of_entries, of=int), PreparedQuery(_of_teams, of=int)


def adjustments(stage: Stage, entries: Collection[int] | None = None, through: int | None = None) -> Sums:
    """What referees deduct from entries."""
    is_all = entries is None and through is None
    rows = ALL_ENTRIES.read(stage.pk) if is_all else _of_entries(stage.pk, entries, through)
    return {entry: {"penalty": amount, "total": -amount} for entry, amount in rows}


def deductions_one_by_one(
    stage: Stage, entries: Collection[int], through: int | None = None
) -> list[tuple[int, int, int]]:
    """What referees deduct from these entries: for whom it counts, its round, the amount. One query."""
    penalties = _deductions(stage.pk, through).filter(team=None).annotate(counts_for=COUNTED_ENTRY)
    rows = penalties.with_rounds().filter(counts_for__in=entries).order_by()
    return list(rows.values_list("counts_for", "of_round", "amount"))


def team_deductions(stage: Stage, through: int | None = None) -> Mapping[int, int]:
    """What referees deduct from teams and from none of their players, by the team's id."""
    return dict(ALL_TEAMS.read(stage.pk) if through is None else _of_teams(stage.pk, through))


SOURCES: tuple[Source, ...] = (games, adjustments)
