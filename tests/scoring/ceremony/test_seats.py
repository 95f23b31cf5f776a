"""Seat draw and first dealer: the cases worked by hand, exact odds, and what is refused."""

import json
from collections import Counter
from itertools import permutations, product
from pathlib import Path

import pytest

from scoring.ceremony.dice import combinations, indicated
from scoring.ceremony.seats import (
    DEALER_DRAWS,
    NEEDS,
    PROCEDURES,
    DrawAgain,
    first_dealer_chair,
    five_tiles,
    jpml_one_roll,
    put_numbers_outside,
    shinhochi_two_roll,
    wsom_two_roll,
)
from scoring.errors import RuleError, ScoringError
from scoring.verbs.ceremony import ceremony
from tests.scoring.vectors import request

VECTORS = json.loads((Path(__file__).parent / "data" / "seat_draw.json").read_text(encoding="utf-8"))
TOTALS = range(2, 13)
ROWS = ["o" + "".join(winds) + "e" for winds in permutations("ESWN")]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=[case["id"] for case in VECTORS["cases"]])
def test_every_case_worked_by_hand_holds(case):
    assert ceremony(request("ceremony", case)) == case["expect"]


@pytest.mark.parametrize("case", VECTORS["cases"], ids=[case["id"] for case in VECTORS["cases"]])
def test_every_step_is_explained_in_both_languages(case):
    answer = ceremony(request("ceremony", case) | {"explain": True})

    steps = answer.pop("explanation")
    assert answer == case["expect"]
    codes = [step["code"] for step in steps]
    assert codes.count("wind") == 4
    assert codes[-1] == "first_dealer"
    assert steps[-1]["en"] == f"{answer['first_dealer']} deals first."
    assert all(step["ja"] for step in steps)


def test_a_roll_counts_from_the_roller_counter_clockwise():
    names = {"self (自)": 0, "right (下家)": 1, "opposite (対面)": 2, "left (上家)": 3}
    for total in TOTALS:
        assert indicated(0, total) == names[VECTORS["dice"]["seat_for_total"][str(total)]]
        assert combinations(total) == VECTORS["dice"]["combinations_for_total"][str(total)]
    assert sum(map(combinations, TOTALS)) == 36


def dealers(rolls, play):
    """How often each chair deals first, over every way the dice of these rolls can fall."""
    odds = Counter()
    for totals in product(TOTALS, repeat=rolls):
        combined = 1
        for total in totals:
            combined *= combinations(total)
        odds[play(*totals)] += combined
    return [odds[chair] for chair in range(4)]


def test_one_roll_favours_the_opposite_chair_exactly_so_much():
    # d1 = 7 from the player opposite the mixer 0 brings the mark back to chair 0.
    odds = dealers(1, lambda d2: jpml_one_roll(mixer=0, row=ROWS[0], d1=7, d2=d2).first_dealer_chair)

    assert odds == VECTORS["distributions"]["jpml_first_dealer_chair_relative_to_karitou"] == [8, 9, 10, 9]


@pytest.mark.parametrize(
    "play",
    [
        lambda d3, d4: shinhochi_two_roll(mixer=0, d1=7, row=ROWS[0], d2=5, d3=d3, d4=d4).first_dealer_chair,
        lambda d3, d4: (
            five_tiles(
                draws=[("A", "P"), ("B", "E"), ("C", "S"), ("D", "W"), ("A", "N")], d3=d3, d4=d4
            ).first_dealer_chair
        ),
        lambda d3, d4: first_dealer_chair("karitou_two_roll", 0, [d3, d4]),
    ],
)
def test_two_rolls_are_nearly_even_exactly_so_much(play):
    expected = VECTORS["distributions"]["two_roll_first_dealer_chair_relative_to_mark"]

    assert dealers(2, play) == expected == [326, 324, 322, 324]


