"""What rulebooks disagree on, and what no rulebook lets win: each rule in a hand worked by hand."""

from functools import partial

import pytest

from scoring.errors import NeedsEventSetting, RuleError
from scoring.hand.hand_tiles import read_hand
from scoring.hand.payment import settle_win
from scoring.hand.riichi.hand_value import value_hand
from scoring.hand.riichi.library import engine_for
from scoring.hand.riichi.names import FU, YAKU
from scoring.hand.riichi.situation import HandRefused, Situation
from scoring.hand.tiles import parse_tiles, parse_wind
from scoring.hand.value import is_riichi
from scoring.hand.win import Hand, Liability
from scoring.rulebook.rulebook import Rulebook, editions, load


def valued(edition, text, win_tile, win="ron", seat="S", round_wind="E", dora="", ura="", **how):
    """A hand under an edition, or under a rulebook."""
    book = edition if isinstance(edition, Rulebook) else load(edition)
    return value_hand(
        book,
        read_hand(text, (), win_tile),
        Situation(
            tsumo=win == "tsumo",
            seat_wind=parse_wind(seat),
            round_wind=parse_wind(round_wind),
            dora=parse_tiles(dora),
            ura=parse_tiles(ura),
            **how,
        ),
    )


def yaku(worth):
    return " ".join(f"{one.name.code}:{one.han}" for one in worth.yaku)


def refusal(*args, **how):
    with pytest.raises(RuleError) as refused:
        valued(*args, **how)
    return refused.value.code


def house(edition, **changes):
    return load(edition).with_house_rules("test", {k.replace("__", "."): v for k, v in changes.items()})


# --- yaku and fu -----------------------------------------------------------------------------------------------

HANDS = [
    ("pinfu by tsumo is 20 fu", "234m 456m 678p 345s 99s", "8p", "tsumo", {}, "tsumo:1 pinfu:1", 20),
    ("pinfu by ron is 30 fu", "234m 456m 678p 345s 99s", "8p", "ron", {}, "pinfu:1", 30),
    ("an open pinfu shape is 30 fu", "(234m) 456m 678p 345s 88s", "8p", "ron", {}, "tanyao:1", 30),
    ("seven pairs are 25 fu", "1133m 5577p 2288s 33z", "3z", "ron", {}, "chiitoitsu:2", 25),
    ("twice two sequences are not seven pairs", "223344m 667788p 55s", "4m", "ron", {}, None, 30),
    ("a dragon", "234m 456m 678p (555z) 99s", "8p", "ron", {}, "haku:1", 30),
    (
        "two winds in one",
        "234m 456m 678p (111z) 99s",
        "8p",
        "ron",
        {"seat": "E"},
        "seat_wind:1 round_wind:1",
        30,
    ),
    ("an open straight", "(123m) 456m 789m 345s 99s", "5s", "ron", {}, "ittsuu:1", 30),
    ("a concealed straight", "123m 456m 789m 345s 77z", "5s", "ron", {}, "ittsuu:2", 40),
    ("little three dragons with their dragons", "123m 456p (555z) (666z) 77z", "7z", "ron", {}, None, 40),
]


@pytest.mark.parametrize(
    ("text", "win_tile", "win", "how", "expected", "fu"),
    [line[1:] for line in HANDS],
    ids=[line[0] for line in HANDS],
)
def test_yaku_and_fu(text, win_tile, win, how, expected, fu):
    worth = valued("mleague", text, win_tile, win, **how)

    assert worth.fu == fu
    if expected is not None:
        assert yaku(worth) == expected
    assert worth.han == sum(one.han for one in worth.yaku)


def test_the_fu_are_listed_part_by_part():
    worth = valued("jpml_a", "[1111m] 234p 888s 55z 46m", "5m", "tsumo", riichi=True)

    assert [(part.name.code, part.fu) for part in worth.fu_parts] == [
        ("base", 20),
        ("concealed_outer_kan", 32),
        ("concealed_triplet", 4),
        ("kanchan", 2),
        ("valued_pair", 2),
        ("tsumo", 2),
    ]
    assert (worth.fu, sum(part.fu for part in worth.fu_parts)) == (70, 62)


