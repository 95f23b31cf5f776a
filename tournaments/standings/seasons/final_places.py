"""The place of every player or team at a tournament with one stage or several, from its published standings."""

from collections.abc import Collection
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Entry, Standing, TeamStanding
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
    so are withdrawn players without a game.
    """
    ranked = Standing.objects.filter(stage__tournament__in=tournaments, rank__isnull=False)
    return _by_tournament(ranked.exclude(entry__status=Entry.Status.WITHDRAWN, games=0), "entry__player")


def places_of_those_who_stayed(tournaments: Collection[int]) -> dict[int, list[FinalPlace]]:
    """Return the same without withdrawn players, who go on to no further season. One query."""
    ranked = Standing.objects.filter(stage__tournament__in=tournaments, rank__isnull=False)
    return _by_tournament(ranked.exclude(entry__status=Entry.Status.WITHDRAWN), "entry__player")


def final_team_places(tournaments: Collection[int]) -> dict[int, list[FinalPlace]]:
    """Return the same of the tournaments' teams, by their ids. One query."""
    return _by_tournament(TeamStanding.objects.filter(stage__tournament__in=tournaments), "team")


def _by_tournament(
    standings: QuerySet[Standing] | QuerySet[TeamStanding], who: str
) -> dict[int, list[FinalPlace]]:
    ordered = standings.order_by("stage__tournament", "stage__ordinal", "position")
    rows = ordered.values_list(
        *("stage__tournament", "stage", "stage__ordinal", "rank", "position"),
        *(who, "total", "games", "carried"),
    )
    return {
        tournament: [
            FinalPlace(place.line.key, place.rank, place.line.total, place.line.games, place.line.stage)
            for place in over_stages([Line(*row) for _tournament, *row in of_it])
        ]
        for tournament, of_it in groupby(rows, lambda row: row[0])
    }
