"""A league of teams over a season: judged by counting, with no code of the package."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.errors import SeatingError
from seating.json_requests import perform
from seating.requests import SeasonRequest
from seating.teams.fixtures import cycle_length
from seating.teams.season import draw_season, season_quality
from tests.seating import checker
from tests.thorough import examples, in_turn


def squads(teams, size):
    return [list(range(i * size, i * size + size)) for i in range(teams)]


def games_of_pairs(drawn, teams):
    """In how many rounds each two teams met, from who sits where."""
    team_of = {p: i for i, squad in enumerate(teams) for p in squad}
    counts = dict.fromkeys(combinations(range(len(teams)), 2), 0)
    for tables in drawn.rounds:
        met = {pair for t in tables for pair in combinations(sorted(team_of[p] for p in t), 2)}
        for pair in met:
            counts[pair] += 1
    return counts


def games_of(drawn):
    games = {}
    for tables in drawn.rounds:
        for p in (p for t in tables for p in t):
            games[p] = games.get(p, 0) + 1
    return games


def assert_sound(drawn, teams, *, matches, games, line_up, table_size=4):
    team_of = {p: i for i, squad in enumerate(teams) for p in squad}
    for r, (tables, fours, away) in enumerate(zip(drawn.rounds, drawn.matches, drawn.resting, strict=True)):
        assert len(fours) == matches
        assert len(tables) == matches * line_up
        assert sorted([x for four in fours for x in four] + list(away)) == list(range(len(teams)))
        seated = [p for t in tables for p in t]
        assert len(seated) == len(set(seated))
        for number, table in enumerate(tables):
            assert {team_of[p] for p in table} == set(fours[number // line_up])
        if r % games:
            assert fours == drawn.matches[r - 1]
    if table_size == 4:
        assert checker.rounds_with_uneven_winds(drawn.rounds) == []
    assert all(len(table) == table_size for tables in drawn.rounds for table in tables)
    assert_nobody_gets_ahead(drawn, teams)


def assert_nobody_gets_ahead(drawn, teams):
    """After every round the players of a team have played equally often, or one game more or less."""
    games = dict.fromkeys((p for squad in teams for p in squad), 0)
    for r, tables in enumerate(drawn.rounds):
        for p in (p for t in tables for p in t):
            games[p] += 1
        for squad in teams:
            own = [games[p] for p in squad]
            assert max(own) - min(own) <= 1, (r, squad, own)


def test_the_m_league_of_2018_seven_teams_two_games_a_day():
    teams = squads(7, 4)

    drawn = draw_season(SeasonRequest(teams, 140, games=2, line_up=1), "2018")

    assert_sound(drawn, teams, matches=1, games=2, line_up=1)
    assert set(games_of_pairs(drawn, teams).values()) == {40}
    assert set(games_of(drawn).values()) == {20}
    assert set(checker.times_met(drawn.rounds).values()) <= {1, 2, 3, 4}


def test_ten_teams_of_four_at_two_tables_a_day():
    teams = squads(10, 4)

    drawn = draw_season(SeasonRequest(teams, 150, matches=2, games=2, line_up=1), "2025")

    assert_sound(drawn, teams, matches=2, games=2, line_up=1)
    assert set(games_of_pairs(drawn, teams).values()) == {40}
    assert set(games_of(drawn).values()) == {30}


SHAPES = [(teams, matches) for teams in range(4, 14) for matches in range(1, teams // 4 + 1)]


@pytest.mark.parametrize(("teams", "matches"), [*SHAPES, (16, 1), (16, 4), (20, 5)])
def test_after_a_cycle_every_two_teams_have_met_equally_often(teams, matches):
    days = cycle_length(teams, matches)

    drawn = draw_season(SeasonRequest(squads(teams, 1), days, matches=matches), "cycle")

    assert len(set(games_of_pairs(drawn, squads(teams, 1)).values())) == 1
    assert len(set(games_of(drawn).values())) == 1


SHAPES_OF_THREE = [(teams, matches) for teams in range(3, 13) for matches in range(1, teams // 3 + 1)]


@pytest.mark.parametrize(("teams", "matches"), in_turn([*SHAPES_OF_THREE, (15, 5)], 1, of=3))
def test_after_a_cycle_at_tables_of_three_every_two_teams_have_met_equally_often(teams, matches):
    days = cycle_length(teams, matches, table_size=3)

    drawn = draw_season(SeasonRequest(squads(teams, 2), days, matches=matches, table_size=3), "sanma")

    assert_sound(drawn, squads(teams, 2), matches=matches, games=1, line_up=2, table_size=3)
    assert len(set(games_of_pairs(drawn, squads(teams, 2)).values())) == 1
    assert len({games_of(drawn)[p] for p in games_of(drawn)}) == 1


def test_three_full_teams_of_an_odd_number_play_without_a_rematch():
    drawn = draw_season(SeasonRequest(squads(3, 5), 5, table_size=3), "x")

    assert checker.repeats(drawn.rounds) == 0


def test_a_season_at_tables_of_three_goes_on_where_it_stopped():
    teams = squads(7, 4)
    first = draw_season(SeasonRequest(teams, 7, matches=1, line_up=1, table_size=3), "a")

    rest = draw_season(SeasonRequest(teams, 7, matches=1, line_up=1, history=first.rounds, table_size=3), "b")

    quality = season_quality(teams, rest.rounds, first.rounds, 1, rest.cycle)
    assert (quality.pairs, quality.team_games, quality.line_ups) == ((2, 2), (6, 6), 1)


def test_no_cycle_is_shorter_than_counting_allows():
    for teams in range(4, 30):
        for matches in range(1, teams // 4 + 1):
            days = next(
                d
                for d in range(1, 10_000)
                if 4 * matches * d % teams == 0 and 12 * matches * d % (teams * (teams - 1)) == 0
            )
            assert cycle_length(teams, matches) == days


def test_four_full_teams_play_without_a_rematch():
    drawn = draw_season(SeasonRequest(squads(4, 7), 7), "x")

    assert checker.repeats(drawn.rounds) == 0


@pytest.mark.slow
def test_a_season_goes_on_where_it_stopped():
    teams = squads(6, 5)
    first = draw_season(SeasonRequest(teams, 7, line_up=2), "a")

    rest = draw_season(SeasonRequest(teams, 8, line_up=2, history=first.rounds), "b")

    games = {p: games_of(first).get(p, 0) + games_of(rest).get(p, 0) for p in range(30)}
    assert set(games.values()) == {4}
    report = season_quality(teams, rest.rounds, first.rounds, 1, rest.cycle)
    pairs = [a + b for a, b in zip(*(games_of_pairs(d, teams).values() for d in (first, rest)), strict=True)]
    assert report.pairs == (min(pairs), max(pairs))
    assert report.team_games == (10, 10)
    assert max(pairs) - min(pairs) <= 2


@settings(max_examples=examples(1, of=12), deadline=None)
@given(data=st.data())
def test_any_league_is_sound_and_shares_its_games(data):
    count = data.draw(st.integers(4, 11), "teams")
    line_up = data.draw(st.integers(1, 4), "line_up")
    sizes = data.draw(st.lists(st.integers(line_up, line_up + 3), min_size=count, max_size=count), "sizes")
    matches = data.draw(st.integers(1, count // 4), "matches")
    games = data.draw(st.integers(1, 3), "games")
    days = data.draw(st.integers(1, 8), "days")
    ids = iter(range(10_000))
    teams = [[next(ids) for _ in range(size)] for size in sizes]

    drawn = draw_season(
        SeasonRequest(teams, days * games, matches=matches, games=games, line_up=line_up), "any"
    )

    assert_sound(drawn, teams, matches=matches, games=games, line_up=line_up)
    played = games_of(drawn)
    for squad in teams:
        own = [played.get(p, 0) for p in squad]
        assert max(own) - min(own) <= 1
    rests = [sum(x in row for row in drawn.resting) for x in range(count)]
    assert max(rests) - min(rests) <= games
    report = season_quality(teams, drawn.rounds, [], games, drawn.cycle)
    pairs = games_of_pairs(drawn, teams).values()
    assert (report.pairs, report.line_ups) == (
        (min(pairs), max(pairs)),
        max(max(played.get(p, 0) for p in s) - min(played.get(p, 0) for p in s) for s in teams),
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"teams": squads(3, 4)}, "too_few_players"),
        ({"teams": [[0, 1], [2, 3], [4, 5], [6]]}, "teams_uneven"),
        ({"teams": [[0, 1], [2, 3], [4, 5], [6]], "line_up": 2}, "team_too_small"),
        ({"line_up": 0}, "team_too_small"),
        ({"line_up": 5}, "team_too_small"),
        ({"matches": 2}, "matches_out_of_range"),
        ({"matches": 0}, "matches_out_of_range"),
        ({"games": 0}, "rounds_out_of_range"),
        ({"games": 4}, "games_do_not_divide"),
        ({"rounds": 401}, "rounds_out_of_range"),
        ({"rounds": "6"}, "malformed"),
        ({"teams": [[0, 1], [2, 3], [4, 5], [6, 1]]}, "player_twice"),
        ({"legs": 2}, "unknown_field"),
    ],
)
def test_what_is_no_season_is_refused(change, code):
    with pytest.raises(SeatingError) as caught:
        perform({"do": "season", "seed": "x", "teams": squads(7, 4), "rounds": 6, **change})

    assert caught.value.code == code
