"""What do I need? Complete and minimal, against brute force over every possible outcome."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.conditions.conditions import Condition, Goal, Listed, Underway, conditions
from scoring.conditions.win_levels import levels
from scoring.errors import NeedsEventSetting, RuleError, ScoringError
from scoring.game.game import State, final_result, play, start
from scoring.game.log import state_as_json
from scoring.game.outcome import Outcome
from scoring.hand.payment import settle_win
from scoring.hand.win import Hand, Liability, Win
from scoring.result.result import places
from scoring.rulebook.rulebook import load
from scoring.verbs.conditions import what_is_needed
from tests.thorough import examples

MLEAGUE = load("mleague")


def last_hand(book, points, **more):
    players = book.table.players
    return start(book)._replace(round=1, dealer=players - 1, points=tuple(points), **more)


def needed(book, state, goal, **listed):
    return {
        (c.kind, c.winner, c.loser, c.riichi): (c.low.worth, c.high and c.high.worth)
        for c in conditions(book, state, goal, listed=Listed(**listed))
        if c.low
    }


def test_the_question_of_every_last_hand():
    state = last_hand(MLEAGUE, (30_000, 28_000, 24_000, 17_000), deposits=1)

    assert needed(MLEAGUE, state, Goal(seat=2, place=1)) == {
        ("tsumo", 2, None, False): (4_000, None),
        ("tsumo", 2, None, True): (4_000, None),
        ("ron", 2, 0, False): (3_200, None),
        ("ron", 2, 0, True): (3_200, None),
        ("ron", 2, 1, False): (5_200, None),
        ("ron", 2, 1, True): (5_200, None),
        ("ron", 2, 3, False): (5_200, None),
        ("ron", 2, 3, True): (5_200, None),
    }


def test_the_hands_of_a_condition_are_named():
    state = last_hand(MLEAGUE, (30_000, 28_000, 24_000, 18_000))

    ron = next(c for c in conditions(MLEAGUE, state, Goal(2, place=1)) if c.winner == 2 and c.loser == 1)

    assert (ron.low.worth, ron.low.hands, ron.low.limit, ron.ends) == (
        6_400,
        ((2, 100), (3, 50), (4, 25)),
        "",
        True,
    )


def test_a_draw_lists_who_must_be_tenpai():
    state = last_hand(MLEAGUE, (27_000, 25_500, 24_000, 23_500))

    (draw, own_stick) = [c for c in conditions(MLEAGUE, state, Goal(1, place=1)) if c.kind == "draw"]

    assert (draw.riichi, draw.tenpai) == (False, ((1,), (1, 2), (1, 3), (1, 2, 3)))
    assert draw.ends is False  # with seat 3 tenpai the dealer would deal again
    assert (own_stick.riichi, own_stick.tenpai) == (True, draw.tenpai)


def test_with_floating_uma_more_can_be_worse():
    """Seat 0 alone above 30,000 has +12, not +8: a ron must sink seat 2, but not lift its winner to 30,000."""
    book = load("jpml_a")
    state = last_hand(book, (42_000, 27_000, 31_000, 20_000))

    reached = needed(book, state, Goal(0, total=24_000), by_others=True)

    assert reached["ron", 3, 2, False] == (1_500, 9_600)
    assert reached["ron", 1, 2, False] == (1_300, 2_900)


def test_a_rank_in_the_stage_looks_at_the_other_tables_too():
    state = last_hand(MLEAGUE, (25_000,) * 4)
    wins = [("tsumo", 0, None), *(("ron", 0, loser) for loser in (1, 2, 3))]

    def least(other, **more):
        goal = Goal(0, rank=1, carried=(10_000, 0, 0, 0), others=(other,), **more)
        reached = needed(MLEAGUE, state, goal)
        assert reached.keys() == {(*win, stick) for win in wins for stick in (False, True)}
        return {worth for worth, _ in reached.values()}

    assert least(60_000) == {5_200}
    assert least(61_400) == {7_100, 7_200, 8_000}  # ron 7,100; tsumo 1,800 and 3,600; in riichi a mangan


def test_a_player_already_in_riichi_has_no_choice():
    state = last_hand(MLEAGUE, (30_000, 28_000, 24_000, 18_000))

    reached = conditions(MLEAGUE, state, Goal(2, place=1), Underway(riichi=[2]))

    assert {c.riichi for c in reached if c.winner == 2 or c.kind == "draw"} == {True}


@pytest.mark.parametrize(
    ("goal", "riichi", "code"),
    [
        (Goal(0), (), "invalid_goal"),
        (Goal(0, place=1, total=5), (), "invalid_goal"),
        (Goal(4, place=1), (), "invalid_goal"),
        (Goal(0, rank=1, carried=(1,)), (), "invalid_goal"),
        (Goal(0, place=1), (5,), "no_such_seat"),
        (Goal(0, place=1), (1, 1), "no_such_seat"),
    ],
)
def test_a_goal_that_cannot_be_is_refused(goal, riichi, code):
    with pytest.raises(ScoringError) as refused:
        conditions(MLEAGUE, start(MLEAGUE), goal, Underway(riichi=riichi))

    assert refused.value.code == code


def test_the_doubled_seat_needs_half():
    book = MLEAGUE.with_house_rules("wareme", {"overlay.wareme": "wareme"})
    state = last_hand(book, (30_000, 28_000, 24_000, 18_000))

    reached = conditions(book, state, Goal(2, place=1), Underway(marked=2))

    assert next(c.low.worth for c in reached if c.loser == 1) == 3_200
    with pytest.raises(ScoringError):
        conditions(book, state, Goal(2, place=1))


def test_a_game_that_is_over_has_no_conditions():
    with pytest.raises(ScoringError) as refused:
        conditions(MLEAGUE, start(MLEAGUE)._replace(over="time"), Goal(0, place=1))

    assert refused.value.code == "game_over"


def test_what_the_rulebook_leaves_open_has_to_be_set_by_the_event():
    with pytest.raises(NeedsEventSetting):
        conditions(load("beginner"), start(load("beginner")), Goal(0, place=1))


def test_the_verb_tells_ranges():
    state = last_hand(MLEAGUE, (30_000, 28_000, 24_000, 18_000))

    listed = what_is_needed(
        {
            "rulebook": "mleague",
            "state": state_as_json(state),
            "goal": {"seat": 2, "place": 1},
            "by_others": False,
        }
    )["conditions"]

    assert listed[0] == {
        "kind": "tsumo",
        "winner": 2,
        "riichi": False,
        "at_least": {"worth": 5_200, "child": 1_300, "parent": 2_600, "hands": [[2, 80], [3, 40], [4, 20]]},
        "at_most": None,
        "ends": True,
    }
    assert [c["tenpai"] for c in listed if c["kind"] == "draw"] == []


@pytest.mark.parametrize(
    "edition", ["mleague", "tenhou_sanma", "beginner_simple", "mcr", "wsom", "mahjongsoul"]
)
def test_levels_rise_and_each_is_really_paid(edition):
    book = load(edition).with_house_rules("house", BOOKS.get(edition, {}))
    for tsumo in (True, False):
        for dealer in (0, 1):
            rising = levels(book, tsumo=tsumo, dealer=dealer == 0)
            assert [level.worth for level in rising] == sorted(level.worth for level in rising)
            for level in rising:
                paid = settle_win(book, Hand(dealer), [level.win(0)], None if tsumo else 1)
                if book.result.kind == "points":
                    assert paid.delta[0] == level.worth


# --- brute force -----------------------------------------------------------------------------------------

HANDS = [(han, fu) for han in range(1, 14) for fu in (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)]
BOOKS = {
    "mleague": {},
    "jpml_a": {"yaku.riichi_below_1000": "forbidden"},
    "tenhou": {},
    "tenhou_sanma": {},
    "ema_2016": {},
    "beginner_simple": {
        "score.yakuman_stack": True,
        "score.yakuman_cap": 0,
        "result.tie": "split",
        "result.leftover_deposits": "top",
        "draw.noten_total": 3_000,
        "settlement.honba_ron": 300,
        "settlement.honba_tsumo_each": 100,
        "yaku.riichi_below_1000": "allowed",
        "game_end.tobi": "none",
        "game_end.west_entry": False,
        "game_end.agariyame": "none",
        "game_end.tenpaiyame": "none",
        "draw.abort_dealer": "stays",
        "draw.nagashi_mangan": "none",
    },
}


def every_win(book, players):
    """All wins of one player, without asking which of them are worth the same."""
    wins = [Win(0, han=han, fu=fu) for han, fu in HANDS]
    if book.score.table == "simple_seed003":
        wins = [Win(0, han=han) for han in range(1, 14)]
    cap = book.score.yakuman_cap if isinstance(book.score.yakuman_cap, int) else 0
    most = 1 if book.score.yakuman_stack is False else (min(6, cap) if cap else 6)
    wins += [Win(0, units=units) for units in range(1, most + 1)]
    for winner in range(players):
        for loser in (None, *(s for s in range(players) if s != winner)):
            for win in wins:
                yield win._replace(winner=winner), loser


def reached_by_hand(book, state, goal):
    """The goal, judged again from the result."""
    result = final_result(book, state)
    if goal.place is not None:
        return result.places[goal.seat] <= goal.place
    if goal.total is not None:
        return result.totals[goal.seat] >= goal.total
    mine = result.totals[goal.seat] + goal.carried[goal.seat]
    rivals = [
        t + c for s, (t, c) in enumerate(zip(result.totals, goal.carried, strict=True)) if s != goal.seat
    ]
    worse = [r for r in (*rivals, *goal.others) if r > mine or (not goal.ties and r == mine)]
    return len(worse) <= goal.rank - 1


def is_covered(reached: list[Condition], book, state, win, loser, stick) -> bool:
    paid = settle_win(book, Hand(state.dealer), [win], loser)
    payments = {t.payer: t.points for a in paid.awards for t in a.transfers}
    parent = payments.get(state.dealer) or max(payments.values())
    child = min(payments.values())
    key = (sum(payments.values()), child, parent) if loser is None else (sum(payments.values()),) * 3
    return any(
        c.kind == ("tsumo" if loser is None else "ron")
        and (c.winner, c.loser, c.riichi) == (win.winner, loser, stick)
        and c.low[:3] <= key
        and (c.high is None or key <= c.high[:3])
        for c in reached
    )


@st.composite
def questions(draw):
    name = draw(st.sampled_from(sorted(BOOKS)))
    book = load(name).with_house_rules("house", BOOKS[name])
    players = book.table.players
    deposits, honba = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    total = players * book.table.starting_points - 1_000 * deposits
    points = [draw(st.integers(5, 450)) * 100 for _ in range(players - 1)]
    points.append(total - sum(points))
    position = draw(st.integers(0, 2 * players - 1))
    state = start(book)._replace(
        points=tuple(points),
        deposits=deposits,
        honba=honba,
        round=position // players,
        dealer=position % players,
    )
    seat = draw(st.integers(0, players - 1))
    unit = book.units_per_point // 1_000
    kind = draw(st.sampled_from(["place", "total", "rank"]))
    if kind == "place":
        goal = Goal(seat, place=draw(st.integers(1, players)))
    elif kind == "total":
        goal = Goal(seat, total=draw(st.integers(-60, 60)) * 1_000 * unit)
    else:
        some = st.integers(-400, 400).map(lambda n: n * 100 * unit)
        carried = tuple(draw(st.lists(some, min_size=players, max_size=players)))
        goal = Goal(
            seat,
            rank=draw(st.integers(1, 3)),
            carried=carried,
            others=tuple(draw(st.lists(some, max_size=4))),
        )
        goal = Goal(seat, rank=goal.rank, carried=carried, others=goal.others, ties=draw(st.booleans()))
    return book, state, goal


@settings(max_examples=examples(5, of=15))
@given(questions())
def test_conditions_are_exactly_what_brute_force_finds(question):
    book, state, goal = question
    players = book.table.players

    reached = conditions(book, state, goal, listed=Listed(by_others=True))

    for win, loser in every_win(book, players):
        for stick in (False, True):
            outcome = Outcome("win", wins=(win,), loser=loser, riichi=(win.winner,) if stick else ())
            try:
                after = play(book, state, outcome)
            except ScoringError:
                continue
            expected = reached_by_hand(book, after, goal)
            assert is_covered(reached, book, state, win, loser, stick) == expected, outcome
    draws = {c.riichi: set(c.tenpai) for c in reached if c.kind == "draw"}
    for size in range(players + 1):
        for tenpai in combinations(range(players), size):
            for stick in (False, True):
                if stick and goal.seat not in tenpai:
                    continue
                try:
                    after = play(
                        book, state, Outcome("draw", tenpai=tenpai, riichi=(goal.seat,) if stick else ())
                    )
                except ScoringError:
                    continue
                assert (tenpai in draws.get(stick, set())) == reached_by_hand(book, after, goal), (
                    tenpai,
                    stick,
                )


@settings(max_examples=examples(12, of=25))
@given(questions())
def test_conditions_are_minimal(question):
    """Just below a range, and just above it, the goal is missed; ranges of one kind do not touch."""
    book, state, goal = question
    for c in conditions(book, state, goal, listed=Listed(by_others=True)):
        if c.low is None:
            continue
        how = "riichi" if c.riichi else ""
        known = levels(book, tsumo=c.kind == "tsumo", dealer=c.winner == state.dealer, how=how)
        low = known.index(c.low)
        high = len(known) - 1 if c.high is None else known.index(c.high)
        for index in (low - 1, high + 1):
            if 0 <= index < len(known):
                riichi = (c.winner,) if c.riichi else ()
                win = known[index].win(c.winner)
                after = play(book, state, Outcome("win", wins=(win,), loser=c.loser, riichi=riichi))
                assert not reached_by_hand(book, after, goal)


def test_places_and_conditions_agree_when_nothing_is_at_stake():
    state = last_hand(MLEAGUE, (70_000, 10_000, 10_000, 10_000))

    assert places(MLEAGUE, state.points) == [1, 2, 2, 2]
    assert all(c.high is None for c in conditions(MLEAGUE, state, Goal(0, place=1)) if c.winner == 0)


def test_whether_a_stick_can_be_put_is_required_where_it_is_open():
    book = load("jpml_a")
    poor = last_hand(book, (900, 59_100, 30_000, 30_000))

    with pytest.raises(NeedsEventSetting) as refused:
        conditions(book, poor, Goal(0, place=4))
    assert refused.value.fields == ("yaku.riichi_below_1000",)


def test_counted_yakuman_are_required_where_they_are_open():
    with pytest.raises(NeedsEventSetting) as refused:
        levels(load("danching"), tsumo=True, dealer=True)

    assert refused.value.fields == ("score.kazoe",)


def test_the_verb_tells_every_kind_of_condition():
    book = load("tenhou")
    state = state_as_json(last_hand(book, (27_000, 25_500, 24_000, 23_500)))
    about = {"rulebook": "tenhou", "state": state, "goal": {"seat": 0, "place": 4}}

    listed = what_is_needed(about)["conditions"]
    assert {c["kind"] for c in listed} == {"tsumo", "ron", "draw", "nagashi", "abort"}
    assert {c["abort"] for c in listed if c["kind"] == "abort"} == {*book.draw.aborts}
    for bad in ({"goal": 3}, {"goal": {"seat": 9}}, {"goal": {"seat": 0, "place": "x"}}, {"by_others": 1}):
        with pytest.raises(RuleError):
            what_is_needed(about | bad)


def test_without_limits_worths_go_on_rising():
    book = MLEAGUE.with_house_rules("aotenjo", {"overlay.unlimited": True})

    rising = levels(book, tsumo=False, dealer=False)

    assert rising[-1].worth == 110 * 2**28 * 4 // 100 * 100 + 100
    assert not any(level.units or level.limit for level in rising)


# --- several winners, liability, fouls, sticks, rivals -----------------------------------------------------------


def listed_of(book, state, goal, kind, **listed):
    return [c for c in conditions(book, state, goal, listed=Listed(**listed)) if c.kind == kind]


def test_two_winners_of_one_discard_are_listed_with_the_others_worth():
    """East deals in to both: South, 2,000 behind West, must win 2,000 more."""
    book = load("ema_2016")
    state = last_hand(book, (32_000, 29_000, 31_000, 28_000))

    reached = [
        (c.low.worth, c.high, [(w.seat, w.low.worth, w.high and w.high.worth) for w in c.others])
        for c in listed_of(book, state, Goal(1, place=1), "ron", several=True)
        if c.loser == 0 and [w.seat for w in c.others] == [2] and not c.riichi
    ]

    assert [(low, high) for low, high, _ in reached] == [
        (low, None)
        for low in (
            3_200,
            3_600,
            4_500,
            5_200,
            5_800,
            6_400,
            7_100,
            7_700,
            8_000,
            12_000,
            16_000,
            24_000,
            32_000,
        )
    ]
    assert [others for _, _, others in reached][:4] == [
        [(2, 1_000, 1_000)],
        [(2, 1_300, 1_600)],
        [(2, 2_000, 2_300)],
        [(2, 2_600, 3_200)],
    ]


def test_the_player_of_the_goal_is_the_first_winner_listed():
    book = load("ema_2016")
    state = last_hand(book, (30_000,) * 4)

    reached = [c for c in conditions(book, state, Goal(2, place=1), listed=Listed(several=True)) if c.others]

    assert {c.winner for c in reached} == {2}
    assert {tuple(w.seat for w in c.others) for c in reached if c.loser == 1} == {(3,), (0,), (3, 0)}


def test_with_a_head_bump_nobody_wins_together():
    state = last_hand(MLEAGUE, (25_000,) * 4)

    assert conditions(MLEAGUE, state, Goal(2, place=1), listed=Listed(several=True)) == conditions(
        MLEAGUE, state, Goal(2, place=1)
    )


def test_three_winners_can_be_an_abortive_draw():
    book = load("tenhou").with_house_rules("abort", {"draw.aborts": ["kyuushu"]})
    state = last_hand(book, (40_000, 20_000, 20_000, 20_000))

    reached = listed_of(book, state, Goal(0, place=1), "abort", several=True)

    assert [c.abort for c in reached] == ["kyuushu", "sanchahou"]


def test_several_nagashi_mangan_and_a_dealer_who_may_deal_again():
    book = load("mahjongsoul").with_house_rules("no extra round", {"game_end.west_entry": False})
    state = last_hand(book, (30_000, 26_000, 24_000, 20_000))

    (reached,) = listed_of(book, state, Goal(1, place=1), "nagashi", several=True)

    assert reached.nagashi == ((1,), (1, 2), (1, 3), (1, 2, 3))
    assert reached.ends is False
    (alone,) = listed_of(book, state, Goal(1, place=1), "nagashi")
    assert (alone.winner, alone.ends) == (1, True)


def test_a_liable_seat_pays_a_yakuman_alone():
    """Drawn, it is enough if the leader is liable, and not without."""
    state = last_hand(MLEAGUE, (75_000, 15_000, 8_000, 2_000))
    names = ("daisangen", "daisuushii", "suukantsu")

    reached = [
        (c.kind, c.loser, c.low.units, c.liable, c.liable_for)
        for c in conditions(MLEAGUE, state, Goal(1, place=1), listed=Listed(liability=True))
        if c.low and not c.riichi
    ]

    assert reached[:5] == [
        ("tsumo", None, 2, (), ()),
        ("tsumo", None, 1, (0,), names),
        ("tsumo", None, 2, (2, 3), names),
        ("ron", 0, 1, (), ()),
        ("ron", 0, 2, (2, 3), names),
    ]


def test_without_limits_a_liable_seat_pays_for_the_whole_hand():
    book = load("ema_2016").with_house_rules("aotenjo", {"overlay.unlimited": True})
    state = last_hand(book, (900_000, -400_000, -190_000, -190_000))

    reached = [
        c
        for c in listed_of(book, state, Goal(1, place=1), "tsumo", liability=True)
        if c.liable and not c.riichi
    ]

    assert {c.liable_for for c in reached} == {("daisangen", "daisuushii")}
    for c in reached:
        han, fu = next((han, fu) for han, fu in c.low.hands if han >= 13)
        for seat in c.liable:
            win = Win(1, han=han - 13, fu=fu, units=1, pao=Liability(seat, "daisangen"))
            after = play(book, state, Outcome("win", wins=(win,)))
            assert places(book, after.points)[1] == 1


@pytest.mark.parametrize(
    ("edition", "options", "field"),
    [
        ("beginner_simple", "several", "settlement.ron_two"),
        ("beginner_simple", "liability", "settlement.pao_yaku"),
        ("danching", "chombo", "chombo.kind"),
    ],
)
def test_what_is_open_about_the_rarer_ends_is_required_with_their_options(edition, options, field):
    book = load(edition)
    rules = {**BOOKS["beginner_simple"], "score.kazoe": "yakuman", "result.return_points": 30_000}
    rules = {
        path: value for path, value in rules.items() if not isinstance(book.value(path), int | str | bool)
    }
    book = book.with_house_rules("house", rules)
    state = last_hand(book, (book.table.starting_points,) * 4)

    assert conditions(book, state, Goal(0, place=2))
    with pytest.raises(NeedsEventSetting) as refused:
        conditions(book, state, Goal(0, place=2), listed=Listed(**{options: True}))
    assert field in refused.value.fields


def test_a_foul_is_a_condition_where_it_is_paid_at_the_table():
    book = load("shinhochi_kenko")
    rules = {"yaku.riichi_below_1000": "forbidden"}
    state = last_hand(book.with_house_rules("x", rules), (31_000, 30_000, 30_000, 29_000))

    (reached,) = listed_of(book, state, Goal(1, place=1), "chombo", chombo=True)

    assert (reached.offenders, reached.ends) == (((0,), (0, 2), (0, 3), (0, 2, 3)), False)


def test_the_sticks_of_others_lower_what_is_needed():
    state = last_hand(MLEAGUE, (30_000, 28_000, 24_000, 18_000))

    reached = [
        (c.low.worth, c.sticks)
        for c in listed_of(MLEAGUE, state, Goal(2, place=1), "ron", sticks=True)
        if c.loser == 1
    ]

    assert reached == [
        (6_400, ((), (2,))),
        (4_500, ((0,), (0, 2), (1, 3), (1, 2, 3))),
        (5_200, ((1,), (3,), (1, 2), (2, 3))),
        (3_200, ((0, 1), (0, 3), (0, 1, 2), (0, 2, 3))),
        (2_000, ((0, 1, 3), (0, 1, 2, 3))),
    ]


def test_while_other_tables_play_some_is_sure_and_some_only_possible():
    state = last_hand(MLEAGUE, (25_000,) * 4)
    goal = Goal(0, rank=1, carried=(10_000, 0, 0, 0), rivals=((55_000, 61_400),))

    reached = [
        (c.low.worth, c.high and c.high.worth, c.sure)
        for c in listed_of(MLEAGUE, state, goal, "ron")
        if c.loser == 1 and not c.riichi
    ]

    assert reached == [(1_000, 6_400, False), (7_100, None, True)]


@pytest.mark.parametrize("goal", [Goal(0, place=1, rivals=((0, 1),)), Goal(0, rank=1, rivals=((2, 1),))])
def test_rivals_that_cannot_be_are_refused(goal):
    with pytest.raises(ScoringError) as refused:
        conditions(MLEAGUE, start(MLEAGUE), goal)

    assert refused.value.code == "invalid_goal"


def test_more_than_some_millions_of_outcomes_are_not_looked_at():
    book = load("ema_2016").with_house_rules("aotenjo", {"overlay.unlimited": True})

    with pytest.raises(ScoringError) as refused:
        conditions(book, start(book), Goal(0, place=1), listed=Listed(several=True, by_others=True))

    assert refused.value.code == "too_many_outcomes"


def test_the_verb_lists_what_the_options_say_and_nothing_else():
    book = load("ema_2016")
    state = state_as_json(last_hand(book, (30_000,) * 4))
    rank = {"seat": 1, "rank": 1, "rivals": [{"least": -90_000, "most": 90_000}]}
    about = {"rulebook": "ema_2016", "state": state, "goal": rank}

    listed = what_is_needed(about | {"several": True, "liability": True, "chombo": True})["conditions"]

    assert {c["sure"] for c in listed} == {True, False}
    foul = next(c for c in listed if c["kind"] == "chombo")
    assert foul.keys() == {"kind", "offenders", "sure", "ends"}
    several = next(c for c in listed if "others" in c and "liable_for" in c["others"][0])
    assert several["others"][0].keys() == {"winner", "at_least", "at_most", "liable", "liable_for"}
    plain = what_is_needed(about | {"goal": {"seat": 1, "rank": 1}})["conditions"]
    assert not any({"sure", "others", "liable", "sticks", "nagashi", "offenders"} & c.keys() for c in plain)
    sticks = what_is_needed(about | {"sticks": True})["conditions"]
    assert all("sticks" in c and "riichi" not in c for c in sticks)
    for bad in ({"several": 1}, {"goal": rank | {"rivals": 3}}, {"goal": rank | {"rivals": [{"least": 1}]}}):
        with pytest.raises(RuleError):
            what_is_needed(about | bad)


def without_ends(found):
    return [one._replace(ends=False) for one in found]


def test_a_dead_hand_wins_nothing_and_is_tenpai_in_no_draw():
    book = load("mleague").with_house_rules("x", {"draw.nagashi_mangan": "mangan_tsumo"})
    state = State((26_000, 24_000, 30_000, 20_000), round=1, dealer=3, chombo=(0,) * 4)
    goal = Goal(1, place=2)

    every = conditions(book, state, goal, listed=Listed(by_others=True))
    dead = conditions(book, state, goal, Underway(dead=[2]), Listed(by_others=True))

    left = [one for one in every if one.winner != 2]
    left = [one._replace(tenpai=tuple(who for who in one.tenpai if 2 not in who)) for one in left]
    assert without_ends(dead) == without_ends(one for one in left if one.kind != "draw" or one.tenpai)
    assert {one.winner for one in every} - {one.winner for one in dead} == {2}


def test_who_asks_with_a_dead_hand_has_draws_and_what_others_win():
    state = State((30_000, 24_000, 26_000, 20_000), round=1, dealer=3, chombo=(0,) * 4)

    found = conditions(
        load("mleague"), state, Goal(0, place=1), Underway(dead=[0], riichi=[0]), Listed(by_others=True)
    )

    assert {one.kind for one in found if one.winner == 0} == set()
    # The stick stays on the table, and the hand is noten.
    assert {who for one in found if one.kind == "draw" for who in one.tenpai if 0 in who} == set()
    assert {one.winner for one in found if one.winner is not None} == {1, 2, 3}


@pytest.mark.parametrize("dead", [[4], [1, 1], [-1]])
def test_a_dead_hand_is_of_somebody_who_sits_there_once(dead):
    with pytest.raises(ScoringError) as refused:
        conditions(load("mleague"), start(load("mleague")), Goal(0, place=1), Underway(dead=dead))

    assert (refused.value.code, refused.value.fields) == ("no_such_seat", ("dead",))


def test_the_verb_asks_with_dead_hands_too():
    asked = {"rulebook": "mleague", "state": state_as_json(start(MLEAGUE)), "goal": {"seat": 0, "place": 1}}

    found = what_is_needed({**asked, "dead": [0]})["conditions"]

    assert {one["kind"] for one in found} <= {"draw", "nagashi", "abort"}
    assert "tsumo" in {one["kind"] for one in what_is_needed(asked)["conditions"]}
