"""What happened in a hand, as JSON: what is written, what is read, and what is refused, word for word."""

import pytest

from scoring.errors import ScoringError
from scoring.game.outcome import Outcome, as_json, from_json
from scoring.hand.dead_hand import DeadHand
from scoring.hand.win import Liability, Win

KINDS = "one of win, draw, abort, chombo, gong, adjust"
SEAT = "a whole number from 0 to 3"
AMOUNT = "a whole number from 0 to 1,000,000"
TEXT = "a text of at most 200 characters"
DEAD = "a list of seats, each with why its hand is dead"
REASON = (
    "one of too_many_tiles, too_few_tiles, wrong_call, kuikae, out_of_turn, tiles_seen, withdrawn_win, other"
)
DEAD_HANDS_OF_NOBODY = (
    *(3, "0", [0], [{}], [{"seat": 0}], [{"why": "other"}], [{"seat": 0, "why": "other", "by": 1}]),
    [{"seat": seat, "why": "other"} for seat in (0, 1, 2, 3, 0)],
)
CHANGE = "a whole number from -1,000,000,000,000,000 to 1,000,000,000,000,000"


def won(**more):
    return {"kind": "win", "wins": [{"winner": 1} | more]}


@pytest.mark.parametrize(
    ("data", "field", "expected"),
    [
        *((data, "kind", KINDS) for data in (None, [], {}, {"kind": "sing"}, {"kind": ["win"]}, {"kind": 3})),
        ({"kind": "win", "tenpai": [1]}, "tenpai", '"tenpai" is not known in "win"'),
        ({"kind": "gong", "x" * 50: 1}, "x" * 40, '" is not known in "gong"'),
        *(({"kind": "win", "wins": w}, "wins", "a list of wins") for w in (3, "0", [], [{"winner": 1}] * 5)),
        *(
            ({"kind": "win", "wins": [w]}, "wins", "a list of objects, each with its winner")
            for w in (3, {}, {"han": 3}, ["winner"])
        ),
        (won(luck=1), "luck", '"luck" is not known in "wins"'),
        (won(**{"y" * 50: 1}), "y" * 40, '" is not known in "wins"'),
        *((won(winner=v), "winner", SEAT) for v in (4, -1, None, True, "1", 1.0)),
        *((won(**{key: -1}), key, AMOUNT) for key in ("han", "fu", "units", "points")),
        *((won(**{key: 1_000_001}), key, AMOUNT) for key in ("han", "fu", "units", "points")),
        *((won(han=v), "han", AMOUNT) for v in ("3", 3.0, True)),
        *((won(yakuman=v), "yakuman", "a list of names") for v in (3, "kokushi", ["kokushi"] * 11)),
        *((won(yakuman=[v]), "yakuman", TEXT) for v in (3, "x" * 201)),
        *(
            (won(pao=v), "pao", "a seat and a yaku")
            for v in (3, {}, {"seat": 1}, {"seat": 1, "yaku": "daisangen", "why": ""})
        ),
        (won(pao={"seat": 4, "yaku": "daisangen"}), "pao", SEAT),
        (won(pao={"seat": 1, "yaku": 3}), "pao", TEXT),
        (won(open_kan_from=4), "open_kan_from", SEAT),
        ({"kind": "win", "loser": 4}, "loser", SEAT),
        ({"kind": "draw", "marked": -1}, "marked", SEAT),
        ({"kind": "adjust", "dealer": 4}, "dealer", SEAT),
        *(({"kind": "draw", "tenpai": v}, "tenpai", "a list of seats") for v in (1, "01", [0, 1, 2, 3, 0])),
        *(({"kind": "draw", "tenpai": v}, "tenpai", SEAT) for v in ([4], ["0"], [0, None])),
        *(
            ({"kind": "draw", key: [2, 2]}, key, "a list of different seats")
            for key in ("tenpai", "nagashi", "riichi", "open_hands")
        ),
        ({"kind": "chombo", "offenders": [2, 2]}, "offenders", "a list of different seats"),
        *(({"kind": "draw", "dead_hands": v}, "dead_hands", DEAD) for v in DEAD_HANDS_OF_NOBODY),
        ({"kind": "draw", "dead_hands": [{"seat": 4, "why": "other"}]}, "seat", SEAT),
        ({"kind": "draw", "dead_hands": [{"seat": 0, "why": "tired"}]}, "why", REASON),
        ({"kind": "draw", "dead_hands": [{"seat": 0, "why": ["other"]}]}, "why", REASON),
        (
            {"kind": "draw", "dead_hands": [{"seat": 2, "why": "other"}, {"seat": 2, "why": "kuikae"}]},
            "dead_hands",
            "a list of different seats",
        ),
        ({"kind": "gong", "dead_hands": []}, "dead_hands", '"dead_hands" is not known in "gong"'),
        *(({"kind": "win", "stop": v}, "stop", "true or false") for v in (1, None, "yes")),
        ({"kind": "gong", "chombo_ends": 0}, "chombo_ends", "true or false"),
        *(
            ({"kind": "gong", "hands_left": v}, "hands_left", "a whole number from 0 to 100")
            for v in (-1, 101)
        ),
        *(({"kind": "abort", "abort": v}, "abort", TEXT) for v in (3, None, "x" * 201)),
        ({"kind": "adjust", "reason": "x" * 201}, "reason", TEXT),
        *(
            ({"kind": "adjust", "delta": v}, "delta", "a change of points for each seat")
            for v in (3, "0", [0] * 5)
        ),
        *(({"kind": "adjust", "delta": [v]}, "delta", CHANGE) for v in (0.5, 10**15 + 1, -(10**15) - 1)),
        *(
            ({"kind": "adjust", "sticks": v}, "sticks", "a whole number from -1,000 to 1,000")
            for v in (-1_001, 1_001, None)
        ),
        *(
            ({"kind": "adjust", key: v}, key, "a whole number from 0 to 1,000")
            for key in ("round", "honba")
            for v in (-1, 1_001)
        ),
    ],
)
def test_what_is_not_an_outcome_is_refused_and_says_what_is_expected(data, field, expected):
    with pytest.raises(ScoringError) as refused:
        from_json(data)

    error = refused.value
    assert (error.code, error.fields) == ("invalid_outcome", (field,))
    assert error.message.startswith(f'"{field}" must be {expected}.') or expected in error.message


