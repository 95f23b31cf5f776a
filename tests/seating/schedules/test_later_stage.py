"""A whole schedule in a later stage: who met before does not meet again, as far as that can be."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.constraints import SeatingConstraints
from seating.json_requests import perform
from seating.requests import ScheduleRequest
from seating.schedules.later_stage import LaterQuality, later_quality
from seating.schedules.schedule import draw_schedule
from tests.seating import checker
from tests.thorough import examples, part


def stage(players, rounds, seed="first"):
    return draw_schedule(ScheduleRequest(range(players), rounds), seed).rounds


def again(rounds, history):
    """Meetings beyond the first of a pair, over both stages, less those of the history alone."""
    beyond = sum(m - 1 for m in checker.times_met([*history, *rounds]).values())
    return beyond - sum(m - 1 for m in checker.times_met(history).values())


@pytest.mark.parametrize(
    ("first", "then"),
    part([((16, 3), (16, 2)), ((32, 4), (32, 3))],
         [((100, 8), (32, 4)), ((40, 5), (40, 3)), ((64, 6), (64, 6)), ((200, 8), (200, 4))]),
)  # fmt: skip
def test_nobody_meets_again_where_that_is_known_to_be_possible(first, then):
    history = stage(*first)
    players = sorted(random.Random(5).sample(range(first[0]), then[0]))

    drawn = draw_schedule(ScheduleRequest(players, then[1], history=history), "second")

    checker.assert_everyone_sits_once(drawn.rounds, players)
    assert again(drawn.rounds, history) == 0
    assert checker.rounds_with_uneven_winds(drawn.rounds) == []
    assert later_quality(players, drawn.rounds, history) == LaterQuality(0, 0, "none_needed")


@pytest.mark.slow
def test_when_everybody_has_met_the_rest_is_counted_and_proven():
    history = stage(16, 5)

    report = perform(
        {"do": "schedule", "players": 16, "rounds": 2, "seed": "x", "history": as_json(history)}
    )["quality"]["later"]

    assert report == {"rematches": 48, "bound": 48, "proof": "counting"}


@pytest.mark.slow
def test_a_round_that_is_proven_to_need_a_rematch_says_so():
    # Two tables of four were full: any other two tables seat two of an old one together, though all have four
    # strangers left.
    history = [[(0, 1, 2, 3), (4, 5, 6, 7)]]

    drawn = draw_schedule(ScheduleRequest(range(8), 1, history=history), "x")

    assert later_quality(range(8), drawn.rounds, history) == LaterQuality(4, 1, "exhaustive_search")


def test_without_a_history_nothing_changes():
    plain = {"do": "schedule", "players": 24, "rounds": 5, "seed": "x"}

    assert perform({**plain, "history": []}) == perform(plain)


def test_the_same_history_gives_the_same_draw_and_another_another():
    request = {"do": "schedule", "players": 20, "rounds": 2, "seed": "x", "history": as_json(stage(20, 2))}

    assert perform(request) == perform(request)
    assert perform(request) != perform({**request, "history": as_json(stage(20, 2, "other"))})


def test_constraints_come_before_old_acquaintances():
    history = stage(16, 4)
    met = checker.times_met(history)
    strangers = [p for p in combinations(range(16), 2) if frozenset(p) not in met][:4]

    drawn = draw_schedule(
        ScheduleRequest(
            range(16), 2, constraints=SeatingConstraints(never=strangers, tables={7: 3}), history=history
        ),
        "x",
    )

    assert not {frozenset(p) for p in strangers} & set(checker.times_met(drawn.rounds))
    assert all(7 in tables[2] for tables in drawn.rounds)


@pytest.mark.slow
@settings(max_examples=examples(1, of=8), deadline=None)
@given(
    players=st.integers(8, 21),
    rounds=st.integers(1, 3),
    before=st.integers(1, 4),
    remainder=st.sampled_from(["byes", "substitutes", "three"]),
    seed=st.text("abc", min_size=1, max_size=5),
)
def test_whoever_plays_and_sits_out_stays_shared_and_it_is_never_worse(
    players, rounds, before, remainder, seed
):
    history = draw_schedule(ScheduleRequest(range(players), before, remainder="byes"), seed).rounds

    plain = draw_schedule(ScheduleRequest(range(players), rounds, remainder=remainder), seed)
    drawn = draw_schedule(ScheduleRequest(range(players), rounds, remainder=remainder, history=history), seed)

    for tables, waiting in zip(drawn.rounds, drawn.byes, strict=True):
        assert sorted([p for t in tables for p in t if p >= 0] + list(waiting)) == list(range(players))
    sizes = [sorted(len(t) for t in tables) for tables in drawn.rounds]
    assert sizes == [sorted(len(t) for t in tables) for tables in plain.rounds]
    games = [sum(p in t for tables in drawn.rounds for t in tables) for p in range(players)]
    assert max(games) - min(games) <= 1
    assert weight([*history, *drawn.rounds]) <= weight([*history, *plain.rounds])
    report = later_quality(range(players), drawn.rounds, history)
    people = [[[p for p in t if p >= 0] for t in tables] for tables in drawn.rounds]
    assert report.bound <= report.rematches == again(people, history)


def weight(rounds):
    return checker.repeat_weight([[[p for p in t if p >= 0] for t in tables] for tables in rounds])


def as_json(rounds):
    return [[list(t) for t in tables] for tables in rounds]