def test_a_concealed_ron_is_a_part_of_its_own():
    worth = valued("jpml_a", "234m 456m 678p 345s 99s", "8p")

    assert [(part.name.code, part.name.ja, part.fu) for part in worth.fu_parts] == [
        ("base", "副底", 20),
        ("concealed_ron", "門前ロン", 10),
    ]


@pytest.mark.parametrize(
    ("edition", "fu"), [("jpml_a", 50), ("ema_2016", 50), ("mleague", 40), ("ema_2025", 40)]
)
def test_a_pair_of_the_double_wind_is_4_fu_or_2(edition, fu):
    """20 + 10 concealed ron + 8 for 999s = 38, and the pair of east for the dealer of the east round."""
    worth = valued(edition, "123m 456m 678p 999s 11z", "8p", seat="E", riichi=True)

    assert worth.fu == fu


@pytest.mark.parametrize("edition", ["jpml_a", "mleague"])
def test_a_pair_of_one_wind_is_2_fu_and_a_triplet_counts_for_both_winds(edition):
    assert valued(edition, "123m 456m 678p 999s 11z", "8p", seat="S", riichi=True).fu == 40
    assert yaku(valued(edition, "123m 456m 678p (111z) 99s", "8p", seat="E")) == "seat_wind:1 round_wind:1"


@pytest.mark.parametrize(
    ("edition", "fu"), [("jpml_a", 40), ("beginner", 40), ("jpml_a_2026", 50), ("mleague", 50)]
)
def test_a_replacement_tile_has_2_fu_for_its_self_draw_or_none(edition, fu):
    """20 + 16 for the concealed kan + 4 for 333p = 40, and 2 or nothing for the self-draw."""
    worth = valued(edition, "[5555m] 333p 456s 678s 99m", "8s", "tsumo", rinshan=True)

    assert (yaku(worth), worth.fu) == ("tsumo:1 rinshan:1", fu)
    assert ("tsumo" in [part.name.code for part in worth.fu_parts]) == (fu == 50)


def test_where_pinfu_does_not_go_with_tsumo_its_self_draw_has_fu():
    worth = valued(house("mleague", fu__pinfu_tsumo=False), "234m 456m 678p 345s 99s", "8p", "tsumo")

    assert (yaku(worth), worth.fu) == ("tsumo:1", 30)


def test_where_an_open_pinfu_shape_has_20_fu():
    worth = valued(house("mleague", fu__open_pinfu=20), "(234m) 456m 678p 345s 88s", "8p")

    assert (worth.fu, worth.value.basic) == (20, 160)


def test_open_all_simples_is_a_rule_of_the_book():
    assert yaku(valued("mleague", "(234m) 456m 678p 345s 88s", "8p")) == "tanyao:1"
    strict = house("mleague", yaku__kuitan=False)
    assert refusal(strict, "(234m) 456m 678p 345s 88s", "8p") == "no_yaku"
    assert yaku(valued(strict, "234m 456m 678p 345s 88s", "8p")) == "pinfu:1 tanyao:1"


@pytest.mark.parametrize(
    ("field", "text", "win", "how"),
    [
        ("yaku.kuitan", "(234m) 456m 678p 345s 88s", "ron", {}),
        ("yaku.renhou", "234m 456m 678p 345s 99s", "ron", {"renhou": True}),
        ("fu.rinshan_tsumo", "[5555m] 333p 456s 678p 99m", "tsumo", {"rinshan": True}),
        ("fu.double_wind_pair", "123m 456m 678p 999s 11z", "ron", {"seat": "E", "riichi": True}),
    ],
)
def test_what_the_hand_depends_on_and_the_book_leaves_open_is_required(field, text, win, how):
    with pytest.raises(NeedsEventSetting) as raised:
        valued(house("mleague", **{field.replace(".", "__"): "unset"}), text, "8p", win, **how)

    assert raised.value.fields == (field,)


