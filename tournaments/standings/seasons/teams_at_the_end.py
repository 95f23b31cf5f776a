"""Which tournaments are played by teams, and where these have come in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Captain, Draw, Entry, Round, Season, Stage, Team, Tournament
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.people.entries import players_by_level
from tournaments.standings.seasons.final_places import final_team_places
from tournaments.standings.seasons.who_moves import TeamsAtTheEnd

# What a query calls it.
IS_OF_TEAMS = "is_of_teams"


def is_played_by_teams() -> Q:
    """Tournaments in which teams meet or go on, send line-ups, have captains or a counting rule of their own, and
    those whose results were imported with a team for everybody. Teams alone do not say it: they may keep club mates
    apart.
    """
    stages = Stage.objects.filter(tournament=OuterRef("pk"))
    of_teams = stages.filter(
        Q(line_up_rule__isnull=False)
        | Q(team_counting__isnull=False)
        | Q(qualification__of_teams=True)
        | Q(draws__method__in=OF_TEAMS)
    )
    captains = Captain.objects.filter(team__tournament=OuterRef("pk"))
    # Where nothing was drawn nobody was kept apart.
    imported = Round.objects.filter(
        stage__tournament=OuterRef("pk"), method=Draw.Method.IMPORTED, draw__isnull=True
    )
    alone = Entry.objects.of_one_each().filter(tournament=OuterRef("pk"), team__isnull=True)
    return Q(Exists(of_teams)) | Q(Exists(captains)) | (Q(Exists(imported)) & ~Q(Exists(alone)))


def do_teams_move(by_level: Mapping[int, Sequence[Tournament]]) -> bool:
    """Whether teams move between these divisions, and players with them: each is one tournament, played by teams.

    Expects tournaments with `is_of_teams`, as `is_played_by_teams` says it.
    """
    return bool(by_level) and all(
        len(of_it) == 1 and getattr(of_it[0], IS_OF_TEAMS) for of_it in by_level.values()
    )


class Movers(NamedTuple):
    """Who moves between the divisions of a season, teams or players, and how many there are by level."""

    are_teams: bool
    by_level: Mapping[int, int]


def movers_of(season: Season, levels: Sequence[int]) -> Movers:
    """Those who take part in the divisions of these levels now; of players without substitutes. Two queries."""
    by_level: dict[int, list[Tournament]] = {level: [] for level in levels}
    tournaments = Tournament.objects.not_discarded().filter(season=season, level__in=levels)
    for one in tournaments.annotate(is_of_teams=is_played_by_teams()):
        by_level[one.level or 0].append(one)
    if not do_teams_move(by_level):
        return Movers(False, players_by_level(season))
    teams = Team.objects.filter(tournament__in=[of_it[0] for of_it in by_level.values()]).order_by()
    return Movers(True, Counter(teams.values_list("tournament__level", flat=True)))


def teams_that_move(by_level: Mapping[int, Sequence[Tournament]]) -> TeamsAtTheEnd | None:
    """The teams of a season's divisions by their published places, where each division is one tournament and all are
    played by teams; None elsewhere, where players move one by one. Two queries, or none.

    Expects what `do_teams_move` expects.
    """
    if not do_teams_move(by_level):
        return None
    alone = {level: of_it[0] for level, of_it in by_level.items()}
    places = final_team_places([one.pk for one in alone.values()])
    entries = Entry.objects.of_one_each().filter(tournament__in=alone.values(), team__isnull=False)
    active = entries.filter(status=Entry.Status.ACTIVE).order_by("-is_substitute", "-tournament__level")
    return TeamsAtTheEnd(
        {level: places.get(one.pk, []) for level, one in alone.items()},
        dict(active.values_list("player", "team")),
    )
