"""Ranks before the last round with a confirmed game: from where everybody has moved since."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Round, Score, Stage, Table
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.standings.adding_up import add_up
from tournaments.standings.ranking import ranking_of
from tournaments.standings.sources import Sums
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.touched import Touched


class Before(NamedTuple):
    """The number of the last round with a confirmed game, and the ranks before it by id of the entry or team.

    The number is None before the first game. Nobody has a rank before the first round of a stage, and none who is not
    ranked or was not listed yet.
    """

    round: int | None = None
    players: Mapping[int, int | None] = {}
    teams: Mapping[int, int | None] = {}


def _with_game(stage: int) -> "QuerySet[Round, int]":
    has_game = Exists(Score.objects.filter(seat__round=OuterRef("pk"), counts=True))
    return Round.objects.filter(has_game, stage=stage).values_list("number", flat=True)


def counted_rounds(stage_id: int) -> list[int]:
    """The numbers of all rounds with a confirmed game, in order."""
    return list(_with_game(stage_id).order_by("number"))


def _rounds(stage: int) -> "QuerySet[Round, int]":
    return _with_game(stage).order_by("-number")[:2]


_ROUNDS = PreparedQuery(_rounds, of=int)


def last_rounds(stage_id: int) -> tuple[int | None, int | None]:
    """The numbers of the last round with a confirmed game and of the one before it; None where there is none."""
    numbers: list[int | None] = [number for (number,) in _ROUNDS.read_raw(stage_id)]
    last, before = (*numbers, None, None)[:2]
    return last, before


def ranks_before(stage: Stage) -> Before:
    """Add up the stage through the round before its last, and rank everybody. Expects the tournament to be loaded."""
    last, before = last_rounds(stage.pk)
    if last is None or before is None:
        return Before(last)
    return ranks_before_round(stage, last)


def ranks_before_round(stage: Stage, number: int, of_games: Sums | None = None) -> Before:
    """Return the ranks before the round of this number, as `ranks_before` does. `of_games` is what was made of games
    before it, where that is known.
    """
    tallies = add_up(stage, of_games=of_games, through=number - 1)
    tie_breaks = tie_breaks_of(stage.tournament)
    players, teams = (
        {row.key: place.shared_rank for place, row in ranking_of(tallies, tie_breaks, of_teams=of_teams)}
        for of_teams in (False, True)
    )
    return Before(number, players, teams)


def first_moved_round(stage: Stage, touched: Touched) -> int | None:
    """The number of the first round of a stage after which anything may be another than it was; None: of no round.

    One query at most.
    """
    if not touched.only_results or touched.tables is None:
        return 1
    tables = Table.objects.filter(pk__in=touched.tables).order_by()
    rounds = set(tables.values_list("round__stage__ordinal", "round__number"))
    # What is carried into a stage moves with results of those before it.
    if qualification_of(stage) is not None and any(ordinal < stage.ordinal for ordinal, _number in rounds):
        return 1
    return min((number for ordinal, number in rounds if ordinal == stage.ordinal), default=None)
