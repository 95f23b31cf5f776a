"""Who leads a tournament, for cards of many."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from django.db.models import QuerySet

from tournaments.models import Round, Standing, TeamStanding, Tournament
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams

# How many of each tournament.
LEADERS = 4
Row = TypeVar("Row", Standing, TeamStanding)


class Leading(NamedTuple):
    """A tournament: its round in play, and the published leaders of its latest stage (teams, if ranked)."""

    tournament: Tournament
    in_play: Round | None = None
    leaders: Sequence[Standing] = ()
    teams: Sequence[TeamStanding] = ()


def leading(tournaments: Sequence[Tournament]) -> list[Leading]:
    """Return who leads each of these tournaments. Four queries, if there are any."""
    if not tournaments:
        return []
    ids = [one.pk for one in tournaments]
    rounds = Round.objects.filter(stage__tournament__in=ids, status=Round.Status.STARTED).with_progress()
    in_play = {one.stage.tournament_id: one for one in rounds.select_related("stage").order_by("-pk")}
    order = ("stage__tournament", "-stage__ordinal", "position")
    first = Standing.objects.filter(stage__tournament__in=ids, position__lte=LEADERS, games__gt=0)
    leaders = _of_the_latest_stage(first.select_related("entry__player", "stage").order_by(*order))
    of_teams = Tournament.objects.filter(is_played_by_teams(), pk__in=ids).order_by().values("pk")
    best = TeamStanding.objects.filter(stage__tournament__in=of_teams, rank__lte=LEADERS, games__gt=0)
    teams = _of_the_latest_stage(
        best.select_related("team", "stage").order_by("stage__tournament", "-stage__ordinal", "rank", "pk")
    )
    return [
        Leading(one, in_play.get(one.pk), leaders.get(one.pk, ()), teams.get(one.pk, ())[:LEADERS])
        for one in tournaments
    ]


def _of_the_latest_stage(rows: QuerySet[Row]) -> dict[int, list[Row]]:
    """By tournament those of these rows, the latest stage first, that are of one stage."""
    found = dict[int, list[Row]]()
    for tournament, of_it in groupby(rows, key=lambda row: row.stage.tournament_id):
        every = list(of_it)
        found[tournament] = [row for row in every if row.stage_id == every[0].stage_id]
    return found
