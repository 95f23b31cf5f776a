"""Where the deal starts, whose wall it is, and how the marked wall moves."""

import json
from collections import Counter
from pathlib import Path

import pytest

from scoring.ceremony.wall import break_wall, wareme_odds
from scoring.errors import ScoringError
from scoring.hand.doubled_seat import DEALT, dokasen_seat
from scoring.verbs.ceremony import wall

ROWS = json.loads((Path(__file__).parent / "data" / "seat_draw.json").read_text(encoding="utf-8"))[
    "wall_break_and_wareme"
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['dealer']}-{row['total']}" for row in ROWS])
def test_every_wall_worked_by_hand_holds(row):
    given = {"dealer": row["dealer"], "total": row["total"]}

    assert given | wall(given) == row


def test_the_opposite_wall_is_opened_most_often():
    assert wareme_odds() == (8, 9, 10, 9)


def lay_and_take(dealer, total):
    """The owners of the tiles in the order in which they are taken, by walking round a real wall."""
    start = break_wall(dealer, total).seat
    owners = []
    # Stacks are counted from each owner's right and taken clockwise; next comes the player before in turn.
    for wall_number in range(5):
        owner = (start - wall_number) % 4
        stacks = range(17)
        if wall_number == 0:
            stacks = range(total, 17)
        if wall_number == 4:
            stacks = range(total)
        owners += [owner for _ in stacks for _ in "ab"]
    return owners


@pytest.mark.parametrize("total", range(2, 13))
@pytest.mark.parametrize("dealer", range(4))
def test_the_marked_wall_is_the_one_of_the_next_draw(dealer, total):
    owners = lay_and_take(dealer, total)

    assert len(owners) == 136
    assert Counter(owners) == {0: 34, 1: 34, 2: 34, 3: 34}
    for drawn in range(DEALT, 136):
        assert dokasen_seat(dealer, total, drawn) == owners[drawn]


def test_the_marked_wall_moves_to_the_player_before():
    assert wall({"dealer": 0, "total": 5, "tiles_drawn": 53})["dokasen_seat"] == 3
    assert wall({"dealer": 0, "total": 5, "tiles_drawn": 121})["dokasen_seat"] == 1


@pytest.mark.parametrize(
    ("dealer", "total", "code"),
    [(4, 7, "no_such_seat"), (-1, 7, "no_such_seat"), (0, 1, "no_such_roll"), (0, 13, "no_such_roll")],
)
def test_what_cannot_be_is_refused(dealer, total, code):
    with pytest.raises(ScoringError) as refused:
        break_wall(dealer, total)
    assert refused.value.code == code
