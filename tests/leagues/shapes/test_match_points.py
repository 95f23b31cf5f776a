"""A league of MCR teams: every game is a session that is ranked by itself, equals share exactly, and whoever comes
too seldom pays for it.
"""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from tests.leagues.shapes.league import League, agrees, found
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

TEAMS = ("Aces", "Bears", "Cats", "Dogs")
# MCR: the first of a session has 4 table points, the second 2, the third 1.
TABLE_POINTS = (4, 2, 1, 0)


def scores(league: League) -> list[int]:
    """Four scores of a game without a start: their sum is 0, and now and then some are equal."""
    while True:
        three = [8 * league.dice.randint(-6, 6) for _seat in range(3)]
        four = [*three, -sum(three)]
        if any(four):
            return four


def shared(points: list[int]) -> list[Fraction]:
    """By the regulation: equals share the table points of all places that they take."""
    order = sorted(points, reverse=True)
    return [
        Fraction(
            sum(TABLE_POINTS[place] for place, one in enumerate(order) if one == mine), order.count(mine)
        )
        for mine in points
    ]


def session(league: League, four: list[str]) -> list[tuple[str, int, Fraction]]:
    """One table of one game: who scored what, and what that is worth."""
    (stage,) = league.stages
    body = {"players": [league.entries[name] for name in four]}
    table = league.call("POST", f"stages/{stage}/tables/", body)
    points = scores(league)
    league.call("POST", f"tables/{table['id']}/correct/", {"points": points, "reason": "Paper"})
    return list(zip(four, points, shared(points), strict=True))


@pytest.mark.slow
def test_an_mcr_team_league_with_shares_and_a_minimum_of_games() -> None:
    """Four teams of three send one player each to every session; two points for each game missing to seven."""
    league = found(
        31, rulebook="mcr", tie_breaks=["total", "points", "lot"], house_rules={"chombo.kind": "none"}
    )
    (stage,) = league.stages
    for name in TEAMS:
        league.team(name, 3)
    league.call("POST", f"stages/{stage}/free-play/", {"is_on": True})
    units = league.call("GET", f"stages/{stage}/standings/")["units_per_point"]
    minimum = {"selection": "all", "minimum_games": 7, "missing_game_penalty": 2 * units}
    league.call("POST", f"stages/{stage}/counting/", minimum)
    made: defaultdict[str, Fraction] = defaultdict(Fraction)
    raw: Counter[str] = Counter()
    games: Counter[str] = Counter()
    ties = 0
    for _session in range(18):
        four = [f"{team} {league.dice.randint(1, 3)}" for team in league.dice.sample(TEAMS, 4)]
        for name, points, worth in session(league, four):
            made[name] += worth
            raw[name] += points
            games[name] += 1
            ties += worth.denominator > 1 or worth not in TABLE_POINTS
    assert ties > 0
    assert min(games[name] for name in league.entries) < 7 < max(games.values())

    paid = {name: 2 * max(0, 7 - games[name]) for name in league.entries}
    totals = {name: int((made[name] - paid[name]) * units) for name in league.entries}
    assert all((made[name] * units).denominator == 1 for name in league.entries)
    agrees(league.table(stage), totals)
    publish_tournament(league.pk)
    rows = league.call("GET", f"stages/{stage}/standings/")["standings"]
    order = [(row["total"], raw[row["entry"]["name"]]) for row in rows]
    assert order == sorted(order, reverse=True)
    teams = {
        team: sum(total for name, total in totals.items() if league.team_of[name] == team) for team in TEAMS
    }
    agrees(league.table_of_teams(stage), teams)
    assert verify_ledger(league.pk).problems == []
