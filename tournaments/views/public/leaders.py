"""Who leads a tournament, for cards of many."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from tournaments.models import Round, Standing, TeamStanding, Tournament
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams

# How many of each tournament are read, and how many a card shows.
LEADERS, ON_A_CARD = 5, 4
Row = TypeVar("Row", Standing, TeamStanding)


class Leading(NamedTuple):
    """A tournament: its round in play, and the published leaders of its latest stage (teams, if ranked).

    `lines` are sentences that say which places move or go on from there.
    """

    tournament: Tournament
    in_play: Round | None = None
    leaders: Sequence[Standing] = ()
    teams: Sequence[TeamStanding] = ()
    lines: Sequence[str] = ()

    @property
    def rows(self) -> Sequence[Standing] | Sequence[TeamStanding]:
        """Those whom a card shows: teams where teams are ranked."""
        return self.all_rows[:ON_A_CARD]

    @property
    def all_rows(self) -> Sequence[Standing] | Sequence[TeamStanding]:
        """All that were read, `LEADERS` at most."""
        return self.teams or self.leaders


_IN_PLAY = PreparedQuery(
    lambda ids: (
        Round.objects.filter(Among("stage__tournament", ids), status=Round.Status.STARTED)
        .with_progress()
        .select_related("stage")
        .order_by("-pk")
    ),
    of=list,
)
# By the id: a tournament itself is ordered by day and name, which two of them may share.
_PLAYERS = PreparedQuery(
    lambda ids: (
        Standing.objects.filter(Among("stage__tournament", ids), position__lte=LEADERS, games__gt=0)
        .select_related("entry__player", "stage")
        .order_by("stage__tournament_id", "-stage__ordinal", "position")
    ),
    of=list,
)
_OF_TEAMS = PreparedQuery(
    lambda ids: (
        Tournament.objects.filter(Among("pk", ids)).filter(is_played_by_teams()).order_by().values_list("pk")
    ),
    of=list,
)
_TEAMS = PreparedQuery(
    lambda ids: (
        TeamStanding.objects.filter(Among("stage__tournament", ids), rank__lte=LEADERS, games__gt=0)
        .select_related("team", "stage")
        .order_by("stage__tournament_id", "-stage__ordinal", "rank", "pk")
    ),
    of=list,
)


def leading(tournaments: Sequence[Tournament]) -> list[Leading]:
    """Return who leads each of these tournaments. Four queries, if there are any."""
    if not tournaments:
        return []
    ids = [one.pk for one in tournaments]
    in_play = {one.stage.tournament_id: one for one in _IN_PLAY.read(ids)}
    leaders = _of_the_latest_stage(_PLAYERS.read(ids))
    of_teams = [pk for (pk,) in _OF_TEAMS.read_raw(ids)]
    teams = _of_the_latest_stage(_TEAMS.read(of_teams)) if of_teams else {}
    return [
        Leading(one, in_play.get(one.pk), leaders.get(one.pk, ())[:LEADERS], teams.get(one.pk, ())[:LEADERS])
        for one in tournaments
    ]


def _of_the_latest_stage(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """By tournament those of these rows, the latest stage first, that are of one stage."""
    found = dict[int, list[Row]]()
    for tournament, of_it in groupby(rows, key=lambda row: row.stage.tournament_id):
        every = list(of_it)
        found[tournament] = [row for row in every if row.stage_id == every[0].stage_id]
    return found
