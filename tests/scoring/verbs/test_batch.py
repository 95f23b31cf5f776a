"""Questions in a batch: one JSON object a line in, one a line out, and never a traceback."""

import io
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebook.rulebook import load
from scoring.verbs import EXAMPLES, VERBS
from scoring.verbs.batch import MAX_LINE, answer, serve
from tests.scoring.vectors import read, request

RESULTS = read("hanchan_results")["cases"]
TIES = read("hanchan_tie_matrix")["cases"]


def ask(question) -> dict:
    return answer(json.dumps(question).encode())


def code(line: bytes) -> str:
    return answer(line)["error"]["code"]


@pytest.mark.parametrize("case", RESULTS, ids=lambda case: case["id"])
def test_result_answers_what_stands_in_the_worked_cases(case):
    reply = ask({"do": "result"} | request("result", case))

    reply.pop("error", None)
    expected = dict(case["expect"])
    if "points" in expected:
        expected["totals"] = expected.pop("points")
    assert reply == {"id": case["id"]} | expected


@pytest.mark.parametrize("index", range(len(TIES)))
def test_result_answers_what_stands_in_the_tie_matrix(index):
    case = TIES[index]

    reply = ask({"do": "result"} | request("result", case))

    if case.get("impossible"):
        assert reply["error"]["code"] == "malformed"
    else:
        assert (reply["places"], reply["totals"]) == (case["places"], case["points"])


def test_a_rulebook_may_be_given_whole():
    house = load("mleague").with_house_rules("Friday", {"result.tie": "seat_order"})

    reply = ask({"do": "result", "rulebook": house.content(), "points": [25_000] * 4})

    assert reply == {"places": [1, 2, 3, 4], "totals": ["45", "5", "-15", "-35"], "sum": "0"}


GAME = {"do": "result", "rulebook": "mleague", "points": [25_000] * 4}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"do": "sing"}, "unknown_verb"),
        ({"do": None}, "unknown_verb"),
        ({"do": ["result"]}, "unknown_verb"),
        ({"rulebook": None}, "malformed"),
        ({"rulebook": 5}, "malformed"),
        ({"rulebook": {}}, "invalid_content"),
        ({"rulebook": "none"}, "unknown_rulebook"),
        ({"points": None}, "malformed"),
        ({"points": "25000"}, "malformed"),
        ({"points": [25_000.0] * 4}, "malformed"),
        ({"points": ["25000"] * 4}, "malformed"),
        ({"points": [None] * 4}, "malformed"),
        ({"points": [True] * 4}, "malformed"),
        ({"points": [10**19] * 4}, "malformed"),
        ({"points": [25_000] * 1_000}, "malformed"),
        ({"points": []}, "wrong_number_of_players"),
        ({"points": [25_000] * 3}, "wrong_number_of_players"),
        ({"points": [25_100, 25_000, 25_000, 25_000]}, "points_do_not_balance"),
        ({"leftover": "0"}, "malformed"),
        ({"leftover": -1_000}, "invalid_points"),
        ({"chombo": [1]}, "invalid_chombo"),
        ({"chombo": {"a": 1}}, "malformed"),
        ({"assume": []}, "malformed"),
        ({"assume": {"result.tie": "coin"}}, "invalid_value"),
        ({"assume": {"": 1}}, "unknown_field"),
    ],
)
def test_what_is_malformed_or_undefined_is_answered_with_an_error(change, code):
    reply = ask(GAME | change)

    assert reply.keys() == {"error"}
    assert reply["error"]["code"] == code
    assert reply["error"]["message"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            b"",
            b"x",
            b"[]",
            b"3",
            b'"text"',
            b"null",
            b"{",
            b'{"do":"result"}}',
            b"\xff\xfe",
            b"\x00",
            b"{'do':1}",
        ),
        b'{"do": NaN}',
        b'{"points": [Infinity]}',
        b"[" * 100_000,
        b'{"a":' * 30_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b'{"points": [' + b"9" * 5_000 + b"]}",
    ],
    ids=range(17),
)
def test_a_line_that_is_not_a_json_object_is_malformed(line):
    assert code(line) == "malformed"


def test_numbers_beyond_measure_are_malformed():
    assert code(b'{"do":"result","rulebook":"mleague","points":[1e400,0,0,0]}') == "malformed"
    assert code(b'{"do":"result","rulebook":"mleague","points":[' + b"9" * 4_000 + b",0,0,0]}") == "malformed"


def test_a_byte_order_mark_before_the_first_line_is_passed_over():
    """RFC 8259, 8.1: what Windows writes in front of a file is no reason to refuse its first line."""
    out = io.BytesIO()

    serve(io.BytesIO(b"\xef\xbb\xbf" + json.dumps(GAME).encode() + b"\r\n"), out)

    assert json.loads(out.getvalue()) == {"places": [1] * 4, "totals": ["0"] * 4, "sum": "0"}


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (b'{"do": "draw", "rulebook": "mleague", "dealer": 0, "tenpai": [0], "tenpai": []}', "tenpai"),
        (b'{"do": "result", "do": "draw", "rulebook": "mleague", "dealer": 0, "tenpai": [0]}', "do"),
        (b'{"do": "payment", "wins": [{"winner": 1, "han": 3, "han": 4, "fu": 30}]}', "han"),
    ],
)
def test_a_key_that_stands_twice_is_refused_and_neither_value_taken(line, key):
    reply = answer(line)

    assert reply == {
        "error": {
            "code": "malformed",
            "message": f'"{key}" stands twice in one object.',
            "fields": [key],
        }
    }


