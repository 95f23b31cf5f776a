"""Tables of three: everybody sits once a round, and at a table of three as often as everybody else."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.errors import SeatingError
from seating.json_requests import perform
from tests.seating.checker import assert_everyone_sits_once
from tests.thorough import examples

# Every number from 6 to 23 that tables of three and four can hold with at least one of three.
HALLS = [n for n in range(6, 24) if n % 4]
FIELD = {"random": "players", "schedule": "players", "free_play": "present"}
BY_RANK = ("standing", "snake", "interval")
# These took no notice of who was at a table of three before; a draw of then has to be drawn again as it was.
METHODS = ("random", *BY_RANK)


def drawn(do, players, seed, history=(), **more):
    request = {"do": do, FIELD.get(do, "standing"): players, "seed": seed, "remainder": "three", **more}
    if do != "schedule":
        request["history"] = list(history)
    if do in METHODS:
        request["share_odd"] = True
    return perform(request)["rounds"]


def shares(rounds, players):
    games = Counter(p for tables in rounds for table in tables if len(table) == 3 for p in table)
    return [games[p] for p in players]


@pytest.mark.slow
@settings(max_examples=examples(3, of=15), deadline=None)
@given(
    do=st.sampled_from(["swiss", "free_play", *METHODS]),
    count=st.sampled_from(HALLS),
    rounds=st.integers(1, 4),
    seed=st.integers(0, 999),
    data=st.data(),
)
def test_round_by_round_everybody_is_at_tables_of_three_equally_often(do, count, rounds, seed, data):
    players, history = list(range(count)), []
    for number in range(rounds):
        standing = data.draw(st.permutations(players))
        history += drawn(do, standing, f"{seed}-{number}", history)

        assert_everyone_sits_once(history, players)
        assert all(
            sorted(map(len, tables)) == [3] * (-count % 4) + [4] * (len(tables) - -count % 4)
            for tables in history
        )
        assert max(shares(history, players)) - min(shares(history, players)) <= 1


@settings(max_examples=examples(2, of=10), deadline=None)
@given(count=st.sampled_from(HALLS), rounds=st.integers(1, 7), seed=st.integers(0, 999))
def test_in_a_schedule_everybody_is_at_tables_of_three_equally_often(count, rounds, seed):
    players = list(range(count))

    rounds_drawn = drawn("schedule", players, str(seed), rounds=rounds)

    assert_everyone_sits_once(rounds_drawn, players)
    assert max(shares(rounds_drawn, players)) - min(shares(rounds_drawn, players)) <= 1


@settings(max_examples=examples(2, of=10), deadline=None)
@given(do=st.sampled_from(BY_RANK), seed=st.integers(0, 99), pair=st.permutations(range(19)))
def test_who_must_not_meet_does_not_and_the_shares_stay_equal(do, seed, pair):
    players, apart, history = list(range(19)), [list(pair[:2])], []
    for number in range(4):
        history += drawn(do, players, f"{seed}-{number}", history, avoid=apart)

    assert not any(set(apart[0]) <= set(table) for tables in history for table in tables)
    assert max(shares(history, players)) - min(shares(history, players)) <= 1


def test_who_was_at_a_table_of_three_changes_places_with_the_nearest_in_rank():
    first = drawn("standing", list(range(7)), "seed")
    second = drawn("standing", list(range(7)), "seed", first)

    assert [sorted(table) for table in first[0]] == [[0, 1, 2, 3], [4, 5, 6]]
    assert [sorted(table) for table in second[0]] == [[0, 4, 5, 6], [1, 2, 3]]


def test_a_request_of_before_is_answered_as_before():
    request = {
        "do": "standing",
        "standing": list(range(7)),
        "seed": "seed",
        "history": [[[0, 1, 2, 3], [4, 5, 6]]],
    }

    assert [sorted(table) for table in perform(request)["rounds"][0]] == [[0, 1, 2, 3], [4, 5, 6]]


@pytest.mark.slow
def test_after_a_repair_the_tables_of_three_are_shared_out_past_ones_counted():
    rounds = perform({"do": "schedule", "players": 12, "rounds": 7, "seed": "s"})["rounds"]
    first = perform(
        {
            "do": "repair",
            "schedule": rounds,
            "since": 1,
            "leavers": [3],
            "seed": "s",
            "remainder": "three",
            "share_odd": True,
        }
    )["rounds"]

    again = perform(
        {
            "do": "repair",
            "schedule": first,
            "since": 4,
            "leavers": [5],
            "seed": "s",
            "remainder": "three",
            "share_odd": True,
        }
    )["rounds"]

    left = [p for p in range(12) if p not in (3, 5)]
    assert_everyone_sits_once(again[4:], left)
    assert max(shares(again, left)) - min(shares(again, left)) <= 1


class TestFixedAtATableOfThree:
    def test_four_get_a_table_of_four(self):
        tables = {str(p): 2 for p in range(4)}

        for round_drawn in drawn("schedule", list(range(7)), "seed", rounds=3, tables=tables):
            assert sorted(round_drawn[1]) == [0, 1, 2, 3]

    def test_where_all_tables_are_of_three_they_are_refused_by_name(self):
        with pytest.raises(SeatingError) as refusal:
            drawn("schedule", list(range(6)), "seed", rounds=3, tables={str(p): 1 for p in range(4)})

        assert refusal.value.code == "table_overbooked"
        assert refusal.value.fields["players"] == [0, 1, 2, 3]


class TestFixedOnNorth:
    request = {"players": list(range(9)), "seed": "seed", "winds": {"4": 3}}

    def refused(self, **more):
        with pytest.raises(SeatingError) as refusal:
            perform({**self.request, **more})
        return refusal.value.code, refusal.value.fields

    def test_where_tables_of_three_have_none_it_is_refused_by_name(self):
        assert self.refused(do="schedule", rounds=3) == ("seat_unknown", {"player": 4})

    def test_a_repair_refuses_it_too(self):
        rounds = perform({"do": "schedule", "seed": "seed", "players": 12, "rounds": 4})["rounds"]
        repair = {"do": "repair", "schedule": rounds, "since": 1, "leavers": [0, 1, 2], "winds": {"4": 3}}

        with pytest.raises(SeatingError) as refusal:
            perform({**repair, "seed": "seed"})

        assert (refusal.value.code, refusal.value.fields) == ("seat_unknown", {"player": 4})

    def test_a_walk_on_makes_room_for_it(self):
        drawn = perform({**self.request, "do": "schedule", "rounds": 3, "remainder": "substitutes"})["rounds"]

        assert all(table[3] == 4 for tables in drawn for table in tables if 4 in table)


def rounds_of_uneven_winds(rounds):
    """(round, player) after which East, South and West differ by more than one, or North is no quarter."""
    winds, fours, uneven = {}, Counter(), []
    for number, tables in enumerate(rounds):
        for table in tables:
            for wind, player in enumerate(table):
                winds.setdefault(player, [0, 0, 0, 0])[wind] += 1
                fours[player] += len(table) == 4
        for player, row in winds.items():
            if max(row[:3]) - min(row[:3]) > 1 or abs(4 * row[3] - fours[player]) >= 4:
                uneven.append((number, player))
    return uneven


class TestExactWinds:
    @settings(max_examples=examples(3, of=15), deadline=None)
    @given(count=st.sampled_from(HALLS), rounds=st.integers(1, 9), seed=st.integers(0, 999))
    def test_after_every_round_the_winds_are_exact(self, count, rounds, seed):
        rounds_drawn = drawn("schedule", list(range(count)), str(seed), rounds=rounds, exact_winds=True)

        assert_everyone_sits_once(rounds_drawn, range(count))
        assert rounds_of_uneven_winds(rounds_drawn) == []

    def test_in_a_large_hall_too(self):
        rounds_drawn = drawn("schedule", list(range(401)), "seed", rounds=12, exact_winds=True)

        assert rounds_of_uneven_winds(rounds_drawn) == []

    def test_who_sits_at_which_table_is_as_without(self):
        with_, without = (
            drawn("schedule", list(range(23)), "seed", rounds=8, exact_winds=exact) for exact in (True, False)
        )

        assert [[set(t) for t in tables] for tables in with_] == [
            [set(t) for t in tables] for tables in without
        ]
        assert len(rounds_of_uneven_winds(without)) > 0

    def test_the_report_says_so(self):
        request = {"do": "schedule", "players": 23, "rounds": 8, "seed": "seed", "remainder": "three"}
        remarks = [
            {remark["code"] for remark in perform(request | more)["quality"]["remarks"]}
            for more in ({"exact_winds": True}, {})
        ]

        assert "winds_exact_but_north" in remarks[0]
        assert "winds_exact_but_north" not in remarks[1]
