"""Drawing seats by four tiles or by lot, and opening the wall by two rolls: what is assumed is marked so."""

from collections import Counter
from itertools import product

import pytest

from scoring.ceremony.dice import combinations
from scoring.ceremony.seats import PROCEDURES, first_dealer_chair, lot, tile_draw
from scoring.ceremony.seeded import draw_wall
from scoring.ceremony.wall import WALL_BREAKS, break_by_lot, break_by_two_rolls
from scoring.errors import RuleError, ScoringError
from scoring.rulebook.rulebook import editions, load
from scoring.verbs.ceremony import ceremony, wall

DRAWS = [["B", "N"], ["C", "E"], ["D", "S"], ["A", "W"]]
TOTALS = range(2, 13)


def test_four_winds_are_taken_and_seats_follow_counter_clockwise_from_the_chair_east_chooses():
    answer = ceremony({"procedure": "tile_draw", "input": {"draws": DRAWS, "east_chair": 2}})

    assert answer == {
        "seats": {"2": "C", "3": "D", "0": "A", "1": "B"},
        "first_dealer": "C",
        "first_dealer_chair": 2,
        "steps": {"winds": {"B": "N", "C": "E", "D": "S", "A": "W"}},
        "assumed": [
            {
                "about": "first_dealer",
                "en": "Assumed: the player who took East deals first. The rulebook only specifies the "
                "draw of seats.",
                "ja": "推定：東を引いた者を起家とする。ルールには場決めの方法しか示されていない。",
            }
        ],
    }


def test_every_step_of_the_tile_draw_is_explained_in_both_languages():
    steps = ceremony({"procedure": "tile_draw", "input": {"draws": DRAWS, "east_chair": 0}, "explain": True})[
        "explanation"
    ]

    assert [step["code"] for step in steps] == [
        "mix", "wind", "wind", "wind", "wind", "sit_down", "assumed", "first_dealer",
    ]  # fmt: skip
    assert steps[0]["en"].endswith("each player takes one, A the last.")
    assert steps[0]["ja"].endswith("Aは残った1枚を取る。")
    assert steps[5]["en"] == "East sits on chair 0: East C, South D, West A, North B."


def test_a_lot_names_the_players_from_east_to_north():
    answer = ceremony({"procedure": "random", "input": {"order": ["D", "B", "A", "C"]}})

    assert answer["seats"] == {"0": "D", "1": "B", "2": "A", "3": "C"}
    assert answer["first_dealer"] == "D"
    assert [one["about"] for one in answer["assumed"]] == ["lot"]


FOUR = [edition for edition in editions() if load(edition).table.players == 4]


@pytest.mark.parametrize("edition", FOUR)
def test_every_rulebook_that_names_a_seat_draw_can_be_drawn_from_a_seed(edition):
    named = load(edition).seating.seat_draw
    if not isinstance(named, str):
        return

    drawn = ceremony({"rulebook": edition, "seed": "table 7"})

    assert named in PROCEDURES
    assert drawn["seats"][str(drawn["first_dealer_chair"])] == drawn["first_dealer"]


@pytest.mark.parametrize("edition", FOUR)
def test_every_rulebook_that_names_a_wall_break_can_open_the_wall_from_a_seed(edition):
    named = load(edition).seating.wall_break
    if not isinstance(named, str):
        return

    opened = wall({"rulebook": edition, "dealer": 1, "seed": "hand 3"})

    assert named in WALL_BREAKS
    assert opened == wall({"rulebook": edition, "dealer": 1, "seed": "hand 3"})
    stacks = opened["stacks_left_of_break"] + opened["stacks_right_of_break"]
    assert stacks == (18 if edition == "mcr" else 17)
    assert ("assumed" in opened) == (named in ("two_roll", "random"))


@pytest.mark.parametrize("edition", ["tenhou_sanma", "mahjongsoul_sanma"])
def test_for_three_players_nothing_is_made_up(edition):
    for verb, more in ((ceremony, {}), (wall, {"dealer": 0})):
        with pytest.raises(ScoringError) as refused:
            verb({"rulebook": edition, "seed": "x"} | more)
        assert refused.value.code == "four_players"


def test_the_seats_of_a_tournament_are_as_assigned():
    assert first_dealer_chair("seat assigned", 3, []) == 3


@pytest.mark.parametrize(
    ("procedure", "fell", "code"),
    [
        ("tile_draw", {"draws": DRAWS[:3], "east_chair": 0}, "not_a_draw"),
        ("tile_draw", {"draws": [*DRAWS[:3], ["A", "S"]], "east_chair": 0}, "not_a_draw"),
        ("tile_draw", {"draws": [*DRAWS[:3], ["B", "W"]], "east_chair": 0}, "not_a_draw"),
        ("tile_draw", {"draws": DRAWS, "east_chair": 4}, "no_such_chair"),
        ("tile_draw", {"draws": DRAWS}, "malformed"),
        ("random", {"order": ["A", "B", "C"]}, "not_a_draw"),
        ("random", {"order": ["A", "B", "C", "C"]}, "not_a_draw"),
        ("random", {"order": [1, 2, 3, 4]}, "malformed"),
    ],
)
def test_what_cannot_have_been_drawn_is_refused(procedure, fell, code):
    with pytest.raises(RuleError) as refused:
        ceremony({"procedure": procedure, "input": fell})
    assert refused.value.code == code


