"""One ranking of all places, in the shapes that events have."""

from collections.abc import Sequence

from tournaments.standings.seasons.over_stages import Line, over_stages


def stage(number: int, *ranks: str, games: int = 1) -> list[Line]:
    """The lines of a stage: each text has the players of one rank, one letter each."""
    lines: list[Line] = []
    for level in ranks:
        rank = len(lines) + 1
        for letter in level:
            position = len(lines) + 1
            lines.append(Line(number, number, rank, position, ord(letter), -position, games, 0))
    return lines


def ranking(*stages: Sequence[Line]) -> list[tuple[int, str, int]]:
    """Everybody's rank, letter and last stage, first to last."""
    placed = over_stages([line for lines in stages for line in lines])
    return [(one.rank, chr(one.line.key), one.line.stage) for one in placed]


def letters(placed: Sequence[tuple[int, str, int]]) -> str:
    """The order, with those who share a place in brackets."""
    by_rank: dict[int, str] = {}
    for rank, letter, _stage in placed:
        by_rank[rank] = by_rank.get(rank, "") + letter
    return "".join(level if len(level) == 1 else f"({level})" for level in by_rank.values())


def test_one_stage_is_its_standings_and_ties_share_a_place() -> None:
    assert ranking(stage(1, "a", "bc", "d")) == [(1, "a", 1), (2, "b", 1), (2, "c", 1), (4, "d", 1)]


def test_finalists_come_before_everybody_else() -> None:
    qualifying = stage(1, *"abcdefgh")

    assert ranking(qualifying, stage(2, *"dbca"))[:5] == [
        (1, "d", 2),
        (2, "b", 2),
        (3, "c", 2),
        (4, "a", 2),
        (5, "e", 1),
    ]


def test_a_final_of_eight_at_two_tables_is_one_ranking_of_eight() -> None:
    placed = ranking(stage(1, *"abcdefghijkl"), stage(2, *"h", "ag", *"bcdef"))

    assert letters(placed) == "h(ag)bcdefijkl"
    assert [rank for rank, _letter, _stage in placed][:5] == [1, 2, 2, 4, 5]


def test_after_a_second_chance_the_last_stage_played_decides() -> None:
    """The winners a and b wait in the semifinal; c to f play again, of whom two join them; two play the final."""
    first = stage(1, *"abcdefgh")
    revival, semifinal, final = stage(2, *"dcfe"), stage(3, *"cadb"), stage(4, *"ac")

    assert letters(ranking(first, revival, semifinal, final)) == "acdbfegh"


def test_a_ladder_of_steps_ranks_by_the_step_that_was_reached() -> None:
    ladder = [stage(1, *"abcdefgh"), stage(2, *"efgh"), stage(3, *"cdef"), stage(4, *"abec")]

    assert letters(ranking(*ladder)) == "abecdfgh"


def test_pools_count_as_one_stage_before_their_final() -> None:
    pools = stage(1, *"abcd"), stage(2, *"efgh")

    assert letters(ranking(*pools, stage(3, *"ebaf"))) == "ebaf(cg)(dh)"


def test_divisions_without_a_common_final_share_all_places() -> None:
    assert letters(ranking(stage(1, *"abc"), stage(2, *"def"))) == "(ad)(be)(cf)"


def test_final_b_of_the_places_behind_comes_after_final_a() -> None:
    qualifying = stage(1, *"abcdefghijkl")

    assert letters(ranking(qualifying, stage(2, *"dcba"), stage(3, *"hgfe"))) == "dcbahgfeijkl"
    assert letters(ranking(qualifying, stage(2, *"hgfe"), stage(3, *"dcba"))) == "dcbahgfeijkl"


def test_final_b_of_the_seconds_of_two_pools_comes_after_final_a_of_the_firsts() -> None:
    pools = stage(1, *"abcd"), stage(2, *"efgh")

    assert letters(ranking(*pools, stage(3, *"ea"), stage(4, *"bf"))) == "eabf(cg)(dh)"


def test_semifinals_side_by_side_share_places_whoever_came_to_them() -> None:
    """Both lead to one final; and neither is ahead where places are shared out in turn."""
    qualifying = stage(1, *"abcdefgh")

    assert (
        letters(ranking(qualifying, stage(2, *"abcd"), stage(3, *"efgh"), stage(4, *"eabf")))
        == "eabf(cg)(dh)"
    )
    assert letters(ranking(qualifying, stage(2, *"adeh"), stage(3, *"bcfg"))) == "(ab)(dc)(ef)(hg)"


def test_players_who_missed_the_final_keep_their_place_of_the_stage_before() -> None:
    final = [*stage(2, *"bc"), Line(2, 2, 3, 3, ord("a"), 0, 0, 0)]

    assert letters(ranking(stage(1, *"abcd"), final)) == "bcad"


def test_players_without_a_game_share_the_last_place() -> None:
    idle = [Line(1, 1, 4, position, ord(letter), 0, 0, 0) for position, letter in ((4, "x"), (5, "y"))]

    assert letters(ranking([*stage(1, *"abc"), *idle])) == "abc(xy)"