def test_what_the_hand_does_not_depend_on_is_not_required():
    vague = house(
        "mleague",
        yaku__kuitan="unset",
        yaku__renhou="unset",
        fu__rinshan_tsumo="unset",
        fu__double_wind_pair="unset",
        bonus__ippatsu="unset",
        bonus__ura="unset",
        bonus__red_fives="unset",
    )

    assert yaku(valued(vague, "234m 456m 678p 345s 99s", "8p", seat="E", dora="1m")) == "pinfu:1 dora:1"
    assert refusal(vague, "234m 456m 678p 345s 99s", "8p", riichi=True, ippatsu=True) == "needs_event_setting"


# --- limits ----------------------------------------------------------------------------------------------------

THIRTEEN = partial(valued, text="22334455667788m", win_tile="8m", win="tsumo", riichi=True)
"""Riichi, tsumo, pinfu, all simples, twice two sequences, full flush: 13 han."""


@pytest.mark.parametrize(
    ("edition", "limit", "basic"),
    [
        ("tenhou", "kazoe", 8_000),
        ("wrc_2025", "kazoe", 8_000),
        ("mleague", "sanbaiman", 6_000),
        ("shinhochi", "sanbaiman", 6_000),
    ],
)
def test_thirteen_han_are_a_counted_yakuman_or_three_times_mangan(edition, limit, basic):
    worth = THIRTEEN(edition)

    assert (worth.han, worth.value.limit, worth.value.basic, worth.yakuman) == (13, limit, basic, ())


def test_a_book_that_does_not_say_what_thirteen_han_are_needs_a_setting():
    with pytest.raises(NeedsEventSetting) as raised:
        THIRTEEN("danching")

    assert raised.value.fields == ("score.kazoe",)


@pytest.mark.parametrize(
    ("edition", "basic", "limit"),
    [("mleague", 2_000, "mangan"), ("jpml_a", 1_920, ""), ("tenhou", 1_920, "")],
)
def test_7700_is_rounded_up_to_mangan_or_not(edition, basic, limit):
    worth = valued(edition, "234m 345m 678p 345s 88s", "8p", riichi=True, dora="7s")

    assert (worth.han, worth.fu, worth.value.basic, worth.value.limit) == (5, 30, 2_000, "mangan")
    worth = valued(edition, "234m 345m 678p 345s 99s", "8p", riichi=True, dora="8s")
    assert (worth.han, worth.fu, worth.value.basic, worth.value.limit) == (4, 30, basic, limit)


BIG = "(555z) (666z) (777z) 111z 22z"
"""Big three dragons and all honours."""


@pytest.mark.parametrize(
    ("edition", "units"), [("mleague", 2), ("danching", 2), ("shinhochi", 1), ("jpml_a", 1)]
)
def test_yakuman_add_up_or_not(edition, units):
    worth = valued(edition, BIG, "2z")

    assert sorted(worth.yakuman) == ["daisangen", "tsuuiisou"]
    assert (worth.value.units, worth.value.basic, worth.han) == (units, 8_000 * units, 0)


@pytest.mark.parametrize(
    ("text", "win_tile", "name", "doubles"),
    [
        ("111m 222p 333s 555z 44z", "4z", "suuankou_tanki", {"mahjongsoul"}),
        ("19m 19p 19s 1234567z 7z", "7z", "kokushi_13", {"mahjongsoul"}),
        ("11123456789995m", "5m", "junsei_chuuren", {"mahjongsoul", "danching"}),
        ("(111z) (222z) (333z) (444z) 55m", "5m", "daisuushii", {"mahjongsoul", "danching"}),
    ],
)
@pytest.mark.parametrize("edition", ["mahjongsoul", "danching", "mleague", "jpml_a"])
def test_a_single_pattern_is_a_double_yakuman_where_the_book_says_so(edition, text, win_tile, name, doubles):
    worth = valued(edition, text, win_tile)

    assert worth.yakuman == (name,)
    assert worth.value.units == (2 if edition in doubles else 1)


