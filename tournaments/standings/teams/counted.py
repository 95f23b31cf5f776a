"""What a stage's games amount to for teams, where that is not the sum of their players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scoring.standing.team_matches import in_units, match_points, matches
from scoring.standing.teams import Played, team_total
from tournaments.models import Score, Stage, TeamCountingRule
from tournaments.standings.who_is_ranked import counts_for, fixed_score


@dataclass(frozen=True)
class TeamCounts:
    """What games amount to for teams where their players' sums do not say it: by team id, in smallest units, and
    match points in units of their own. None: nothing is left out, there are no match points.
    """

    totals: Mapping[int, int] | None = None
    match_points: Mapping[int, int] | None = None


class PlayerGame(NamedTuple):
    """One game of one player: for whom it counts, and its total in smallest units. `sheet` is its table's."""

    round: int
    sheet: int
    entry: int
    total: int


def team_counting_of(stage: Stage) -> TeamCountingRule | None:
    """What counts for teams; None where all their players' games do. No query where it was read with the stage."""
    found: TeamCountingRule | None = getattr(stage, "team_counting", None)
    return found


def games_one_by_one(stage: Stage, through: int | None = None) -> list[PlayerGame]:
    """The confirmed games of a stage, those through a round or all, as they were played. One query, and one more
    where substitutes have a fixed score.
    """
    scores = Score.objects.filter(stage=stage, counts=True).annotate(counts_for=counts_for(stage.tournament))
    if through is not None:
        scores = scores.filter(seat__round__number__lte=through)
    rows = scores.order_by("seat__round__number", "sheet_id", "seat__wind")
    games = rows.values_list("seat__round__number", "sheet_id", "counts_for", "total")
    return with_fixed_totals(stage, map(PlayerGame._make, games))


def with_fixed_totals(stage: Stage, games: Iterable[PlayerGame], *, finer: int = 1) -> list[PlayerGame]:
    """The games, those of substitutes at their fixed score where the tournament has one, in units so much finer."""
    fixed = fixed_score(stage.tournament)
    if fixed is None:
        return list(games)
    substitutes = set(stage.tournament.entries.filter(is_substitute=True).values_list("pk", flat=True))
    return [game._replace(total=fixed * finer) if game.entry in substitutes else game for game in games]


def count_for_teams(
    rule: TeamCountingRule, games: Sequence[PlayerGame], team_of: Mapping[int, int | None]
) -> TeamCounts:
    """What these games, in the order in which they were played, amount to for teams; `team_of` is by entry id."""
    ours = [game for game in games if team_of.get(game.entry) is not None]
    totals: dict[int, int] | None = None
    if rule.leaves_games_out:
        by_team: defaultdict[int, list[Played]] = defaultdict(list)
        for game in ours:
            by_team[team_of[game.entry]].append(Played(game.entry, game.total, game.round))  # type: ignore[index]
        totals = {team: team_total(rule.rule, played).total for team, played in by_team.items()}
    points = _match_points(rule.match_points, ours, team_of) if rule.match_points else None
    return TeamCounts(totals, points)


def _match_points(
    by_place: Sequence[int], games: Sequence[PlayerGame], team_of: Mapping[int, int | None]
) -> dict[int, int]:
    found: defaultdict[int, int] = defaultdict(int)
    for _number, of_round in groupby(games, key=attrgetter("round")):
        made: defaultdict[int, int] = defaultdict(int)
        tables: defaultdict[int, list[int]] = defaultdict(list)
        for game in of_round:
            team = team_of[game.entry]
            assert team is not None, "only teams' games"
            made[team] += game.total
            tables[game.sheet].append(team)
        for match in matches(tables.values()):
            for team, points in match_points(by_place, {team: made[team] for team in match}).items():
                found[team] += in_units(points)
    return dict(found)
