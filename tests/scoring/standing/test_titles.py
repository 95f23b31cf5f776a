"""Titles are exact: M-League publishes the rate of games that did not end last to four digits."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.standing.titles import TITLES, Holder, Record, titles

# M-League 2018-19, regular season: games, points in tenths, places 1 to 4. The sums of a season's players are those
# of their teams (tests/leagues/data/mleague_2018_regular/SOURCE.md).
SEASON = [
    Record("多井隆晴", 27, 4_763, (11, 7, 5, 4), 0, 4),
    Record("滝沢和典", 30, 3_148, (9, 6, 12, 3), 0, 3),
    Record("佐々木寿人", 37, 2_283, (11, 10, 6, 10), 0, 10),
    Record("朝倉康心", 28, 1_788, (7, 11, 5, 5), 0, 5),
]


def values(name: str, records: list[Record], **more: int) -> list[tuple[object, int, Fraction]]:
    return [tuple(holder) for holder in dict(titles(records, **more))[name]]


def test_the_season_of_2018() -> None:
    assert values("total", SEASON, first=2) == [("多井隆晴", 1, 4_763), ("滝沢和典", 2, 3_148)]
    assert values("not_last", SEASON, first=2) == [
        ("滝沢和典", 1, Fraction(9, 10)),
        ("多井隆晴", 2, Fraction(23, 27)),
    ]
    assert values("wins", SEASON, first=1) == [("多井隆晴", 1, Fraction(11, 27))]
    assert values("first_or_second", SEASON, first=1) == [("多井隆晴", 1, Fraction(18, 27))]
    assert values("mean_place", SEASON, first=1) == [("多井隆晴", 1, Fraction(56, 27))]


def test_a_minimum_of_games_is_asked_for_all_but_the_best_game() -> None:
    often, once = Record("often", 20, 100, (5, 5, 5, 5), 40, 5), Record("once", 1, 60, (1, 0, 0, 0), 60, 0)

    assert values("wins", [often, once], minimum=20) == [("often", 1, Fraction(1, 4))]
    assert values("best_game", [often, once], minimum=20) == [("once", 1, 60), ("often", 2, 40)]
    assert values("wins", [Record("never", 0, 0, (0, 0, 0, 0), 0, 0)]) == []


def test_the_level_share_a_rank_and_all_of_them_are_named() -> None:
    records = [Record(name, 2, 0, (1, 1, 0), 0, 0) for name in "abc"] + [Record("d", 2, 0, (0, 1, 1), 0, 1)]

    assert values("wins", records, first=1) == [(name, 1, Fraction(1, 2)) for name in "abc"]
    assert values("wins", records, first=4)[-1] == ("d", 4, 0)


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(-99, 99)), max_size=8
    ),
    st.integers(0, 12),
)
def test_nobody_outside_is_better(rows: list[tuple[int, ...]], minimum: int) -> None:
    records = [
        Record(key, sum(places), total, places, total, places[-1]) for key, (*counts, total) in enumerate(rows)
        for places in [tuple(counts)]
    ]  # fmt: skip

    found = titles(records, minimum=minimum, first=3)

    assert [name for name, _holders in found] == list(TITLES)
    for name, holders in found:
        able = [one for one in records if one.games and (one.games >= minimum or name == "best_game")]
        everybody = dict(titles(able, first=len(able)))[name]
        assert holders == [one for one in everybody if one.rank <= 3]
        for one in holders:
            better = [
                o for o in everybody if (o.value < one.value if name == "mean_place" else o.value > one.value)
            ]
            assert isinstance(one, Holder)
            assert one.rank == 1 + len(better)
