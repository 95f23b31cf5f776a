"""Conditions against brute force: every outcome of a hand that reaches a goal is held by just one condition, and no
other outcome is; and no two conditions could be merged into one.
"""

import itertools
from collections import defaultdict

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scoring.conditions.conditions import Goal, Listed, Underway, conditions
from scoring.game.game import start
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import load
from tests.scoring.conditions.every_outcome import (
    MISSED,
    SURE,
    after,
    hands,
    holds,
    outcomes,
    subsets,
    what_becomes,
)
from tests.thorough import examples, in_turn, part

OPEN = {
    "result.tie": "split",
    "result.leftover_deposits": "top",
    "draw.noten_total": 3_000,
    "settlement.honba_ron": 300,
    "settlement.honba_tsumo_each": 100,
    "yaku.riichi_below_1000": "forbidden",
    "game_end.tobi": "below_zero",
    "game_end.west_entry": True,
    "game_end.goal_points": 30_000,
    "game_end.agariyame": "automatic",
    "game_end.tenpaiyame": "automatic",
    "draw.abort_dealer": "stays",
    "draw.nagashi_mangan": "mangan_tsumo",
    "settlement.ron_two": "all",
    "settlement.ron_three": "abort",
    "settlement.multi_ron_sticks": "honba_each_own_stick_back_rest_first",
    "settlement.pao_yaku": ["daisangen"],
    "settlement.pao_tsumo": "liable_pays_all",
    "settlement.pao_ron": "half_half",
    "settlement.pao_honba": "discarder",
    "settlement.pao_scope": "whole_hand",
    "settlement.daiminkan_pao": True,
    "score.yakuman_stack": True,
    "score.yakuman_cap": 2,
    "chombo.replay": True,
    "chombo.riichi_sticks": "stay",
    "chombo.honba": "+1",
}
BOOKS = {
    "floating uma, split ties, one winner": ("jpml_a", {"yaku.riichi_below_1000": "forbidden"}),
    "several winners, counters for each": ("ema_2016", {}),
    "several winners, and who floats matters": (
        "ema_2016",
        {"result.uma": load("jpml_a").result.uma.as_dict(), "result.floating_threshold": 34_000},
    ),
    "several winners, the first takes all": ("mahjongsoul", {}),
    "two are paid, three abort": ("tenhou", {}),
    "the same with three players": ("tenhou_sanma", {}),
    "double yakuman with three players": ("mahjongsoul_sanma", {}),
    "compound yakuman, liable for one of them": ("mleague", {}),
    "a doubled seat": ("ema_2016", {"overlay.wareme": "wareme"}),
    "whole points": ("beginner_simple", {"result.rounding": "gosha_rokunyu"}),
    "foul at the table": ("shinhochi_kenko", {"settlement.pao_honba": "liable"}),
    "after the game": ("saikouisen", {}),
}


def book_of(name):
    """The edition with these changes, and what it leaves open settled."""
    edition, rules = BOOKS[name]
    book = load(edition)
    settled = {path: value for path, value in OPEN.items() if book.value(path) is UNSET}
    return book.with_house_rules(name, {**settled, **rules}) if {**settled, **rules} else book


@st.composite
def questions(draw, names=tuple(BOOKS)):
    book = book_of(draw(st.sampled_from(names)))
    players, unit = book.table.players, book.units_per_point
    deposits = draw(st.integers(0, 3))
    points = [draw(st.integers(-20, 450)) * 100 for _ in range(players - 1)]
    points.append(players * book.table.starting_points - 1_000 * deposits - sum(points))
    position = draw(st.integers(0, 2 * players - 1))
    state = start(book)._replace(
        points=tuple(points),
        deposits=deposits,
        honba=draw(st.integers(0, 3)),
        round=position // players,
        dealer=position % players,
        hands_left=draw(st.sampled_from([None, None, 1, 3])),
    )
    seat = draw(st.integers(0, players - 1))
    whole = st.integers(-90, 90).map(lambda n: n * unit)
    kind = draw(st.sampled_from(["place", "total", "rank"]))
    if kind == "place":
        return book, state, Goal(seat, place=draw(st.integers(1, players)))
    if kind == "total":
        return book, state, Goal(seat, total=draw(whole))
    return (
        book,
        state,
        Goal(
            seat,
            rank=draw(st.integers(1, 4)),
            carried=tuple(draw(st.lists(whole, min_size=players, max_size=players))),
            others=tuple(draw(st.lists(whole, max_size=4))),
            ties=draw(st.booleans()),
            rivals=tuple(
                (min(a, b), max(a, b)) for a, b in draw(st.lists(st.tuples(whole, whole), max_size=3))
            ),
        ),
    )


