"""The database refuses dead hands that cannot be, whoever writes the record."""

import json
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.hall import Hall, hall_in_play
from tournaments.models import HandRecord, Table
from tournaments.models.chain import canonical

RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
DRAW = {"kind": "draw", "tenpai": [0, 2]}
SOUTH_IS_DEAD = [{"seat": 1, "why": "too_many_tiles"}]
DEAD_DRAW = {**DRAW, "riichi": [1], "dead_hands": SOUTH_IS_DEAD}


@pytest.fixture
def hall(db: None) -> Hall:
    return hall_in_play()[0]


@pytest.fixture
def table(hall: Hall) -> Table:
    return Table.objects.get(round__stage=hall.stage, number=1)


@pytest.mark.parametrize(
    ("outcome", "constraint"),
    [
        (
            {**DRAW, "dead_hands": [{"seat": 1, "why": "bored"}]},
            "a_dead_hand_is_named_once_with_a_reason",
        ),
        ({**DRAW, "dead_hands": [{"seat": 1}]}, "a_dead_hand_is_named_once_with_a_reason"),
        ({**DRAW, "dead_hands": [{"why": "other"}]}, "a_dead_hand_is_named_once_with_a_reason"),
        (
            {"kind": "draw", "dead_hands": [*SOUTH_IS_DEAD, {"seat": 0, "why": "other"}, *SOUTH_IS_DEAD]},
            "a_dead_hand_is_named_once_with_a_reason",
        ),
        (
            {"kind": "draw", "dead_hands": [{"seat": seat, "why": "other"} for seat in (0, 1, 2, 3, 4)]},
            "a_dead_hand_is_named_once_with_a_reason",
        ),
        (
            {"kind": "draw", "tenpai": [0, 1], "dead_hands": SOUTH_IS_DEAD},
            "a_dead_hand_neither_wins_nor_is_tenpai",
        ),
        (
            {"kind": "draw", "nagashi": [3, 1], "dead_hands": SOUTH_IS_DEAD},
            "a_dead_hand_has_no_nagashi",
        ),
        (
            {
                "kind": "win",
                "wins": [{"winner": 2, "han": 5}, {"winner": 1, "han": 5}],
                "dead_hands": [{"seat": 0, "why": "other"}, *SOUTH_IS_DEAD],
            },
            "a_dead_hand_neither_wins_nor_is_tenpai",
        ),
    ],
)
def test_the_database_refuses_what_no_dead_hand_does(
    hall: Hall, table: Table, outcome: dict[str, Any], constraint: str
) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        _written(table, hall, outcome)

    assert HandRecord.objects.count() == 0


def test_and_takes_every_other_record(hall: Hall, table: Table) -> None:
    outcomes = [
        RON,
        DRAW,
        DEAD_DRAW,
        {**RON, "dead_hands": SOUTH_IS_DEAD},
        {"kind": "draw", "nagashi": [0], "dead_hands": SOUTH_IS_DEAD},
    ]
    for outcome in outcomes:
        _written(table, hall, outcome)

    assert [json.loads(text) for text in HandRecord.objects.values_list("outcome", flat=True)] == outcomes


def _written(table: Table, hall: Hall, outcome: dict[str, Any]) -> None:
    """Past every action, as whoever has the database could."""
    HandRecord.objects.create(
        table=table,
        number=HandRecord.objects.count() + 1,
        kind="hand",
        outcome=canonical(outcome),
        state="{}",
        user=hall.rob.user,
        recorded_at="2026-01-05T12:00:00Z",
        hash="f",
    )
