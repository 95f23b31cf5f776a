"""A deduction typed in the wrong unit is noticed; one that a rulebook gives is not."""

import pytest

from scoring.doubts.deductions import is_large, very_good_game
from scoring.rulebook.rulebook import editions, load


@pytest.mark.parametrize(
    ("edition", "points"), [("mleague", 20), ("ema_2016", 20), ("wrc_2025", 40), ("jpml_a", 20)]
)
def test_twenty_or_forty_points_are_a_usual_deduction_and_as_many_thousand_are_not(edition, points):
    rulebook = load(edition)
    units = points * rulebook.units_per_point

    assert (is_large(rulebook, units), is_large(rulebook, 1_000 * units)) == (False, True)


def test_a_very_good_game_is_twice_the_starting_points():
    assert very_good_game(load("mleague")) == 70_000


@pytest.mark.parametrize("edition", ["mcr", "wsom"])
def test_where_a_game_starts_without_points_nothing_is_large(edition):
    assert not is_large(load(edition), 10**9)


@pytest.mark.parametrize("edition", editions())
def test_it_can_be_said_of_every_edition(edition):
    best = very_good_game(load(edition))

    assert best is None or best > 0
