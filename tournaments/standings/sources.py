"""What a stage's totals are made of. Each source reads one kind of facts and sums them up by entry, in the database.

A source takes the stage, the entries to read (None: everybody) and the number of the last round to count (None:
all). It returns, by entry id, what it adds to which column of `tally.Tally`, in smallest units. Whom it leaves out it
gives nothing.

A stage that begins with what players made in another one gets that as a source of its own in `SOURCES`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeAlias

from django.db.models import Case, Count, Exists, F, Max, Min, Q, Subquery, Sum, Value, When

from tournaments.models import Penalty, Round, Score, Stage
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.results import IS_LAST_PLACE, PenaltyQuerySet
from tournaments.models.published import PLACES
from tournaments.standings.stages.counted import with_counted_totals, with_last_games
from tournaments.standings.who_is_ranked import counts_for, depends_on_substitutes, with_fixed_scores

# What a source gives: entry id → column → sum.
Sums = Mapping[int, Mapping[str, Any]]
Pairs: TypeAlias = PreparedQuery[Penalty, tuple[int, int]]
Source = Callable[[Stage, Collection[int] | None, int | None], Sums]


def games(stage: Stage, entries: Collection[int] | None = None, through: int | None = None) -> Sums:
    """The games that count, for those whom they count for: how many, which places, points at the table, totals with
    the best and the worst.
    """
    rows: Iterable[Mapping[str, Any]]
    if entries is None or through is not None or depends_on_substitutes(stage.tournament):
        scores = Score.objects.filter(stage=stage, counts=True)
        scores = scores.annotate(counts_for=counts_for(stage.tournament))
        if through is not None:
            scores = scores.filter(seat__round__number__lte=through)
        if entries is not None:
            scores = scores.filter(counts_for__in=entries)
        rows = _game_sums(scores)
    else:
        rows = GAMES.read(stage.pk, entries)
    return _that_count(stage, {row["counts_for"]: row for row in rows}, entries, through)


def games_before_and_through(stage: Stage, number: int) -> tuple[Sums, Sums]:
    """What `games` gives through the round before the one of this number, and through it. One query, where all games
    count and none is asked for alone, instead of two over the same games.
    """
    scores = Score.objects.filter(stage=stage, counts=True, seat__round__number__lte=number)
    is_before = Case(When(seat__round__number__lt=number, then=Value(1)), default=Value(0))
    scores = scores.annotate(counts_for=counts_for(stage.tournament), is_before=is_before)
    before, there = dict[int, Mapping[str, Any]](), dict[int, Mapping[str, Any]]()
    for row in _game_sums(scores, "is_before"):
        (before if row["is_before"] else there)[row["counts_for"]] = row
    through = before | {
        entry: _together(before[entry], row) if entry in before else row for entry, row in there.items()
    }
    return _that_count(stage, before, None, number - 1), _that_count(stage, through, None, number)


def _that_count(
    stage: Stage,
    made: Mapping[int, Mapping[str, Any]],
    entries: Collection[int] | None,
    through: int | None,
) -> Sums:
    """What entries have made of games, by what the stage and its tournament count of it."""
    with_last = with_last_games(stage, made, entries=entries, through=through)
    counted = with_counted_totals(stage, with_last, entries=entries, through=through)
    return with_fixed_scores(stage.tournament, counted)


def _together(one: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """What two rows of `_game_sums` amount to."""
    return {
        **{name: one[name] + other[name] for name in _ADDED},
        "best": max(one["best"], other["best"]),
        "worst": min(one["worst"], other["worst"]),
    }


_ADDED = ("games", *PLACES, "lasts", "points", "chombo", "total")


def _game_sums(scores: Any, *by: str) -> Any:
    """By `counts_for`, and by these columns, what these scores amount to."""
    return (
        scores.order_by()
        .values("counts_for", *by)
        .annotate(
            games=Count("pk"),
            best=Max("total"),
            worst=Min("total"),
            **{name: Count("pk", filter=Q(place=place)) for place, name in enumerate(PLACES, 1)},
            lasts=Count("pk", filter=IS_LAST_PLACE),
            # The sums last: from here on these names mean the sums and no longer the columns.
            points=Sum("points"),
            chombo=Sum("chombo"),
            total=Sum("total"),
        )
    )


def _own_games(stage: int, entries: str) -> Any:
    scores = Score.objects.filter(Among("entry_id", entries), stage=stage, counts=True)
    return _game_sums(scores.annotate(counts_for=F("entry_id")))


# Of some entries, where everybody's games are their own: asked after every result.
GAMES: PreparedQuery[Score, Mapping[str, Any]] = PreparedQuery(_own_games, of=(int, list))


def _deductions(stage: int, through: int | None = None) -> PenaltyQuerySet:
    """What referees deduct, as long as it is not lifted; through a round, what they did before a later one began."""
    penalties: PenaltyQuerySet = Penalty.objects.filter(stage=stage, lifted_at=None)
    if through is None:
        return penalties
    later = Round.objects.filter(stage=stage, number__gt=through, started_at__isnull=False)
    began = Subquery(later.order_by("started_at").values("started_at")[:1])
    return penalties.filter(~Exists(later) | Q(imposed_at__lt=began))


def _of_entries(stage: int, through: int | None = None) -> Any:
    """What is deducted from entries, for whom it counts."""
    return _deductions(stage, through).filter(team=None).annotate(counts_for=COUNTED_ENTRY)


def _deduction_sums(penalties: Any) -> Any:
    """By `counts_for`, how much is deducted."""
    sums = penalties.order_by().values("counts_for").annotate(sum=Sum("amount"))
    return sums.values_list("counts_for", "sum")


def _of_teams(stage: int, through: int | None = None) -> Any:
    rows = _deductions(stage, through).exclude(team=None).order_by().values("team_id")
    return rows.annotate(sum=Sum("amount")).values_list("team_id", "sum")


# Of all rounds: of everybody, of some entries after every result, and of teams.
ALL_ENTRIES: Pairs = PreparedQuery(lambda stage: _deduction_sums(_of_entries(stage)), of=int)
SOME_ENTRIES: Pairs = PreparedQuery(
    lambda stage, entries: _deduction_sums(_of_entries(stage).filter(Among("counts_for", entries))),
    of=(int, list),
)
ALL_TEAMS: Pairs = PreparedQuery(_of_teams, of=int)


def adjustments(stage: Stage, entries: Collection[int] | None = None, through: int | None = None) -> Sums:
    """What referees deduct from entries."""
    if through is not None:
        penalties = _of_entries(stage.pk, through)
        if entries is not None:
            penalties = penalties.filter(counts_for__in=entries)
        rows = _deduction_sums(penalties)
    elif entries is None:
        rows = ALL_ENTRIES.read(stage.pk)
    else:
        rows = SOME_ENTRIES.read(stage.pk, entries)
    return {entry: {"penalty": amount, "total": -amount} for entry, amount in rows}


def deductions_one_by_one(
    stage: Stage, entries: Collection[int], through: int | None = None
) -> list[tuple[int, int, int]]:
    """What referees deduct from these entries: for whom it counts, its round, the amount. One query."""
    rows = _of_entries(stage.pk, through).with_rounds().filter(counts_for__in=entries).order_by()
    return list(rows.values_list("counts_for", "of_round", "amount"))


def team_deductions(stage: Stage, through: int | None = None) -> Mapping[int, int]:
    """What referees deduct from teams and from none of their players, by the team's id."""
    return dict(ALL_TEAMS.read(stage.pk) if through is None else _of_teams(stage.pk, through))


SOURCES: tuple[Source, ...] = (games, adjustments)
