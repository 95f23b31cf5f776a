"""A few sit out each round, in turn, and nobody meets twice: stored where search does not always get there."""

from collections import Counter

import pytest

from seating.audit import draw_on_record, verify
from seating.designs.with_byes import design_with_byes, stored_sizes
from seating.drawing import draw
from seating.requests import ScheduleRequest
from tests.seating import checker
from tests.thorough import examples, in_turn


def longest(n, size):
    return max(rounds for rounds in range(1, 30) if design_with_byes(n, rounds, size))


def assert_waiting_is_even(byes, players):
    waits = Counter(p for row in byes for p in row)
    counts = [waits[p] for p in players]

    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(("n", "size"), in_turn(stored_sizes(), 0, of=3))
def test_any_first_rounds_of_a_stored_schedule_have_no_rematch_and_even_byes(n, size):
    for rounds in range(1, longest(n, size) + 1):
        design = design_with_byes(n, rounds, size)
        tables = [row[:-1] for row in design]

        assert len(design) == rounds
        assert {len(table) for row in tables for table in row} == {size}
        checker.assert_everyone_sits_once(design, range(n))
        assert checker.repeats(tables) == 0
        assert_waiting_is_even([row[-1] for row in design], range(n))


@pytest.mark.parametrize(("n", "rounds"), [(22, 6), (23, 7), (27, 8), (30, 8)])
def test_as_many_rounds_are_stored_as_search_alone_does_not_reach(n, rounds):
    assert longest(n, 4) >= rounds


def test_there_is_none_for_other_numbers():
    assert design_with_byes(24, 5, 4) is None
    assert design_with_byes(22, 5, 3) is None
    assert design_with_byes(22, longest(22, 4) + 1, 4) is None


@pytest.mark.slow
def test_twenty_two_players_play_six_rounds_without_a_rematch_whatever_the_seed():
    request = ScheduleRequest(players=range(100, 122), rounds=6, remainder="byes", all_designs=True)

    for seed in range(examples(12, of=200)):
        answer = draw(request, f"seed {seed}")

        checker.assert_everyone_sits_once(
            [[*tables, row] for tables, row in zip(answer.rounds, answer.byes, strict=True)], range(100, 122)
        )
        assert checker.repeats(answer.rounds) == 0
        assert_waiting_is_even(answer.byes, range(100, 122))
        assert checker.rounds_with_uneven_winds(answer.rounds) == []
        assert answer.quality.method == "stored+byes"


@pytest.mark.parametrize(("n", "size"), stored_sizes())
def test_every_stored_size_is_drawn_so(n, size):
    request = ScheduleRequest(
        players=range(n), rounds=longest(n, size), remainder="byes", all_designs=True, table_size=size
    )

    answer, record = draw_on_record(request, "seed")

    assert checker.repeats(answer.rounds) == 0
    assert [len(row) for row in answer.byes] == [n % size] * request.rounds
    assert verify(record, "seed", answer.rounds, answer.byes).same
