"""Teams that are not simply the sum of their players: matches with match points, caps, and the best of a day."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from tests.leagues.shapes.league import League, agrees, found
from tests.thorough import examples
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

TEAMS = ("Aces", "Bears", "Cats", "Dogs", "Elks", "Foxes", "Geese", "Hares")
MATCH_POINTS = (4, 2, 1, 0)


def with_teams(seed: int, teams: tuple[str, ...], players: int) -> League:
    league = found(seed)
    for name in teams:
        league.team(name, players)
    return league


@pytest.mark.slow
def test_teams_of_four_play_matches_for_match_points() -> None:
    """Eight teams in matches of four, one of each team at every table; the team with most match points leads."""
    league, rounds = with_teams(2030, TEAMS, 4), examples(3, of=5)
    (stage,) = league.stages
    league.call("POST", f"stages/{stage}/team-counting/", {"match_points": MATCH_POINTS})

    games = league.play(stage, method="team_season", rounds=rounds, line_up=4)

    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    for number in range(1, rounds + 1):
        of_round = [game for game in games if game.round == number]
        sums: Counter[str] = Counter()
        rivals: dict[str, set[str]] = {}
        for game in of_round:
            there = {league.team_of[name] for name in game.players}
            for name, result in game.results.items():
                sums[league.team_of[name]] += result
                rivals[league.team_of[name]] = there
        assert all(len(met) == 4 for met in rivals.values())
        for team, met in rivals.items():
            ahead = sum(sums[other] > sums[team] for other in met)
            level = sum(sums[other] == sums[team] for other in met)
            points[team] += Fraction(sum(MATCH_POINTS[ahead : ahead + level]), level)
    totals = league.totals_of_teams(stage)
    assert dict(league.table_of_teams(stage)) == totals
    rows = league.call("GET", f"stages/{stage}/standings/")["teams"]
    assert {row["team"]["name"]: Fraction(row["match_points"]) for row in rows} == points
    order = [(points[row["team"]["name"]], row["total"]) for row in rows]
    assert order == sorted(order, reverse=True)
    assert order != sorted(order, key=lambda one: -one[1])
    assert verify_ledger(league.pk).problems == []


@pytest.mark.slow
def test_of_one_player_a_team_counts_so_many_games() -> None:
    """Teams of two in twelve rounds at one table; of each player the first five games count for the team."""
    league = with_teams(45, TEAMS[:4], 2)
    (stage,) = league.stages
    league.call("POST", f"stages/{stage}/team-counting/", {"games_of_a_player": 5})

    games = league.play(stage, method="team_season", rounds=12, line_up=1)

    played: Counter[str] = Counter()
    made: Counter[str] = Counter(dict.fromkeys(TEAMS[:4], 0))
    for game in games:
        for name, result in game.results.items():
            played[name] += 1
            if played[name] <= 5:
                made[league.team_of[name]] += result
    assert max(played.values()) > 5
    agrees(league.table_of_teams(stage), dict(made))
    assert {name: total for name, total in league.table(stage) if played[name]} == league.totals(stage)
    assert verify_ledger(league.pk).problems == []


@pytest.mark.slow
def test_a_company_sends_five_and_the_best_four_of_the_day_count() -> None:
    """Four companies of five at five tables a day; of each day the four best results make the company's total."""
    league = with_teams(55, TEAMS[:4], 5)
    (stage,) = league.stages
    league.call("POST", f"stages/{stage}/team-counting/", {"best_of_a_round": 4})

    games = league.play(stage, method="team_season", rounds=4, line_up=5)

    by_day: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for game in games:
        for name, result in game.results.items():
            by_day[league.team_of[name], game.round].append(result)
    made: Counter[str] = Counter()
    for (team, _day), results in by_day.items():
        assert len(results) == 5
        made[team] += sum(sorted(results)[1:])
    agrees(league.table_of_teams(stage), dict(made))
    rows = league.call("GET", f"stages/{stage}/standings/")["teams"]
    worst = Counter(dict.fromkeys(TEAMS[:4], 0))
    for (team, _day), results in by_day.items():
        worst[team] += min(results)
    assert {row["team"]["name"]: row["left_out"] for row in rows} == dict(worst)
    assert verify_ledger(league.pk).problems == []
