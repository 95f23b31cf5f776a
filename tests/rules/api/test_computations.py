"""The API answers what the library answers, refuses in the one error shape, and changes nothing."""

import json

import pytest

from rules.api.old_names import with_old_names
from scoring.errors import RuleError
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.provenance import provenance
from scoring.verbs import OF_STANDINGS, VERBS
from tests.scoring.vectors import read
from tests.tournaments.api.callers import body_of, code_of, stranger

pytestmark = [pytest.mark.django_db, pytest.mark.once("asks the rules alone; nothing is stored or read")]

PAYMENT = {"dealer": 0, "win": "ron", "loser": 2, "honba": 1, "wins": [{"winner": 1, "han": 4, "fu": 30}]}
HAND = {
    "tiles": "123m406p11789s",
    "melds": ["(777z)"],
    "win_tile": "9s",
    "win": "ron",
    "winner": 1,
    "dealer": 0,
    "loser": 2,
    "dora": "3s",
}
STATE = {"points": [30_000, 20_000, 26_000, 24_000], "round": 1, "dealer": 3}
QUESTIONS = {
    "hand": ("mleague", HAND),
    "payment": ("mleague", PAYMENT),
    "result": ("mleague", {"points": [45_000, 28_000, 26_000, 1_000]}),
    "draw": ("mleague", {"dealer": 0, "tenpai": [0, 2]}),
    "chombo": ("mleague", {"dealer": 0, "offenders": [1]}),
    "next": ("mleague", {"outcome": {"kind": "draw", "tenpai": [0]}}),
    "conditions": ("mleague", {"state": STATE, "goal": {"seat": 1, "place": 1}}),
    "wall": ("mleague", {"dealer": 0, "total": 7, "tiles_drawn": 53}),
    "ceremony": ("shinhochi", {"seed": "2026-11-21 Friday", "explain": True}),
    "wsom": ("wsom", {"tiles": "111222333m44455z", "win_tile": "5z", "win": "tsumo", "seat_wind": "E"}),
}


def ask(verb: str, rulebook: str, question: object):
    return stranger().post(f"/v1/rulebooks/{rulebook}/{verb}/", question, key=None)


def test_every_verb_of_the_library_that_asks_a_rulebook_has_a_door() -> None:
    assert set(QUESTIONS) == set(VERBS) - set(OF_STANDINGS)


def test_a_table_of_five_is_settled_here_as_in_the_library() -> None:
    five = {"table.players": 5, "result.uma": {"*": [15, 5, 0, -5, -15]}}
    question = {"points": [41_000, 39_000, 30_000, 25_000, 15_000], "chombo": [0, 0, 0, 0, 1], "assume": five}

    response = ask("result", "ema_2016", question)

    assert (response.status_code, body_of(response)) == (
        200,
        {
            "places": [1, 2, 3, 4, 5],
            "totals": ["26", "14", "0", "-10", "-50"],
            "points": ["26", "14", "0", "-10", "-50"],
            "sum": "-20",
        },
    )


@pytest.mark.parametrize("verb", QUESTIONS)
def test_the_door_answers_a_stranger_what_the_library_answers(verb: str) -> None:
    rulebook, question = QUESTIONS[verb]
    known = {"procedure": "shinhochi_two_roll"} if verb == "ceremony" else {}
    response = ask(verb, rulebook, question)
    answer = with_old_names(verb, VERBS[verb]({"rulebook": rulebook, **known, **question}))
    assert (response.status_code, body_of(response)) == (200, json.loads(json.dumps(answer)))


def some(name: str, keys: set[str], every: int) -> list[dict[str, object]]:
    return [
        {key: value for key, value in case.items() if key in keys | {"rulebook", "expect", "assume"}}
        for case in read(name)["cases"][::every]
    ]


PAID = {"dealer", "win", "wins", "from", "honba", "deposits", "riichi_winners", "wareme_seat", "dokasen"}


@pytest.mark.parametrize("case", some("hand_payments", PAID, 9), ids=lambda case: str(case["rulebook"]))
def test_worked_payments_come_out_over_http(case: dict) -> None:
    expected, rulebook = case.pop("expect"), case.pop("rulebook")
    case = {key: value for key, value in case.items() if value is not None}
    response = ask("payment", rulebook, case)
    assert body_of(response)["delta"] == expected["delta"]


@pytest.mark.parametrize(
    "case",
    some("hanchan_results", {"scores", "deposits", "chombo"}, 5),
    ids=lambda case: f"{case['rulebook']} {case['scores']}",
)
def test_worked_results_come_out_over_http(case: dict) -> None:
    expected, rulebook = case.pop("expect"), case.pop("rulebook")
    answer = body_of(ask("result", rulebook, case))
    if "needs_event_setting" in expected:
        assert list(answer["error"]["fields"]) == expected["needs_event_setting"]
    else:
        assert answer == {**expected, "totals": expected["points"]}


