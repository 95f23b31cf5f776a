"""Rounds drawn one at a time keep fixed tables and seats, and pairs apart, by every method."""

import pytest

from seating.errors import SeatingError
from seating.json_requests import perform

PLAYERS = list(range(16))


def ask(do: str, **more: object) -> dict[str, object]:
    who = {"random": "players", "free_play": "present"}.get(do, "standing")
    return {"do": do, "seed": "spring", who: PLAYERS, "remainder": "byes", **more}


@pytest.mark.parametrize("do", ["random", "swiss", "standing", "snake", "interval", "free_play"])
def test_fixed_tables_seats_and_pairs_hold(do: str) -> None:
    request = ask(do, tables={"3": 4, "9": 1}, winds={"3": 0, "12": 2}, avoid=[[0, 1], [3, 4]])

    (tables,) = perform(request)["rounds"]

    assert sorted(p for table in tables for p in table) == PLAYERS
    assert (9 in tables[0], tables[3][0]) == (True, 3)
    assert [table[2] for table in tables if 12 in table] == [12]
    assert not [table for table in tables if {0, 1} <= set(table) or {3, 4} <= set(table)]


@pytest.mark.parametrize("do", ["random", "swiss", "snake"])
def test_two_on_one_seat_are_drawn_at_two_tables(do: str) -> None:
    (tables,) = perform(ask(do, winds={"0": 0, "1": 0, "2": 0, "3": 0}))["rounds"]

    assert {table[0] for table in tables} == {0, 1, 2, 3}


METHODS = ["random", "swiss", "standing", "snake", "interval", "free_play"]


def refused(do: str, **more: object) -> tuple[str, str, dict[str, object]]:
    with pytest.raises(SeatingError) as refusal:
        perform(ask(do, **more))
    return refusal.value.code, refusal.value.message, dict(refusal.value.fields)


@pytest.mark.parametrize("do", METHODS)
def test_a_table_that_is_not_there_is_named_with_who_is_fixed_at_it(do: str) -> None:
    assert refused(do, tables={"3": 5, "9": 1}, winds={"3": 0}) == (
        "table_unknown",
        "Player 3 is fixed at table 5; there are 4.",
        {"player": 3, "table": 5, "tables": 4},
    )


@pytest.mark.parametrize("do", METHODS)
def test_two_on_one_seat_of_one_table_are_named_with_the_seat(do: str) -> None:
    assert refused(do, tables={"2": 3, "12": 3}, winds={"2": 1, "12": 1}) == (
        "seat_overbooked",
        "Players 2 and 12 are both fixed as S of table 3.",
        {"players": [2, 12], "seat": 1, "table": 3},
    )


@pytest.mark.parametrize("do", METHODS)
def test_more_on_one_wind_than_there_are_tables_are_no_group_that_never_meets(do: str) -> None:
    assert refused(do, winds=dict.fromkeys(map(str, range(5)), 2)) == (
        "seat_overbooked",
        "5 players are fixed as W on 4 tables.",
        {"players": [0, 1, 2, 3, 4], "seat": 2, "tables": 4},
    )


@pytest.mark.parametrize("do", METHODS)
def test_more_at_one_table_than_sit_there_are_named(do: str) -> None:
    assert refused(do, tables=dict.fromkeys(map(str, range(5)), 2)) == (
        "table_overbooked",
        "5 players are fixed at table 2.",
        {"table": 2, "players": [0, 1, 2, 3, 4]},
    )


@pytest.mark.parametrize("do", METHODS)
def test_two_fixed_at_one_table_who_must_never_meet_are_named_with_the_table(do: str) -> None:
    assert refused(do, tables={"2": 3, "12": 3}, avoid=[[2, 12]]) == (
        "wishes_conflict",
        "Players 2 and 12 are fixed at table 3 and must never meet.",
        {"pairs": [[2, 12]], "table": 3},
    )


def test_of_two_on_one_seat_of_one_table_one_may_sit_out() -> None:
    """What could be drawn before still can: a stored draw is drawn again to be checked."""
    places = {"tables": {"0": 1, "16": 1}, "winds": {"0": 0, "16": 0}}

    drawn = perform(ask("swiss", standing=[*PLAYERS, 16], **places))

    assert drawn["byes"] == [[16]]
    assert drawn["rounds"][0][0][0] == 0
