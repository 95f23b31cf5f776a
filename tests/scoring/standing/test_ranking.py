"""From many results to a ranking."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.ranking import TIE_BREAKS, Line, rank


def order(lines, names, **more):
    return [(r.key, r.rank, r.shared_rank, r.decided_by) for r in rank(lines, names, **more)]


def test_the_total_decides_first():
    lines = [Line("a", 1, total=-5), Line("b", 2, total=10), Line("c", 3, total=0)]

    assert order(lines, ("total", "lot")) == [("b", 1, 1, ""), ("c", 2, 2, "total"), ("a", 3, 3, "total")]


def test_each_tie_break_is_applied_in_turn_and_named():
    lines = [
        Line("a", 4, total=10, places=(1, 2, 0, 1), lasts=1),
        Line("b", 3, total=10, places=(2, 0, 0, 2), lasts=2),
        Line("c", 2, total=10, places=(1, 2, 1, 0), best_game=40),
        Line("d", 1, total=10, places=(1, 2, 1, 0), best_game=40),
    ]

    assert order(lines, ("total", "wins", "fewest_lasts", "best_game", "lot")) == [
        ("b", 1, 1, ""),
        ("d", 2, 2, "wins"),
        ("c", 3, 2, "lot"),
        ("a", 4, 4, "fewest_lasts"),
    ]


# Of each criterion two lines that it alone tells apart: the better and the worse.
PREFERRED: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("total", {"total": 2}, {"total": 1}),
    ("average", {"total": 10, "games": 3}, {"total": 13, "games": 4}),
    ("average", {}, {"total": -1, "games": 2}),
    ("mean_place", {"place_sum": 7, "games": 3}, {"place_sum": 12, "games": 5}),
    ("mean_place", {"place_sum": 8, "games": 2}, {}),
    ("wins", {"places": (2, 0, 0, 0)}, {"places": (1, 0, 0, 0)}),
    ("seconds", {"places": (0, 2, 0, 0)}, {"places": (0, 1, 0, 0)}),
    ("thirds", {"places": (0, 0, 2)}, {"places": (0, 0, 1)}),
    ("fewest_lasts", {"places": (0, 0, 2), "lasts": 0}, {"places": (0, 0, 1), "lasts": 1}),
    ("best_game", {"best_game": 2}, {"best_game": 1}),
    ("worst_game", {"worst_game": -1}, {"worst_game": -2}),
    ("last_game", {"last_game": 2}, {"last_game": 1}),
    ("points", {"points": 2}, {"points": 1}),
    ("most_games", {"games": 2}, {"games": 1}),
    ("fewest_chombo", {"chombo": 0}, {"chombo": 1}),
    ("fewest_penalties", {"penalties": 0}, {"penalties": 1}),
    ("carried_over", {"carried_over": 2}, {"carried_over": 1}),
    (
        "stage_total",
        {"total": 9, "carried_over": 7},
        {"total": 10, "carried_over": 9},
    ),
    (
        "stage_points",
        {"points": 9, "carried_points": 7},
        {"points": 10, "carried_points": 9},
    ),
    ("before_last_game", {"last_game": -2}, {"last_game": -1}),
    ("seed", {"seed": 1}, {"seed": 2}),
]


@pytest.mark.parametrize(("name", "better", "worse"), PREFERRED)
def test_each_criterion_prefers_the_better(name, better, worse):
    lines = [Line("worse", 1, **worse), Line("better", 2, **better)]

    assert order(lines, (name, "lot")) == [("better", 1, 1, ""), ("worse", 2, 2, name)]


def test_match_points_come_before_all_of_them():
    lines = [Line("a", lot=1, total=9, match_points=1), Line("b", lot=2, match_points=2), Line("c", lot=3)]

    assert order(lines, ("match_points", "total", "lot")) == [
        ("b", 1, 1, ""),
        ("a", 2, 2, "match_points"),
        ("c", 3, 3, "match_points"),
    ]


@pytest.mark.parametrize(
    "names", [("match_points",), ("total", "match_points", "lot"), ("match_points",) * 2]
)
def test_match_points_are_no_tie_break(names):
    with pytest.raises(ScoringError):
        rank([], names)


def test_every_criterion_is_tested_above():
    tested = {name for name, _better, _worse in PREFERRED} | {"head_to_head", "lot"}

    missing = set(TIE_BREAKS) - tested

    assert not missing, (
        f"{', '.join(sorted(missing))}: add to PREFERRED of this file what a better and a worse line have"
    )
    assert tested <= set(TIE_BREAKS)


def test_players_who_met_are_compared_by_the_games_in_which_they_met():
    lines = [Line("a", 1, total=10), Line("b", 2, total=10), Line("c", 3, total=10), Line("d", 4, total=50)]
    tables = [{"a": 30, "b": -5, "d": 0, "x": 0}, {"b": 25, "c": 40, "d": 0, "y": 0}, {"a": 99, "d": 1}]

    assert order(lines, ("total", "head_to_head", "lot"), tables=tables) == [
        ("d", 1, 1, ""),
        ("c", 2, 2, "total"),
        ("a", 3, 3, "head_to_head"),
        ("b", 4, 4, "head_to_head"),
    ]


def test_two_players_who_met_are_compared_by_the_sum_of_those_games():
    lines = [Line("a", 1, total=10), Line("b", 2, total=10)]
    tables = [{"a": -60, "b": 60, "c": 0}, {"a": 10, "b": -10}, {"a": 10, "b": -10}, {"a": 99}]

    assert order(lines, ("total", "head_to_head", "lot"), tables=tables) == [
        ("b", 1, 1, ""),
        ("a", 2, 2, "head_to_head"),
    ]


def test_players_who_never_met_are_not_set_apart_by_it():
    lines = [Line("a", 1, total=10), Line("b", 2, total=10)]

    assert order(lines, ("total", "head_to_head", "lot"), tables=[{"a": -5, "c": 5}]) == [
        ("a", 1, 1, ""),
        ("b", 2, 1, "lot"),
    ]


def test_who_met_may_be_compared_first_and_other_things_after_it():
    lines = [Line("a", 1, total=8, games=2), Line("b", 2, total=9, games=3), Line("c", 3, total=30, games=5)]
    tables = [{"a": 3, "b": 3, "c": -6}]

    assert order(lines, ("head_to_head", "average", "lot"), tables=tables) == [
        ("a", 1, 1, ""),
        ("b", 2, 2, "average"),
        ("c", 3, 3, "head_to_head"),
    ]


def test_averages_are_compared_exactly_however_great_they_are():
    lines = [Line("less", 1, total=10**17, games=3), Line("more", 2, total=10**17 + 1, games=3)]

    assert order(lines, ("average", "lot")) == [("more", 1, 1, ""), ("less", 2, 2, "average")]


def test_without_games_the_average_is_nothing():
    lines = [Line("new", 2), Line("even", 1, total=0, games=4)]

    assert order(lines, ("average", "lot")) == [("even", 1, 1, ""), ("new", 2, 1, "lot")]


@pytest.mark.parametrize(("name", "places"), [("wins", ()), ("seconds", (9,)), ("thirds", (9, 9))])
def test_places_that_were_never_counted_are_none(name, places):
    lines = [
        Line("a", 1, places=places),
        Line("b", 2, places=(9, 9, 0, 0) if name == "thirds" else (0, 0, 0, 0)),
    ]

    assert [line[3] for line in order(lines, (name, "lot"))] == ["", "lot"]


LAST = "The last tie-break is always the drawn lot."


@pytest.mark.parametrize(
    ("names", "code", "message"),
    [
        ((), "lot_must_be_last", LAST),
        (("total",), "lot_must_be_last", LAST),
        (("lot", "total"), "lot_must_be_last", LAST),
        (("total", "total", "lot"), "repeated_tie_break", "Each tie-break can be used once."),
        (("luck", "lot"), "unknown_tie_break", "There is no tie-break 'luck'."),
    ],
)
def test_a_list_of_tie_breaks_ends_in_the_lot(names, code, message):
    with pytest.raises(ScoringError) as refused:
        rank([], names)

    error = refused.value
    assert (error.code, error.fields, error.message) == (code, ("tie_breaks",), message)


@pytest.mark.parametrize(
    ("lines", "what"), [([Line("a", 1), Line("b", 1)], "lot"), ([Line("a", 1), Line("a", 2)], "key")]
)
def test_two_entries_cannot_hold_one_lot(lines, what):
    with pytest.raises(ScoringError) as refused:
        rank(lines, ("total", "lot"))

    error = refused.value
    assert (error.code, error.fields) == (f"repeated_{what}", (what,))
    assert error.message == f"Two entries have the same {what}."


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 3)), max_size=12), st.randoms(use_true_random=False)
)
def test_the_order_in_which_entries_come_is_irrelevant(values, random):
    lines = [Line(n, n, total=total, games=games) for n, (total, games) in enumerate(values)]
    shuffled = lines.copy()
    random.shuffle(shuffled)
    names = ("average", "total", "head_to_head", "lot")

    assert rank(lines, names) == rank(shuffled, names)


@pytest.mark.slow
def test_a_hundred_thousand_entries_are_ranked_in_seconds():
    lines = [
        Line(n, n, total=n * 7919 % 5000, games=1 + n % 40, places=(n % 9, 0, 0, 0)) for n in range(100_000)
    ]

    started = time.process_time()
    ranked = rank(lines, ("total", "average", "wins", "best_game", "lot"))

    assert [r.rank for r in ranked] == list(range(1, 100_001))
    assert time.process_time() - started < 10


def test_who_is_not_ranked_stands_below_in_the_same_order_without_a_rank():
    lines = [
        Line("spare", 1, total=90, is_ranked=False),
        Line("a", 2, total=10),
        Line("gone", 3, total=95, is_ranked=False),
        Line("b", 4, total=10),
    ]

    assert order(lines, ("total", "lot")) == [
        ("a", 1, 1, ""),
        ("b", 2, 1, "lot"),
        ("gone", 3, None, ""),
        ("spare", 4, None, "total"),
    ]