OLD = {
    "payment": (
        {"dealer": 0, "win": "tsumo", "wins": [{"winner": 1, "han": 3, "fu": 40, "open_kan_from": 2}]},
        {"dealer": 0, "win": "tsumo", "wins": [{"winner": 1, "han": 3, "fu": 40, "daiminkan_from": 2}]},
    ),
    "hand": (HAND, {**{key: value for key, value in HAND.items() if key != "loser"}, "from": 2}),
    "result": (
        {"points": [45_000, 28_000, 26_000, 20_000], "leftover": 1_000},
        {"scores": [45_000, 28_000, 26_000, 20_000], "deposits": 1_000},
    ),
    "chombo": (
        {"dealer": 0, "offenders": [1], "riichi": [2], "deposits": 3},
        {"dealer": 0, "offenders": [1], "riichi_now": [2], "carried": 2},
    ),
    "draw": ({"dealer": 0, "tenpai": [0], "marked": 1}, {"dealer": 0, "tenpai": [0], "wareme_seat": 1}),
}


@pytest.mark.parametrize("verb", OLD)
def test_what_was_called_otherwise_before_is_still_understood(verb: str) -> None:
    new, old = OLD[verb]
    rulebook = "mleague" if verb == "hand" else "jpml_a"

    answers = [ask(verb, rulebook, question) for question in (new, old)]

    assert [response.status_code for response in answers] == [200, 200]
    assert body_of(answers[0]) == body_of(answers[1])


def test_one_thing_given_under_both_names_is_refused() -> None:
    response = ask("payment", "mleague", {**PAYMENT, "from": 2})

    assert code_of(response) == (400, "malformed")
    assert list(body_of(response)["error"]["fields"]) == ["from", "loser"]


def test_an_error_names_the_field_as_the_question_called_it() -> None:
    for name in ("points", "scores"):
        response = ask("result", "mleague", {name: [1_000, 0, 0, 0]})

        assert list(body_of(response)["error"]["fields"]) == [name]
    foul = {"dealer": 0, "offenders": [1], "riichi_now": [9]}
    assert ask("chombo", "mleague", foul).status_code == 400
    marked = {"overlay.wareme": "wareme"}
    response = ask("payment", "mleague", {**PAYMENT, "wareme_seat": None, "assume": marked})
    assert list(body_of(response)["error"]["fields"]) == ["wareme_seat"]


def test_house_rules_come_with_the_question() -> None:
    tied = {"points": [30_000, 30_000, 30_000, 10_000]}
    split = body_of(ask("result", "mleague", tied))
    seats = body_of(ask("result", "mleague", {**tied, "assume": {"result.tie": "seat_order"}}))
    assert (split["places"], seats["places"]) == ([1, 1, 1, 4], [1, 2, 3, 4])


@pytest.mark.slow
def test_conditions_list_as_much_as_the_options_say() -> None:
    goal = {"seat": 0, "rank": 1, "others": [9_000], "rivals": [{"least": 0, "most": 40_000}]}
    options = {
        "state": STATE,
        "goal": goal,
        "several": True,
        "liability": True,
        "chombo": True,
        "sticks": True,
    }

    listed = body_of(ask("conditions", "tenhou", {**options, "by_others": True}))["conditions"]

    assert {key for one in listed for key in one} == {
        *(
            "kind",
            "winner",
            "loser",
            "from",
            "sticks",
            "at_least",
            "at_most",
            "others",
            "liable",
            "liable_for",
        ),
        *("tenpai", "nagashi", "abort", "sure", "ends"),
    }
    state = {**STATE, "points": [35_000, 25_000, 31_000, 29_000]}
    unlimited = {**options, "state": state, "assume": {"overlay.unlimited": True}}
    assert code_of(ask("conditions", "ema_2016", unlimited)) == (422, "too_many_outcomes")


def test_a_hand_that_does_not_win_is_refused_with_the_reason() -> None:
    response = ask("hand", "mleague", {**HAND, "melds": ["(999m)"]})
    assert code_of(response) == (422, "no_yaku")
    assert body_of(response)["error"]["message"].startswith("The hand is complete but has no yaku")


def test_the_reason_is_in_japanese_for_readers_of_japanese() -> None:
    response = stranger().post(
        "/v1/rulebooks/mleague/hand/", {**HAND, "melds": ["(999m)"]}, key=None, Accept_Language="ja"
    )
    assert (
        body_of(response)["error"]["message"] == "形はアガリですが役がありません。ドラだけではアガれません。"
    )


def test_what_the_rulebook_leaves_open_is_required_by_name() -> None:
    response = ask("result", "shinhochi", {"scores": [25_000, 25_000, 25_000, 25_000]})
    assert code_of(response) == (422, "needs_event_setting")
    assert list(body_of(response)["error"]["fields"]) == ["result.return_points", "result.oka", "result.tie"]


