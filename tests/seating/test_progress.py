"""Watching a search changes nothing but what the watcher knows; and it can be stopped."""

from collections.abc import Mapping

import pytest

from seating.errors import SeatingError
from seating.json_requests import perform
from seating.progress import PHASES, Stopped, report_progress, watched

CLUBS = [list(range(at, at + 10)) for at in range(0, 100, 10)]
SWISS = {"do": "swiss", "standing": list(range(64)), "seed": "s", "balance_winds": True}
LONG = {"do": "schedule", "players": 100, "rounds": 20, "groups": CLUBS, "seed": "x"}
SMALL = {**LONG, "players": 40, "rounds": 8, "groups": [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]}
ODD = {"do": "schedule", "players": 21, "rounds": 6, "remainder": "byes", "seed": "s"}
FREE = {"do": "free_play", "present": list(range(41)), "seed": "s"}
EVERY = pytest.mark.parametrize("request_", [SWISS, SMALL, ODD, FREE], ids=["swiss", "clubs", "byes", "free"])


@pytest.mark.slow
@EVERY
def test_the_draw_is_the_same_with_and_without_a_watch(request_: Mapping[str, object]) -> None:
    plain = perform(request_)
    with watched(lambda phase, done, total: None):
        assert perform(request_) == plain
    reports: list[tuple[str, int, int]] = []
    with watched(lambda *word: reports.append(word)):
        seen = perform(request_)
    assert seen == plain
    assert reports


@pytest.mark.slow
@EVERY
def test_it_says_truly_how_far_it_is(request_: Mapping[str, object]) -> None:
    reports: list[tuple[str, int, int]] = []
    with watched(lambda *word: reports.append(word)):
        perform({**request_, "effort": 4})

    assert {phase for phase, _done, _total in reports} <= set(PHASES)
    assert all(0 <= done <= total for _phase, done, total in reports)
    assert reports


@EVERY
def test_it_stops_at_the_first_word(request_: Mapping[str, object]) -> None:
    words = []

    def enough(phase: str, done: int, total: int) -> None:
        words.append(phase)
        raise Stopped

    with watched(enough), pytest.raises(Stopped):
        perform(request_)
    assert len(words) == 1


def test_nobody_watches_afterwards() -> None:
    def enough(phase: str, done: int, total: int) -> None:
        raise Stopped

    with pytest.raises(Stopped), watched(enough):
        report_progress("annealing", 0, 1)
    report_progress("annealing", 0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("request_", [SWISS, SMALL, ODD], ids=["swiss", "clubs", "byes"])
def test_an_effort_of_one_is_the_draw_without_a_word_about_effort(request_: Mapping[str, object]) -> None:
    assert perform({**request_, "effort": 1}) == perform(request_)


@pytest.mark.slow
def test_a_longer_search_keeps_clubs_apart_without_the_rematches_of_a_short_one() -> None:
    short, longer = perform(LONG)["quality"], perform({**LONG, "effort": 4})["quality"]

    assert (short["repeated_pairs"] > 0, longer["repeated_pairs"]) == (True, 0)


@pytest.mark.slow
def test_a_longer_search_seats_closer_ranks() -> None:
    def distance(effort: int) -> int:
        return perform({**SWISS, "history": history, "effort": effort})["quality"]["distance"]

    history = perform({"do": "schedule", "players": 64, "rounds": 8, "seed": "t"})["rounds"]
    assert distance(4) < distance(1)


@pytest.mark.parametrize("effort", [0, -1, 17, 10**9, 1.5, "4", True])
def test_an_effort_that_cannot_be_is_refused(effort: object) -> None:
    with pytest.raises(SeatingError) as error:
        perform({**SWISS, "effort": effort})
    assert error.value.code == "malformed"


def test_where_nothing_is_searched_effort_is_no_field() -> None:
    with pytest.raises(SeatingError) as error:
        perform({"do": "random", "players": 8, "seed": "s", "effort": 4})
    assert error.value.code == "unknown_field"
