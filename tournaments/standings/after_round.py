"""The standings of a stage as published, or as they were after one of its rounds by what is confirmed today: the same
rows for both.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Entry, FormerTeam, Stage, Team, TeamStanding
from tournaments.models.fast_sql.reading import PreparedQuery
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
from tournaments.standings.teams.rosters import Rosters, rosters_of
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.who_is_ranked import is_annulled


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


class AddedUp(NamedTuple):
    """What adding up gives of a stage after a round, best first, as it can be kept: lists of numbers.

    Of a player the id of the entry, the position, the rank, the rank before and the columns of `_MADE`; of a team the
    position, the rank, the rank before and the fields of its tally.
    """

    players: list[list[Any]]
    teams: list[list[Any]]


def after_round(stage: Stage, number: int) -> StageRows:
    """Add up the stage through this round, and rank those of the round before it for the ranks of then.

    Expects the tournament to be loaded. As many queries for any number of players.
    """
    return rows_of(stage, number, added_up(stage, number))


def added_up(stage: Stage, number: int) -> AddedUp:
    """All of it that takes long with many games."""
    order = tie_breaks_of(stage.tournament)
    games_before, games = games_before_and_through(stage, number)
    tallies = add_up(stage, of_games=games, through=number)
    then = ranks_before_round(stage, number, games_before) if games_before else Before(number)
    # The place decides whether there is a rank.
    return AddedUp(
        [
            [row.key, place.rank, place.shared_rank, then.players.get(row.key), *_MADE(row)]
            for place, row in ranking_of(tallies, order)
        ],
        [
            [place.rank, place.shared_rank, then.teams.get(row.key), *vars(row).values()]
            for place, row in ranking_of(tallies, order, of_teams=True)
        ],
    )


def rows_of(stage: Stage, number: int, added: AddedUp) -> StageRows:
    """The rows of the stage after this round, with the names of today. One query, two with teams, and one more where
    somebody changed teams.
    """
    people = {pk: about for pk, *about in _PEOPLE.read(stage.tournament_id)}
    # Who was deleted since is in nothing that is published from here on.
    rows = [PublishedRow(*row, *people[row[0]]) for row in added.players if row[0] in people]
    ranking = [(row[:3], Tally(*row[3:])) for row in added.teams]
    teams = Team.objects.in_bulk([row.key for _place, row in ranking])
    ranking = [(place, row) for place, row in ranking if row.key in teams]
    team_rows = [
        TeamStanding(
            stage=stage,
            team=teams[row.key],
            position=position,
            rank=rank or position,
            rank_before=before,
            **{name: getattr(row, name) for name in _OF_TEAMS},
        )
        for (position, rank, before), row in ranking
    ]
    rosters = _rosters(stage, number, people)
    return StageRows(rows, team_rows, [row for _place, row in ranking], rosters, Meetings(stage, number))


def _rosters(stage: Stage, number: int, people: Mapping[int, Sequence[Any]]) -> Rosters:
    """For whom everybody played then whose results count."""
    rosters = Rosters(
        {
            pk: about[_TEAM]
            for pk, about in people.items()
            if not is_annulled(stage.tournament, status=about[_STATUS])
        }
    )
    return (
        rosters_of(stage, rosters.team_of, number) if any(about[-1] for about in people.values()) else rosters
    )


def _people(tournament: int) -> "QuerySet[Entry, tuple[Any, ...]]":
    """Of everybody the last columns of a row."""
    has_changed = Exists(FormerTeam.objects.filter(entry=OuterRef("pk")))
    return Entry.objects.filter(tournament=tournament).values_list("pk", *OF_THE_ENTRY, has_changed)


_PEOPLE = PreparedQuery(_people, of=int)
_TEAM, _STATUS = OF_THE_ENTRY.index("team_id"), OF_THE_ENTRY.index("status")
# Columns that a tally has under the same name. By place, in the order of a row: there may be a thousand rows.
_MADE = attrgetter(*PublishedRow._fields[4 : -len(OF_THE_ENTRY) - 1])
_OF_TEAMS = (
    *("total", "carried", "carried_points", "own_penalty", "left_out", "match_points", "games"),
    *("firsts", "seconds", "thirds", "fourths", "fifths"),
)
