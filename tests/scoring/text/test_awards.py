"""Payments, conditions and rules in words."""

import pytest

from scoring.conditions.conditions import Condition, Goal, Winner, conditions
from scoring.conditions.win_levels import levels
from scoring.errors import ScoringError
from scoring.game.ending import REASONS
from scoring.game.game import start
from scoring.hand.payment import settle_win
from scoring.hand.value import Value
from scoring.hand.win import Hand, Liability, Win
from scoring.rulebook.labels import all_values, label, say_difference
from scoring.rulebook.rulebook import differences, editions, load
from scoring.text.awards import say_award, say_condition, say_end, say_level, say_value
from scoring.translation import languages

MLEAGUE = load("mleague")


def lines_of(book, hand, win, loser, language):
    return say_award(book, settle_win(book, hand, [win], loser).awards[0], language)


def test_a_tsumo_is_explained_step_by_step():
    hand, win = Hand(0, honba=2, deposits=1), Win(1, han=3, fu=40)

    assert lines_of(MLEAGUE, hand, win, None, "en") == [
        "3 han 40 fu 5,200",
        "+ 2 counters 600",
        "+ 1 stick 1,000",
        "= 6,800",
    ]
    assert lines_of(MLEAGUE, hand, win, None, "ja") == [
        "40符3翻 5,200点",
        "＋2本場 600点",
        "＋供託1本 1,000点",
        "＝6,800点",
    ]


def test_a_hand_alone_needs_no_sum():
    assert lines_of(MLEAGUE, Hand(0), Win(0, han=4, fu=30), 1, "en") == ["mangan (4 han 30 fu) 12,000"]
    assert lines_of(load("tenhou"), Hand(0), Win(0, han=6, fu=30), 1, "ja") == ["ハネ満（30符6翻） 18,000点"]


def test_counters_that_one_player_pays_for_all_are_counted_right():
    win = Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen"))

    assert lines_of(MLEAGUE, Hand(0, honba=2), win, None, "en") == [
        "yakuman 32,000",
        "+ 2 counters 600",
        "= 32,600",
    ]


def test_doubling_is_named():
    book = MLEAGUE.with_house_rules("wareme", {"overlay.wareme": "wareme"})

    assert lines_of(book, Hand(0, honba=1, marked=1), Win(1, han=3, fu=40), 2, "en") == [
        *("3 han 40 fu 10,400", "(wareme pays 2 times)", "+ 1 counter 600", "= 11,000"),
    ]
    assert lines_of(book, Hand(0, marked=1), Win(1, han=3, fu=40), 2, "ja")[1] == "（割れ目 2倍を含む）"


@pytest.mark.parametrize(
    ("edition", "value", "en", "ja"),
    [
        ("mcr", Value(24), "24 points", "24点"),
        ("beginner_simple", Value(1_000, 3, 0), "3 han", "3翻"),
        ("mleague", Value(16_000, 0, 0, "yakuman", 2), "2 x yakuman", "2倍役満"),
        ("beginner", Value(8_000, 13, 40, "kazoe"), "counted yakuman (13 han 40 fu)", "数え役満（40符13翻）"),
    ],
)
def test_a_worth_has_a_name_in_both_languages(edition, value, en, ja):
    assert (say_value(load(edition), value, "en"), say_value(load(edition), value, "ja")) == (en, ja)


def test_conditions_are_sentences():
    state = start(MLEAGUE)._replace(round=1, dealer=3, points=(30_000, 28_000, 24_000, 18_000))

    reached = conditions(MLEAGUE, state, Goal(2, place=1))

    assert [say_condition(c, "en", dealer=3) for c in reached if not c.riichi] == [
        "West: tsumo 1,300 / 2,600 or more",
        "West: ron from East 4,500 or more",
        "West: ron from South 6,400 or more",
        "West: ron from North 6,400 or more",
    ]
    assert (
        say_condition(reached[1], "ja", "甲乙丙丁", dealer=3)
        == "丙のツモ 1,300・2,600以上（リーチ棒1本を出して）"
    )


def test_every_kind_of_condition_has_a_sentence():
    low, high = levels(MLEAGUE, tsumo=True, dealer=True)[0], levels(MLEAGUE, tsumo=True, dealer=True)[-1]
    kinds = [
        Condition("tsumo", 0, None, False, low, high),
        Condition("ron", 0, 1, False, low, low),
        Condition("draw", tenpai=((), (0, 1))),
        Condition("abort", abort="kyuushu"),
        Condition("nagashi", 1),
    ]

    assert [say_condition(c, "en", dealer=0) for c in kinds] == [
        "East: tsumo 500 all to 4 x yakuman 64,000 all",
        "East: ron from South 1,500 exactly",
        "a draw with tenpai: nobody | East + South",
        "an abortive draw",
        "South: nagashi mangan",
    ]
    assert say_condition(kinds[2], "ja") == "流局：テンパイが なし／東家・南家"
    assert say_condition(kinds[4], "ja") == "南家の流し満貫"
    with pytest.raises(ScoringError):
        say_condition(Condition("ron"), "en")


