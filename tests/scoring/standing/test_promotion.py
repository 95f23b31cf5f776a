"""Who goes up and who goes down between the divisions of a season."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.promotion import Boundary, Division, Move, PointsKept, Share, promote

A, B, C = Division("A", tuple("abcdefgh")), Division("B", tuple("ijklmnop")), Division("C", tuple("qrstuvwx"))


def one(number):
    return Share(number=number)


def joined(groups):
    return ["".join(group) for group in groups]


def test_two_go_up_and_four_go_down():
    moves = promote([A, B], [Boundary(up=one(2), down=one(4))])

    assert moves.moved == (
        *(Move(key, "down", 1, "rank") for key in "efgh"),
        *(Move(key, "up", 0, "rank") for key in "ij"),
    )
    assert joined(moves.next_season) == ["abcdij", "efghklmnop"]


def test_a_quarter_goes_up_and_a_quarter_down_at_every_boundary():
    quarter = Share(fraction=Fraction(1, 4))

    moves = promote([A, B, C], [Boundary(up=quarter, down=quarter)] * 2)

    assert joined(moves.next_season) == ["abcdefij", "ghklmnqr", "opstuvwx"]


@pytest.mark.parametrize(("mode", "expected"), [("down", 4), ("up", 5), ("half_up", 5), ("half_down", 4)])
def test_a_fraction_is_rounded_as_the_rule_says(mode, expected):
    assert Share(fraction=Fraction(1, 4), mode=mode).of(18) == expected


def test_who_plays_off_is_named_and_stays_for_now():
    moves = promote([A, B], [Boundary(up=one(1), down=one(1), play_off=2)])

    assert joined(moves.play_offs) == ["fgjk"]
    assert joined(moves.next_season) == ["abcdefgi", "hjklmnop"]


# 最高位戦 keeps promotion and demotion points: three within two seasons move.
POINTS = PointsKept(by_rank=(2, 1), threshold=3, seasons=2)


def test_points_kept_over_two_seasons_move():
    earlier = {"j": (2,), "i": (0,), "g": (2, 9)}

    moves = promote(
        [A, B],
        [Boundary(points_up=POINTS, points_down=POINTS)],
        kept_up=lambda key: earlier.get(key, ()),
        kept_down=lambda key: earlier.get(key, ()),
    )

    assert moves.moved == (Move("g", "down", 1, "points"), Move("j", "up", 0, "points"))
    assert (moves.points_up, moves.points_down) == ({"i": 2, "j": 1}, {"h": 2, "g": 1})


def test_points_of_older_seasons_are_forgotten():
    moves = promote([A, B], [Boundary(points_up=POINTS)], kept_up=lambda key: (0, 9))

    assert moves.moved == ()


def test_who_moves_by_rank_moves_once():
    moves = promote([A, B], [Boundary(up=one(1), points_up=POINTS)], kept_up=lambda key: (3,))

    assert [move.by for move in moves.moved] == ["rank", *["points"] * 7]


@pytest.mark.parametrize(
    ("divisions", "boundaries", "code"),
    [
        ([A, B], [], "boundaries_between_divisions"),
        ([A], [Boundary()], "boundaries_between_divisions"),
        ([A, Division("B", ("a",))], [Boundary()], "in_two_divisions"),
        ([A, B, C], [Boundary(down=one(1), up=one(5)), Boundary(down=one(5))], "moves_overlap"),
        ([A, B, C], [Boundary(up=one(3)), Boundary(down=one(3), play_off=3)], "moves_overlap"),
    ],
)
def test_what_cannot_be_is_refused(divisions, boundaries, code):
    with pytest.raises(ScoringError) as refused:
        promote(divisions, boundaries)

    assert refused.value.code == code


def test_without_divisions_nobody_moves():
    assert promote([], []).next_season == []


@given(
    st.lists(st.integers(6, 20), min_size=1, max_size=5),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_everybody_is_in_exactly_one_division_of_the_next_season(sizes, up, down):
    divisions = [
        Division(str(level), tuple((level, n) for n in range(size))) for level, size in enumerate(sizes)
    ]

    moves = promote(divisions, [Boundary(up=one(up), down=one(down))] * (len(sizes) - 1))

    before = [key for division in divisions for key in division.keys]
    assert sorted(key for level in moves.next_season for key in level) == sorted(before)
    assert all(abs(move.level - move.key[0]) == 1 for move in moves.moved)