def test_two_rolls_are_counted_together_from_the_wall_of_the_second_roller():
    """The printed example: the dealer rolls 7, the opposite player 9, sixteen stacks are counted off."""
    answer = wall({"rulebook": "mcr", "dealer": 0, "total": 7, "second": 9, "explain": True})

    steps = answer.pop("explanation")
    assert [one["about"] for one in answer.pop("assumed")] == ["two_rolls"]
    assert answer == {
        "break_seat": 2,
        "wareme_seat": 2,
        "stacks_left_of_break": 2,
        "stacks_right_of_break": 16,
    }
    assert [step["code"] for step in steps] == ["roll", "second_roll", "assumed", "break"]
    assert steps[1]["en"] == "Seat 2 rolls 9: 7 + 9 = 16 stacks from the right end of that wall."
    assert steps[3]["ja"] == "席2の山の右端から16幢を残し、次の幢から時計回りに取る。"


@pytest.mark.parametrize("stacks", [17, 18])
@pytest.mark.parametrize("dealer", range(4))
def test_two_rolls_agree_with_walking_round_a_real_wall(dealer, stacks):
    for first, second in product(TOTALS, TOTALS):
        roller = (dealer + first - 1) % 4
        # Clockwise, that is to the left of the owner, comes the wall of the player before in turn.
        ring = [((roller - lap) % 4, place) for lap in range(4) for place in range(stacks)]
        seat, right = ring[first + second]

        opened = break_by_two_rolls(dealer, first, second, stacks)

        actual = opened.seat, opened.stacks_right, opened.stacks_left
        assert actual == (seat, right, stacks - right), (first, second)
        about = [step.values["about"] for step in opened.assumed]
        assert about == (["two_rolls", "next_wall"] if first + second >= stacks else ["two_rolls"])


def test_two_rolls_open_each_wall_so_often():
    odds = Counter()
    for first, second in product(TOTALS, TOTALS):
        opened = break_by_two_rolls(0, first, second, 18)
        odds[opened.seat] += combinations(first) * combinations(second)

    assert sum(odds.values()) == 1296
    assert odds == _walked()


def _walked() -> Counter:
    odds = Counter()
    for dice in product(range(1, 7), repeat=4):
        first = dice[0] + dice[1]
        odds[(first - 1 - (sum(dice) >= 18)) % 4] += 1
    return odds


def test_a_lot_opens_every_stack_alike():
    seen = Counter()
    for place in range(68):
        opened = break_by_lot(2, place)
        seen[opened.seat, opened.stacks_right] += 1
    drawn = Counter(draw_wall("random", f"hand {n}", 0).seat for n in range(2_000))

    assert set(seen.values()) == {1}
    assert len(seen) == 68
    assert all(abs(count - 500) < 5 * 500**0.5 for count in drawn.values())


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"rulebook": "mcr", "dealer": 0, "total": 7}, "malformed"),
        ({"dealer": 0, "total": 7, "second": 13}, "no_such_roll"),
        ({"dealer": 0, "total": 7, "stacks": 16}, "malformed"),
        ({"dealer": 5, "seed": "x"}, "no_such_seat"),
        ({"dealer": 0, "seed": "x", "procedure": "coin"}, "unknown_procedure"),
        ({"dealer": 0, "total": 7, "procedure": "coin"}, "unknown_procedure"),
        ({"dealer": 0, "total": 7, "rulebook": "tenhou_sanma"}, "four_players"),
        ({"dealer": 0, "seed": "", "procedure": "random"}, "seed_unusable"),
        ({"dealer": 0, "total": 7, "second": 3, "tiles_drawn": 60}, "malformed"),
        ({"dealer": 0}, "malformed"),
    ],
)
def test_what_no_wall_can_be_is_refused(request_, code):
    with pytest.raises(RuleError) as refused:
        wall(request_)
    assert refused.value.code == code


def test_a_place_beyond_the_walls_is_refused():
    with pytest.raises(ScoringError) as refused:
        break_by_lot(0, 68)
    assert refused.value.code == "malformed"


def test_the_functions_take_what_fell_by_name():
    assert tile_draw(draws=[tuple(one) for one in DRAWS], east_chair=1).first_dealer == "C"
    assert lot(order=["B", "C", "D", "A"]).winds == {"B": "E", "C": "S", "D": "W", "A": "N"}
