"""Two players against each other are the same seen from either side."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.standing.head_to_head import HeadToHead, Meeting, against

MEETINGS = st.lists(
    st.builds(
        Meeting,
        st.integers(1, 5),
        st.integers(1, 5),
        st.integers(-100_000, 200_000),
        st.integers(-100_000, 200_000),
    )
)


def test_places_say_who_was_higher_and_points_are_added_up() -> None:
    games = [
        Meeting(1, 4, 45_000, -2_000),
        Meeting(3, 2, 20_000, 25_000),
        Meeting(1, 2, 33_000, 33_000),
        Meeting(2, 2, 24_000, 24_000),
    ]

    assert against(games) == HeadToHead(4, higher=2, level=1, lower=1, points=122_000, others_points=80_000)


@given(MEETINGS)
def test_the_other_sees_the_same_the_other_way_round(games: list[Meeting]) -> None:
    mine = against(games)
    theirs = against(Meeting(one.others_place, one.place, one.others_points, one.points) for one in games)

    assert theirs == HeadToHead(
        mine.games, mine.lower, mine.level, mine.higher, mine.others_points, mine.points
    )
    assert mine.higher + mine.level + mine.lower == mine.games == len(games)


@given(MEETINGS, MEETINGS)
def test_games_add_up_in_whatever_order(some: list[Meeting], more: list[Meeting]) -> None:
    parts = zip(against(some), against(more), strict=True)

    assert against([*more, *some]) == tuple(one + other for one, other in parts)
