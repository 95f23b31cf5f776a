"""Who waits first at tables of five: everybody equally often, in every kind of draw."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.json_requests import perform
from seating.winds.waiting_first import share_waiting
from tests.seating.checker import assert_everyone_sits_once, rounds_with_uneven_winds
from tests.thorough import examples, part

FIELD = {"random": "players", "schedule": "players", "free_play": "present"}
# Every number to 23 that tables of four and five can hold with at least one of five.
HALLS = [n for n in range(5, 24) if n % 4 and n // 4 >= n % 4]


def drawn(do, players, seed, history=(), **more):
    request = {"do": do, FIELD.get(do, "standing"): players, "seed": seed, "remainder": "five", **more}
    if do != "schedule":
        request |= {"history": list(history), "share_odd": True}
    return perform({**request, "share_waiting": True})["rounds"]


def spread(counts, players):
    return max(counts[p] for p in players) - min(counts[p] for p in players)


def fives(rounds):
    return Counter(p for tables in rounds for table in tables if len(table) == 5 for p in table)


def waits(rounds):
    return Counter(table[4] for tables in rounds for table in tables if len(table) == 5)


@settings(max_examples=examples(3, of=15), deadline=None)
@given(
    do=st.sampled_from(["swiss", "free_play", "random", "standing", "snake", "interval"]),
    count=st.sampled_from(HALLS),
    rounds=st.integers(1, 4),
    seed=st.integers(0, 999),
    data=st.data(),
)
def test_round_by_round_everybody_is_at_tables_of_five_equally_often(do, count, rounds, seed, data):
    players, history = list(range(count)), []
    for number in range(rounds):
        history += drawn(do, data.draw(st.permutations(players)), f"{seed}-{number}", history)

        assert_everyone_sits_once(history, players)
        assert spread(fives(history), players) <= 1
        assert max(waits(history).values()) <= max(1, min(waits(history)[p] for p in players) + 2)


@settings(max_examples=examples(2, of=10), deadline=None)
@given(count=st.sampled_from(HALLS), rounds=st.integers(1, 7), seed=st.integers(0, 999))
def test_in_a_schedule_both_are_shared_equally(count, rounds, seed):
    players = list(range(count))

    drawn_rounds = drawn("schedule", players, str(seed), rounds=rounds)

    assert_everyone_sits_once(drawn_rounds, players)
    assert spread(fives(drawn_rounds), players) <= 1
    assert spread(waits(drawn_rounds), players) <= 1


@settings(max_examples=examples(2, of=10), deadline=None)
@given(
    count=st.sampled_from([*HALLS, 39, 62, 99]),
    rounds=st.integers(1, 9),
    seed=st.integers(0, 999),
    data=st.data(),
)
def test_in_a_schedule_the_winds_of_those_who_do_not_wait_are_even_after_every_round(
    count, rounds, seed, data
):
    avoid = data.draw(st.sampled_from([[], [[0, 1]]])) if count > 13 else []

    drawn_rounds = drawn("schedule", list(range(count)), str(seed), rounds=rounds, avoid=avoid)

    playing = [[table[:4] for table in tables] for tables in drawn_rounds]
    assert rounds_with_uneven_winds(playing) == []


@pytest.mark.slow
def test_who_must_not_meet_does_not_and_the_shares_stay_equal():
    players, history = list(range(13)), []
    for number in range(5):
        history += drawn("swiss", players, str(number), history, avoid=[[0, 1]])

    assert not any({0, 1} <= set(table) for tables in history for table in tables)
    assert spread(fives(history), players) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("players", "since"), part([(22, 4)], [(22, 6), (26, 2), (27, 4), (47, 4)]))
def test_after_a_repair_waiting_is_shared_out_with_what_was_played_counted(players, since):
    drawn_first = drawn("schedule", list(range(players)), "s", rounds=10)
    repair = {"do": "repair", "schedule": drawn_first, "since": since, "seed": "x", "remainder": "five"}

    mended = perform({**repair, "leavers": [3], "share_odd": True})

    left = [p for p in range(players) if p != 3]
    assert mended["rounds"][:since] == drawn_first[:since]
    assert_everyone_sits_once(mended["rounds"][since:], left)
    assert spread(waits(mended["rounds"]), left) <= 1
    assert mended["widest_wind_spread"] <= 2


@pytest.mark.slow
def test_sharing_who_waits_changes_nobodys_table():
    request = {"do": "schedule", "players": 13, "rounds": 8, "seed": "s", "remainder": "five"}

    before, after = perform(request)["rounds"], perform({**request, "share_waiting": True})["rounds"]

    assert [[set(t) for t in tables] for tables in before] == [[set(t) for t in tables] for tables in after]
    assert spread(waits(after), range(13)) <= 1


@settings(max_examples=examples(20, of=60), deadline=None)
@given(
    tables=st.lists(st.permutations(range(7)).map(lambda people: tuple(people[:5])), min_size=1, max_size=4)
)
def test_no_other_choice_is_more_even(tables):
    """Against every choice there is: the squares of how often each waits are smallest."""
    (shared,) = zip(*share_waiting([[table] for table in tables], ()), strict=True)

    def uneven(waiters):
        return sum(n * n for n in Counter(waiters).values())

    assert uneven([table[4] for table in shared]) == min(map(uneven, product(*tables)))


@pytest.mark.parametrize("wind", range(4))
def test_who_is_fixed_on_a_wind_never_waits(wind):
    drawn_rounds = drawn("schedule", list(range(9)), "seed", rounds=6, winds={"3": wind})

    assert all(table[wind] == 3 for tables in drawn_rounds for table in tables if 3 in table)


def test_earlier_rounds_count():
    history = [[(0, 1, 2, 3, 4)], [(1, 2, 3, 4, 0)], [(2, 3, 4, 0, 1)]]

    ((table,),) = share_waiting([[(0, 1, 2, 3, 4)]], history)

    assert table[4] in (2, 3)


def test_waiting_is_handed_on_until_nobody_waits_twice():
    """Who is first in line would wait at tables one to five; the sixth has only them, so the fifth gives way."""
    people = [
        (0, 1, 2, 3, 4),
        (0, 1, 2, 3, 4),
        (1, 2, 3, 4, 5),
        (2, 3, 4, 5, 6),
        (2, 3, 4, 5, 6),
        (0, 1, 2, 3, 4),
    ]

    drawn_rounds = share_waiting([[table] for table in people], ())

    assert sorted(Counter(table[4] for (table,) in drawn_rounds).values()) == [1] * 6