@pytest.mark.parametrize(
    ("data", "outcome"),
    [
        ({"kind": "win", "wins": [{"winner": 3}] * 4}, Outcome("win", wins=(Win(3),) * 4)),
        (
            won(winner=0, han=1_000_000, fu=0, units=0, points=1_000_000, open_kan_from=3),
            Outcome("win", wins=(Win(0, 1_000_000, 0, (), 0, 1_000_000, None, 3),)),
        ),
        (won(yakuman=["x" * 200] * 10), Outcome("win", wins=(Win(1, yakuman=("x" * 200,) * 10),))),
        (
            won(pao={"seat": 3, "yaku": "daisangen"}),
            Outcome("win", wins=(Win(1, pao=Liability(3, "daisangen")),)),
        ),
        (won(pao=None, han=None, open_kan_from=None), Outcome("win", wins=(Win(1),))),
        ({"kind": "win", "loser": None, "marked": None}, Outcome("win")),
        (
            {"kind": "draw", "tenpai": (0, 1, 2, 3), "nagashi": [3]},
            Outcome("draw", tenpai=(0, 1, 2, 3), nagashi=(3,)),
        ),
        ({"kind": "abort", "abort": "x" * 200}, Outcome("abort", abort="x" * 200)),
        ({"kind": "gong", "hands_left": 100}, Outcome("gong", hands_left=100)),
        ({"kind": "gong", "hands_left": 0, "chombo_ends": True}, Outcome("gong", chombo_ends=True)),
        (
            {
                "kind": "adjust",
                "delta": (10**15, -(10**15), 0, 0),
                "sticks": 1_000,
                "round": 1_000,
                "honba": 0,
            },
            Outcome("adjust", delta=(10**15, -(10**15), 0, 0), sticks=1_000, round=1_000, honba=0),
        ),
        (
            {
                "kind": "adjust",
                "sticks": -1_000,
                "round": 0,
                "honba": 1_000,
                "dealer": 3,
                "reason": "x" * 200,
            },
            Outcome("adjust", sticks=-1_000, round=0, honba=1_000, dealer=3, reason="x" * 200),
        ),
        ({"kind": "adjust", "round": None, "honba": None, "dealer": None}, Outcome("adjust")),
    ],
)
def test_an_outcome_is_read_up_to_its_bounds(data, outcome):
    assert from_json(data) == outcome


@pytest.mark.parametrize(
    ("outcome", "data"),
    [
        (Outcome("gong"), {"kind": "gong"}),
        (
            Outcome("draw", tenpai=(0,), dead_hands=(DeadHand(1, "kuikae"), DeadHand(3, "too_few_tiles"))),
            {
                "kind": "draw",
                "tenpai": [0],
                "dead_hands": [{"seat": 1, "why": "kuikae"}, {"seat": 3, "why": "too_few_tiles"}],
            },
        ),
        (
            Outcome("win", wins=(Win(0, han=3, fu=40), Win(1, units=2)), loser=0, riichi=(0,)),
            {
                "kind": "win",
                "wins": [{"winner": 0, "han": 3, "fu": 40}, {"winner": 1, "units": 2}],
                "loser": 0,
                "riichi": [0],
            },
        ),
        (
            Outcome("win", wins=(Win(1, yakuman=("daisangen",), pao=Liability(2, "daisangen")),), stop=True),
            {
                "kind": "win",
                "wins": [{"winner": 1, "yakuman": ["daisangen"], "pao": {"seat": 2, "yaku": "daisangen"}}],
                "stop": True,
            },
        ),
        (
            Outcome("adjust", delta=(100, -100, 0, 0), dealer=0, honba=0, reason="misread"),
            {"kind": "adjust", "delta": [100, -100, 0, 0], "dealer": 0, "honba": 0, "reason": "misread"},
        ),
    ],
)
def test_what_is_as_usual_is_left_out_when_written(outcome, data):
    assert as_json(outcome) == data
    assert from_json(data) == outcome


def test_dead_hands_are_kept_in_the_order_of_the_seats_whoever_told_them_how():
    told = [{"why": "other", "seat": 3}, {"seat": 0, "why": "kuikae"}]

    outcome = from_json({"kind": "abort", "abort": "suufon", "dead_hands": told})

    assert outcome.dead_hands == (DeadHand(0, "kuikae"), DeadHand(3, "other"))