def test_several_winners_liability_fouls_and_sticks_have_sentences():
    low, high = levels(MLEAGUE, tsumo=False, dealer=False)[0], levels(MLEAGUE, tsumo=False, dealer=False)[3]
    yakuman = levels(MLEAGUE, tsumo=True, dealer=False)[-4]
    kinds = [
        Condition(
            "ron", 0, 1, low=low, others=(Winner(2, low, high), Winner(3, low, None, 0, ("daisangen",)))
        ),
        Condition("tsumo", 1, low=yakuman, liable=(0, 2), liable_for=("daisangen", "suukantsu"), sure=False),
        Condition("tsumo", 1, low=yakuman, high=yakuman, liable=(3,), liable_for=("open_kan",)),
        Condition("nagashi", nagashi=((1,), (1, 2)), sticks=((), (0, 3))),
        Condition("chombo", offenders=((0,), (0, 2))),
        Condition("draw", tenpai=((1,),), sticks=tuple((n,) for n in range(16))),
    ]

    assert [say_condition(c, "en", dealer=3) for c in kinds] == [
        "East: ron from South 1,000 or more, and West 1,000 to 2,000, and North 1,000 or more"
        " (East liable for big three dragons)",
        "South: tsumo yakuman 8,000 / 16,000 or more (East or West liable for big three dragons or four kans)"
        " (unless rivals at other tables pass)",
        "South: tsumo yakuman 8,000 / 16,000 exactly (North liable for the open kan)",
        "nagashi mangan: South | South + West (riichi sticks of: nobody | East + North)",
        "a chombo by: East | East + West",
        "a draw with tenpai: South",
    ]
    assert [say_condition(c, "ja", dealer=3) for c in kinds] == [
        "東家が南家からロン 1,000以上、西家も1,000以上2,000以下、北家も1,000以上（東家の責任払い：大三元）",
        "南家のツモ 役満 8,000・16,000以上（東家／西家の責任払い：大三元／四槓子）（他卓の結果しだい）",
        "南家のツモ 役満 8,000・16,000のみ（北家の責任払い：大明槓）",
        "流し満貫：南家／南家・西家（リーチ棒を出した人：なし／東家・北家）",
        "チョンボ：東家／東家・西家",
        "流局：テンパイが 南家",
    ]


def test_every_value_of_every_field_has_words_in_both_languages():
    for path, values in all_values().items():
        for value in (*values, "unset", "n/a"):
            for language in languages():
                words = label(path, value, language)
                assert words, (path, value)
                if isinstance(value, str) and language == "ja":
                    assert not words.isascii(), (path, value)


@pytest.mark.parametrize("edition", editions())
def test_a_whole_rulebook_can_be_described(edition):
    for section, values in load(edition).content().items():
        if section in ("format", "identity"):
            continue
        for name, value in values.items():
            assert all(label(f"{section}.{name}", value, language) for language in languages())


def test_house_rules_are_described():
    house = MLEAGUE.with_house_rules(
        "house",
        {"result.uma": {"*": [20, 10, -10, -20]}, "draw.aborts": ["kyuushu", "suufon"], "bonus.red_fives": 0},
    )
    changed = differences(MLEAGUE, house)

    assert [say_difference(d, "en") for d in changed] == [
        "uma (rank points): +20/+10/−10/−20 (the edition: +30/+10/−10/−30)",
        "abortive draws: nine terminals, four winds (the edition: none)",
        "red fives: 0 (the edition: 3)",
    ]
    assert say_difference(changed[1], "ja") == "途中流局：九種九牌、四風子連打（元のルール：なし）"


def test_uma_by_floating_count_is_described_row_by_row():
    assert label("result.uma", load("jpml_a").content()["result"]["uma"], "ja").startswith(
        "0人浮き: +8/+4/▲4/▲8; 1人浮き"
    )
    assert label("result.uma", {}, "en") == "left open"


def test_every_end_of_a_game_has_words():
    assert [say_end(over, "en") for over in REASONS] == list(REASONS.values())
    assert [say_end(over, "ja") for over in REASONS] == [
        "最終局終了", "アガリやめ・テンパイやめ", "規定点到達", "トビ", "時間切れ",
    ]  # fmt: skip


SIMPLE = load("beginner_simple").with_house_rules("house", {"score.yakuman_stack": False})


def test_a_limit_is_named():
    mangan = next(level for level in levels(SIMPLE, tsumo=False, dealer=False) if level.worth == 8_000)

    assert say_level(mangan, "en", tsumo=False, dealer=False) == "mangan 8,000"
    assert say_level(mangan, "ja", tsumo=False, dealer=False) == "満貫 8,000"


def test_one_yakuman_is_not_counted():
    yakuman = next(level for level in levels(MLEAGUE, tsumo=False, dealer=False) if level.worth == 32_000)

    assert say_level(yakuman, "en", tsumo=False, dealer=False) == "yakuman 32,000"


def test_a_table_of_uma_or_limits_names_its_rows_in_both_languages():
    uma, limits = {"0": [8, 4, -4, -8], "1": [12, -1, -3, -8]}, {"mangan": 5, "haneman": 6}
    assert label("result.uma", uma, "en") == "0 floating: +8/+4/−4/−8; 1 floating: +12/−1/−3/−8"
    assert label("result.uma", uma, "ja") == "0人浮き: +8/+4/▲4/▲8; 1人浮き: +12/▲1/▲3/▲8"
    assert label("score.limits", limits, "en") == "mangan: 5; haneman: 6"
    assert label("score.limits", limits, "ja") == "満貫: 5; ハネ満: 6"
