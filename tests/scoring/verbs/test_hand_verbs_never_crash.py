"""Whatever is sent to the verbs of tiles and dice is answered or refused, never a crash."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.verbs import VERBS
from tests.thorough import examples

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
TILES = st.text(alphabet="0123456789mpsz()[]+ ", max_size=40)
SMALL = st.integers(-2, 14)
WORDS = st.sampled_from(
    ["ron", "tsumo", "E", "N", "1.2", "5z", "jpml_a", "tenhou_sanma", "wsom", "A", "P", "oESWNe"]
)
ANYTHING = JSON | TILES | SMALL | WORDS | st.booleans() | st.lists(TILES, max_size=4)

REQUESTS = {
    "hand": {
        "rulebook": "mleague",
        "tiles": "345m406p99s678s",
        "melds": ["(555z)"],
        "win_tile": "8s",
        "win": "ron",
        "winner": 1,
        "dealer": 0,
        "loser": 2,
        "dora": "1p",
        "ura": "",
        "round_wind": "S",
        "honba": 0,
        **dict.fromkeys(["riichi", "ippatsu", "rinshan", "chankan", "haitei", "tenhou", "renhou", "kita"]),
    },
    "wsom": {
        "kind": "hand",
        "tiles": "555p99p",
        "melds": ["(111z)", "(333p)", "(444p)"],
        "win_tile": "9p",
        "win": "ron",
        "winner": 3,
        "dealer": 0,
        "loser": 1,
        "final_tile": False,
        "heaven": False,
        "on_kong": False,
        "patterns": ["2.1.1"],
        "claims": [2],
        "raw": [5],
        "minimum": 5,
    },
    "ceremony": {
        "procedure": "five_tiles",
        "input": {"draws": [["B", "E"]], "d3": 5, "d4": 5, "mixer": 0, "row": "oESWNe", "d1": 5, "d2": 5},
        "seed": "2026",
        "players": ["A", "B", "C", "D"],
        "explain": True,
    },
    "wall": {"dealer": 0, "total": 7, "tiles_drawn": 60},
}


@pytest.mark.parametrize("verb", REQUESTS)
def test_any_change_of_a_request_is_answered_or_refused(verb):
    keys = sorted(REQUESTS[verb])

    @settings(max_examples=examples(75, of=300), deadline=None)
    @given(
        st.dictionaries(st.sampled_from(keys), ANYTHING, max_size=4),
        st.sets(st.sampled_from(keys), max_size=4),
    )
    def ask(changes, missing):
        request = REQUESTS[verb] | changes
        request = {key: value for key, value in request.items() if key not in missing and value is not None}
        try:
            answer = VERBS[verb](request)
        except RuleError as refused:
            answer = {"code": refused.code, "message": str(refused)}
        assert answer
        json.dumps(answer)

    ask()


@settings(max_examples=examples(50, of=200), deadline=None)
@given(
    st.dictionaries(st.sampled_from(["draws", "d1", "d2", "row", "mixer", "roller", "east_chair"]), ANYTHING)
)
def test_any_input_of_a_ceremony_is_answered_or_refused(fell):
    for procedure in ("five_tiles", "jpml_one_roll", "wsom_two_roll", "shinhochi_two_roll"):
        given_dice = {"d1": 5, "d2": 5, "d3": 5, "d4": 5, "row": "oESWNe", "mixer": 0, "roller": 1}
        with suppress(RuleError):
            assert VERBS["ceremony"]({"procedure": procedure, "input": given_dice | fell})
