"""Elo by places: what some win others lose, the better of equals gains, and a draw moves towards each other."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.standing.elo import rated

RATINGS = st.integers(min_value=-1_000_000, max_value=4_000_000)
TABLES = st.integers(min_value=2, max_value=5).flatmap(
    lambda players: st.tuples(
        st.lists(RATINGS, min_size=players, max_size=players),
        st.lists(st.integers(min_value=1, max_value=players), min_size=players, max_size=players),
    )
)


def test_among_equals_a_game_moves_as_much_at_any_table() -> None:
    assert rated([1_500_000, 1_500_000], [1, 2]) == [1_518_000, 1_482_000]
    assert rated([1_500_000] * 3, [1, 2, 3]) == [1_518_000, 1_500_000, 1_482_000]
    assert rated([1_500_000] * 4, [1, 2, 3, 4]) == [1_518_000, 1_506_000, 1_494_000, 1_482_000]
    assert rated([1_500_000] * 4, [4, 1, 3, 2]) == [1_482_000, 1_518_000, 1_494_000, 1_506_000]


def test_who_is_400_better_is_expected_to_make_ten_points_of_eleven() -> None:
    # A. Elo: expected 1 / (1 + 10 ^ (-400 / 400)) = 10/11; 36 points times what was made beyond that.
    assert rated([1_900_000, 1_500_000], [1, 2]) == [1_903_273, 1_496_727]
    assert rated([1_900_000, 1_500_000], [2, 1]) == [1_867_273, 1_532_727]


def test_equals_that_share_a_place_stay_and_others_come_closer() -> None:
    assert rated([1_500_000, 1_500_000], [1, 1]) == [1_500_000, 1_500_000]
    assert rated([1_900_000, 1_500_000], [1, 1]) == [1_885_273, 1_514_727]


@given(TABLES)
def test_what_some_win_others_lose(table: tuple[list[int], list[int]]) -> None:
    ratings, places = table

    assert sum(rated(ratings, places)) == sum(ratings)


@given(TABLES)
def test_the_order_of_the_seats_has_no_part_in_it(table: tuple[list[int], list[int]]) -> None:
    ratings, places = table

    assert rated(ratings[::-1], places[::-1])[::-1] == rated(ratings, places)
