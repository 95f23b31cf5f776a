"""Rivals at one table cannot all have their best game: compared with every way their totals can add up."""

from itertools import product
from random import Random

import pytest

from scoring.conditions.conditions import Goal, conditions
from scoring.conditions.goal import MISSED, POSSIBLE, SURE, verdict
from scoring.conditions.rivals import together
from scoring.errors import RuleError, ScoringError
from scoring.game.game import State
from scoring.rulebook.rulebook import load
from scoring.verbs.conditions import what_is_needed

MLEAGUE = load("mleague")


def every_end(rivals, least, most):
    """All totals of a table within these bounds."""
    ranges = [range(low, high + 1) for low, high in rivals]
    return [totals for totals in product(*ranges) if least <= sum(totals) <= most]


def some_table(random, size):
    while True:
        lows = [random.randint(-4, 4) for _ in range(size)]
        rivals = [(low, low + random.randint(0, 7)) for low in lows]
        least = random.randint(-12, 16)
        most = least + random.choice([0, 0, 1, 5])
        if ends := every_end(rivals, least, most):
            return rivals, least, most, ends


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_best_the_second_best_and_so_on_have_just_these_bounds(size):
    random = Random(f"a table of {size}")
    for _ in range(120):
        rivals, least, most, ends = some_table(random, size)

        ranked = [sorted(totals, reverse=True) for totals in ends]

        assert together(rivals, least, most) == tuple(
            (min(of_place), max(of_place)) for of_place in zip(*ranked, strict=True)
        )


def test_a_rank_is_sure_or_missed_when_it_is_in_every_way_the_other_tables_can_end():
    random = Random("two tables")
    seen = set()
    state = State(points=(25_000,) * 4, round=1, dealer=3, chombo=(0,) * 4)
    for _ in range(300):
        tables = [some_table(random, random.choice([2, 3])) for _ in range(2)]
        mine, rank = random.randint(-4, 8), random.randint(1, 6)
        rivals = [bounds for rivals, least, most, _ in tables for bounds in together(rivals, least, most)]
        far = -(10**9)
        goal = Goal(0, rank=rank, carried=(mine, far, far, far), rivals=tuple(rivals), ties=True)

        ahead = [{sum(total > mine for total in totals) for totals in ends} for *_, ends in tables]
        reached = {first + second < rank for first in ahead[0] for second in ahead[1]}

        expected = {(True,): SURE, (False,): MISSED, (False, True): POSSIBLE}[tuple(sorted(reached))]
        assert verdict(MLEAGUE, state, goal) == expected
        seen.add(expected)
    assert seen == {SURE, POSSIBLE, MISSED}


def test_what_four_could_reach_one_by_one_they_cannot_reach_together():
    last = State(points=(25_000,) * 4, round=1, dealer=3, chombo=(0,) * 4)
    four = [(-400_000, 400_000)] * 4

    def verdicts(rivals):
        goal = Goal(0, rank=4, carried=(0, -90_000, -90_000, -90_000), rivals=tuple(rivals))
        return {one.sure for one in conditions(MLEAGUE, last, goal) if one.kind != "draw"}

    assert verdicts(four) == {False}
    assert verdicts(together(four, 0, 0)) == {True}


def test_a_table_that_is_still_playing_is_given_as_one():
    state = {"points": [25_000] * 4, "round": 1, "dealer": 3}
    table = {"rivals": [{"least": -400_000, "most": 400_000}] * 4, "least": 0, "most": 0}
    goal = {"seat": 0, "rank": 4, "carried": [0, -90_000, -90_000, -90_000]}

    def wins_listed(**more):
        verdicts = what_is_needed({"rulebook": "mleague", "state": state, "goal": goal | more})["conditions"]
        return [one for one in verdicts if one["kind"] != "draw"]

    assert {one["sure"] for one in wins_listed(tables=[table])} == {True}
    assert {one["sure"] for one in wins_listed(rivals=table["rivals"])} == {False}
    assert False in {one["sure"] for one in wins_listed(tables=[table], rivals=[table["rivals"][0]])}
    for bad in (
        {},
        [{}],
        [table | {"least": 1}],
        [table | {"rivals": []}],
        [table | {"more": 1}],
        [table] * 3_000,
    ):
        with pytest.raises(RuleError) as refused:
            wins_listed(tables=bad)
        assert refused.value.fields in (("tables",), ("rivals",), ("goal",))


@pytest.mark.parametrize(
    ("rivals", "least", "most"),
    [
        ([], 0, 0),
        ([(1, 0)], 0, 1),
        ([(0, 5), (0, 5)], 11, 12),
        ([(3, 5), (3, 5)], 0, 5),
        ([(0, 5)], 3, 2),
        ([(0, 5)] * 6, 0, 9),
    ],
)
def test_totals_that_cannot_add_up_are_refused(rivals, least, most):
    with pytest.raises(ScoringError) as refused:
        together(rivals, least, most)

    assert refused.value.code == "invalid_goal"
