"""What a stage's games amount to for teams, where that is not the sum of their players."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import BooleanField, ExpressionWrapper

from scoring.standing.team_matches import in_units, match_points, matches
from scoring.standing.teams import Played, team_total
from tournaments.models import Score, Stage, TeamCountingRule
from tournaments.models.play.results import IS_LAST_PLACE
from tournaments.standings.teams.rosters import Rosters
from tournaments.standings.who_is_ranked import counts_for, fixed_score


@dataclass(frozen=True)
class TeamCounts:
    """What games amount to for teams where their players' sums do not say it: by team id, in smallest units, and
    match points in units of their own. None: nothing is left out, there are no match points.
    """

    totals: Mapping[int, int] | None = None
    match_points: Mapping[int, int] | None = None


class PlayerGame(NamedTuple):
    """One game of one player: for whom it counts, and what it came to, in smallest units. `sheet` is its table's."""

    round: int
    sheet: int
    entry: int
    total: int
    place: int
    points: int
    chombo: int
    is_last: bool


def team_counting_of(stage: Stage) -> TeamCountingRule | None:
    """What counts for teams; None where all their players' games do. No query where it was read with the stage."""
    found: TeamCountingRule | None = getattr(stage, "team_counting", None)
    return found


def games_one_by_one(
    stage: Stage, through: int | None = None, *, entries: Collection[int] | None = None
) -> list[PlayerGame]:
    """The confirmed games of a stage, those through a round or all, as they were played; with `entries` those that
    count for them. One query, and one more where substitutes have a fixed score.
    """
    scores = Score.objects.filter(stage=stage, counts=True).annotate(
        counts_for=counts_for(stage.tournament),
        is_last=ExpressionWrapper(IS_LAST_PLACE, BooleanField()),
    )
    if through is not None:
        scores = scores.filter(seat__round__number__lte=through)
    if entries is not None:
        scores = scores.filter(counts_for__in=entries)
    rows = scores.order_by("seat__round__number", "sheet_id", "seat__wind")
    columns = (
        "seat__round__number",
        "sheet_id",
        "counts_for",
        "total",
        "place",
        "points",
        "chombo",
        "is_last",
    )
    games = rows.values_list(*columns)
    return with_fixed_totals(stage, map(PlayerGame._make, games))


def with_fixed_totals(stage: Stage, games: Iterable[PlayerGame], *, finer: int = 1) -> list[PlayerGame]:
    """The games, those of substitutes at their fixed score where the tournament has one, in units so much finer."""
    fixed = fixed_score(stage.tournament)
    if fixed is None:
        return list(games)
    substitutes = set(stage.tournament.entries.filter(is_substitute=True).values_list("pk", flat=True))
    brings = fixed * finer
    return [game._replace(total=brings, chombo=0) if game.entry in substitutes else game for game in games]


def count_for_teams(rule: TeamCountingRule, games: Iterable[PlayerGame], rosters: Rosters) -> TeamCounts:
    """What these games, in the order in which they were played, amount to for the teams for which they were."""
    found = ((rosters.team_at(game.entry, game.round), game) for game in games)
    ours = [(team, game) for team, game in found if team is not None]
    totals: dict[int, int] | None = None
    if rule.leaves_games_out:
        by_team: defaultdict[int, list[Played]] = defaultdict(list)
        for team, game in ours:
            by_team[team].append(Played(game.entry, game.total, game.round))
        totals = {team: team_total(rule.rule, played).total for team, played in by_team.items()}
    points = _match_points(rule.match_points, ours) if rule.match_points else None
    return TeamCounts(totals, points)


def _match_points(by_place: Sequence[int], games: Iterable[tuple[int, PlayerGame]]) -> dict[int, int]:
    found: defaultdict[int, int] = defaultdict(int)
    for _number, of_round in groupby(games, key=lambda row: row[1].round):
        made: defaultdict[int, int] = defaultdict(int)
        tables: defaultdict[int, list[int]] = defaultdict(list)
        for team, game in of_round:
            made[team] += game.total
            tables[game.sheet].append(team)
        for match in matches(tables.values()):
            for team, points in match_points(by_place, {team: made[team] for team in match}).items():
                found[team] += in_units(points)
    return dict(found)
