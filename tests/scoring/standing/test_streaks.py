"""Games in a row on the first places."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from scoring.standing.streaks import streak


@given(st.lists(st.integers(1, 4), max_size=30), st.integers(1, 4))
def test_a_streak_is_a_run_of_places(places: list[int], best: int) -> None:
    runs = [len(list(run)) for is_in, run in groupby(places, lambda place: place <= best) if is_in]

    found = streak(places, best_places=best)

    assert found.longest == max(runs, default=0)
    assert found.now == (runs[-1] if places and places[-1] <= best else 0)
