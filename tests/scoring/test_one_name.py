"""One thing has one name, in every verb, in every object within it and in Python; what nobody reads is refused."""

import json

import pytest

from scoring.game.outcome import Outcome
from scoring.hand.win import Hand, Win
from scoring.unknown_keys import MOVED
from scoring.verbs import EXAMPLES, VERBS
from scoring.verbs.batch import answer


def ask(question: dict) -> dict:
    return answer(json.dumps(question).encode())


def example(verb: str) -> dict:
    return json.loads(EXAMPLES[verb])


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_an_example_that_is_answered(verb):
    assert example(verb)["do"] == verb
    assert "error" not in ask(example(verb))


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("key", ["note", "expect", "luck"])
def test_no_verb_passes_over_what_it_does_not_know(verb, key):
    reply = ask(example(verb) | {key: 1})

    assert (reply["error"]["code"], reply["error"]["fields"]) == ("unknown_key", [key])
    assert reply["error"]["message"].startswith(f'"{key}" is not known.')


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("payment", ["wins", 0]),
        ("payment", ["wins", 0, "pao"]),
        ("payment", ["dokasen"]),
        ("hand", ["pao"]),
        ("next", ["outcome"]),
        ("next", ["outcome", "wins", 0]),
        ("next", ["state"]),
        ("conditions", ["state"]),
        ("conditions", ["goal"]),
        ("wsom", ["patterns", 0]),
        ("ceremony", ["input"]),
    ],
    ids=str,
)
def test_neither_does_any_object_within(verb, path):
    question = example(verb) | {"assume": {"overlay.wareme": "dokasen"}}
    if verb == "wsom":
        question = {"do": "wsom", "patterns": [{"code": "2.1.1"}], "win": "tsumo"}
    if verb == "ceremony":
        question = {"do": "ceremony", "procedure": "tile_draw", "input": {}}
    if verb == "hand":
        question |= {"winner": 1, "dealer": 0, "loser": 2}
    missing = {"pao": {"seat": 2, "yaku": "daisangen"}, "dokasen": {"break_dice": 7, "tiles_drawn": 60}}
    missing["state"] = {"points": [25_000] * 4}
    within = question
    for step in path:
        if isinstance(within, dict):
            within.setdefault(step, missing.get(step))
        within = within[step]
    within["luck"] = 1

    reply = ask(question)

    assert reply["error"]["fields"] == ["luck"]
    assert reply["error"]["message"].startswith('"luck" is not known in "')


@pytest.mark.parametrize(
    ("verb", "old", "new"),
    [
        ("payment", "from", "loser"),
        ("payment", "riichi_winners", "riichi"),
        ("payment", "wareme_seat", "marked"),
        ("hand", "from", "loser"),
        ("hand", "daiminkan_from", "open_kan_from"),
        ("hand", "wareme_seat", "marked"),
        ("wsom", "from", "loser"),
        ("result", "scores", "points"),
        ("result", "deposits", "leftover"),
        ("draw", "wareme_seat", "marked"),
        ("draw", "players", "nagashi"),
        ("chombo", "riichi_now", "riichi"),
        ("chombo", "carried", "deposits"),
        ("chombo", "wareme_seat", "marked"),
        ("conditions", "wareme_seat", "marked"),
    ],
)
def test_an_old_name_is_refused_with_the_new_one(verb, old, new):
    reply = ask(example(verb) | {old: 1})

    assert reply["error"] == {
        "code": "unknown_key",
        "message": f'"{old}" is called "{new}".',
        "fields": [old],
    }


@pytest.mark.parametrize("verb", ["payment", "next"])
def test_an_old_name_is_refused_in_a_win_as_well(verb):
    question = example(verb)
    wins = question["wins"] if verb == "payment" else question["outcome"]["wins"]
    wins[0]["daiminkan_from"] = 3

    reply = ask(question)

    assert reply["error"]["message"] == '"daiminkan_from" is called "open_kan_from" in "wins".'


def test_the_same_fact_is_called_alike_in_payment_in_next_and_in_python():
    names = {"loser", "riichi", "marked"}

    assert names <= set(Outcome.__dataclass_fields__)
    assert {"riichi", "marked", "deposits", "honba"} <= set(Hand._fields)
    assert "open_kan_from" in Win._fields
    assert set(MOVED.values()) == names | {"open_kan_from", "points"}


def test_one_win_is_paid_alike_by_payment_and_by_next():
    wins = [{"winner": 1, "han": 3, "fu": 40, "open_kan_from": 2}]

    paid = ask({"do": "payment", "rulebook": "jpml_a", "dealer": 0, "win": "tsumo", "wins": wins})
    played = ask({"do": "next", "rulebook": "jpml_a", "outcome": {"kind": "win", "wins": wins}})

    assert paid["delta"] == played["delta"] == [0, 5_200, -5_200, 0]


def test_who_takes_the_own_stick_back_is_given_by_one_name():
    """The riichi stick of the second winner: [3,900, 3,000, …] where the second winner is in riichi."""
    wins = [{"winner": 0, "han": 2, "fu": 30}, {"winner": 1, "han": 2, "fu": 30}]
    about = {"do": "payment", "rulebook": "ema_2016", "dealer": 0, "win": "ron", "loser": 2, "wins": wins}

    assert ask(about | {"deposits": 2, "riichi": [1]})["delta"] == [3_900, 3_000, -4_900, 0]


def test_a_tsumo_has_no_loser():
    reply = ask(example("payment") | {"win": "tsumo"})

    assert (reply["error"]["code"], reply["error"]["fields"]) == ("malformed", ["loser"])


def test_a_game_of_patterns_has_no_sticks_to_give_back():
    rules = {"chombo.kind": "each", "chombo.amount": 30, "chombo.replay": True}
    about = {"do": "chombo", "rulebook": "mcr", "assume": rules, "dealer": 0, "offenders": [3]}

    assert ask(about)["delta"] == [30, 30, 30, -90]
    assert ask(about | {"riichi": [0]})["error"]["code"] == "no_riichi_sticks"


def test_with_a_chombo_added_everything_that_does_not_apply_without_one_is_required():
    about = {"do": "chombo", "rulebook": "tenhou", "dealer": 0, "offenders": [0], "riichi": [2]}
    rules = {"chombo.kind": "mangan", "chombo.riichi_sticks": "returned"}

    assert ask(about | {"assume": rules})["needs_event_setting"] == ["chombo.replay", "chombo.honba"]
