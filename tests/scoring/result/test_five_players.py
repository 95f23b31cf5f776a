"""Five at a table: the result of a game is settled; four play a hand, so hands are refused."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import RulebookError, ScoringError
from scoring.game.game import play, start
from scoring.game.outcome import Outcome
from scoring.hand.hand_tiles import read_hand
from scoring.hand.payment import settle_win
from scoring.hand.riichi.hand_value import value_hand
from scoring.hand.riichi.situation import Situation
from scoring.hand.win import Hand, Win
from scoring.result.result import settle
from scoring.rulebook.rulebook import Rulebook, from_content, load
from scoring.verbs import VERBS
from scoring.verbs.batch import answer
from tests.scoring.verbs.test_hand_verbs_never_crash import REQUESTS

# M-League rules with five at the table: 20,000 at the start, 25,000 to return, so 25,000 of oka.
FIVE = {
    "table.players": 5,
    "table.starting_points": 20_000,
    "result.return_points": 25_000,
    "result.oka": 25_000,
    "result.uma": {"*": [15, 5, 0, -5, -15]},
}
FLOATING = {
    "0": [0, 0, 0, 0, 0],
    "1": [12, -1, -2, -3, -6],
    "2": [8, 4, -2, -4, -6],
    "3": [6, 4, 2, -4, -8],
    "4": [6, 3, 2, 1, -12],
    "5": [0, 0, 0, 0, 0],
}


def five(**changes: object) -> Rulebook:
    paths = {path.replace("__", "."): value for path, value in changes.items()}
    return load("mleague").with_house_rules("Five", {**FIVE, **paths})


def test_five_results_to_the_last_digit():
    result = settle(five(), [41_000, 30_000, 19_000, 9_000, 1_000])

    assert [(s.place, s.base, s.uma, s.oka, s.total) for s in result.seats] == [
        (1, 16_000, 15_000, 25_000, 56_000),
        (2, 5_000, 5_000, 0, 10_000),
        (3, -6_000, 0, 0, -6_000),
        (4, -16_000, -5_000, 0, -21_000),
        (5, -24_000, -15_000, 0, -39_000),
    ]


@pytest.mark.parametrize(
    ("points", "places", "totals"),
    [
        # All five share (15 + 5 + 0 - 5 - 15) and the oka of 25: 5 each, less the 5 they are below 25,000.
        ([20_000] * 5, [1] * 5, [0] * 5),
        # Four share 15 + 5 + 0 - 5 + 25 = 40.
        ([25_000, 25_000, 25_000, 25_000, 0], [1, 1, 1, 1, 5], [10_000] * 4 + [-40_000]),
        # Three share -20 in steps of a tenth, seat by seat.
        (
            [40_000, 30_000, 10_000, 10_000, 10_000],
            [1, 2, 3, 3, 3],
            [55_000, 10_000, -21_600, -21_700, -21_700],
        ),
    ],
)
def test_tied_players_share_what_their_places_bring(points, places, totals):
    result = settle(five(), points)

    assert (list(result.places), list(result.totals)) == (places, totals)


def test_ties_by_seat_order_leave_no_place_shared():
    result = settle(five(result__tie="seat_order"), [20_000] * 5)

    assert list(result.places) == [1, 2, 3, 4, 5]


def test_a_chombo_after_the_game_costs_the_one_who_made_it():
    result = settle(five(), [41_000, 30_000, 19_000, 9_000, 1_000], chombo=[0, 0, 0, 0, 1])

    assert [s.chombo for s in result.seats] == [0, 0, 0, 0, -20_000]
    assert result.totals[4] == -59_000


@pytest.mark.parametrize(
    ("points", "uma"),
    [
        ([60_000, 10_000, 10_500, 10_200, 9_300], [12, -3, -1, -2, -6]),
        ([26_000, 25_500, 25_000, 23_500, 0], [6, 4, 2, -4, -8]),
        ([25_100, 25_200, 24_900, 24_800, 0], [4, 8, -2, -4, -6]),
    ],
)
def test_uma_by_floating_players_counts_up_to_five(points, uma):
    book = five(result__uma=FLOATING, result__floating_threshold=25_000)

    assert [s.uma // 1_000 for s in settle(book, points).seats] == uma


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"result__uma": {"*": [15, 5, -5, -15]}}, "result.uma"),
        ({"result__uma": {k: v for k, v in FLOATING.items() if k != "5"}}, "result.uma"),
    ],
)
def test_uma_of_another_number_of_players_is_refused(changes, field):
    with pytest.raises(RulebookError) as refused:
        five(result__floating_threshold=25_000, **changes)

    assert (refused.value.code, refused.value.field) == ("contradiction", field)


def test_the_content_makes_the_same_rulebook_again():
    book = five(result__uma=FLOATING, result__floating_threshold=25_000)

    assert from_content(book.content()) == book


@pytest.mark.parametrize(
    ("points", "code", "words"),
    [
        (
            [20_000] * 4,
            "wrong_number_of_players",
            "There are points for 4 players; this rulebook is for five.",
        ),
        ([20_000] * 4 + [19_000], "points_do_not_balance", "The five scores add up to 99,000, not 100,000."),
    ],
)
def test_a_sum_that_does_not_fit_is_named(points, code, words):
    with pytest.raises(ScoringError) as refused:
        settle(five(), points)

    assert refused.value.code == code
    assert refused.value.message.startswith(words)


@st.composite
def games(draw):
    points = [100 * draw(st.integers(-300, 600)) for _ in range(4)]
    # Ties on purpose: every second game repeats a score.
    if draw(st.booleans()):
        points[draw(st.integers(0, 3))] = points[0]
    sticks = 1_000 * draw(st.integers(0, 3))
    return [*points, 100_000 - sticks - sum(points)], sticks


BOOKS = [
    five(),
    five(result__tie_remainder="exact"),
    five(result__tie="seat_order"),
    five(result__rounding="gosha_rokunyu", result__tie_remainder="exact"),
    five(result__uma=FLOATING, result__floating_threshold=25_000),
]


@settings(max_examples=200, deadline=None)
@given(book=st.sampled_from(BOOKS), game=games())
def test_a_game_of_five_sums_to_nothing(book, game):
    points, sticks = game

    result = settle(book, points, leftover=sticks)

    assert sum(result.totals) == 0
    assert sorted(range(5), key=lambda s: -points[s])[0] in [s for s in range(5) if result.places[s] == 1]


def test_table_points_are_counted_in_sixtieths_where_fifths_can_come_out():
    def table_points(*uma):
        return load("mcr").with_house_rules("Five", {"table.players": 5, "result.uma": {"*": list(uma)}})

    assert [table_points(4, 3, 2, 1, 0).units_per_point, table_points(4, 2, 1, 0, 0).units_per_point] == [
        12,
        60,
    ]
    assert set(settle(table_points(4, 2, 1, 0, 0), [0] * 5).totals) == {84}


class TestHands:
    @pytest.mark.parametrize(
        "act",
        [
            lambda book: start(book),
            lambda book: play(book, start(load("mleague")), Outcome("draw")),
            lambda book: settle_win(book, Hand(0), [Win(1, han=2, fu=30)]),
            lambda book: value_hand(
                book, read_hand("345m406p99s678s", ["(555z)"], "8s"), Situation(True, 27)
            ),
        ],
    )
    def test_no_hand_is_played_by_a_rulebook_for_five(self, act):
        with pytest.raises(ScoringError) as refused:
            act(five())

        assert (refused.value.code, refused.value.fields) == ("hands_of_four", ("rulebook",))

    @pytest.mark.parametrize(
        "request_",
        [
            {**REQUESTS["hand"], "do": "hand"},
            {
                "do": "payment",
                "dealer": 0,
                "win": "ron",
                "loser": 1,
                "wins": [{"winner": 2, "han": 2, "fu": 30}],
            },
            {"do": "draw", "dealer": 0, "tenpai": [0]},
            {"do": "chombo", "dealer": 0, "offenders": [1]},
            {"do": "next", "outcome": {"kind": "draw", "tenpai": []}},
            {"do": "conditions", "goal": {"seat": 0, "place": 1}, "state": {}},
            {"do": "ceremony", "seed": "2026"},
        ],
        ids=lambda request: request["do"],
    )
    def test_every_verb_about_hands_says_so(self, request_):
        reply = answer(json.dumps({**request_, "rulebook": five().content()}).encode())

        assert reply["error"]["code"] == "hands_of_four"

    def test_the_verb_for_results_answers(self):
        reply = answer(
            json.dumps(
                {
                    "do": "result",
                    "rulebook": five().content(),
                    "points": [41_000, 30_000, 19_000, 9_000, 1_000],
                }
            ).encode()
        )

        assert reply == {"places": [1, 2, 3, 4, 5], "totals": ["56", "10", "-6", "-21", "-39"], "sum": "0"}

    @pytest.mark.slow
    @settings(max_examples=100, deadline=None)
    @given(
        verb=st.sampled_from(sorted(VERBS)),
        keys=st.dictionaries(
            st.sampled_from(
                [
                    "dealer",
                    "winner",
                    "loser",
                    "wins",
                    "win",
                    "tenpai",
                    "offenders",
                    "state",
                    "goal",
                    "points",
                ]
            ),
            st.integers(0, 5)
            | st.lists(st.integers(0, 5), max_size=6)
            | st.sampled_from(["ron", "tsumo", {"seat": 4, "place": 5}]),
        ),
    )
    def test_no_verb_crashes_under_a_rulebook_for_five(self, verb, keys):
        reply = answer(json.dumps({**keys, "do": verb, "rulebook": five().content()}).encode())

        assert isinstance(reply, dict)
