import re

import pytest

from web.charts.spark import MOST_VALUES, amount_bar, place_bar, spark


def test_a_run_ends_in_a_dot_and_zero_is_a_line() -> None:
    assert spark([0, 20_000, -10_000]) == (
        '<svg class="spark" viewBox="0 0 64 20" aria-hidden="true"><path d="M0 12h64"/>'
        '<path d="M3 12 32 3 61 17"/><circle cx="61" cy="17" r="2.5"/></svg>'
    )


@pytest.mark.parametrize("values", [[], [5_000]])
def test_one_value_is_no_run(values: list[int]) -> None:
    assert spark(values) == ""


def test_a_run_that_never_moves_is_level() -> None:
    assert '<path d="M3 17 61 17"/>' in spark([0, 0])


def test_of_a_long_run_some_values_are_left_out_and_never_the_last() -> None:
    drawn = spark([*range(200), 500])

    [way] = re.findall(r'd="M(3 .*?)"', drawn)
    assert len(way.split()) // 2 <= MOST_VALUES
    assert way.endswith("61 3")


def test_places_share_the_bar_by_how_often_they_were_taken() -> None:
    assert re.findall(r'class="(p\d)" d="M(\d+) 0h(\d+)v', place_bar((2, 0, 1, 1))) == [
        ("p1", "0", "48"),
        ("p3", "48", "24"),
        ("p4", "72", "24"),
    ]


def test_before_the_first_game_there_is_no_bar() -> None:
    assert place_bar((0, 0, 0, 0)) == ""


@pytest.mark.parametrize(
    ("value", "way", "left", "width"),
    [(30_000, "plus", 60, 180), (-10_000, "minus", 0, 60), (0, "plus", 60, 0)],
)
def test_an_amount_is_a_bar_from_zero_in_the_range_of_all(
    value: int, way: str, left: int, width: int
) -> None:
    drawn = amount_bar(value, [30_000, -10_000, 0])

    assert f'<path class="{way}" d="M{left} 0h{width}v8h-{width}z"/><path class="zero" d="M60 0v8"/>' in drawn


def test_where_all_amounts_are_zero_there_is_no_bar() -> None:
    assert amount_bar(0, [0, 0]) == ""
