"""Many games settled by one rulebook come out as each settled by itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.result.many_results import Settler
from scoring.result.result import settle
from scoring.rulebook.rulebook import editions, load
from tests.thorough import examples

HALVES = st.integers(-500, 1500)
ODD = st.sampled_from([0] * 6 + [1, 50, 100, 1000, -1000])


def outcome(call, points, **about):
    try:
        return call(points, **about)
    except ScoringError as error:
        return error.code, error.message, list(getattr(error, "fields", []))


@pytest.mark.parametrize("edition", editions())
@settings(max_examples=examples(10, of=50))
@given(
    games=st.lists(
        st.tuples(
            st.lists(HALVES, min_size=4, max_size=4),
            ODD,
            ODD,
            st.none() | st.lists(ODD, min_size=3, max_size=5),
        ),
        min_size=3,
        max_size=12,
    ),
    whole=st.booleans(),
)
def test_many_games_come_out_as_each_alone(edition, games, whole):
    book = load(edition)
    settled, players = Settler(book), book.table.players
    start = book.table.starting_points
    step = 100 if book.result.kind == "points" else 1

    for numbers, leftover, imbalance, chombo in games:
        points = [number * step for number in numbers[: players - 1]]
        points.append((players * start if isinstance(start, int) else 0) - sum(points) - leftover - imbalance)
        about = (
            {"leftover": 0, "chombo": [0] * players, "imbalance": 0}
            if whole
            else {"leftover": leftover, "chombo": chombo, "imbalance": imbalance}
        )
        alone = outcome(lambda points, **about: settle(book, points, **about), points, **about)

        assert outcome(settled, points, **about) == alone


@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("winner", range(3))
def test_a_second_game_that_ends_in_the_same_order_comes_out_as_alone(edition, winner):
    book = load(edition)
    settled, players, start = Settler(book), book.table.players, book.table.starting_points
    start = start if isinstance(start, int) else 0
    games = []
    for most in (9_000, 12_300):
        away = [(-1) ** seat * (seat // 2 + 1) * most // 3 for seat in range(players - 1)]
        away.insert(winner, -sum(away))
        games.append([start + part for part in away])
    about = {"chombo": [0] * players}

    results = [outcome(settled, points, **about) for points in games]

    assert results == [
        outcome(lambda points, **about: settle(book, points, **about), points, **about) for points in games
    ]
