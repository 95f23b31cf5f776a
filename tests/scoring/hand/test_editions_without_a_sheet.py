"""Draws and chombo of the seven editions without a sheet in `draws.json` and `chombo.json`, by their sources."""

import pytest

from scoring.rulebook.rulebook import editions
from scoring.verbs.chombo import chombo
from scoring.verbs.draw import draw
from tests.scoring.vectors import read, request
from tests.scoring.verbs.test_batch import ask

SITUATIONS = read("chombo")["situations"]
NOTEN = {"beginner_simple": {"draw.noten_total": 3_000}}  # S3 names no figure
ABORTS = {
    "shinhochi": set(),  # art. 19: a hand ends by a win or an exhausted wall
    "uspml_interim": {"kyuushu", "suufon", "suukan", "suuriichi", "sanchahou"},  # P36: abortive draws on
    "tenhou": {"kyuushu", "suufon", "suukan", "suuriichi", "sanchahou"},  # P24
    "beginner_simple": {"kyuushu", "suufon", "suukan", "suuriichi"},  # S3; three rons are not mentioned
    "wrc_2017": set(),  # P21: no abortive draws
    "mu": set(),  # P53 4: 途中流局なし
    "rmu_a": set(),  # P11: 途中流局は全てなし
}
HONBA = {"mu": None}  # P53 10: 積み場はない
NAGASHI = {"tenhou", "uspml_interim"}  # P24, P36


def test_these_are_the_editions_no_sheet_speaks_of():
    for name in ("draws", "chombo"):
        spoken_of = {sheet["rulebook"] for sheet in read(name)["rulebooks"]}
        assert set(editions()) - spoken_of == set(ABORTS)


@pytest.mark.parametrize("edition", ABORTS)
@pytest.mark.parametrize(
    ("tenpai", "delta", "dealer"),
    [
        ([], [0, 0, 0, 0], "rotates"),
        ([0], [3_000, -1_000, -1_000, -1_000], "stays"),
        ([3], [-1_000, -1_000, -1_000, 3_000], "rotates"),
        ([0, 2], [1_500, -1_500, 1_500, -1_500], "stays"),
        ([1, 2], [-1_500, 1_500, 1_500, -1_500], "rotates"),
        ([0, 1, 3], [1_000, 1_000, -3_000, 1_000], "stays"),
        ([1, 2, 3], [-3_000, 1_000, 1_000, 1_000], "rotates"),
        ([0, 1, 2, 3], [0, 0, 0, 0], "stays"),
    ],
)
def test_three_thousand_go_from_noten_to_tenpai_and_a_tenpai_dealer_stays(edition, tenpai, delta, dealer):
    """1人の時は3000点、2人の時は1500点ずつ、3人の時は1000点ずつ [S2 art. 71], and alike in the other six."""
    request = {"rulebook": edition, "dealer": 0, "tenpai": tenpai, "assume": NOTEN.get(edition, {})}

    assert draw(request) == {"delta": delta, "dealer": dealer, "honba": HONBA.get(edition, "+1")}


@pytest.mark.parametrize("edition", ABORTS)
@pytest.mark.parametrize("kind", ["kyuushu", "suufon", "suukan", "suuriichi", "sanchahou"])
def test_a_hand_is_aborted_only_where_the_edition_knows_how(edition, kind):
    request = {"do": "draw", "rulebook": edition, "dealer": 0, "abort": kind}

    answer = ask(request | {"assume": {"draw.abort_dealer": "stays"}})

    if kind in ABORTS[edition]:
        assert answer == {"delta": [0, 0, 0, 0], "dealer": "stays", "honba": HONBA.get(edition, "+1")}
    else:
        assert answer["error"]["code"] == "no_such_abort"


