"""Every preset, set up and played to the end: whoever goes on, and with what, follows from its plain rules.

Every day one preset of each shape is played; that all of them set up their stages is asked by actions/stages.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import floor
from pathlib import Path

import pytest

from tests.leagues.shapes.league import League, agrees, found
from tests.thorough import examples, only_thoroughly, part
from tournaments.actions.stages.presets import PRESETS
from tournaments.models import TimeLimit
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TENTH = 100


def half(total: int) -> int:
    """Half of it, to a tenth of a point, halves upwards."""
    return floor(Fraction(total, 2 * TENTH) + Fraction(1, 2)) * TENTH


def whole(total: int) -> int:
    return total


def nothing(_total: int) -> int:
    return 0


def begun(preset: str, *, players: int = 0, teams: int = 0, **settings: object) -> League:
    """A tournament by this preset, with so many players, or teams of four."""
    league = found(11, **settings)
    made = league.call("POST", f"tournaments/{league.slug}/preset/", {"preset": preset})
    league.stages = [stage["id"] for stage in made["stages"]]
    for number in range(1, players + 1):
        league.player(f"Player {number:02}")
    for number in range(1, teams + 1):
        league.team(f"Team {number}", players=4)
    return league


def goes_on(
    league: League, stage: int, expected: Sequence[str], start: Callable[[int], int], before: dict[str, int]
) -> dict[str, int]:
    """Exactly those go on; with what they begin, which is added to what they make there."""
    assert league.confirm(stage) == list(expected)
    return {name: start(before[name]) for name in expected}


def after(league: League, stage: int, start: dict[str, int]) -> tuple[list[str], dict[str, int]]:
    """The table of players after this stage agrees with start and games; its names in order, and totals."""
    made = league.totals(stage)
    totals = {name: start.get(name, 0) + made.get(name, 0) for name in start or made}
    return agrees(league.table(stage), totals), totals


def after_teams(league: League, stage: int, start: dict[str, int]) -> tuple[list[str], dict[str, int]]:
    made = league.totals_of_teams(stage)
    totals = {name: start.get(name, 0) + made.get(name, 0) for name in start or made}
    return agrees(league.table_of_teams(stage), totals), totals


def sound(league: League) -> None:
    assert verify_ledger(league.pk).problems == []


@pytest.mark.parametrize(
    ("preset", "players", "sizes", "start"),
    part([("semifinal_final", 20, (16, 4), whole)], [("qualifying_final", 12, (4,), half)]),
)
def test_the_best_go_on(preset: str, players: int, sizes: tuple[int, ...], start: Callable) -> None:
    league = begun(preset, players=players)
    league.play(league.stages[0], rounds=2)
    order, totals = after(league, league.stages[0], {})

    for stage, size in zip(league.stages[1:], sizes, strict=True):
        beginning = goes_on(league, stage, order[:size], start, totals)
        league.play(stage)
        order, totals = after(league, stage, beginning)

    assert len(order) == 4
    sound(league)


def test_the_best_five_games_of_the_qualifying_count() -> None:
    league = begun("best_games_final", players=8)
    qualifying, final = league.stages
    league.play(qualifying, rounds=7)
    best = {name: sum(sorted(games)[-5:]) for name, games in league.results(qualifying).items()}

    order = agrees(league.table(qualifying), best)

    goes_on(league, final, order[:4], nothing, best)
    league.play(final)
    after(league, final, {})
    sound(league)


def test_two_pools_send_two_each() -> None:
    league = begun("pools_final", players=16)
    *pools, final = league.stages
    names = list(league.entries)
    winners: list[str] = []
    for pool, some in zip(pools, (names[:8], names[8:]), strict=True):
        tag = league.call("GET", f"stages/{pool}/proposed-qualifiers/")["tag"]
        keys = [league.entries[name] for name in some]
        league.call("POST", f"stages/{pool}/qualifiers/", {"qualifiers": keys}, if_match=tag)
        league.play(pool)
        winners += after(league, pool, dict.fromkeys(some, 0))[0][:2]

    goes_on(league, final, winners, nothing, dict.fromkeys(winners, 0))
    league.play(final)
    after(league, final, {})
    sound(league)


def of_every_table(league: League, stage: int, first: int, last: int) -> list[str]:
    """Those places of every table of the stage's last round: all 1st ones, then all 2nd ones …"""
    tables = [game for game in league.games if game.stage == stage]
    return [game.order[place] for game in tables for place in range(first - 1, last)]


