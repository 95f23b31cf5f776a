"""What a hand of so many han and fu is worth: the whole value, with its name."""

import pytest

from scoring.errors import ScoringError
from scoring.hand.value import Value, is_unlimited, value_of_han
from scoring.rulebook.rulebook import Rulebook, load

PLAIN = load("saikouisen").with_house_rules("plain", {"score.kiriage": False, "score.kazoe": "yakuman"})
KIRIAGE = PLAIN.with_house_rules("kiriage", {"score.kiriage": True})
SIMPLE = load("beginner_simple")
AOTENJOU = PLAIN.with_house_rules("aotenjou", {"overlay.unlimited": True})
UNLIMITED_TABLE = PLAIN.with_house_rules("its table", {"score.table": "unlimited"})


@pytest.mark.parametrize(
    ("book", "han", "fu", "value"),
    [
        (PLAIN, 1, 30, Value(240, 1, 30)),
        (PLAIN, 3, 60, Value(1_920, 3, 60)),
        (PLAIN, 4, 30, Value(1_920, 4, 30)),
        (PLAIN, 3, 70, Value(2_000, 3, 70, "mangan")),
        (PLAIN, 4, 40, Value(2_000, 4, 40, "mangan")),
        (KIRIAGE, 4, 30, Value(2_000, 4, 30, "mangan")),
        (KIRIAGE, 3, 60, Value(2_000, 3, 60, "mangan")),
        (KIRIAGE, 3, 50, Value(1_600, 3, 50)),
        (KIRIAGE, 2, 110, Value(1_760, 2, 110)),
        (AOTENJOU, 4, 40, Value(2_560, 4, 40)),
        (AOTENJOU, 13, 30, Value(983_040, 13, 30)),
        (UNLIMITED_TABLE, 5, 30, Value(3_840, 5, 30)),
    ],
)
def test_a_value_is_its_points_its_han_and_fu_and_the_name_of_its_limit(
    book: Rulebook, han: int, fu: int, value: Value
) -> None:
    assert value_of_han(book, han, fu, tsumo=False) == value


def test_kiriage_rounds_up_the_two_hands_the_rulebooks_name_and_no_other() -> None:
    """30符4翻・60符3翻 [P37, EMA 2025, WRC]: 2 han of 120 fu would be 7,700 too, but no hand is so."""
    rounded = [
        (han, fu)
        for han in (1, 2, 3, 4)
        for fu in (25, *range(30, 120, 10))
        if (fu, han) not in ((25, 1), (110, 1))
        and value_of_han(KIRIAGE, han, fu, tsumo=False) != value_of_han(PLAIN, han, fu, tsumo=False)
    ]

    assert rounded == [(3, 60), (4, 30)]


@pytest.mark.parametrize(
    ("han", "value"),
    [
        (1, Value(250, 1, 0)),
        (2, Value(500, 2, 0)),
        (3, Value(1_000, 3, 0)),
        (4, Value(2_000, 4, 0, "mangan")),
    ],
)
@pytest.mark.parametrize("fu", [None, 30, 110])
def test_the_simple_table_knows_no_fu(han: int, value: Value, fu: int | None) -> None:
    """Beginners' standard, simple score table: 1,000, 2,000, 3,900 and mangan, as 1, 2 and 4 units of 250."""
    assert value_of_han(SIMPLE, han, fu, tsumo=False) == value


def test_a_limit_of_the_simple_table_asks_for_no_real_fu() -> None:
    assert value_of_han(SIMPLE, 5, 21, tsumo=False) == Value(2_000, 5, 21, "mangan")


@pytest.mark.parametrize(
    ("tsumo", "han", "is_a_hand"), [(True, 2, True), (True, 1, False), (False, 2, False), (False, 4, False)]
)
def test_20_fu_are_pinfu_by_tsumo(tsumo: bool, han: int, is_a_hand: bool) -> None:
    book = PLAIN.with_house_rules("open pinfu is 30", {"fu.pinfu_tsumo": True, "fu.open_pinfu": 30})
    if is_a_hand:
        assert value_of_han(book, han, 20, tsumo=tsumo) == Value(20 << (han + 2), han, 20)
        return
    with pytest.raises(ScoringError) as refusal:
        value_of_han(book, han, 20, tsumo=tsumo)
    assert refusal.value.code == "no_such_hand"


def test_an_open_pinfu_shape_may_be_20_fu_of_one_han_by_ron() -> None:
    """By tsumo it has the 2 fu of the self-draw: 30."""
    book = PLAIN.with_house_rules("open pinfu is 20", {"fu.pinfu_tsumo": False, "fu.open_pinfu": 20})

    assert value_of_han(book, 1, 20, tsumo=False) == Value(160, 1, 20)
    with pytest.raises(ScoringError):
        value_of_han(book, 1, 20, tsumo=True)


def test_20_fu_by_tsumo_without_limits_know_how_they_were_won() -> None:
    book = AOTENJOU.with_house_rules("pinfu", {"fu.pinfu_tsumo": True, "fu.open_pinfu": 30})

    assert value_of_han(book, 2, 20, tsumo=True) == Value(320, 2, 20)


def test_a_value_is_worked_out_once_and_a_refusal_every_time() -> None:
    book = PLAIN.with_house_rules("fresh", {})
    first = value_of_han(book, 3, 40, tsumo=True)
    for _again in range(2):
        with pytest.raises(ScoringError):
            value_of_han(book, 3, 41, tsumo=True)

    assert value_of_han(book, 3, 40, tsumo=True) is first
    assert book == PLAIN.with_house_rules("fresh", {})


def test_two_ways_to_play_without_limits() -> None:
    assert [is_unlimited(book) for book in (PLAIN, AOTENJOU, UNLIMITED_TABLE)] == [False, True, True]