@pytest.mark.parametrize(
    ("text", "win_tile", "name"),
    [
        ("111m 222p 333s 555z 44z", "5z", "suuankou"),
        ("19m 19p 19s 1234567z 7z", "1z", "kokushi"),
        ("11123456789995m", "9m", "chuuren"),
    ],
)
def test_another_wait_is_the_plain_yakuman(text, win_tile, name):
    worth = valued("mahjongsoul", text, win_tile, "tsumo")

    assert (worth.yakuman, worth.value.units) == ((name,), 1)


def test_the_example_of_a_triple_yakuman():
    """Dan-Ching Star: big four winds, a double yakuman, with all honours."""
    worth = valued("danching", "(111z) (222z) (333z) (444z) 55z", "5z")

    assert (sorted(worth.yakuman), worth.value.units) == (["daisuushii", "tsuuiisou"], 3)


def test_there_may_be_a_most():
    capped = house("mleague", score__yakuman_cap=1)

    assert valued(capped, BIG, "2z").value.units == 1


def test_dora_add_nothing_to_a_yakuman():
    worth = valued("mleague", BIG, "2z", dora="4z")

    assert sorted(yaku(worth).split()) == ["daisangen:13", "tsuuiisou:13"]


def test_the_simple_table_needs_no_fu():
    worth = valued("beginner_simple", "[1111m] 234p 888s 55z 46m", "5m", "tsumo", riichi=True)

    assert (worth.han, worth.value.basic) == (2, 500)


# --- without limits --------------------------------------------------------------------------------------------


def test_without_limits_every_han_doubles():
    sky = house("mleague", overlay__unlimited=True)
    worth = THIRTEEN(sky)

    assert (worth.han, worth.fu, worth.value.basic) == (13, 20, 20 << 15)


def test_without_limits_a_yakuman_is_thirteen_han_added_to_the_others():
    """Half flush and outer sets count with big three dragons; the dragons are part of it."""
    sky = house("mleague", overlay__unlimited=True)
    worth = valued(sky, "(555z) (666z) (777z) 123m 99m", "3m", dora="8m")

    assert sorted(yaku(worth).split()) == ["chanta:1", "daisangen:13", "dora:2", "honitsu:2"]
    assert worth.value.han == worth.han + 13
    assert worth.value.basic == worth.fu << (worth.value.han + 2)


def test_without_limits_a_yakuman_is_as_many_han_as_the_book_says():
    sky = house("mleague", overlay__unlimited=True, overlay__yakuman_as_han=10)
    worth = valued(sky, "(555z) (666z) (777z) 123m 99m", "3m")

    assert sorted(yaku(worth).split()) == ["chanta:1", "daisangen:10", "honitsu:2"]
    assert worth.value.han == 13


@pytest.mark.parametrize(
    ("text", "win_tile", "expected"),
    [
        ("111m 222p 333s 555z 44z", "4z", "haku:1 suuankou_tanki:13"),
        ("(111z) (222z) (333z) (444z) 55m", "5m", "seat_wind:1 round_wind:1 honitsu:2 daisuushii:13"),
        ("(111z) (222z) (333z) (555z) 66z", "6z", "seat_wind:1 round_wind:1 haku:1 tsuuiisou:13"),
        ("19m 19p 19s 1234567z 7z", "1z", "kokushi:13"),
        ("11123456789995m", "9m", "chuuren:13"),
    ],
)
def test_without_limits_what_a_yakuman_implies_is_not_counted_with_it(text, win_tile, expected):
    worth = valued(house("mleague", overlay__unlimited=True), text, win_tile)

    assert sorted(yaku(worth).split()) == sorted(expected.split())


# --- blessing of man -------------------------------------------------------------------------------------------

CHEAP = "234m 456m 678p 345s 99s"


def test_renhou_may_be_unknown():
    worth = valued("mleague", CHEAP, "8p", renhou=True)

    assert (yaku(worth), worth.not_counted) == ("pinfu:1", ("renhou",))
    assert refusal("mleague", "234m 456m 678p 345s 77z", "7z", renhou=True) == "no_yaku"