NAGASHI = [
    (sheet["rulebook"], case) for sheet in read("draws")["rulebooks"] for case in sheet["nagashi"] or ()
]


@pytest.mark.parametrize(("rulebook", "case"), NAGASHI, ids=lambda value: str(value)[:24])
def test_draw_answers_a_nagashi_mangan_as_the_worked_cases_tell_it(rulebook, case):
    reply = ask({"do": "draw", "rulebook": rulebook} | request("draw", case))

    assert reply["delta"] == case["delta"]


def test_a_draw_that_does_not_say_who_is_tenpai_is_not_a_draw_of_nobody():
    reply = ask({"do": "draw", "rulebook": "mleague", "dealer": 0})

    assert (reply["error"]["code"], reply["error"]["fields"]) == ("malformed", ["tenpai"])


def test_an_answer_carries_the_id_of_its_question():
    assert answer(b'{"id": 7, "do": "?"}')["id"] == 7
    assert answer(b'{"id": "\\ud800", "do": "?"}')["id"] == "\ud800"
    assert "id" not in answer(b'{"id": [1], "do": "?"}')
    assert "id" not in answer(b'{"id": "' + b"x" * 300 + b'", "do": "?"}')


def test_every_line_gets_one_answer_in_order_also_the_far_too_long_ones():
    good = json.dumps(GAME).encode()
    lines = [good, b"x" * 5_000_000, good, b"y" * MAX_LINE, b"", good]
    out = io.BytesIO()

    serve(io.BytesIO(b"\n".join(lines)), out)

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply.get("error", {}).get("code") for reply in answers] == [
        *(None, "line_too_long", None, "malformed", "malformed", None),
    ]


def test_the_command_reads_standard_input_and_needs_no_django():
    script = (
        "import sys, runpy; sys.modules['django'] = None; runpy.run_module('scoring', run_name='__main__')"
    )
    lines = json.dumps(GAME) + "\nnonsense\n"

    ran = subprocess.run(
        [sys.executable, "-c", script], input=lines, capture_output=True, text=True, timeout=60
    )

    first, second = (json.loads(line) for line in ran.stdout.splitlines())
    assert (ran.returncode, ran.stderr) == (1, "")  # one of the lines was an error
    assert first == {"places": [1, 1, 1, 1], "totals": ["0", "0", "0", "0"], "sum": "0"}
    assert second["error"]["code"] == "malformed"


def test_a_reader_that_goes_away_ends_the_command_quietly():
    command = [sys.executable, "-m", "scoring"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as running:
        running.stdout.close()
        running.stdin.write(json.dumps(GAME).encode() + b"\n")
        running.stdin.close()
        complaint = running.stderr.read()

    assert (running.returncode, complaint) == (0, b"")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)


@given(
    st.sampled_from(sorted(VERBS)),
    st.sampled_from(RESULTS),
    st.dictionaries(
        st.sampled_from(["rulebook", "points", "leftover", "chombo", "assume", "id"]), json_values
    ),
)
def test_no_request_makes_the_door_stumble(verb, case, change):
    reply = ask({"do": verb} | request("result", case) | change)

    assert isinstance(reply, dict)
    json.dumps(reply)


OTHER_KINDS = [None, True, -1, 10**30, 1.5, "", "?", [], [[]], ["?"], {}, {"?": 1}]


def altered(value):
    """The same with one thing in it, at any depth, replaced by something of another kind."""
    yield from OTHER_KINDS
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: other} for other in altered(inner))
        yield from (
            {**value, key: other} for key in ("mode", "procedure", "language") for other in OTHER_KINDS
        )
    if isinstance(value, list):
        for place, inner in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in altered(inner))


@pytest.mark.parametrize("verb", EXAMPLES)
def test_anything_of_another_kind_is_answered_or_refused_and_never_a_bug(verb, capsys):
    lines = [json.dumps(one).encode() + b"\n" for one in altered(json.loads(EXAMPLES[verb]))]
    out = io.BytesIO()

    serve(iter_lines(lines), out)

    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(lines)
    bugs = [
        line
        for line, reply in zip(lines, answers, strict=True)
        if (reply.get("error") or {}).get("code") == "internal"
    ]
    assert (bugs, capsys.readouterr().err) == ([], "")


@pytest.mark.parametrize(
    "line",
    [
        {"do": "carry", "total": "1", "ratio": [1, 2], "mode": []},
        {
            "do": "promote",
            "divisions": [{"players": ["A"]}, {"players": ["B"]}],
            "boundaries": [{"up": 1, "down": 1, "mode": [1]}],
        },
    ],
)
def test_a_choice_that_is_no_word_is_refused(line):
    assert ask(line)["error"]["code"] == "malformed"


def test_a_bug_of_ours_is_the_answer_to_its_own_line_alone(monkeypatch, capsys):
    monkeypatch.setitem(VERBS, "fails", lambda request: {}["nothing"])
    out = io.BytesIO()

    errors = serve(
        iter_lines([b'{"do": "fails", "id": 7}\n', json.dumps(GAME | {"id": 8}).encode() + b"\n"]), out
    )

    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert (errors, first["id"], first["error"]["code"]) == (1, 7, "internal")
    assert second == {"places": [1, 1, 1, 1], "id": 8} | {key: second[key] for key in ("totals", "sum")}
    assert "KeyError: 'nothing'" in capsys.readouterr().err


def iter_lines(lines):
    return io.BytesIO(b"".join(lines))