@pytest.mark.parametrize("d1", TOTALS)
def test_every_player_is_east_and_first_dealer_equally_often(d1):
    """Chairs are not equal, players are: the winds are shuffled."""
    for d2 in TOTALS:
        east, first = Counter(), Counter()
        for row in ROWS:
            for seats in (
                jpml_one_roll(mixer=1, row=row, d1=d1, d2=d2),
                shinhochi_two_roll(mixer=1, row=row, d1=d1, d2=d2, d3=4, d4=3),
                wsom_two_roll(roller=1, row=row, d1=d1, d2=d2, east_chair=2),
            ):
                east[next(player for player, wind in seats.winds.items() if wind == "E")] += 1
                first[seats.first_dealer] += 1
        assert set(east.values()) == set(first.values()) == {18}
        assert len(east) == len(first) == 4


@pytest.mark.parametrize(
    ("row", "outside"),
    [
        ("EoSWeN", "oESWNe"),
        ("NWeSoE", "eNWSEo"),
        ("oeESWN", "oESWNe"),
        ("SNWEeo", "eSNWEo"),
        ("oESWNe", "oESWNe"),
    ],
)
def test_number_tiles_go_to_the_nearer_end_and_keep_their_order(row, outside):
    assert put_numbers_outside(row) == outside


def test_east_south_west_north_sit_counter_clockwise():
    seats = wsom_two_roll(roller=0, d1=5, d2=5, row="oSENWe", east_chair=3)

    assert seats.winds == {"A": "S", "B": "E", "C": "N", "D": "W"}
    assert seats.seats == ("A", "D", "C", "B")
    assert seats.first_dealer == "B"


def test_players_have_names():
    seats = jpml_one_roll(mixer=3, row="eSNoWE", d1=3, d2=9, players=["森", "井出", "灘", "古川"])

    assert seats.seats == ("灘", "森", "井出", "古川")
    assert seats.steps[-1].in_language("ja") == "起家は古川。"


FOUR_WINDS = [("B", "E"), ("C", "S"), ("D", "W"), ("A", "N")]
SECOND_TRY = [("B", "E"), ("C", "P"), ("D", "W"), ("A", "N"), ("C", "S")]


def test_when_white_is_left_over_the_five_tiles_are_mixed_again():
    with pytest.raises(DrawAgain):
        five_tiles(draws=FOUR_WINDS, d3=5, d4=5)
    fell = {"draws": [list(draw) for draw in FOUR_WINDS], "d3": 5, "d4": 5}
    assert ceremony({"procedure": "five_tiles", "input": fell}) == {"redo": True}

    seats = five_tiles(draws=[*FOUR_WINDS, *SECOND_TRY], d3=5, d4=5)

    assert seats.seats == five_tiles(draws=SECOND_TRY, d3=5, d4=5).seats == ("D", "A", "B", "C")
    assert seats.steps[0].code == "draw_again"


@pytest.mark.parametrize(
    "draws",
    [
        [],
        FOUR_WINDS[:3],
        SECOND_TRY[:4],
        [*SECOND_TRY[:4], ("A", "S")],
        [*SECOND_TRY[:4], ("C", "E")],
        [("C", "S"), *SECOND_TRY[:4]],
        [*SECOND_TRY, ("B", "S")],
        [("E", "E"), *SECOND_TRY[1:]],
        [("B", "E"), ("C", "P"), ("C", "S"), ("D", "W"), ("D", "N")],
        [("B", "E"), ("C", "S"), ("D", "W"), ("B", "N")],
        [("B", "P"), ("C", "P"), ("D", "W"), ("A", "N"), ("B", "S"), ("C", "E")],
        [("B", "E"), ("C", "S"), ("D", "W"), ("a stranger", "P"), ("A", "N")],
    ],
)
def test_a_draw_that_cannot_have_been_is_refused(draws):
    with pytest.raises(ScoringError) as refused:
        five_tiles(draws=draws, d3=5, d4=5)
    assert refused.value.code == "not_a_draw"


