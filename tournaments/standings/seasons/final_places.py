"""Where everybody has come in at a tournament with one stage or several."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.standing.ranking import has_played
from tournaments.models import Entry, Standing, TeamStanding
from tournaments.models.fast_sql.reading import Among, PreparedQuery


class FinalPlace(NamedTuple):
    """A player's place, or a team's, whose id is `player` then: `rank` is shared by those who are level. `total`
    (units of the rulebook) and `games` are those of the last `stage` in which they played. Those who have not played
    come last, as in standings: `has_played` says who they are.
    """

    player: int
    rank: int
    total: int
    games: int
    stage: int


class _Row(NamedTuple):
    """A line of published standings; `player` is the team's id in those of teams."""

    tournament: int
    stage: int
    ordinal: int
    rank: int
    position: int
    player: int
    total: int
    games: int
    carried: int


def final_places(tournaments: Collection[int]) -> dict[int, list[FinalPlace]]:
    """By tournament, its players from the first to the last, as the standings are published. One query.

    Whoever went on to a later stage stands before who did not. Stages that nobody has played one after the other,
    such as pools, count as one: of them everybody with the same rank is level. Whoever has withdrawn, or is a
    substitute without a rank, is left out.
    """
    return _by_tournament(_PLAYERS.read_raw(tournaments))


def final_team_places(tournaments: Collection[int]) -> dict[int, list[FinalPlace]]:
    """The same of the tournaments' teams, by their ids. One query."""
    return _by_tournament(_TEAMS.read_raw(tournaments))


def _rows(standings: QuerySet[Standing] | QuerySet[TeamStanding], who: str) -> QuerySet[Any, Any]:
    """What a row is made of, in its order."""
    stage, figures = ("stage__tournament", "stage", "stage__ordinal"), ("total", "games", "carried")
    ordered = standings.order_by("stage__tournament", "stage__ordinal", "position")
    return ordered.values_list(*stage, "rank", "position", who, *figures)


_PLAYERS = PreparedQuery(
    lambda tournaments: _rows(
        Standing.objects.filter(Among("stage__tournament", tournaments), rank__isnull=False).exclude(
            entry__status=Entry.Status.WITHDRAWN
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
    rows = map(_Row._make, found)
    return {
        tournament: _places(list(of_it)) for tournament, of_it in groupby(rows, lambda row: row.tournament)
    }


def _places(rows: Sequence[_Row]) -> list[FinalPlace]:
    turns = _turns(rows)
    have_games = {row.player for row in rows if row.games}

    def counts(row: _Row) -> bool:
        # A bonus is a place only in the first stage: in a later one it would lift somebody who did not go on to it.
        is_first = turns[row.stage] == 1 and row.player not in have_games
        return row.games > 0 or (is_first and has_played(row.games, row.total - row.carried))

    ordered = sorted(
        rows, key=lambda row: (not counts(row), -turns[row.stage], row.rank, row.ordinal, row.position)
    )
    first_of = {row.player: row for row in reversed(ordered)}
    placed: list[FinalPlace] = []
    last: tuple[bool, int, int] | None = None
    for row in ordered:
        if first_of[row.player] is not row:
            continue
        level = counts(row), turns[row.stage], row.rank
        rank = placed[-1].rank if level == last else len(placed) + 1
        placed.append(FinalPlace(row.player, rank, row.total, row.games, row.stage))
        last = level
    return placed


def _turns(rows: Iterable[_Row]) -> dict[int, int]:
    """For each stage, in their order, how many it comes after: one comes after another when somebody has played in
    both.
    """
    players: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        players[row.stage].update({row.player} if row.games else ())
    turns: dict[int, int] = {}
    for stage, here in players.items():
        turns[stage] = 1 + max((turn for other, turn in turns.items() if players[other] & here), default=0)
    return turns