def test_renhou_may_be_five_han_that_add_to_others():
    worth = valued("jpml_b", CHEAP, "8p", renhou=True, dora="8s")

    assert (yaku(worth), worth.value.limit) == ("renhou:5 pinfu:1 dora:2", "baiman")


def test_renhou_may_be_a_yakuman():
    worth = valued(house("mleague", yaku__renhou="yakuman"), CHEAP, "8p", renhou=True)

    assert (worth.yakuman, worth.value.basic) == (("renhou",), 8_000)


@pytest.mark.parametrize("edition", ["jpml_a", "ema_2016", "wrc_2025"])
def test_renhou_may_be_a_mangan_that_nothing_adds_to(edition):
    worth = valued(edition, CHEAP, "8p", renhou=True, dora="8s")

    assert (yaku(worth), worth.han, worth.fu, worth.value.basic) == ("renhou:5", 5, None, 2_000)
    assert settle_win(load(edition), Hand(dealer=0), [worth.win(1)], 0).delta == (-8_000, 8_000, 0, 0)


def test_that_mangan_needs_no_other_yaku():
    assert yaku(valued("jpml_a", "234m 456m 678p 345s 77z", "7z", renhou=True)) == "renhou:5"


def test_a_hand_worth_more_without_renhou_is_paid_as_it_is():
    worth = valued("jpml_a", "22334455667788m", "8m", renhou=True)

    assert (worth.value.limit, worth.han) == ("sanbaiman", 11)
    assert "renhou" not in yaku(worth)


def test_a_hand_below_the_minimum_still_has_its_renhou():
    strict = house("jpml_a", score__min_han=2)

    assert yaku(valued(strict, CHEAP, "8p", renhou=True)) == "renhou:5"


def test_renhou_completes_nothing():
    assert refusal("jpml_a", "234m 456m 678p 3459s 9m", "9m", renhou=True) == "not_complete"


def test_renhou_without_limits_is_a_mangan_of_30_fu():
    worth = valued(house("jpml_a", overlay__unlimited=True), CHEAP, "8p", renhou=True)

    assert (worth.han, worth.fu, worth.value.basic) == (5, 30, 30 << 7)


# --- dora ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("indicator", ["1m", "8p", "9s", "1z", "4z", "5z", "7z"])
def test_a_dora_is_the_tile_after_its_indicator(indicator):
    """The pairs are 2m 9p 1s, south and east, green and white: one for each indicator, suits and kinds apart."""
    worth = valued("mleague", "22m 99p 11s 1122z 5566z", "2m", dora=indicator)

    assert yaku(worth) == "chiitoitsu:2 dora:2"


def test_what_a_book_does_not_count_is_noted():
    worth = valued("jpml_a", CHEAP, "8p", riichi=True, ippatsu=True, dora="8s1p", ura="8s")

    assert yaku(worth) == "riichi:1 pinfu:1 dora:2"
    assert worth.not_counted == ("ippatsu", "kan_dora", "ura")


def test_what_a_book_counts_is_counted():
    worth = valued("mleague", CHEAP, "8p", riichi=True, ippatsu=True, dora="8s1m", ura="3s2m")

    assert sorted(yaku(worth).split()) == ["dora:3", "ippatsu:1", "pinfu:1", "riichi:1", "ura_dora:2"]
    assert worth.not_counted == ()


def test_what_a_book_leaves_open_is_required():
    with pytest.raises(NeedsEventSetting) as raised:
        valued("beginner", CHEAP, "8p", riichi=True, dora="8s", ura="3s")
    assert raised.value.fields == ("bonus.ura",)
    with pytest.raises(NeedsEventSetting) as raised:
        valued("beginner", "234m 406m 678p 345s 99s", "8p")
    assert raised.value.fields == ("bonus.red_fives",)


def test_red_fives_count_where_they_are_used():
    assert yaku(valued("mleague", "234m 406m 678p 340s 99s", "8p")) == "pinfu:1 red_dora:2"
    assert refusal("jpml_a", "234m 406m 678p 345s 99s", "8p") == "red_fives"