@pytest.mark.parametrize("procedure", ["shinhochi_two_roll", "two_roll", "jpml_one_roll", "wsom_two_roll"])
def test_the_dice_row_and_chairs_must_exist(procedure):
    right = dict.fromkeys(NEEDS[procedure], 7) | {"mixer": 0, "roller": 0, "east_chair": 0, "row": "oESWNe"}
    right = {key: value for key, value in right.items() if key in NEEDS[procedure]}
    for key, wrong in [("d1", 13), ("d2", 1), ("d4", 0), ("mixer", 4), ("roller", -1), ("east_chair", 4)]:
        if key in right:
            with pytest.raises(ScoringError) as refused:
                PROCEDURES[procedure](**(right | {key: wrong}))
            assert refused.value.fields == (key,)
            assert refused.value.code in {"no_such_roll", "no_such_chair"}
    for row in ("", "oESWN", "oESWNee", "oEEWNe"):
        with pytest.raises(ScoringError) as refused:
            PROCEDURES[procedure](**(right | {"row": row}))
        assert refused.value.code == "not_a_row"
    for players in ("ABC", "AABC"):
        with pytest.raises(ScoringError) as refused:
            PROCEDURES[procedure](**right, players=list(players))
        assert refused.value.code == "four_players"


@pytest.mark.parametrize(
    ("procedure", "rolls", "chair"),
    [
        ("jpml_one_roll_by_karitou", [12], 1),
        ("shinhochi_two_roll_dealer", [4, 7], 3),
        ("karitou_two_roll", [2, 2], 0),
        ("east_drawer_is_first_dealer", [], 2),
    ],
)
def test_the_first_dealer_when_the_seats_are_known(procedure, rolls, chair):
    assert first_dealer_chair(procedure, 2, rolls) == chair
    answer = ceremony({"procedure": procedure, "input": {"chair": 2, "rolls": rolls}})
    assert answer == {"first_dealer_chair": chair}


def test_an_unknown_procedure_is_refused_with_all_that_are_known():
    with pytest.raises(ScoringError) as refused:
        ceremony({"procedure": "rochambeau", "input": {}})

    assert refused.value.code == "unknown_procedure"
    for procedure in (*PROCEDURES, *DEALER_DRAWS):
        assert procedure in refused.value.message


@pytest.mark.parametrize("procedure", DEALER_DRAWS)
def test_a_dealer_draw_takes_its_number_of_rolls(procedure):
    with pytest.raises(ScoringError) as refused:
        first_dealer_chair(procedure, 0, [7] * (DEALER_DRAWS[procedure] + 1))
    assert refused.value.code == "wrong_number_of_rolls"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"procedure": "rochambeau"}, "procedure"),
        ({"procedure": 5}, "procedure"),
        ({"input": None}, "input"),
        ({"input": {"mixer": "A"}}, "mixer"),
        ({"players": "ABCD"}, "players"),
        ({"procedure": "five_tiles", "input": {"draws": "x"}}, "draws"),
        ({"procedure": "five_tiles", "input": {"draws": [["A"]]}}, "draws"),
        ({"procedure": "five_tiles", "input": {"draws": [["A", 1]]}}, "draws"),
    ],
)
def test_a_misshapen_request_names_the_field(change, field):
    case = {"procedure": "jpml_one_roll", "input": VECTORS["cases"][6]["input"]}
    with pytest.raises(RuleError) as refused:
        ceremony(case | change)
    assert refused.value.fields == (field,)


def test_nobody_rolls_before_white_is_drawn():
    """白だけ残った場合は5枚の牌を伏せて最初からやり直し [S3]: there are no dice yet."""
    left_over = {"draws": [["A", "S"], ["B", "N"], ["C", "E"], ["D", "W"]]}
    drawn = {"draws": [["A", "S"], ["B", "P"], ["B", "N"], ["C", "E"], ["D", "W"]]}

    assert ceremony({"procedure": "five_tiles", "input": left_over}) == {"redo": True}
    with pytest.raises(RuleError) as refused:
        ceremony({"procedure": "five_tiles", "input": drawn})
    assert (refused.value.code, refused.value.fields) == ("no_such_roll", ("d3",))
