"""A rulebook's hands as a table. That it brings what the engine does, `tests/static/test_hand_rules.py` shows."""

import json

import pytest

from scoring.errors import ScoringError
from scoring.lookup.hand_table import hand_table
from scoring.rulebook.rulebook import editions, load
from tests.scoring.result.test_five_players import FIVE

MLEAGUE = load("mleague")
RON, RON_RIICHI, DEALER, TSUMO, TSUMO_RIICHI = 1 << 0, 1 << 1, 1 << 2, 1 << 4, 1 << 5


def paid(table, name):
    """What a hand pays: a ron by a child, by the dealer; a tsumo between children, from or to the dealer."""
    return table["rows"][table["worth"][name][0]]


def test_all_that_is_no_payment():
    table = hand_table(load("mahjongsoul_sanma"))

    assert {key: value for key, value in table.items() if key not in ("rows", "worth")} == {
        "players": 3,
        "start": 35_000,
        "riichi": True,
        "short": False,
        "most_han": 400,
        "runs": [],
        "most_points": 10_000,
        "honba": (200, 100),
        "pao": {
            "daisangen": {"tsumo": (24_000, 32_000), "ron": ((16_000, 16_000), (24_000, 24_000))},
            "daisuushii": {"tsumo": (48_000, 64_000), "ron": ((32_000, 32_000), (48_000, 48_000))},
            "shousuushii": False,
            "ryuuiisou": False,
            "suukantsu": False,
            "tsuuiisou": False,
            "chinroutou": False,
        },
        "pao_honba": "liable",
        "rons": ("all", None),
        "sticks": "first_takes_all",
        "wareme": None,
        "rolls": None,
        "noten": [0, 1_000, 1_000, 0],
        "noten_riichi": False,
        "nagashi": (2_000, 4_000),
        "aborts": ["kyuushu", "suukan"],
        "stays": {"win": True, "draw": (False, True), "abort": True},
        "counters": True,
        "chombo": None,
        "end": {
            "bust": 0,
            "last": 5,
            "always": False,
            "extra": True,
            "goal": 40_000,
            "stop": {"win": "automatic", "draw": "automatic"},
            "shared": False,
        },
    }


@pytest.mark.parametrize(
    ("edition", "hand", "points"),
    [
        ("mleague", "1/30", (1_000, 1_500, 300, 500)),
        ("mleague", "4/30", (8_000, 12_000, 2_000, 4_000)),
        ("tenhou", "4/30", (7_700, 11_600, 2_000, 3_900)),
        ("mleague", "13/", (24_000, 36_000, 6_000, 12_000)),
        ("tenhou", "13/", (32_000, 48_000, 8_000, 16_000)),
        ("mahjongsoul", "daisuushii", (64_000, 96_000, 16_000, 32_000)),
        ("beginner_simple", "3/", (4_000, 6_000, 1_000, 2_000)),
    ],
)
def test_each_hand_has_a_row_of_what_it_pays(edition, hand, points):
    assert paid(hand_table(load(edition)), hand) == points


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        ("1/30", RON | DEALER | TSUMO | TSUMO << 2),
        ("2/25", RON | DEALER),
        ("3/20", (TSUMO | TSUMO_RIICHI) * 5),
        ("tenhou", TSUMO << 2),
        ("chiihou", TSUMO),
        ("kokushi", 255),
    ],
)
def test_a_hand_is_won_only_in_the_ways_that_it_can_be(hand, ways):
    assert hand_table(MLEAGUE)["worth"][hand][1] == ways


def test_what_a_rulebook_leaves_open_is_left_open():
    table = hand_table(load("beginner"))

    assert (table["honba"], table["chombo"], table["rons"], table["noten"]) == (
        None,
        None,
        (None, None),
        [None] * 5,
    )
    assert "13/" not in hand_table(load("danching"))["worth"]


@pytest.mark.parametrize(
    ("kind", "chombo"),
    [
        ("mangan", {"pays": (2_000, 4_000), "after": 0, "returns": True, "honba": 0}),
        ("each", {"pays": (3_000, 3_000), "after": 0, "returns": True, "honba": 0}),
        ("after_game", {"pays": (0, 0), "after": 1, "returns": True, "honba": 0}),
        ("none", None),
    ],
)
def test_a_chombo_costs_what_the_rulebook_says(kind, chombo):
    book = MLEAGUE.with_house_rules("event", {"chombo.kind": kind, "chombo.amount": 3_000})

    assert hand_table(book)["chombo"] == chombo


def test_points_of_patterns_pay_by_runs():
    assert hand_table(load("mcr"))["runs"] == [(8, 16, 1, 8, 0, 16, 1)]
    assert hand_table(load("wsom"))["runs"] == [(1, 1, 1, 1, 1, 1, 1), (26, 28, 3, 25, 0, 26, 1)]


def test_the_doubled_seat_is_found_by_the_roll_where_a_roll_says_it():
    def by_wareme(kind):
        return hand_table(MLEAGUE.with_house_rules("house", {"overlay.wareme": kind}))

    assert by_wareme("wareme")["rolls"] == [1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
    assert by_wareme("dokasen")["rolls"] is None
    assert by_wareme("dokasen")["wareme"]["times"] == 2


def test_a_game_of_four_rounds_or_of_none_has_its_last_hand_or_none():
    def last(length):
        return hand_table(MLEAGUE.with_house_rules("house", {"table.length": length}))["end"]["last"]

    assert (last("tonpuu"), last("hanchan"), last("issou"), last("4_hands_per_round")) == (3, 7, 15, False)


def test_five_at_a_table_play_no_hands():
    with pytest.raises(ScoringError) as refused:
        hand_table(MLEAGUE.with_house_rules("five", FIVE))

    assert refused.value.code == "hands_of_four"


def test_the_largest_table_is_small():
    sizes = [len(json.dumps(hand_table(load(name)), separators=(",", ":"))) for name in editions()]

    assert max(sizes) < 2_800