def test_there_is_one_red_five_of_a_suit():
    assert refusal("mleague", "(555z) 406m 406m 345s 88p", "8p") == "red_fives"


def test_the_library_is_configured_once_for_a_rulebook():
    book = load("mleague")
    engine = engine_for(book)

    assert engine_for(book) is engine
    many = [book.with_house_rules(f"number {number}", {"score.kiriage": False}) for number in range(260)]
    assert len({id(engine_for(one)) for one in many}) > 200
    assert engine_for(book).book is book


# --- minimum, refusals -----------------------------------------------------------------------------------------


def test_two_han_minimum_counts_yaku_and_not_dora():
    strict = house("mleague", score__min_han=2)

    assert refusal(strict, CHEAP, "8p", dora="8s") == "below_minimum"
    assert yaku(valued(strict, CHEAP, "8p", riichi=True)) == "riichi:1 pinfu:1"
    assert valued(strict, "(555z) (666z) (777z) 123m 99m", "3m").yakuman == ("daisangen",)


@pytest.mark.parametrize(
    ("code", "text", "win_tile", "win", "how"),
    [
        ("not_complete", "234m 456m 678p 345s 19s", "9s", "ron", {}),
        ("no_yaku", "(234m) 456m 678p 345s 99s", "8p", "ron", {}),
        ("no_yaku", "(234m) 456m 678p 345s 99s", "8p", "ron", {"dora": "8s"}),
        ("furiten", CHEAP, "8p", "ron", {"furiten": True}),
        ("open_hand_riichi", "(234m) 456m 678p 345s 99s", "8p", "ron", {"riichi": True}),
        ("open_hand_riichi", "(234m) 456m 678p 345s 99s", "8p", "ron", {"double_riichi": True}),
        ("too_many_of_a_tile", CHEAP, "8p", "ron", {"dora": "999s"}),
        ("too_many_of_a_tile", "111m 123m 678p 345s 99s", "8p", "ron", {"dora": "1m"}),
        ("cannot_happen", CHEAP, "8p", "ron", {"ippatsu": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"dora": "1m", "ura": "1z"}),
        ("cannot_happen", CHEAP, "8p", "ron", {"dora": "1m", "ura": "1z2z", "riichi": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"dora": "123456z", "riichi": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"haitei": True}),
        ("cannot_happen", CHEAP, "8p", "tsumo", {"houtei": True}),
        ("cannot_happen", CHEAP, "8p", "tsumo", {"rinshan": True}),
        ("cannot_happen", "[1111m] 456m 678p 345s 99s", "8p", "ron", {"rinshan": True}),
        ("cannot_happen", "[1111m] 456m 678p 345s 99s", "8p", "tsumo", {"rinshan": True, "haitei": True}),
        ("cannot_happen", CHEAP, "8p", "tsumo", {"chankan": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"chankan": True, "houtei": True}),
        ("cannot_happen", CHEAP, "9s", "ron", {"chankan": True}),
        ("cannot_happen", CHEAP, "8p", "tsumo", {"tenhou": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"tenhou": True, "seat": "E"}),
        ("cannot_happen", CHEAP, "8p", "tsumo", {"tenhou": True, "chiihou": True, "seat": "E"}),
        ("cannot_happen", CHEAP, "8p", "tsumo", {"chiihou": True, "seat": "E"}),
        ("cannot_happen", CHEAP, "8p", "ron", {"chiihou": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"renhou": True, "seat": "E"}),
        ("cannot_happen", CHEAP, "8p", "tsumo", {"renhou": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"renhou": True, "riichi": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"renhou": True, "houtei": True}),
        ("cannot_happen", "[1111m] 456m 678p 345s 99s", "8p", "ron", {"renhou": True}),
        ("cannot_happen", CHEAP, "8p", "ron", {"kita": 1}),
    ],
)
def test_a_hand_that_does_not_win_says_why(code, text, win_tile, win, how):
    assert refusal("mleague", text, win_tile, win, **how) == code


