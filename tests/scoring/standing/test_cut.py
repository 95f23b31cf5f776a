"""Who goes on to a stage, and who is how far from the line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.cut import Group, Qualified, Take, at_the_cut, check_takes, distances, qualify
from scoring.standing.ranking import Line, rank

TABLES = [Group("1", ("a", "b", "c", "d")), Group("2", ("e", "f", "g", "h"))]
RANKING = ("e", "a", "b", "g", "f", "h", "c", "d")


def keys(rules, **more):
    return "".join(one.key for one in qualify(rules, ranking=RANKING, groups=TABLES, **more))


def test_each_rule_takes_whom_it_says():
    assert {
        "top 3": keys([Take(1, 3, "ranking")]),
        "places 3 to 5": keys([Take(3, 5, "ranking")]),
        "the first two of each table, by place and rank": keys([Take(1, 2)]),
        "the last of each table": keys([Take(4, 4)]),
        "wild cards": keys([Take(named=("d", "h"))]),
        "two of each table and the two best of the others": keys([Take(1, 2), Take(1, 2, "remaining")]),
        "wild cards before the top 2 take nobody's place twice": keys(
            [Take(named=("a",)), Take(1, 2, "ranking")]
        ),
        "wild cards before the two best of the others": keys([Take(named=("a",)), Take(1, 2, "remaining")]),
        "more than there are": keys([Take(1, 99, "ranking")]),
    } == {
        "top 3": "eab",
        "places 3 to 5": "bgf",
        "the first two of each table, by place and rank": "eabf",
        "the last of each table": "hd",
        "wild cards": "dh",
        "two of each table and the two best of the others": "eabfgh",
        "wild cards before the top 2 take nobody's place twice": "ae",
        "wild cards before the two best of the others": "aeb",
        "more than there are": "eabgfhcd",
    }


def test_it_says_by_what_somebody_goes_on():
    rules = [Take(1, 1), Take(1, 1, "remaining"), Take(named=("d",))]

    assert qualify(rules, ranking=RANKING, groups=TABLES) == [
        Qualified("e", 0, 1, "2"),
        Qualified("a", 0, 1, "1"),
        Qualified("b", 1, 1),
        Qualified("d", 2, 0),
    ]


def test_whom_two_rules_take_goes_on_by_the_first():
    rules = [Take(named=("a",)), Take(1, 2, "ranking")]

    assert qualify(rules, ranking=RANKING) == [Qualified("a", 0, 0), Qualified("e", 1, 1)]


@given(
    st.lists(
        st.builds(
            Take, st.integers(1, 3), st.integers(3, 6), st.sampled_from(["groups", "ranking", "remaining"])
        )
    )
)
def test_nobody_is_taken_twice_and_only_players_are(rules):
    if rules:
        taken = keys(rules)

        assert len(set(taken)) == len(taken)
        assert set(taken) <= set(RANKING)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ([], "nobody_goes_on"),
        ([Take(0, 1)], "invalid_places"),
        ([Take(3, 2)], "invalid_places"),
        ([Take(1, 1, "all")], "unknown_among"),
    ],
)
def test_what_is_no_rule_is_refused(rules, code):
    with pytest.raises(ScoringError) as refused:
        check_takes(rules)

    assert refused.value.code == code


def ranked(*totals):
    lines = [
        Line(name, lot, total=total) for lot, (name, total) in enumerate(zip("abcdef", totals, strict=False))
    ]
    return rank(lines, ("total", "lot"))


def test_who_is_equal_right_at_the_line_is_named():
    rows = ranked(50, 30, 30, 30, 10)

    assert [at_the_cut(rows, last).tied for last in range(6)] == [
        (),
        (),
        ("b", "c", "d"),
        ("b", "c", "d"),
        (),
        (),
    ]


def test_who_is_not_ranked_is_neither_above_nor_below():
    lines = [Line("a", 1, total=5), Line("b", 2, total=9, is_ranked=False), Line("c", 3, total=5)]
    rows = rank(lines, ("total", "lot"))

    assert at_the_cut(rows, 1).tied == ("a", "c")
    assert at_the_cut(rows, 2).tied == ()


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8), st.integers(0, 9))
def test_above_the_line_a_distance_is_never_negative_and_below_never_positive(totals, last):
    totals.sort(reverse=True)

    found = distances(totals, last)

    assert len(found) == len(totals)
    assert all(distance >= 0 for distance in found[:last])
    assert all(distance <= 0 for distance in found[last:])
