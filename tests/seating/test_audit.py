import functools
import json
from dataclasses import replace

import pytest

from seating.audit import (
    Record,
    canonical,
    commitment,
    draw_on_record,
    fingerprint,
    output_hash,
    redraw,
    verify,
)
from seating.errors import SeatingError
from seating.json_requests import answer_as_json, as_json, perform, read
from tests.thorough import part

HISTORY = [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]]

# If one of these changes, drawn events can no longer be checked: raise audit.VERSION and keep the old way.
GOLDEN = {
    "byes": "535eaf355367fec4",
    "clubs": "8f5e7c51da7d4651",
    "field": "39a2cc025007a3f8",
    "fives": "56f4c3913f062f3b",
    "free play": "4afb0992d950781b",
    "joined": "b0fdcb6125ffc479",
    "kirkman": "8f43d0de6e6a76e8",
    "matrix": "775cb7809783659e",
    "overfull": "f5f471221222deb0",
    "random": "5cf66b97d5ac1e80",
    "repair": "da912de590380be1",
    "round robin": "b48bbaf20c88e5bb",
    "snake": "6a9c6faaf60b7671",
    "season": "270f463939f79121",
    "stage": "d263b16e15749735",
    "starter": "891abc1ace6f3f13",
    "stored byes": "f7f46f5d7a9f82fa",
    "swiss": "fd34a3ca657d4d63",
    "swiss large": "c6ba0e64998390c4",
    "swiss winds": "3da532958fe5e963",
    "teams": "a1266d44209f83c6",
    "threes": "705c2b59c96022bb",
    "walk-ons": "259e88a4cbd517b5",
    "wishes": "2e1ae794c051d389",
}
REQUESTS = {
    "field": {"do": "schedule", "players": 44, "rounds": 8},
    "matrix": {"do": "schedule", "players": 40, "rounds": 8},
    "starter": {"do": "schedule", "players": 24, "rounds": 7},
    "overfull": {"do": "schedule", "players": 12, "rounds": 11},
    "joined": {"do": "schedule", "players": 24, "rounds": 17},
    "clubs": {"do": "schedule", "players": 64, "rounds": 8, "groups": [[0, 1, 2, 3, 4], [5, 6, 7]]},
    "wishes": {"do": "schedule", "players": 16, "rounds": 5, "avoid": [[0, 1]], "tables": {"5": 2}},
    "byes": {"do": "schedule", "players": 18, "rounds": 5, "remainder": "byes"},
    "stored byes": {"do": "schedule", "players": 22, "rounds": 6, "remainder": "byes", "all_designs": True},
    "kirkman": {"do": "schedule", "players": 15, "rounds": 7, "table_size": 3, "all_designs": True},
    "threes": {"do": "schedule", "players": 18, "rounds": 5},
    "fives": {"do": "schedule", "players": 18, "rounds": 5, "remainder": "five"},
    "walk-ons": {"do": "schedule", "players": 18, "rounds": 5, "remainder": "substitutes"},
    "swiss": {"do": "swiss", "standing": list(range(16)), "history": HISTORY},
    "swiss winds": {"do": "swiss", "standing": list(range(16)), "history": HISTORY, "balance_winds": True},
    "swiss large": {"do": "swiss", "standing": list(range(100)), "history": HISTORY},
    "random": {"do": "random", "players": 18, "history": HISTORY},
    "snake": {"do": "snake", "standing": list(range(18)), "history": HISTORY},
    "free play": {"do": "free_play", "present": list(range(14)), "history": HISTORY},
    "teams": {"do": "teams", "teams": [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]], "rounds": 4},
    "season": {
        "do": "season",
        "teams": [list(range(4 * i, 4 * i + 4)) for i in range(10)],
        "rounds": 60,
        "matches": 2,
        "games": 2,
        "line_up": 1,
    },
    "stage": {"do": "schedule", "players": 16, "rounds": 4, "history": HISTORY * 2},
    "round robin": {"do": "round_robin", "teams": 9},
    "repair": {"do": "repair", "schedule": HISTORY * 2, "since": 1, "leavers": [3]},
}


@functools.cache
def golden(name):
    """What is drawn by this seed, here and now."""
    return perform({**REQUESTS[name], "seed": "golden"})


@functools.cache
def on_record(name):
    """What is drawn by a seed that is published afterwards, with its record."""
    return draw_on_record(read({**REQUESTS[name], "seed": ""})[0], "secret", "drand 4711")


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_draws_never_change(name):
    answer = golden(name)

    assert output_hash(answer["rounds"], answer.get("byes"))[:16] == GOLDEN[name]


OF_EACH_KIND = ["byes", "free play", "random", "repair", "round robin", "season", "snake", "swiss", "teams"]


@pytest.mark.parametrize("name", part(OF_EACH_KIND, sorted(REQUESTS.keys() - OF_EACH_KIND)))
def test_a_record_can_be_drawn_again_even_from_its_json(name):
    request, _seed = read({**REQUESTS[name], "seed": ""})

    answer, record = on_record(name)

    published = json.loads(json.dumps(answer_as_json(request, answer)))
    stored = Record(**json.loads(json.dumps(record.as_dict())))
    assert verify(stored, "secret", published["rounds"], published.get("byes")).same


@pytest.mark.parametrize("name", part(OF_EACH_KIND, sorted(REQUESTS.keys() - OF_EACH_KIND)))
def test_what_is_drawn_again_is_the_answer_with_all_that_was_said_about_it(name):
    answer, record = on_record(name)

    assert redraw(record, "secret") == answer


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_a_request_is_the_same_after_it_was_written_down(name):
    request, _seed = read({**REQUESTS[name], "seed": "x"})

    assert read({**json.loads(json.dumps(as_json(request))), "seed": "x"}) == (request, "x")


def test_every_other_story_is_seen_through():
    answer, record = draw_on_record(read({**REQUESTS["swiss"], "seed": ""})[0], "secret")
    other = [[*answer.rounds[0][1:], answer.rounds[0][0]]]
    forged = replace(record, output_hash=output_hash(other, answer.byes))
    changed = replace(record, request=REQUESTS["snake"])

    assert verify(record, "Secret").reasons == ("other_seed",)
    assert verify(record, "secret", other, answer.byes).reasons == ("other_publication",)
    assert verify(forged, "secret").reasons == ("other_draw",)
    assert verify(changed, "secret").reasons == ("other_inputs",)


def test_the_commitment_is_what_sha256sum_prints():
    assert commitment("spring") == "622a494d3ea8c7ba2fed4f37909f14d9b50ab412322de39be62c8d6c2418bfca"


def test_canonical_json_does_not_depend_on_order_or_script():
    assert canonical({"b": 1, "a": "雀"}) == '{"a":"雀","b":1}'.encode()
    assert fingerprint({"b": 1, "a": 2}) == fingerprint({"a": 2, "b": 1})


def test_half_a_character_is_no_seed():
    with pytest.raises(SeatingError) as caught:
        commitment("\ud800")

    assert caught.value.code == "seed_unusable"