@pytest.mark.parametrize("edition", ABORTS)
@pytest.mark.parametrize(
    ("players", "delta"),
    [
        ([1], [-4_000, 8_000, -2_000, -2_000]),
        ([0], [12_000, -4_000, -4_000, -4_000]),
        ([1, 2], [-8_000, 6_000, 6_000, -4_000]),
        ([0, 3], [8_000, -6_000, -6_000, 4_000]),
    ],
)
def test_nagashi_mangan_is_a_mangan_by_tsumo_where_it_is_played(edition, players, delta):
    answer = ask({"do": "draw", "rulebook": edition, "dealer": 0, "nagashi": players})

    if edition in NAGASHI:
        assert (answer["delta"], answer["dealer"]) == (delta, "rotates")
    elif edition == "beginner_simple":
        assert answer["needs_event_setting"] == ["draw.nagashi_mangan"]
    else:
        assert answer["error"]["code"] == "no_nagashi_mangan"


@pytest.mark.parametrize(
    ("edition", "situation", "delta", "after_game"),
    [
        ("shinhochi", "A", [3_000, 4_000, -9_000, 3_000], [0, 0, 0, 0]),
        ("shinhochi", "B", [-9_000, 3_000, 3_000, 3_000], [0, 0, 0, 0]),
        ("shinhochi", "C", [3_000, 3_000, -8_000, 4_000], [0, 0, 0, 0]),
        ("shinhochi", "D", [6_000, -6_000, -6_000, 7_000], [0, 0, 0, 0]),
        ("shinhochi", "E", [-5_000, 6_000, 6_000, -6_000], [0, 0, 0, 0]),
        ("beginner_simple", "A", [4_000, 3_000, -8_000, 2_000], [0, 0, 0, 0]),
        ("beginner_simple", "B", [-12_000, 4_000, 4_000, 4_000], [0, 0, 0, 0]),
        ("beginner_simple", "C", [4_000, 2_000, -7_000, 3_000], [0, 0, 0, 0]),
        ("beginner_simple", "D", [8_000, -6_000, -6_000, 5_000], [0, 0, 0, 0]),
        ("beginner_simple", "E", [-7_000, 6_000, 6_000, -4_000], [0, 0, 0, 0]),
        ("wrc_2017", "A", [0, 1_000, 0, 0], [0, 0, -20, 0]),
        ("wrc_2017", "B", [0, 0, 0, 0], [-20, 0, 0, 0]),
        ("wrc_2017", "C", [0, 0, 1_000, 1_000], [0, 0, -20, 0]),
        ("wrc_2017", "D", [0, 0, 0, 1_000], [0, -20, -20, 0]),
        ("wrc_2017", "E", [1_000, 0, 0, 0], [-20, 0, 0, -20]),
    ],
)
def test_a_chombo_costs_what_the_edition_says_and_the_hand_is_played_again(
    edition, situation, delta, after_game
):
    """3千点オール [S2 art. 68], 満貫罰符 [S3], 20 points after the game [P08]; riichi sticks of the hand go back."""
    now = SITUATIONS[situation]
    again = {"chombo.riichi_sticks": "returned", "chombo.replay": True, "chombo.honba": "unchanged"}

    answer = chombo(
        {"rulebook": edition, "assume": again if edition == "beginner_simple" else {}}
        | request("chombo", now)
    )

    assert answer == {
        "delta": delta,
        "after_game_points": after_game,
        "sticks_returned_to": now["riichi_now"],
        "deposits_after": now["carried"],
        "honba_after": now["honba"],
        "replay": True,
    }


@pytest.mark.parametrize("edition", ["rmu_a", "uspml_interim"])
def test_a_chombo_nobody_has_written_down_has_to_be_set_by_the_event(edition):
    """C20, C32: the amount was not found."""
    answer = ask({"do": "chombo", "rulebook": edition} | request("chombo", SITUATIONS["A"]))

    assert answer["needs_event_setting"] == ["chombo.kind"]


def test_tenhou_makes_a_chombo_impossible():
    assert (
        ask({"do": "chombo", "rulebook": "tenhou"} | request("chombo", SITUATIONS["A"]))["error"]["code"]
        == "no_chombo_in_rulebook"
    )
