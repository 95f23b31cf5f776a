"""Yakuman given by name: known, possible together, won as they can be, and counted once."""

from itertools import combinations

import pytest

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.payment import settle_win
from scoring.hand.riichi.names import YAKU
from scoring.hand.win import Hand, Liability, Win
from scoring.hand.yakuman import BLESSINGS, YAKUMAN, go_together
from scoring.rulebook.rulebook import load

DANCHING, MLEAGUE, SOUL = load("danching"), load("mleague"), load("mahjongsoul")


def paid(book, *names, loser=2, winner=1, **more):
    return settle_win(book, Hand(0, **more), [Win(winner, yakuman=names)], loser).delta[winner]


def refusal(book, *names, **more) -> tuple[str, str]:
    with pytest.raises(ScoringError) as refused:
        paid(book, *names, **more)
    return refused.value.code, refused.value.message


def test_the_names_are_those_that_hands_are_valued_with():
    assert {name.code for name in YAKU.values() if name.is_yakuman} == set(YAKUMAN)


def test_a_name_that_is_none_is_refused_with_the_one_that_was_meant():
    """A slip would lose a double yakuman: 大四喜 is worth 64,000 there [S4]."""
    assert refusal(DANCHING, "daisuushi") == (
        "unknown_yakuman",
        "There is no yakuman 'daisuushi'. Do you mean daisuushii?",
    )
    assert paid(DANCHING, "daisuushii") == 64_000
    assert refusal(DANCHING, "x")[1].startswith("There is no yakuman 'x'. Known are kokushi, chuuren, ")


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (("junsei_chuuren", "chuuren"), 64_000),
        (("chuuren", "junsei_chuuren"), 64_000),
        (("chuuren",), 32_000),
        (("suuankou_tanki", "suuankou"), 32_000),
        (("kokushi_13", "kokushi"), 32_000),
    ],
)
def test_a_better_wait_is_not_added_to_its_own_yakuman(names, points):
    """純正九蓮宝燈と九蓮宝燈は複合せず、2倍役満として計算する [S4]."""
    assert paid(DANCHING, *names) == points


def test_the_same_twice_is_refused():
    assert refusal(MLEAGUE, "kokushi", "kokushi") == ("no_such_hand", "Each yakuman is named once.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kokushi", "daisangen"),
        ("chuuren", "suuankou"),
        ("daisangen", "daisuushii"),
        ("shousuushii", "daisuushii"),
        ("tsuuiisou", "chinroutou"),
        ("ryuuiisou", "tsuuiisou"),
        ("tenhou", "chiihou"),
        ("tenhou", "suukantsu"),
    ],
)
def test_two_that_no_hand_has_are_refused(one, other):
    assert refusal(MLEAGUE, one, other)[0] == "no_such_hand"


def test_which_go_together():
    pairs = {frozenset(pair) for pair in combinations(YAKUMAN, 2) if go_together(*pair)}
    patterns = {pair for pair in pairs if not pair & BLESSINGS}

    triplets = ("daisangen", "shousuushii", "daisuushii", "tsuuiisou", "chinroutou", "ryuuiisou")
    assert patterns == {
        *(frozenset((held, one)) for held in ("suuankou", "suuankou_tanki", "suukantsu") for one in triplets),
        *(frozenset(("tsuuiisou", one)) for one in triplets[:3]),
        *(frozenset((held, "suukantsu")) for held in ("suuankou", "suuankou_tanki")),
        frozenset(("kokushi", "kokushi_13")),
        frozenset(("suuankou", "suuankou_tanki")),
        frozenset(("chuuren", "junsei_chuuren")),
    }
    assert len(pairs) == len(patterns) + 3 * (len(YAKUMAN) - 3 - 1)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("tenhou", {"winner": 1, "loser": None}),
        ("tenhou", {"winner": 0, "loser": 1}),
        ("chiihou", {"winner": 0, "loser": None}),
        ("chiihou", {"winner": 1, "loser": 2}),
    ],
)
def test_a_blessing_is_won_as_it_can_be(name, how):
    assert refusal(MLEAGUE, name, **how)[0] == "no_such_hand"


def test_renhou_is_a_yakuman_only_where_the_rulebook_says_so():
    yakuman = MLEAGUE.with_house_rules("x", {"yaku.renhou": "yakuman"})

    assert paid(yakuman, "renhou") == 32_000
    assert refusal(yakuman, "renhou", loser=None)[0] == "no_such_hand"
    assert refusal(MLEAGUE, "renhou") == ("no_such_hand", "Renhou is no yakuman under this rulebook.")
    with pytest.raises(NeedsEventSetting):
        paid(MLEAGUE.with_house_rules("x", {"yaku.renhou": "unset"}), "renhou")


def test_where_the_pair_wait_is_paid_twice_it_has_to_be_named():
    """By ron four triplets are concealed on the pair alone, and four kans leave no other wait."""
    assert paid(SOUL, "suuankou", loser=None) == 32_000
    assert refusal(SOUL, "suuankou")[1].endswith("suuankou_tanki.")
    assert refusal(SOUL, "suuankou", "suukantsu", loser=None)[1].endswith("suuankou_tanki.")
    assert paid(SOUL, "suuankou_tanki", "suukantsu") == 96_000
    assert paid(MLEAGUE, "suuankou") == 32_000


def test_liability_is_for_a_yakuman_that_is_named_and_open():
    def owed(win):
        with pytest.raises(ScoringError) as refused:
            settle_win(MLEAGUE, Hand(0), [win], 2)
        return refused.value.code

    assert owed(Win(1, han=3, fu=40, pao=Liability(3, "daisangen"))) == "no_such_liability"
    assert owed(Win(1, units=1, pao=Liability(3, "daisangan"))) == "unknown_yakuman"
    both = ("daisangen", "suuankou_tanki")
    assert owed(Win(1, yakuman=both, pao=Liability(3, "daisangen"))) == "no_such_hand"


def test_what_the_sum_of_several_depends_on_is_required_where_it_is_open():
    stacked = load("beginner").with_house_rules("x", {"score.yakuman_stack": True})

    for book, field in ((load("beginner"), "score.yakuman_stack"), (stacked, "score.yakuman_cap")):
        for won in (Win(1, yakuman=("daisangen", "tsuuiisou")), Win(1, units=2)):
            with pytest.raises(NeedsEventSetting) as refused:
                settle_win(book, Hand(0), [won], 2)
            assert refused.value.fields == (field,)
    assert paid(load("beginner"), "daisangen") == 32_000


def test_a_double_yakuman_is_required_only_where_a_name_could_be_one():
    book = MLEAGUE.with_house_rules("x", {"score.double_yakuman": "unset"})

    assert paid(book, "daisangen") == 32_000
    with pytest.raises(NeedsEventSetting) as refused:
        paid(book, "daisuushii")
    assert refused.value.fields == ("score.double_yakuman",)


@pytest.mark.parametrize(
    ("book", "win", "field"),
    [
        (MLEAGUE, Win(1, han=3, fu=40, points=8), "points"),
        (load("mcr"), Win(1, points=8, han=3), "han"),
        (load("wsom"), Win(1, points=8, pao=Liability(2, "daisangen")), "pao"),
    ],
)
def test_what_this_game_does_not_count_is_refused_and_not_left_out(book, win, field):
    with pytest.raises(ScoringError) as refused:
        settle_win(book, Hand(0), [win], 2)

    assert (refused.value.code, refused.value.fields) == ("no_value", (field,))
