"""Leagues of several stages: half the total, fixed totals, all or nothing is carried over; cuts and knockouts."""

from fractions import Fraction
from itertools import combinations
from math import floor

import pytest

from tests.leagues.shapes.league import League, agrees, found
from tests.thorough import THOROUGH, only_thoroughly
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

TEAMS = ("Aces", "Bears", "Cats", "Dogs", "Elks", "Foxes", "Gulls", "Hawks")
HALF = {"carries": "ratio", "numerator": 1, "denominator": 2, "quantum": 100, "rounding": "half_up"}


def half(total: int) -> int:
    """Half of it to a tenth of a point, halves upwards: -20.75 is -20.7 (M-League)."""
    return floor(Fraction(total, 200) + Fraction(1, 2)) * 100


def check(league: League) -> None:
    assert verify_ledger(league.pk).problems == []


@only_thoroughly("test_presets plays M-League by its preset, with the same cuts and halves")
def test_mleague_halves_the_totals_of_teams_before_semifinal_and_final() -> None:
    league = found(2018)
    for name in TEAMS:
        league.team(name, 4)
    (regular,) = league.stages
    semifinal = league.stage("Semifinal", of_teams=True, rules=[{"from_stage": regular, "last": 6}], **HALF)
    final = league.stage("Final", of_teams=True, rules=[{"from_stage": semifinal, "last": 4}], **HALF)

    league.play(regular, method="team_season", rounds=7, line_up=1)
    league.penalize(regular, 20_000, team="Bears")
    after_regular = league.totals_of_teams(regular)
    after_regular["Bears"] -= 20_000
    six = agrees(league.table_of_teams(regular), after_regular)[:6]
    assert dict(league.table(regular)) | league.totals(regular) == dict(league.table(regular))

    assert league.confirm(semifinal) == six
    league.play(semifinal, method="team_season", rounds=3, line_up=1)
    made = league.totals_of_teams(semifinal)
    after_semifinal = {name: half(after_regular[name]) + made[name] for name in six}
    four = agrees(league.table_of_teams(semifinal), after_semifinal)[:4]

    assert league.confirm(final) == four
    league.play(final, method="team_season", rounds=4, line_up=1)
    made = league.totals_of_teams(final)
    agrees(league.table_of_teams(final), {name: half(after_semifinal[name]) + made[name] for name in four})
    check(league)


@only_thoroughly(
    "actions/stages and standings/stages/test_carried have fixed totals, for players and for teams"
)
def test_a_corporate_league_begins_its_final_with_fixed_totals() -> None:
    league = found(120)
    for name in TEAMS[:5]:
        league.team(name, 4)
    (regular,) = league.stages
    fixed = {"carries": "by_rank", "by_rank": [120_000, 70_000, 30_000, 0]}
    final = league.stage("Final", of_teams=True, rules=[{"from_stage": regular, "last": 4}], **fixed)
    league.play(regular, method="team_season", rounds=5, line_up=1)

    four = agrees(league.table_of_teams(regular), league.totals_of_teams(regular))[:4]
    assert league.confirm(final) == four
    begun = dict(zip(four, (120_000, 70_000, 30_000, 0), strict=True))
    assert league.table_of_teams(final) == list(begun.items())
    league.play(final, method="teams", rounds=4)
    made = league.totals_of_teams(final)
    agrees(league.table_of_teams(final), {name: begun[name] + made[name] for name in four})
    check(league)


@only_thoroughly("test_presets cuts teams twice by the same rules and carries half")
def test_two_teams_are_out_after_each_phase_and_everything_is_carried() -> None:
    league = found(8)
    for name in TEAMS:
        league.team(name, 1)
    first = league.stages[0]
    second = league.stage(
        "Second phase", of_teams=True, rules=[{"from_stage": first, "last": 6}], carries="full"
    )
    third = league.stage(
        "Third phase", of_teams=True, rules=[{"from_stage": second, "last": 4}], carries="full"
    )
    totals = dict.fromkeys(TEAMS, 0)
    order: list[str] = []

    for stage, remaining, rounds in ((first, 8, 2), (second, 6, 3), (third, 4, 2)):
        if stage != first:
            assert league.confirm(stage) == order[:remaining]
            totals = {name: totals[name] for name in order[:remaining]}
        league.play(stage, method="team_season", rounds=rounds, line_up=1)
        # A chombo costs 30 points, and the team alone.
        culprit = sorted(totals)[0]
        league.penalize(stage, 30_000, team=culprit)
        for name, made in league.totals_of_teams(stage).items():
            totals[name] += made
        totals[culprit] -= 30_000
        order = agrees(league.table_of_teams(stage), totals)
    check(league)


@pytest.mark.slow
def test_wrc_cuts_after_the_qualifying_rounds_and_penalties_go_along() -> None:
    league = found(2025)
    for number in range(1, 17):
        league.player(f"Player {number:02}")
    (qualifying,) = league.stages
    final = league.stage("Final", rules=[{"from_stage": qualifying, "last": 4}], carries="full")
    league.play(qualifying, method="schedule", rounds=5)
    league.penalize(qualifying, 20_000, player="Player 03")

    totals = league.totals(qualifying)
    totals["Player 03"] -= 20_000
    four = agrees(league.table(qualifying), totals)[:4]
    assert league.confirm(final) == four
    league.play(final, rounds=2)
    made = league.totals(final)
    agrees(league.table(final), {name: totals[name] + made[name] for name in four})
    check(league)


