"""Who pays whom for a win."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ceremony.dice import indicated
from scoring.conditions.win_levels import levels
from scoring.errors import NeedsEventSetting, RuleError, ScoringError
from scoring.hand.doubled_seat import dokasen_seat
from scoring.hand.liability import usual
from scoring.hand.payment import settle_win
from scoring.hand.value import value_of_han, value_of_yakuman, yakuman_units
from scoring.hand.win import Hand, Liability, Payment, Win
from scoring.rulebook.rulebook import editions, load
from scoring.verbs.payment import payment
from tests.scoring.vectors import read, request

CASES = read("hand_payments")["cases"]
RIICHI = [e for e in editions() if load(e).score.table in ("formula", "simple_seed003")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_worked_payment_comes_out_exactly(case):
    expect = case["expect"]

    if open_fields := expect.get("needs_event_setting"):
        with pytest.raises(NeedsEventSetting) as refused:
            payment(request("payment", case))
        assert list(refused.value.fields) == open_fields
    else:
        answer = payment(request("payment", case))
        assert answer == expect
        assert {type(change) for change in answer["delta"]} == {int}


def pay(edition, *wins, loser=None, changes=None, **hand):
    book = load(edition)
    if changes:
        book = book.with_house_rules("test", changes)
    return settle_win(book, Hand(**({"dealer": 0} | hand)), wins, loser)


def test_each_step_of_a_payment_can_be_shown():
    paid = pay("jpml_a", Win(1, han=4, fu=30), loser=2, honba=1, deposits=2)

    (award,) = paid.awards
    assert award.value == (1_920, 4, 30, "", 0)
    assert award.transfers == ((2, 1, 7_700, 300, 1),)
    assert (award.winner, award.sticks, award.tsumo) == (1, 2, False)


@pytest.mark.parametrize(
    ("edition", "wins", "loser", "code"),
    [
        ("mleague", [Win(1, han=3, fu=40)], 1, "ron_from_oneself"),
        ("mleague", [], 1, "wrong_number_of_wins"),
        ("mleague", [Win(s, han=3, fu=40) for s in range(4)], 0, "wrong_number_of_wins"),
        ("mleague", [Win(1, han=3, fu=40), Win(2, han=3, fu=40)], None, "one_tsumo_only"),
        ("mleague", [Win(1, han=3, fu=40), Win(1, han=3, fu=40)], 2, "winner_twice"),
        ("mleague", [Win(4, han=3, fu=40)], 2, "no_such_seat"),
        ("tenhou_sanma", [Win(3, han=3, fu=40)], 2, "no_such_seat"),
        ("mleague", [Win(1, han=0, fu=40)], 2, "below_minimum"),
        ("mleague", [Win(1, han=500, fu=40)], 2, "no_such_hand"),
        ("mleague", [Win(1, han=1)], 2, "fu_needed"),
        ("mleague", [Win(1)], 2, "no_value"),
        ("mcr", [Win(1, han=3, fu=40)], 2, "no_value"),
        ("mcr", [Win(1, points=7)], 2, "below_minimum"),
        ("mcr", [Win(1, points=10**6)], 2, "no_such_hand"),
        ("wsom", [Win(1, points=0)], 2, "below_minimum"),
        ("mleague", [Win(1, han=2, fu=35)], 2, "no_such_hand"),
        ("mleague", [Win(1, han=2, fu=180)], 2, "no_such_hand"),
        ("mleague", [Win(1, han=4, fu=33)], 2, "no_such_hand"),
        ("mleague", [Win(1, han=1, fu=25)], 2, "no_such_hand"),
        ("mleague", [Win(1, han=2, fu=25)], None, "no_such_hand"),
        ("mleague", [Win(1, han=2, fu=20)], 2, "no_such_hand"),
        ("mleague", [Win(1, han=1, fu=20)], None, "no_such_hand"),
        ("mleague", [Win(1, units=0)], 2, "no_such_hand"),
        ("mleague", [Win(1, units=5)], 2, "units_do_not_match"),
        ("jpml_a", [Win(1, units=2)], 2, "units_do_not_match"),
        ("saikouisen", [Win(1, units=2)], None, "units_do_not_match"),
        ("mleague", [Win(1, yakuman=("daisangen",), units=2)], 2, "units_do_not_match"),
        ("mleague", [Win(1, units=1, pao=Liability(1, "daisangen"))], 2, "no_such_liability"),
        ("mleague", [Win(1, yakuman=("kokushi",), pao=Liability(2, "daisangen"))], 3, "no_such_liability"),
        ("jpml_a", [Win(1, han=4, fu=30, open_kan_from=3)], 2, "kan_without_tsumo"),
    ],
)
def test_a_win_that_cannot_be_is_refused_by_name(edition, wins, loser, code):
    with pytest.raises(ScoringError) as refused:
        settle_win(load(edition), Hand(0), wins, loser)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        (Hand(0, honba=-1), "invalid_counters"),
        (Hand(0, honba=1_001), "invalid_counters"),
        (Hand(0, deposits=-1), "invalid_sticks"),
        (Hand(9), "no_such_seat"),
    ],
)
def test_a_table_that_cannot_be_is_refused(hand, code):
    with pytest.raises(ScoringError) as refused:
        settle_win(load("mleague"), hand, [Win(1, han=3, fu=40)], 2)

    assert refused.value.code == code


def test_pattern_games_know_no_counters_and_no_sticks():
    for hand in (Hand(0, honba=1), Hand(0, deposits=1)):
        with pytest.raises(ScoringError) as refused:
            settle_win(load("mcr"), hand, [Win(1, points=8)])
        assert refused.value.code == "no_riichi_sticks"


@pytest.mark.parametrize(
    ("edition", "wins", "loser", "changes", "fields"),
    [
        ("beginner", [Win(1, han=3, fu=40), Win(2, han=3, fu=40)], 3, {}, ["settlement.ron_two"]),
        ("beginner", [Win(s, han=3, fu=40) for s in (1, 2, 3)], 0, {}, ["settlement.ron_three"]),
        ("beginner", [Win(1, yakuman=("daisangen", "tsuuiisou"))], 0, {}, ["score.yakuman_stack"]),
        ("uspml_interim", [Win(1, han=4, fu=30)], 0, {}, ["score.kiriage"]),
        (
            "danching",
            [Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen"))],
            3,
            {},
            ["settlement.pao_yaku"],
        ),
        (  # 役満の複合 yes [P23], パオと複合役満 n/a: the two together leave it open
            "wrc_2022",
            [Win(1, yakuman=("daisangen", "tsuuiisou"), pao=Liability(2, "daisangen"))],
            3,
            {},
            ["settlement.pao_scope"],
        ),
        ("beginner", [Win(1, han=4, fu=30, open_kan_from=2)], None, {}, ["settlement.daiminkan_pao"]),
        (
            "mleague",
            [Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen"))],
            None,
            {"settlement.pao_tsumo": "unset"},
            ["settlement.pao_tsumo"],
        ),
        (
            "mleague",
            [Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen"))],
            3,
            {"settlement.pao_ron": "unset"},
            ["settlement.pao_ron"],
        ),
        (
            "mleague",
            [Win(1, yakuman=("daisangen", "tsuuiisou"), pao=Liability(2, "daisangen"))],
            3,
            {"settlement.pao_scope": "unset"},
            ["settlement.pao_scope"],
        ),
    ],
)
def test_what_the_rulebook_leaves_open_has_to_be_set_by_the_event(edition, wins, loser, changes, fields):
    book = load(edition).with_house_rules("test", changes)

    with pytest.raises(NeedsEventSetting) as refused:
        settle_win(book, Hand(0), wins, loser)

    assert list(refused.value.fields) == fields


def test_counters_under_liability_are_required_only_when_there_are_some():
    win = Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen"))
    changes = {"settlement.honba_ron": 300, "settlement.honba_tsumo_each": 100}

    assert pay("shinhochi", win, loser=3, changes=changes).delta == (0, 32_000, -16_000, -16_000)
    with pytest.raises(NeedsEventSetting) as refused:
        pay("shinhochi", win, loser=3, changes=changes, honba=1)
    assert refused.value.fields == ("settlement.pao_honba",)


def test_sticks_of_several_winners_are_required_only_when_there_are_some():
    wins = [Win(1, han=3, fu=30), Win(2, han=3, fu=30)]
    changes = {"settlement.ron_two": "all"}

    assert pay("mleague", *wins, loser=0, changes=changes).delta == (-7_800, 3_900, 3_900, 0)
    with pytest.raises(NeedsEventSetting):
        pay("mleague", *wins, loser=0, changes=changes, deposits=1)


def test_winners_cannot_take_back_more_sticks_than_lie_there():
    with pytest.raises(ScoringError) as refused:
        pay("ema_2025", Win(1, han=3, fu=30), Win(2, han=3, fu=30), loser=0, deposits=1, riichi=(1, 2))

    assert refused.value.code == "sticks_do_not_match"


def test_nobody_is_liable_for_a_yakuman_the_rulebook_does_not_list():
    win = Win(1, yakuman=("suukantsu",), pao=Liability(2, "suukantsu"))

    assert pay("shinhochi", win, loser=3).delta == (0, 32_000, 0, -32_000)
    assert pay("rmu_a", win).delta == (-16_000, 32_000, -8_000, -8_000)


def test_counters_of_a_partly_liable_tsumo_go_with_the_liable_part():
    win = Win(1, yakuman=("daisangen", "tsuuiisou"), pao=Liability(2, "daisangen"))

    assert pay("mleague", win, honba=1).delta == (-16_000, 64_300, -40_300, -8_000)


def test_wareme_needs_to_know_whose_wall_was_broken():
    changes = {"overlay.wareme": "wareme"}

    for marked, code in ((None, "no_marked_seat"), (4, "no_such_seat")):
        with pytest.raises(ScoringError) as refused:
            pay("mleague", Win(1, han=3, fu=40), loser=2, changes=changes, marked=marked)
        assert refused.value.code == code


def test_a_fourfold_wareme_of_doubles_is_a_switch():
    changes = {"overlay.wareme": "wareme", "overlay.wareme_multiplier": 4}

    assert pay("mleague", Win(1, han=3, fu=40), changes=changes, marked=0).delta == (
        -10_400,
        13_000,
        -1_300,
        -1_300,
    )


def test_doubled_deposits_are_refused_because_nobody_says_who_pays():
    changes = {"overlay.wareme": "wareme", "overlay.wareme_on_deposits": True}

    with pytest.raises(ScoringError) as refused:
        pay("mleague", Win(1, han=3, fu=40), loser=2, changes=changes, marked=1, deposits=1)

    assert (refused.value.code, refused.value.field) == ("undefined", "overlay.wareme_on_deposits")


def test_without_limits_a_yakuman_needs_fu_and_cannot_be_split():
    changes = {"overlay.unlimited": True}
    both = ("daisangen", "tsuuiisou")

    assert (
        pay("mleague", Win(1, yakuman=("suuankou",), fu=50), loser=2, changes=changes).delta[1] == 6_553_600
    )
    for win, code in (
        (Win(1, yakuman=("suuankou",)), "fu_needed"),
        (Win(1, yakuman=both, fu=50, pao=Liability(3, "daisangen")), "undefined"),
    ):
        with pytest.raises(ScoringError) as refused:
            pay("mleague", win, loser=2, changes=changes)
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("dice", "seat"), [(5, 0), (9, 0), (2, 1), (6, 1), (10, 1), (3, 2), (7, 2), (11, 2), (12, 3)]
)
def test_dice_point_at_a_seat_counted_from_the_roller(dice, seat):
    assert indicated(0, dice) == seat
    assert indicated(3, dice) == (seat + 3) % 4


def test_the_dokasen_mark_walks_to_the_left_and_ends_where_it_began():
    walk = [dokasen_seat(1, 2, drawn) for drawn in range(53, 136)]

    assert [walk[0], walk[10], walk[11], walk[44], walk[45], walk[78], walk[79], walk[82]] == [
        1,
        1,
        0,
        0,
        3,
        3,
        2,
        2,
    ]


@pytest.mark.parametrize(("dice", "drawn"), [(1, 60), (13, 60), (7, 52), (7, 136)])
def test_impossible_dice_and_draws_are_refused(dice, drawn):
    with pytest.raises(ScoringError):
        dokasen_seat(0, dice, drawn)


def test_units_follow_stacking_doubles_and_the_cap():
    assert yakuman_units(load("mleague"), ["a", "b", "c", "d", "e"]) == 4
    assert yakuman_units(load("wrc_2025"), ["a", "b", "c", "d", "e"]) == 5
    assert yakuman_units(load("jpml_a"), ["a", "b"]) == 1
    assert yakuman_units(load("mahjongsoul"), ["daisuushii"]) == 2
    assert yakuman_units(load("mahjongsoul"), []) == 0


@st.composite
def wins(draw):
    book = load(draw(st.sampled_from(RIICHI))).with_house_rules(
        "house",
        {
            "settlement.honba_ron": 300,
            "settlement.honba_tsumo_each": 100,
            "settlement.ron_two": "all",
            "settlement.ron_three": "all",
            "settlement.multi_ron_sticks": draw(
                st.sampled_from(["first_takes_all", "honba_each_own_stick_back_rest_first"])
            ),
            "score.kazoe": "yakuman",
            "score.kiriage": draw(st.booleans()),
        },
    )
    players = book.table.players
    turn = draw(st.permutations(range(players)))
    count = draw(st.integers(1, players - 1))
    loser = turn[-1] if count > 1 or draw(st.booleans()) else None
    won = [
        Win(s, han=draw(st.integers(3, 15)), fu=draw(st.sampled_from([30, 40, 70, 110])))
        for s in turn[:count]
    ]
    riichi = tuple(s for s in range(players) if draw(st.booleans()))
    deposits = len(riichi) + draw(st.integers(0, 3))
    hand = Hand(draw(st.integers(0, players - 1)), draw(st.integers(0, 5)), deposits, riichi)
    return book, hand, won, loser


@given(wins())
def test_points_are_conserved_and_only_the_right_players_pay(situation):
    book, hand, won, loser = situation

    paid = settle_win(book, hand, won, loser)

    assert sum(paid.delta) == 1_000 * hand.deposits
    winners = {award.winner for award in paid.awards}
    for seat, change in enumerate(paid.delta):
        if seat in winners:
            assert change > 0
        elif loser is None or seat == loser:
            assert change < 0
        else:
            assert change == 0


@given(st.sampled_from(RIICHI), st.integers(2, 12), st.sampled_from([30, 40, 50, 60, 70]), st.booleans())
def test_more_han_or_fu_never_pay_less(edition, han, fu, tsumo):
    book = load(edition).with_house_rules("house", {"score.kazoe": "yakuman", "score.kiriage": False})

    here = value_of_han(book, han, fu, tsumo=tsumo).basic

    assert value_of_han(book, han + 1, fu, tsumo=tsumo).basic >= here
    assert value_of_han(book, han, fu + 10, tsumo=tsumo).basic >= here


def test_a_yakuman_hand_names_its_patterns_or_its_units():
    with pytest.raises(ScoringError) as refused:
        value_of_yakuman(load("mleague"), (), None)

    assert (refused.value.code, refused.value.fields) == ("no_such_hand", ("yakuman",))
    assert refused.value.message == "A yakuman hand names its patterns."


def test_where_compound_yakuman_come_in_the_scope_of_liability_is_required():
    """Without compound yakuman [P01] the scope is n/a; a house with them has to say how much is owed."""
    win = Win(1, yakuman=("daisangen", "tsuuiisou"), pao=Liability(2, "daisangen"))
    stacked = {"score.yakuman_stack": True, "score.yakuman_cap": 2}

    with pytest.raises(NeedsEventSetting) as refused:
        pay("jpml_a", win, changes=stacked)

    assert refused.value.fields == ("settlement.pao_scope",)
    assert pay("jpml_a", win).delta == (0, 32_000, -32_000, 0)
    whole = pay("jpml_a", win, changes=stacked | {"settlement.pao_scope": "whole_hand"})
    assert whole.delta == (0, 64_000, -64_000, 0)


@pytest.mark.parametrize(
    "change",
    [
        *(
            {"win": "steal"},
            {"win": 5},
            {"loser": 4},
            {"loser": None},
            {"dealer": -1},
            {"honba": -1},
            {"honba": 1.5},
        ),
        *({"wins": w} for w in (None, [], 3, [3], [{}], [{"winner": 9}], [{"winner": 1, "han": "3"}])),
        *(
            {"wins": [{"winner": 1, "han": 3, "fu": 40, "yakuman": y}]}
            for y in (3, ["x"] * 11, [3], [""], ["x" * 41])
        ),
        *(
            {"wins": [{"winner": 1, "yakuman": ["daisangen"], "pao": p}]}
            for p in (3, {"seat": 9, "yaku": "x"})
        ),
        *({"riichi": r} for r in ([0, 0], [4], 3)),
    ],
)
def test_a_misshapen_request_is_refused(change):
    question = {
        "rulebook": "mleague",
        "win": "ron",
        "dealer": 0,
        "loser": 2,
        "wins": [{"winner": 1, "han": 3, "fu": 40}],
    }

    with pytest.raises(RuleError) as refused:
        payment(question | change)

    assert refused.value.code == "malformed"


@pytest.mark.parametrize("dokasen", [3, {}, {"break_dice": 7}, {"break_dice": 7, "tiles_drawn": "60"}])
def test_a_misshapen_dokasen_is_refused(dokasen):
    question = {
        "rulebook": "mleague",
        "win": "tsumo",
        "dealer": 0,
        "wins": [{"winner": 1, "han": 3, "fu": 40}],
    }

    with pytest.raises(RuleError) as refused:
        payment(question | {"dokasen": dokasen, "assume": {"overlay.wareme": "dokasen"}})

    assert refused.value.code == "malformed"


def test_a_marked_seat_is_a_fact_that_matters_only_where_wareme_is_played():
    question = {
        "rulebook": "mleague",
        "win": "tsumo",
        "dealer": 0,
        "wins": [{"winner": 1, "han": 3, "fu": 40}],
    }

    assert payment(question | {"marked": 1}) == payment(question)


@pytest.mark.parametrize(
    ("edition", "points", "loser", "delta"),
    [
        ("wsom", 25, 2, (-25, 75, -25, -25)),
        ("wsom", 26, 2, (-25, 78, -28, -25)),
        ("wsom", 26, None, (-26, 78, -26, -26)),
        ("wsom", 170, 0, (-460, 510, -25, -25)),
        ("mcr", 8, 0, (-16, 32, -8, -8)),
        ("mcr", 8, None, (-16, 48, -16, -16)),
    ],
)
def test_pattern_games_pay_by_their_own_rules(edition, points, loser, delta):
    assert pay(edition, Win(1, points=points), loser=loser).delta == delta


def test_bounds_of_a_hand_are_inclusive():
    assert pay("mcr", Win(1, points=10_000)).delta[1] == 30_024
    assert pay("mleague", Win(1, han=400), loser=2).delta[1] == 24_000
    assert pay("jpml_a", Win(1, han=1, fu=110), loser=2).delta[1] == 3_600
    assert pay("tenhou", Win(1, units=20), loser=2).delta[1] == 640_000
    assert pay("mleague", Win(1, units=4), loser=2).delta[1] == 128_000


def test_one_pattern_worth_two_is_the_most_where_patterns_do_not_add_up():
    book = load("mahjongsoul").with_house_rules("x", {"score.yakuman_stack": False})

    assert settle_win(book, Hand(0), [Win(1, units=2)], 2).delta[1] == 64_000
    with pytest.raises(ScoringError) as refused:
        settle_win(book, Hand(0), [Win(1, units=3)], 2)
    assert refused.value.message == "Under this rulebook a hand is worth at most 2 yakuman, not 3."
    assert levels(book, tsumo=False, dealer=False)[-1].units == 2
    assert pay("mleague", Win(1, han=1, fu=30), loser=2, honba=1_000, deposits=1_000).delta[1] == 1_301_000


BOTH = ("daisuushii", "tsuuiisou")
BOUND = Liability(2, "daisuushii")


@pytest.mark.parametrize(
    ("edition", "winner", "loser", "delta"),
    [
        # a double yakuman is bound whole: 64,000 halved, the other 32,000 by the discarder
        ("mahjongsoul", 1, 3, (0, 96_000, -32_000, -64_000)),
        ("mahjongsoul", 1, 2, (0, 96_000, -96_000, 0)),
        ("mahjongsoul", 1, None, (-16_000, 96_000, -72_000, -8_000)),
        ("mahjongsoul", 0, 3, (144_000, 0, -48_000, -96_000)),
        ("mahjongsoul", 0, None, (144_000, -16_000, -112_000, -16_000)),
        ("mleague", 0, 3, (96_000, 0, -24_000, -72_000)),
        ("mleague", 0, None, (96_000, -16_000, -64_000, -16_000)),
        ("tenhou", 0, 3, (96_000, 0, -48_000, -48_000)),
    ],
)
def test_a_compound_yakuman_is_split_between_bound_and_free(edition, winner, loser, delta):
    paid = pay(edition, Win(winner, yakuman=BOTH, pao=BOUND), loser=loser)

    assert paid.delta == delta
    assert {type(change) for change in paid.delta} == {int}


def test_only_those_who_owe_are_in_the_transfers():
    tsumo = pay("mleague", Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen")))
    ron = pay("mleague", Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen")), loser=3, honba=1)

    assert tsumo.awards[0].transfers == ((2, 1, 32_000, 0, 1),)
    assert ron.awards[0].transfers == ((2, 1, 16_000, 300, 1), (3, 1, 16_000, 0, 1))


def test_doubled_payments_say_so():
    paid = pay("mleague", Win(1, han=3, fu=40), changes={"overlay.wareme": "wareme"}, marked=0, honba=1)

    assert paid.awards[0].transfers == ((0, 1, 5_200, 200, 2), (2, 1, 1_300, 100, 1), (3, 1, 1_300, 100, 1))


def test_one_yakuman_needs_no_rule_for_several():
    assert pay("beginner", Win(1, yakuman=("suuankou",)), loser=2).delta[1] == 32_000
    assert yakuman_units(load("mleague").with_house_rules("x", {"score.double_yakuman": "unset"}), ["a"]) == 1


def test_without_stacking_the_greatest_counts():
    changes = {"score.yakuman_stack": False, "score.yakuman_cap": 0, "score.double_yakuman": ["daisuushii"]}
    book = load("mleague").with_house_rules("x", changes)

    assert [yakuman_units(book, names) for names in (["a", "b", "c"], ["daisuushii", "a"])] == [1, 2]


def test_the_table_without_limits_is_the_same_as_the_overlay():
    table = pay("mleague", Win(1, han=13, fu=40), loser=2, changes={"score.table": "unlimited"})

    assert (
        table.delta
        == pay("mleague", Win(1, han=13, fu=40), loser=2, changes={"overlay.unlimited": True}).delta
    )
    assert table.delta[1] == 5_242_900


def test_a_yakuman_without_limits_counts_its_other_han():
    book = load("mleague").with_house_rules("x", {"overlay.unlimited": True})

    assert value_of_yakuman(book, ("kokushi",), None, fu=30) == (30 << 15, 13, 30, "", 1)
    assert value_of_yakuman(book, ("a", "b"), None, han=2, fu=40) == (40 << 30, 28, 40, "", 2)


def test_a_chicken_hand_is_one_point():
    assert pay("wsom", Win(1, points=1), loser=2).delta == (-1, 3, -1, -1)


def test_the_first_seat_may_be_liable_too():
    assert pay("mleague", Win(1, yakuman=("daisangen",), pao=Liability(0, "daisangen"))).delta == (
        -32_000,
        32_000,
        0,
        0,
    )


def test_a_yakuman_is_valued_by_its_units():
    assert value_of_yakuman(load("mleague"), ("a", "b"), None) == (16_000, 0, 0, "yakuman", 2)


def test_the_next_in_turn_after_the_discarder_comes_first():
    wins = [Win(0, han=2, fu=30), Win(3, han=2, fu=30)]

    assert pay("mleague", *wins, loser=2).delta == (0, 0, -2_000, 2_000)
    assert pay("tenhou", *wins, loser=2, deposits=1, honba=1).delta == (2_900, 0, -5_200, 3_300)
    assert pay("ema_2025", *wins, loser=2, deposits=3, riichi=(0,)).delta == (3_900, 0, -4_900, 4_000)


def test_a_house_rule_is_never_answered_from_the_table_of_its_edition():
    mleague = load("mleague")
    assert value_of_han(mleague, 4, 30, tsumo=False).basic == 2_000

    house = mleague.with_house_rules("x", {"score.kiriage": False})

    assert value_of_han(house, 4, 30, tsumo=False).basic == 1_920
    assert value_of_han(mleague, 4, 30, tsumo=False).basic == 2_000


def test_the_usual_payments_are_answered_by_payer():
    assert usual(load("mleague"), 0, 1, 1_280, None, (100, 300)) == {
        0: (2_600, 100),
        2: (1_300, 100),
        3: (1_300, 100),
    }
    assert usual(load("mleague"), 1, 1, 1_280, 3, (200, 600)) == {3: (7_700, 600)}
    assert usual(load("wsom"), 0, 1, 30, 0, (0, 0)) == {0: (40, 0), 2: (25, 0), 3: (25, 0)}


def test_every_payment_says_who_paid_whom():
    patterns = pay("mcr", Win(1, points=8), loser=0)
    liable = pay("mleague", Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen")), loser=2)

    assert patterns.awards[0].transfers == ((0, 1, 16, 0, 1), (2, 1, 8, 0, 1), (3, 1, 8, 0, 1))
    assert liable.awards[0].transfers == ((2, 1, 32_000, 0, 1),)


def test_who_is_next_in_turn_depends_on_who_discarded():
    wins = [Win(0, han=1, fu=30), Win(2, han=2, fu=30)]

    assert pay("mleague", *wins, loser=3).delta == (1_500, 0, 0, -1_500)
    assert pay("mleague", *wins, loser=1).delta == (0, -2_000, 2_000, 0)


def test_a_winner_may_be_liable_for_another():
    wins = [Win(3, yakuman=("daisangen",), pao=Liability(0, "daisangen")), Win(0, han=1, fu=30)]

    assert pay("tenhou", *wins, loser=2).delta == (1_500 - 16_000, 0, -1_500 - 16_000, 32_000)


def test_each_payment_of_a_tsumo_is_shown_once():
    paid = pay("mleague", Win(1, han=3, fu=40), honba=2)

    assert paid.awards[0].transfers == ((0, 1, 2_600, 200, 1), (2, 1, 1_300, 200, 1), (3, 1, 1_300, 200, 1))


def test_only_the_value_of_a_counter_that_is_open_is_required():
    with pytest.raises(NeedsEventSetting) as refused:
        pay("shinhochi", Win(1, han=3, fu=40), changes={"settlement.honba_ron": 300}, honba=1)

    assert refused.value.fields == ("settlement.honba_tsumo_each",)


def test_the_han_added_to_a_yakuman_are_paid_without_limits():
    changes = {"overlay.unlimited": True}
    win = Win(1, han=2, fu=40, yakuman=("suuankou",))

    assert pay("mleague", win, loser=2, changes=changes).delta[1] == (40 << 17) * 4 + 80


@pytest.mark.parametrize(
    ("han", "basic", "limit"),
    [
        (5, 2_000, "mangan"),
        (6, 3_000, "haneman"),
        (7, 3_000, "haneman"),
        (8, 4_000, "baiman"),
        (10, 4_000, "baiman"),
        (11, 6_000, "sanbaiman"),
        (12, 6_000, "sanbaiman"),
        (13, 8_000, "kazoe"),
    ],
)
def test_a_limit_hand_keeps_its_han_and_fu(han, basic, limit):
    book = load("mleague").with_house_rules("x", {"score.kazoe": "yakuman"})

    assert value_of_han(book, han, 40, tsumo=False) == (basic, han, 40, limit, 0)
    assert value_of_han(book, han, None, tsumo=False) == (basic, han, 0, limit, 0)


def test_the_table_without_limits_counts_a_yakuman_as_han_too():
    win = Win(1, yakuman=("suuankou",), fu=50)

    assert pay("mleague", win, loser=2, changes={"score.table": "unlimited"}).delta[1] == 6_553_600


def test_three_winners_of_one_discard_may_abort_the_hand_and_nobody_pays():
    book = load("tenhou")
    assert book.settlement.ron_three == "abort"

    paid = settle_win(book, Hand(0, honba=2, deposits=1), [Win(seat, han=1, fu=30) for seat in (1, 2, 3)], 0)

    assert paid == Payment((0, 0, 0, 0), (), abort=True)
