"""How many players, or teams, the divisions of a season rank."""

from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Division, Entry, Season, Standing, TeamStanding, Tournament
from tournaments.models.units import Unit
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Numbers(TypedDict):
    """Of a division's tournaments, how many there are, are played by teams, and rank players and teams."""

    tournaments: int
    of_teams: int
    players: int
    teams: int


_Division: TypeAlias = "WithAnnotations[Division, _Numbers]"


def divisions_with_sizes(season: Season) -> "tuple[Unit, list[tuple[Division, int]]]":
    """Return whether players or teams move between the divisions, and each division, from the top, with how many of
    them have a place in it as it is published; 0 where it is not one tournament. One query.

    The same as `DivisionAtTheEnd.size` before a season is confirmed.
    """
    tournaments = Tournament.objects.not_discarded().filter(season=season)
    of_level = tournaments.filter(level=OuterRef("level")).order_by()
    players = Standing.objects.filter(rank__isnull=False).exclude(entry__status=Entry.Status.WITHDRAWN)
    divisions: list[_Division] = list(
        season.divisions.annotate(
            tournaments=_number(of_level, "level", "pk"),
            of_teams=_number(of_level.filter(is_played_by_teams()), "level", "pk"),
            players=_number(_in_level(players, tournaments), "stage__tournament__level", "entry__player"),
            teams=_number(
                _in_level(TeamStanding.objects.all(), tournaments), "stage__tournament__level", "team"
            ),
        ).order_by("level")
    )
    do_teams_move = bool(divisions) and all(one.tournaments == one.of_teams == 1 for one in divisions)
    return Unit.of(teams=do_teams_move), [
        (one, (one.teams if do_teams_move else one.players) if one.tournaments == 1 else 0)
        for one in divisions
    ]


def _in_level(
    rows: "QuerySet[Standing] | QuerySet[TeamStanding]", tournaments: "QuerySet[Tournament]"
) -> "QuerySet[Standing] | QuerySet[TeamStanding]":
    return rows.filter(
        stage__tournament__in=tournaments, stage__tournament__level=OuterRef("level")
    ).order_by()


def _number(rows: "QuerySet[Any]", level: str, of: str) -> Coalesce:
    """How many different values of a column there are among the rows of the level."""
    return Coalesce(Subquery(rows.values(level).annotate(n=Count(of, distinct=True)).values("n")), 0)
