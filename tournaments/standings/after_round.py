"""The standings of a stage as published, or as they were after one of its rounds by what is confirmed today: the same
rows for both.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from tournaments.models import Entry, FormerTeam, Stage, Team, TeamStanding
from tournaments.standings.adding_up import add_up
from tournaments.standings.deciding_tie_breaks import published_teams
from tournaments.standings.last_round import Before, ranks_before_round
from tournaments.standings.meetings import Meetings, TableGames
from tournaments.standings.ranking import ranking_of
from tournaments.standings.sources import games_before_and_through
from tournaments.standings.stages.published_rows import (
    OF_THE_ENTRY,
    PublishedRow,
    published_rows,
    published_team_rows,
)
from tournaments.standings.tally import Tally
from tournaments.standings.teams.rosters import Rosters
from tournaments.standings.tie_breaks import tie_breaks_of


class StageRows(NamedTuple):
    """Players and teams, best first; `made` is what each team has made, `games` those in which players met."""

    rows: list[PublishedRow]
    team_rows: list[TeamStanding]
    made: Sequence[Tally]
    rosters: Rosters
    games: TableGames


def as_published(stage: Stage, *, has_teams: bool) -> StageRows:
    """One query, two with teams."""
    rows = published_rows(stage.pk)
    team_rows = published_team_rows(stage.pk) if has_teams else []
    return StageRows(rows, team_rows, *published_teams(stage, rows, team_rows), Meetings(stage))


def after_round(stage: Stage, number: int) -> StageRows:
    """Add up the stage through this round, and rank those of the round before it for the ranks of then.

    Expects the tournament to be loaded. As many queries for any number of players.
    """
    tie_breaks = tie_breaks_of(stage.tournament)
    games_before, games = games_before_and_through(stage, number)
    tallies = add_up(stage, of_games=games, through=number)
    then = ranks_before_round(stage, number, games_before) if games_before else Before(number)
    has_changed = Exists(FormerTeam.objects.filter(entry=OuterRef("pk")))
    people = {
        pk: about
        for pk, *about in Entry.objects.filter(tournament=stage.tournament_id).values_list(
            "pk", *OF_THE_ENTRY, has_changed
        )
    }
    # Columns that a tally has under the same name; the place decides whether there is a rank.
    rows = [
        PublishedRow(
            row.key,
            place.rank,
            place.shared_rank,
            then.players.get(row.key),
            *_MADE(row),
            *people[row.key],
        )
        for place, row in ranking_of(tallies, tie_breaks)
    ]
    ranking = ranking_of(tallies, tie_breaks, of_teams=True)
    teams = Team.objects.in_bulk([row.key for _place, row in ranking])
    team_rows = [
        TeamStanding(
            stage=stage,
            team=teams[row.key],
            position=place.rank,
            rank=place.shared_rank or place.rank,
            rank_before=then.teams.get(row.key),
            **{name: getattr(row, name) for name in _OF_TEAMS},
        )
        for place, row in ranking
    ]
    return StageRows(rows, team_rows, [row for _place, row in ranking], tallies.rosters, tallies.games)


# By place, in the order of a row: there may be a thousand rows.
_MADE = attrgetter(*PublishedRow._fields[4 : -len(OF_THE_ENTRY) - 1])
_OF_TEAMS = (
    *("total", "carried", "carried_points", "own_penalty", "left_out", "match_points", "games"),
    *("firsts", "seconds", "thirds", "fourths", "fifths"),
)
