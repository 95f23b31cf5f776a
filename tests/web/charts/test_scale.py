import pytest

from web.charts.scale import Scale


@pytest.mark.parametrize(
    ("values", "unit", "ticks"),
    [
        ([-120_000, 284_000], 1000, [-100_000, 0, 100_000, 200_000]),
        ([0, 63_500], 1, [0, 20_000, 40_000, 60_000]),
        # Table points, of which a twelfth is the least: whole ones have a line.
        ([0, 30], 12, [0, 12, 24]),
        ([25_000], 1, [25_000]),
        ([0, 0], 1000, [0]),
        ([-7, -7], 1, [-7]),
    ],
)
def test_lines_are_drawn_at_round_numbers(values: list[int], unit: int, ticks: list[int]) -> None:
    assert Scale.of(values, unit=unit).ticks() == ticks


@pytest.mark.parametrize("low", [-1_000_003, -50, 0, 3, 17])
@pytest.mark.parametrize("span", [1, 7, 99, 1_234_567])
def test_there_are_never_more_than_six_lines(low: int, span: int) -> None:
    scale = Scale.of([low, low + span])

    assert len(scale.ticks()) <= 6
    assert (scale.down(low + span), scale.down(low), scale.along(low), scale.along(low + span)) == (
        0,
        1,
        0,
        1,
    )


def test_equal_values_are_in_the_middle() -> None:
    scale = Scale.of([25_000, 25_000])

    assert (scale.down(25_000), scale.along(25_000)) == (0.5, 0.5)
