"""Totals as people read them."""

from scoring.result.formatting import show_points, show_total


def test_exact_thirds_are_shown_as_fractions():
    assert [show_points(25_000, 3_000), show_points(-25_000, 3_000), show_points(3, 12)] == [
        "25/3",
        "-25/3",
        "0.25",
    ]
    assert [show_total(1_000, 3_000), show_total(28, 12), show_total(-28, 12)] == ["+1/3", "+2 1/3", "-2 1/3"]


def test_totals_are_shown_as_people_read_them():
    shown = [show_total(units, 1_000) for units in (26_200, -500, 0, 1, -61_700)]

    assert shown == ["+26.2", "-0.5", "0", "+0.001", "-61.7"]
    assert [show_total(units, 3_000) for units in (25_000, -25_000, 1_000, -1_000, 3_000)] == [
        *("+8 1/3", "-8 1/3", "+1/3", "-1/3", "+1"),
    ]
    assert [show_points(units, 3_000) for units in (1_000, -1_000, -3_000)] == ["1/3", "-1/3", "-1"]


def test_decimals_end_after_twelve_places():
    assert show_points(-1, 10**12) == "-0.000000000001"
    assert show_points(1, 10**13) == "1/10000000000000"
