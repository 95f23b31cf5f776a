"""From tallies to ranks, by a tournament's tie-breaks."""

from collections.abc import Hashable, Iterable, Sequence

from scoring.standing.ranking import HAS_PLAYED, MATCH_POINTS, Line, Ranked, rank
from tournaments.models import Standing, TeamStanding
from tournaments.standings.meetings import Games, OfTeams
from tournaments.standings.stages.carried import FromNothing
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.standings.tally import Tallies, Tally
from tournaments.standings.tie_breaks import DEFAULT_TIE_BREAKS


def ranked(
    tallies: Sequence[Tally], tie_breaks: Sequence[str], games: Games = ()
) -> list[tuple[Ranked, Tally]]:
    """Return the tallies with their ranks, best first; those who are not ranked come last.

    `games` are those in which they met, looked at only where that decides.
    """
    by_key: dict[Hashable, Tally] = {row.key: row for row in tallies}
    lines = [line_of(row, key=row.key, lot=row.lot, seed=row.seed) for row in tallies]
    return [
        (place, by_key[place.key]) for place in rank(lines, tie_breaks or DEFAULT_TIE_BREAKS, tables=games)
    ]


def ranking_of(
    tallies: Tallies, tie_breaks: Sequence[str], *, of_teams: bool = False
) -> list[tuple[Ranked, Tally]]:
    """Return everybody's tallies, or with `of_teams` those of teams, as `ranked` does."""
    if of_teams:
        order = order_of_teams(tallies.teams, tie_breaks, tallies.from_nothing)
        return ranked(tallies.teams, order, OfTeams(tallies.games, tallies.rosters))
    return ranked(tallies.entries, order_of_players(tie_breaks, tallies.from_nothing), tallies.games)


def order_of_players(tie_breaks: Sequence[str], from_nothing: FromNothing) -> Sequence[str]:
    """By what the players of a stage are ranked: first whether they have played, where all begin with nothing."""
    order = tie_breaks or DEFAULT_TIE_BREAKS
    return (HAS_PLAYED, *order) if from_nothing.entries else order


def order_of_teams(
    teams: Iterable[Tally | TeamStanding], tie_breaks: Sequence[str], from_nothing: FromNothing
) -> Sequence[str]:
    """By what its teams are ranked: in the same way, and where they play matches by match points before totals."""
    order = tie_breaks or DEFAULT_TIE_BREAKS
    if play_matches(teams):
        order = (MATCH_POINTS, *order)
    return (HAS_PLAYED, *order) if from_nothing.teams else order


def play_matches(teams: Iterable[Tally | TeamStanding]) -> bool:
    return any(team.match_points is not None for team in teams)


def line_of(
    row: Tally | Standing | PublishedRow, *, key: Hashable = None, lot: int = 0, seed: int = 0
) -> Line:
    """What a row brings into a ranking."""
    # In the order of a line's fields: by their names it takes twice as long, and there may be thousands.
    return Line(
        key,
        lot,
        row.total,
        row.games,
        (row.firsts, row.seconds, row.thirds, row.fourths, row.fifths),
        row.lasts,
        row.best or 0,
        row.worst or 0,
        row.last or 0,
        row.points,
        -row.chombo,
        row.penalty,
        row.carried,
        row.carried_points,
        row.firsts + 2 * row.seconds + 3 * row.thirds + 4 * row.fourths + 5 * row.fifths,
        (row.match_points or 0) if isinstance(row, Tally) else 0,
        seed,
        row.is_ranked,
    )