def ask_all(book, state, goal, hand, *, sticks=False):
    everything = Listed(by_others=True, several=True, liability=True, chombo=True, sticks=sticks)
    return conditions(book, state, goal, hand, everything)


def marked_in(book, state):
    return (state.dealer + 1) % book.table.players if book.overlay.wareme != "none" else None


def by_frame(reached):
    """Conditions by what a glance tells apart."""
    index = defaultdict(list)
    for one in reached:
        seats = frozenset([one.winner, *(w.seat for w in one.others)]) if one.low else one.abort
        index[one.kind, one.loser, seats].append(one)
    return index


def frame(book, outcome):
    if outcome.kind == "draw":
        return ("nagashi" if outcome.nagashi else "draw", None, "")
    if outcome.kind == "abort":
        return ("abort", None, outcome.abort)
    if outcome.kind == "chombo":
        return ("chombo", None, "")
    seats = [win.winner for win in outcome.wins]
    if len(seats) > 1:
        rule = book.settlement.ron_two if len(seats) == 2 else book.settlement.ron_three
        if rule == "abort":
            return ("abort", None, "sanchahou")
        if rule == "head_bump":
            seats = [min(seats, key=lambda seat: (seat - outcome.loser) % book.table.players)]
    return ("tsumo" if outcome.loser is None else "ron", outcome.loser, frozenset(seats))


def check(book, state, goal, reached, looked_at):
    """Each outcome is held by one condition, with its certainty, if it reaches the goal, and else by none."""
    index = reached if isinstance(reached, dict) else by_frame(reached)
    is_over = {}
    for outcome in looked_at:
        then = after(book, state, outcome)
        if then is None:
            continue
        expected = what_becomes(book, then, goal)
        held = [one for one in index[frame(book, outcome)] if holds(book, state, goal, one, outcome)]
        assert [one.sure for one in held] == ([] if expected == MISSED else [expected == SURE]), outcome
        for one in held:
            is_over[one] = is_over.get(one, True) and bool(then.over)
            assert then.over or not one.ends, outcome
    return is_over


def some_of(data):
    """Where several win, which of the hands are looked at: a comb through them all."""
    step = data.draw(st.integers(9, 17))
    first = data.draw(st.integers(0, step - 1))
    return lambda n: n % step == first


@pytest.mark.slow
@settings(max_examples=examples(2, of=6), phases=[Phase.generate])
@given(questions([name for name in BOOKS if book_of(name).settlement.ron_three != "all"]), st.data())
def test_every_outcome_with_everybodys_sticks(question, data):
    book, state, goal = question
    marked = marked_in(book, state)
    who = data.draw(st.sampled_from(subsets(range(book.table.players))))

    reached = ask_all(book, state, goal, Underway(marked=marked), sticks=True)

    every = outcomes(book, state.dealer, who, marked, several=some_of(data), liability=True, chombo=True)
    check(book, state, goal, [one for one in reached if who in one.sticks], every)


@pytest.mark.slow
@settings(max_examples=examples(3, of=5), phases=[Phase.generate])
@given(questions(), st.data())
def test_every_outcome_with_the_sticks_as_they_are(question, data):
    """Only the first winner listed, and at a draw the player of the goal, may still put one."""
    book, state, goal = question
    marked, seats = marked_in(book, state), range(book.table.players)
    declared = data.draw(st.sampled_from(subsets(s for s in seats if state.points[s] >= 1_000)))

    reached = ask_all(book, state, goal, Underway(riichi=declared, marked=marked))

    by_stick = {stick: by_frame(one for one in reached if one.riichi == stick) for stick in (False, True)}
    several = some_of(data)
    for more in ((), *((seat,) for seat in seats if seat not in declared)):
        who = (*declared, *more)
        for outcome in outcomes(
            book, state.dealer, who, marked, several=several, liability=True, chombo=True
        ):
            teller = teller_of(book, goal, outcome)
            if (more and more != (teller,)) or outcome.abort == "suuriichi":
                continue
            check(book, state, goal, by_stick[teller in who], [outcome])


def teller_of(book, goal, outcome):
    """The player whose stick this outcome includes."""
    kind, loser, winners = frame(book, outcome)
    if kind in ("tsumo", "ron"):
        if goal.seat in winners:
            return goal.seat
        return min(winners, key=lambda seat: (seat - (loser or 0)) % book.table.players)
    return goal.seat if kind == "draw" else None