def test_furiten_does_not_forbid_a_self_draw():
    assert yaku(valued("mleague", CHEAP, "8p", "tsumo", furiten=True)) == "tsumo:1 pinfu:1"


def test_a_seat_wind_and_a_round_wind_are_winds():
    for wrong in ({"seat_wind": 31}, {"round_wind": 26}):
        with pytest.raises(HandRefused):
            value_hand(load("mleague"), read_hand(CHEAP, (), "8p"), Situation(tsumo=False, **wrong))


@pytest.mark.parametrize("edition", ["wsom", "mcr"])
def test_games_without_han_are_refused(edition):
    assert refusal(edition, CHEAP, "8p") == "not_riichi"


def test_first_turn_blessings():
    assert valued("mleague", CHEAP, "8p", "tsumo", seat="E", tenhou=True).yakuman == ("tenhou",)
    assert valued("mleague", CHEAP, "8p", "tsumo", chiihou=True).yakuman == ("chiihou",)


# --- three players ---------------------------------------------------------------------------------------------


def test_for_three_the_dora_of_the_one_of_characters_is_the_nine():
    worth = valued("tenhou_sanma", "99m 123p 456p 789p 222s", "3p", riichi=True, dora="1m", kita=2)

    assert sorted(yaku(worth).split()) == ["dora:2", "ittsuu:2", "kita:2", "riichi:1"]


def test_norths_set_aside_are_dora_themselves_when_west_is_shown():
    worth = valued("tenhou_sanma", "99m 123p 456p 789p 222s", "3p", riichi=True, dora="3z", kita=2)

    assert sorted(yaku(worth).split()) == ["dora:2", "ittsuu:2", "kita:2", "riichi:1"]


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("99m 123p 456p 789p 222m", {}),
        ("99m 123p 456p 789p 222s", {"dora": "2m"}),
        ("99m (123p) 456p 789p 222s", {}),
        ("44z 123p 456p 789p 222s", {"kita": 3}),
        ("99m 123p 456p 789p 222s", {"seat": "N"}),
    ],
)
def test_what_three_players_do_not_have_is_refused(text, how):
    assert refusal("tenhou_sanma", text, "6p", **how) == "cannot_happen"


# --- payment ---------------------------------------------------------------------------------------------------


def test_a_valued_hand_is_paid_with_counters_and_sticks():
    worth = valued("mleague", CHEAP, "8p", riichi=True)

    paid = settle_win(load("mleague"), Hand(dealer=0, honba=2, deposits=1), [worth.win(1)], 3)

    assert paid.delta == (0, 2_000 + 600 + 1_000, 0, -2_600)


def test_liability_goes_with_the_yakuman_of_the_hand():
    worth = valued("mleague", "(555z) (666z) (777z) 123m 99m", "3m")

    paid = settle_win(load("mleague"), Hand(dealer=0), [worth.win(1, pao=Liability(3, "daisangen"))], 2)

    assert paid.delta == (0, 32_000, -16_000, -16_000)


def test_the_open_kan_is_paid_by_who_dealt_it_where_the_book_says_so():
    worth = valued("jpml_a", "(2222m) 333p 456s 678s 88m", "8s", "tsumo", rinshan=True)

    paid = settle_win(load("jpml_a"), Hand(dealer=0), [worth.win(1, open_kan_from=2)], None)

    assert (worth.han, worth.fu) == (2, 40)
    assert paid.delta == (0, 2_700, -2_700, 0)


@pytest.mark.parametrize("edition", [name for name in editions() if is_riichi(load(name))])
def test_every_riichi_rulebook_values_a_hand(edition):
    worth = valued(edition, "123p 456p 789p 345s 99s", "9p")

    assert yaku(worth) == "pinfu:1 ittsuu:2"
    assert worth.value.basic == (1_000 if edition == "beginner_simple" else 960)


def test_every_name_is_there_in_both_languages():
    assert all(name.code and name.en and name.ja for name in [*YAKU.values(), *FU.values()])
    assert {name.code for name in YAKU.values() if name.is_yakuman} >= {
        "daisangen",
        "kokushi_13",
        "junsei_chuuren",
    }
