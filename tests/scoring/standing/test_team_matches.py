"""Match points of teams: who met whom, and what places in a match bring."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.team_matches import (
    MATCH_POINT_UNITS,
    MOST_PLACES,
    check_match_points,
    in_units,
    match_points,
    matches,
)

BY_PLACE = (4, 2, 1, 0)


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((30, 10, -10, -30), ("4", "2", "1", "0")),
        ((30, 10, 10, -50), ("4", "3/2", "3/2", "0")),
        ((20, 20, 20, -60), ("7/3", "7/3", "7/3", "0")),
        ((60, -20, -20, -20), ("4", "1", "1", "1")),
        ((0, 0, 0, 0), ("7/4", "7/4", "7/4", "7/4")),
        # A match of three, and one of more than there are places with points.
        ((5, 0, -5), ("4", "2", "1")),
        ((5, 4, 3, 2, 1), ("4", "2", "1", "0", "0")),
    ],
)
def test_equals_share_what_their_places_bring(totals: tuple[int, ...], points: tuple[str, ...]) -> None:
    found = match_points(BY_PLACE, dict(enumerate(totals)))

    assert found == dict(enumerate(map(Fraction, points)))


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ([], []),
        ([[]], []),
        ([["a", "b"], ["c", "d"]], [["a", "b"], ["c", "d"]]),
        # A, B and C, D first sit apart; the third table brings them together.
        ([["a", "b"], ["c", "d"], ["b", "c"]], [["c", "d", "a", "b"]]),
        ([["a", "a", "b", "b"]], [["a", "b"]]),
    ],
)
def test_teams_that_meet_through_others_are_in_one_match(tables, expected) -> None:
    assert [set(one) for one in matches(tables)] == [set(one) for one in expected]


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), max_size=8))
def test_every_team_is_in_one_match_and_no_table_is_in_two(tables: list[list[int]]) -> None:
    found = matches(tables)

    everybody = [team for match in found for team in match]
    assert sorted(everybody) == sorted({team for table in tables for team in table})
    assert all(any(set(table) <= set(match) for match in found) for table in tables if table)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=MOST_PLACES))
def test_nothing_is_lost_in_sharing(totals: list[int]) -> None:
    found = match_points(BY_PLACE, dict(enumerate(totals)))

    assert sum(found.values()) == sum(BY_PLACE[: len(totals)])
    assert all((points * MATCH_POINT_UNITS).denominator == 1 for points in found.values())
    assert sum(map(in_units, found.values())) == sum(BY_PLACE[: len(totals)]) * MATCH_POINT_UNITS


@pytest.mark.parametrize("by_place", [(), (1,), (4, 2, 1, 0), (2, 2, 0, 0), (1000,) * MOST_PLACES])
def test_match_points_never_rise(by_place: tuple[int, ...]) -> None:
    assert check_match_points(list(by_place)) == by_place


@pytest.mark.parametrize("by_place", [(1, 2), (4, -1), (1001,), (0,) * (MOST_PLACES + 1)])
def test_other_lists_are_refused(by_place: tuple[int, ...]) -> None:
    with pytest.raises(ScoringError) as refusal:
        check_match_points(by_place)

    assert (refusal.value.code, list(refusal.value.fields)) == ("match_points_of_places", ["match_points"])