PLACES = {
    "tenhou_sanma": ((36_000, 35_300, 33_700), Goal(1, place=1)),
    "mahjongsoul_sanma": (
        (41_000, 29_300, 34_700),
        Goal(2, rank=2, carried=(20_000, 0, 9_000), rivals=((0, 60_000),)),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("edition", in_turn([*PLACES], 1, of=2))
def test_every_worth_of_every_winner_at_a_table_of_three(edition):
    """Nothing left out: all pairs of worths, whoever has put a stick."""
    (points, goal), book = PLACES[edition], load(edition)
    state = start(book)._replace(round=1, dealer=2, points=points, honba=1)
    who = (0, 1)

    reached = ask_all(book, state, goal, Underway(), sticks=True)

    every = outcomes(book, 2, who, None, several=lambda _: True, liability=True, chombo=True)
    check(book, state, goal, [one for one in reached if who in one.sticks], every)


@pytest.mark.slow
def test_whether_the_game_is_over_after_each_of_them():
    """Not the last hand: it is over if somebody is bankrupt, and a nagashi mangan leaves nobody his own deal."""
    book = load("mahjongsoul_sanma").with_house_rules("one yakuman", {"score.yakuman_cap": 1})
    state = start(book)._replace(round=1, dealer=1, points=(58_000, 5_100, 41_900), hands_left=None)
    goal, is_over = Goal(0, total=47_000), {}

    reached = ask_all(book, state, goal, Underway(), sticks=True)

    for who in subsets(range(3)):
        every = outcomes(book, 1, who, None, several=lambda _: True, liability=True, chombo=True)
        of_these = [one for one in reached if who in one.sticks]
        for one, over in check(book, state, goal, of_these, every).items():
            is_over[one] = is_over.get(one, True) and over
    assert {one: one.ends for one in reached} == is_over
    assert set(is_over.values()) == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "goal"),
    part(
        [("mcr", Goal(1, place=1)), ("wsom", Goal(1, total=40 * 10_000))],
        [("mcr", Goal(2, rank=1, carried=(24, 0, 12, 24), others=(30,))), ("wsom", Goal(0, place=2))],
    ),
)
def test_every_outcome_of_a_game_of_patterns(edition, goal):
    book = load(edition)
    state = start(book)._replace(round=3, dealer=3, points=(60, 41, -20, -81))

    reached = conditions(
        book, state, goal, listed=Listed(by_others=True, several=True, liability=True, sticks=True)
    )

    every = outcomes(book, 3, (), None, several=lambda n: n == 30, liability=True, chombo=False)
    check(book, state, goal, reached, every)


# --- as short as can be --------------------------------------------------------------------------------------


def ranges_of(book, state, one):
    """For each winner listed: first and last index among all worths of this hand."""
    out = []
    ranges = [(one.winner, one.low, one.high), *((w.seat, w.low, w.high) for w in one.others)]
    for seat, low, high in ranges:
        known = [worth[0:3] for worth in hands(book, state.dealer, seat, one.loser)]
        out.append((known.index(low[:3]), len(known) - 1 if high is None else known.index(high[:3])))
    return out


def without(one, axis, book, state):
    """A condition but for one winner's range."""
    bare = one._replace(low=None, high=None, ends=False)
    bare = bare._replace(others=tuple(w._replace(low=None, high=None) for w in one.others))
    return bare, tuple(r for n, r in enumerate(ranges_of(book, state, one)) if n != axis)


@pytest.mark.slow
@settings(max_examples=examples(3, of=6), phases=[Phase.generate])
@given(questions(), st.booleans())
def test_no_two_conditions_could_be_merged_into_one(question, sticks):
    book, state, goal = question
    sticks = sticks and book.settlement.ron_three != "all"

    reached = ask_all(book, state, goal, Underway(marked=marked_in(book, state)), sticks=sticks)

    bare = [
        one._replace(ends=False, tenpai=(), nagashi=(), offenders=(), liable=(), sticks=None)
        for one in reached
    ]
    sets = [
        tuple(bool(some) for some in (one.tenpai, one.nagashi, one.offenders, one.liable)) for one in reached
    ]
    if not sticks:
        assert len(set(zip(bare, sets, strict=True))) == len(reached)
    assert len({one._replace(ends=False, sticks=None) for one in reached}) == len(reached)
    assert not any(one.loser is not None and one.loser in one.liable for one in reached)
    for axis in range(3):
        spans = defaultdict(list)
        for one in reached:
            if one.low is not None and axis <= len(one.others):
                spans[without(one, axis, book, state)].append(ranges_of(book, state, one)[axis])
        for some in spans.values():
            some.sort()
            assert all(high + 1 < low for (_, high), (low, _) in itertools.pairwise(some)), some
