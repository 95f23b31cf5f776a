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


def test_a_table_that_is_not_there_is_named() -> None:
    with pytest.raises(SeatingError) as refusal:
        perform(ask("random", tables={"3": 5}))

    assert (refusal.value.code, refusal.value.fields) == ("table_unknown", {"table": 5, "tables": 4})


def test_two_fixed_at_one_table_but_drawn_at_two_are_named() -> None:
    with pytest.raises(SeatingError) as refusal:
        perform(ask("standing", tables={"0": 1, "15": 1}))

    assert (refusal.value.code, refusal.value.fields["pairs"]) == ("wishes_conflict", [[0, 15]])
