"""Which tie-breaks put equal totals in their order: what people ask when two stand at +26.2 and one is ahead."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from scoring.standing.carry_over import Start
from scoring.standing.ranking import HAS_PLAYED, RATES, TIE_BREAKS, rank, rate_of
from tournaments.models import Stage, Standing, TeamStanding
from tournaments.standings.adding_up import changed_teams
from tournaments.standings.meetings import Games
from tournaments.standings.ranking import line_of
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.standings.tally import OfTeams, Tallies, Tally, columns_of
from tournaments.standings.teams.changed import ChangedTeams
from tournaments.standings.teams.rosters import Rosters, rosters_of

_Row = Standing | PublishedRow | Tally
_FEWEST = "fewest_"
# What no row says: the order of the rows does.
WITHOUT_FIGURE = ("lot", "seed")


def counted_by(row: _Row, name: str) -> int | None:
    """What a row has by a tie-break, counted as people do; None for what is no whole number (averages, the lot)."""
    return figures_of(row, (name,)).get(name)


def figures_of(row: _Row, names: Iterable[str]) -> dict[str, int]:
    """What a row has by these tie-breaks, by their names; without those that are no whole numbers."""
    line = line_of(row)
    found: dict[str, int] = {}
    for name in names:
        value = TIE_BREAKS[name].value
        if value is not None and name not in WITHOUT_FIGURE:
            found[name] = -value(line) if name.startswith(_FEWEST) else value(line)
    return found


def rate_by(row: _Row, name: str) -> Fraction | None:
    """What a row has by a tie-break that is a rate, an average per game; None for what is none, and without games."""
    return rate_of(name, line_of(row)) if name in RATES else None


def decided_by(rows: Sequence[_Row], tie_breaks: Sequence[str], games: Games = ()) -> list[str]:
    """For each row, best first, the tie-break that put it below the one before it.

    Empty for the first, and for the first of those who are not ranked: no tie-break put them there. `games` are those
    in which they met, looked at only where that decides.
    """
    keys = [_key_of(row) for row in rows]
    # What stands as it was published stands so for two reasons more: the seeds and the lot of then.
    lines = [
        line_of(row, key=key, lot=number, seed=number)
        for number, (key, row) in enumerate(zip(keys, rows, strict=True))
    ]
    found = {one.key: one.decided_by for one in rank(lines, tie_breaks, tables=games)}
    return [found[key] for key in keys]


def first_criterion(order: Sequence[str]) -> str:
    """What is compared first of those who have played: the total or, say, match points."""
    return next(name for name in order if name != HAS_PLAYED)


def deciding_tie_breaks(
    rows: Sequence[_Row], tie_breaks: Sequence[str], games: Games = ()
) -> list[tuple[str, ...]]:
    """For each row, best first, the tie-breaks that decided among those who are equal in the first one (the total, of
    those who have played and of those who have not).

    Empty for players without equals, and where only the lot separates. `games` as for `decided_by`.
    """
    found: list[tuple[str, ...]] = []
    names = decided_by(rows, tie_breaks, games)
    apart = ("", HAS_PLAYED, first_criterion(tie_breaks))
    start = 0
    for end in range(1, len(rows) + 1):
        if end < len(rows) and names[end] not in apart:
            continue
        used = {name for name in names[start + 1 : end] if name != "lot"}
        found += [tuple(name for name in tie_breaks if name in used)] * (end - start)
        start = end
    return found


def teams_of(
    rows: Sequence[Standing | PublishedRow],
    rosters: Rosters,
    teams: Sequence[TeamStanding],
    changed: ChangedTeams | None = None,
) -> list[Tally]:
    """What each team has made, in the order of `teams`: its players together, with what it began with itself, its
    match points, and less what does not count and what it was itself deducted.

    `changed` has the shares of those who changed teams in the stage.
    """
    if not teams:
        return []
    of_players = [Tally(row.entry_id, row.position, *columns_of(row)) for row in rows]
    tallies = Tallies.of(of_players, rosters, OfTeams(changed=changed))
    by_team = {tally.key: tally for tally in tallies.teams}
    # A team whose players are all gone has made nothing.
    found = [by_team.get(row.team_id) or Tally(row.team_id, row.position) for row in teams]
    for tally, row in zip(found, teams, strict=True):
        tally.leave_out(row.left_out)
        tally.match_points = row.match_points
        tally.deduct(row.own_penalty)
        tally.begin_with(Start(row.carried, row.carried_points))
    return found


def published_teams(
    stage: Stage, rows: Sequence[PublishedRow], teams: Sequence[TeamStanding]
) -> tuple[list[Tally], Rosters]:
    """What each team has made, as `teams_of` gives it of all that is published of a stage, and who plays for whom.

    No query where nobody changed teams.
    """
    rosters = Rosters({row.entry_id: row.team_id for row in rows})
    if any(row.has_changed for row in rows):
        rosters = rosters_of(stage, rosters.team_of)
    return teams_of(rows, rosters, teams, changed_teams(stage, rosters)), rosters


def _key_of(row: _Row) -> int:
    if isinstance(row, Tally):
        return row.key
    return row.team_id if isinstance(row, TeamStanding) else row.entry_id
