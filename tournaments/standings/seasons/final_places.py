"""The place of every player or team at a tournament with one stage or several, from its published standings."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from tournaments.models import Entry, Standing, TeamStanding
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.standings.seasons.over_stages import Line, over_stages


class FinalPlace(NamedTuple):
    """A player's place, or a team's, whose id is `player` then: `rank` is shared by those who are level. `total`
    (units of the rulebook) and `games` are those of the last `stage` in which they played.
    """

    player: int
    rank: int
    total: int
    games: int
    stage: int


def final_places(tournaments: Collection[int]) -> dict[int, list[FinalPlace]]:
    """Return by tournament its players from first to last, by `over_stages`. One query.

    Who is ranked is a setting of the tournament: substitutes and withdrawn players without a rank are left out, and
    so are withdrawn players without a game. In a season, where places decide who moves, all who have withdrawn are.
    """
    return _by_tournament(_PLAYERS.read_raw(tournaments))


def final_team_places(tournaments: Collection[int]) -> dict[int, list[FinalPlace]]:
    """Return the same of the tournaments' teams, by their ids. One query."""
    return _by_tournament(_TEAMS.read_raw(tournaments))


def _rows(standings: QuerySet[Standing] | QuerySet[TeamStanding], who: str) -> QuerySet[Any, Any]:
    """A tournament and the values of a `Line` for each row, in the order of `over_stages`."""
    stage, figures = ("stage__tournament", "stage", "stage__ordinal"), ("total", "games", "carried")
    ordered = standings.order_by("stage__tournament", "stage__ordinal", "position")
    return ordered.values_list(*stage, "rank", "position", who, *figures)


_HAS_LEFT = Q(entry__status=Entry.Status.WITHDRAWN) & (
    Q(games=0) | Q(stage__tournament__season__isnull=False)
)
_PLAYERS = PreparedQuery(
    lambda tournaments: _rows(
        Standing.objects.filter(Among("stage__tournament", tournaments), rank__isnull=False).exclude(
            _HAS_LEFT
        ),
        "entry__player",
    ),
    of=list,
)
_TEAMS = PreparedQuery(
    lambda tournaments: _rows(TeamStanding.objects.filter(Among("stage__tournament", tournaments)), "team"),
    of=list,
)


def _by_tournament(found: Iterable[Sequence[Any]]) -> dict[int, list[FinalPlace]]:
    return {
        tournament: [
            FinalPlace(place.line.key, place.rank, place.line.total, place.line.games, place.line.stage)
            for place in over_stages([Line(*row) for _tournament, *row in of_it])
        ]
        for tournament, of_it in groupby(found, lambda row: row[0])
    }