@only_thoroughly("so they do in the semifinal with a second chance")
def test_the_first_two_of_every_table_go_on() -> None:
    league = begun("knockout", players=16)
    first, semifinal, final = league.stages
    league.play(first)

    assert set(league.confirm(semifinal)) == set(of_every_table(league, first, 1, 2))
    league.play(semifinal)
    assert set(league.confirm(final)) == set(of_every_table(league, semifinal, 1, 2))
    league.play(final)

    after(league, final, {})
    sound(league)


def test_second_and_third_have_a_second_chance() -> None:
    """Of 16: four go through, eight play again, of whom four come back; eight play the semifinal, four the final."""
    league = begun("revival", players=16)
    first, revival, semifinal, final = league.stages
    league.play(first)

    assert set(league.confirm(revival)) == set(of_every_table(league, first, 2, 3))
    league.play(revival)
    through = {*of_every_table(league, first, 1, 1), *of_every_table(league, revival, 1, 2)}
    assert set(league.confirm(semifinal)) == through
    league.play(semifinal)
    assert set(league.confirm(final)) == set(of_every_table(league, semifinal, 1, 2))
    sound(league)


@pytest.mark.parametrize(
    ("preset", "teams", "sizes", "start"),
    part(
        [("m_league", 8, (6, 4), half)],
        [("elimination", 8, (6, 4), whole), ("company_league", 5, (4,), None)],
    ),
)
def test_teams_go_on(preset: str, teams: int, sizes: tuple[int, ...], start: Callable | None) -> None:
    league = begun(preset, teams=teams)
    league.play(league.stages[0], rounds=2)
    order, totals = after_teams(league, league.stages[0], {})

    for stage, size in zip(league.stages[1:], sizes, strict=True):
        through = order[:size]
        if start is None:
            beginning = dict(zip(through, (120_000, 70_000, 30_000, 0), strict=True))
            assert league.confirm(stage) == through
        else:
            beginning = goes_on(league, stage, through, start, totals)
        league.play(stage)
        order, totals = after_teams(league, stage, beginning)

    assert len(order) == 4
    sound(league)


def test_a_ladder_ranks_whoever_has_played_ten_games() -> None:
    league = begun("club_ladder", players=examples(4, of=8))
    [ladder] = league.stages
    league.play(ladder, rounds=9)
    league.table(ladder)
    rows = league.call("GET", f"stages/{ladder}/standings/")["standings"]
    assert {row["rank"] for row in rows} == {None}

    league.play(ladder)

    agrees(league.table(ladder), league.totals(ladder))
    sound(league)


def test_an_event_as_emas_has_a_schedule_a_clock_and_substitutes_at_a_fixed_loss() -> None:
    league = begun("ema_event", players=16, rulebook="ema_2025")
    [event], league.whole = league.stages, 120_000
    made = league.call("GET", f"tournaments/{league.slug}/")

    rounds = examples(5, of=8)
    league.play(event, method="schedule", rounds=rounds)

    assert (made["substitutes"], made["substitute_score"]) == ("fixed_score", -30)
    assert TimeLimit.objects.get().minutes == 90
    met = Counter(frozenset(two) for game in league.games for two in combinations(game.players, 2))
    assert (len(league.games), max(met.values())) == (4 * rounds, examples(1, of=2))
    sound(league)


def test_every_preset_is_played_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")

    assert [name for name in PRESETS if f'"{name}"' not in text] == []