@only_thoroughly("test_presets plays the same knockout with a second chance by its preset")
def test_a_knockout_at_tables_of_four_gives_losers_another_chance() -> None:
    league = found(16)
    for number in range(1, 17):
        league.player(f"Player {number:02}")
    (first,) = league.stages
    winners = {"from_stage": first, "among": "groups", "last": 1}
    revival = league.stage("Revival", rules=[{"from_stage": first, "among": "groups", "first": 2, "last": 3}])
    semifinal = league.stage(
        "Semifinal", rules=[winners, {"from_stage": revival, "among": "groups", "last": 2}]
    )
    final = league.stage("Final", rules=[{"from_stage": semifinal, "among": "groups", "last": 2}])

    games = league.play(first)
    seconds_and_thirds = {name for game in games for name in game.order[1:3]}
    assert set(league.confirm(revival)) == seconds_and_thirds
    revived = league.play(revival)
    through = {game.order[0] for game in games} | {name for game in revived for name in game.order[:2]}
    assert set(league.confirm(semifinal)) == through
    semifinals = league.play(semifinal)
    last_four = {name for game in semifinals for name in game.order[:2]}
    assert set(league.confirm(final)) == last_four
    (last,) = league.play(final)
    assert [name for name, _total in league.table(final)] == last.order
    check(league)


@pytest.mark.slow
def test_an_open_qualifier_counts_any_five_of_eight_or_the_best_in_a_row() -> None:
    league = found(58)
    for number in range(1, 9):
        league.player(f"Player {number:02}")
    (stage,) = league.stages
    league.call("POST", f"stages/{stage}/counting/", {"selection": "best", "number": 5})
    league.play(stage, rounds=8)

    results = league.results(stage)
    any_five = {name: max(map(sum, combinations(made, 5))) for name, made in results.items()}
    agrees(league.table(stage), any_five)

    in_a_row = {"selection": "best_run", "number": 4, "confirm": ["ranks_may_change"]}
    league.call("POST", f"stages/{stage}/counting/", in_a_row)
    runs = {name: max(sum(made[start : start + 4]) for start in range(5)) for name, made in results.items()}
    agrees(league.table(stage), runs)
    check(league)


@only_thoroughly("test_presets plays two pools and their final by their preset")
def test_two_pools_send_their_best_to_one_final() -> None:
    league = found(22)
    for number in range(1, 17):
        league.player(f"Player {number:02}")
    pool_a = league.stages[0]
    pool_b = league.stage("Pool B", rules=[])
    seen = league.call("GET", f"stages/{pool_a}/qualification/")["tag"]
    league.call("POST", f"stages/{pool_a}/qualification/", {"rules": []}, if_match=seen)
    seen = league.call("GET", f"stages/{pool_b}/qualification/")["tag"]
    final = league.stage(
        "Final",
        rules=[
            {"from_stage": pool_a, "last": 1},
            {"from_stage": pool_b, "last": 1},
            {"from_stage": pool_a, "first": 2, "last": 2},
            {"from_stage": pool_b, "first": 2, "last": 2},
        ],
        carries="full",
    )
    names = sorted(league.entries)
    orders = {}
    for pool, members in ((pool_a, names[:8]), (pool_b, names[8:])):
        proposal = league.call("GET", f"stages/{pool}/proposed-qualifiers/")
        keys = [league.entries[name] for name in members]
        league.call("POST", f"stages/{pool}/qualifiers/", {"qualifiers": keys}, if_match=proposal["tag"])
        league.play(pool, rounds=3)
        orders[pool] = agrees(league.table(pool), league.totals(pool))
        assert set(league.totals(pool)) == set(members)

    a, b = orders[pool_a], orders[pool_b]
    four = [a[0], b[0], a[1], b[1]]
    assert league.confirm(final) == four
    totals = league.totals(pool_a) | league.totals(pool_b)
    league.play(final)
    made = league.totals(final)
    agrees(league.table(final), {name: totals[name] + made[name] for name in four})
    check(league)


@pytest.mark.slow
def test_each_game_missing_to_a_minimum_costs() -> None:
    """A club's season: everybody is to play seven of nine rounds, and loses 20 points for each that is missing; every
    day four of five rounds.
    """
    rounds, minimum = (9, 7) if THOROUGH else (5, 4)
    league = found(23)
    [season] = league.stages
    for number in range(1, 12):
        league.player(f"Player {number:02}")
    league.call(
        "POST", f"stages/{season}/counting/", {"minimum_games": minimum, "missing_game_penalty": 20_000}
    )

    league.play(season, rounds=rounds, remainder="byes")

    results = league.results(season)
    assert {len(games) for games in results.values()} == {minimum - 1, minimum}
    agrees(
        league.table(season),
        {name: sum(games) - 20_000 * (minimum - len(games)) for name, games in results.items()},
    )
    rows = league.call("GET", f"stages/{season}/standings/")["standings"]
    assert sorted(row["rank"] for row in rows) == list(range(1, 12))
    check(league)