REFUSED = {
    "an unknown field": ("payment", "mleague", {**PAYMENT, "han": 3}, 400, "invalid"),
    "an unknown field deep inside": (
        "payment",
        "mleague",
        {**PAYMENT, "wins": [{"winner": 1, "han": 4, "fu": 30, "bonus": 1}]},
        400,
        "invalid",
    ),
    "another rulebook in the body": ("payment", "mleague", {**PAYMENT, "rulebook": "mcr"}, 400, "invalid"),
    "a number as text": ("payment", "mleague", {**PAYMENT, "dealer": "0"}, 400, "invalid"),
    "a fifth seat": ("payment", "mleague", {**PAYMENT, "dealer": 4}, 400, "invalid"),
    "a fourth seat of three": ("payment", "tenhou_sanma", {**PAYMENT, "dealer": 3}, 400, "malformed"),
    "nonsense tiles": ("hand", "mleague", {**HAND, "tiles": "12x"}, 400, "unreadable_tiles"),
    "a fifth tile": ("hand", "mleague", {**HAND, "tiles": "11111m406p789s"}, 422, "too_many_of_a_tile"),
    "a wrong sum": ("result", "mleague", {"scores": [1_000, 0, 0, 0]}, 422, "points_do_not_balance"),
    "a rule that does not exist": (
        "payment",
        "mleague",
        {**PAYMENT, "assume": {"score.luck": True}},
        422,
        "unknown_field",
    ),
    "a ron from oneself": ("payment", "mleague", {**PAYMENT, "loser": 1}, 422, "ron_from_oneself"),
    "an outcome of no kind": ("next", "mleague", {"outcome": {}}, 400, "invalid_outcome"),
    "too many outcomes": ("next", "mleague", {"outcomes": [{"kind": "draw"}] * 1_001}, 400, "invalid"),
    "patterns under riichi rules": ("wsom", "mleague", QUESTIONS["wsom"][1], 422, "not_wsom"),
    "a fraction": ("payment", "mleague", b'{"dealer": 0.5}', 400, "malformed"),
    "no such rulebook": ("payment", "our-own", PAYMENT, 404, "not_found"),
}


@pytest.mark.parametrize(("verb", "rulebook", "question", "status", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_malformed_or_refused_says_so(verb, rulebook, question, status, code) -> None:
    assert code_of(ask(verb, rulebook, question)) == (status, code)


def test_an_answer_is_refused_with_the_words_of_the_library() -> None:
    with pytest.raises(RuleError) as raised:
        VERBS["payment"]({"rulebook": "mleague", **PAYMENT, "loser": 1})
    assert body_of(ask("payment", "mleague", {**PAYMENT, "loser": 1}))["error"] == {
        "code": raised.value.code,
        "message": raised.value.message,
        "fields": {"loser": [raised.value.message]},
    }


def test_asking_writes_nothing(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        ask("payment", "mleague", PAYMENT)


@pytest.mark.slow
def test_the_description_says_which_fields_may_be_missing() -> None:
    schema = stranger().get("/v1/schema/")
    hand = body_of(schema)["components"]["schemas"]["Hand"]
    assert {"yaku", "delta"} & set(hand["required"]) == {"yaku"}
    assert "delta" in hand["properties"]


def test_a_rulebook_is_described_with_its_sources_and_conflicts() -> None:
    page = body_of(stranger().get("/v1/rulebooks/mleague/"))
    fields = {field["path"]: field for field in page["fields"]}
    assert fields["result.tie"] == {
        "path": "result.tie",
        "name_en": "ties",
        "name_ja": "同着の扱い",
        "value_en": "share what their places bring",
        "value_ja": "等分",
        "confidence": "P",
        "sources": ["P42", "P04", "P06"],
        "is_disputed": False,
        "note_en": "",
        "note_ja": "",
        "choices": {
            "path": "result.tie",
            "kind": "choice",
            "values": [
                {"value": "split", "en": "share what their places bring", "ja": "等分"},
                {"value": "seat_order", "en": "the earlier seat is ahead", "ja": "起家に近い方が上位"},
                {"value": "shared_rank", "en": "share the place", "ja": "同着"},
            ],
            "low": None,
            "high": None,
            "step": None,
            "unit": "",
            "example": "split",
        },
    }
    assert fields["game_end.agariyame"]["note_en"] == "no stopping after a win by the dealer"
    assert fields["game_end.agariyame"]["note_ja"] == "「アガリ止め無し」"
    assert list(fields) == list(FIELDS)
    assert [one["id"] for one in page["conflicts"]] == [one.id for one in provenance("mleague").conflicts]
    assert [one["topic_ja"] for one in page["conflicts"]][3] == "1000点未満のリーチ"


def test_sticks_of_a_chombo_are_not_given_under_both_names() -> None:
    response = ask("chombo", "jpml_a", {"dealer": 0, "offenders": [1], "carried": 2, "deposits": 3})

    assert code_of(response) == (400, "malformed")
    assert list(body_of(response)["error"]["fields"]) == ["carried", "deposits"]


def test_seats_of_a_table_of_three_are_drawn_by_no_ceremony() -> None:
    response = ask("ceremony", "mahjongsoul_sanma", {"seed": "2026-11-21 Friday"})

    assert code_of(response) == (422, "four_players")
