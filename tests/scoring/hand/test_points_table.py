from scoring.hand.points_table import Row, points_table
from scoring.rulebook.rulebook import load


def test_mcr_takes_eight_from_everybody_and_the_value_from_the_discarder():
    assert points_table(load("mcr"))[0] == Row(points=8, gets=32, discarder=16, other=8, each=16)


def test_zung_jung_shares_up_to_25_points_and_charges_the_discarder_beyond():
    rows = {row.points: row for row in points_table(load("wsom"))}
    assert rows[25] == Row(25, 75, 25, 25, 25)
    assert rows[320] == Row(320, 960, 910, 25, 320)


def test_values_below_the_rulebooks_minimum_are_not_shown():
    assert [points_table(load(name))[0].points for name in ("mcr", "wsom")] == [8, 1]


def test_a_game_of_han_and_fu_has_no_such_table():
    assert points_table(load("mleague")) == []
