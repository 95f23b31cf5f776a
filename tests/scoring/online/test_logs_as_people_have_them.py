"""Logs as players send them: addresses with more behind them, a hand an address, events of programs, old files."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from scoring.errors import ScoringError
from scoring.online.online_game import OnlineGame, game_as_json, game_from_json
from scoring.online.reading import read_online_game
from scoring.online.settling import settle_online_game
from scoring.rulebook.rulebook import Rulebook, load
from tests.scoring.online.platform_logs import (
    ALL_ENDS,
    BANKRUPT_ELSEWHERE,
    BANKRUPT_HERE,
    EIGHT_HANDS,
    NAMES,
    bankrupt_in_the_east,
    mahjong_soul,
    mjlog,
    tenhou_json,
)

TENHOU, SANMA = load("tenhou"), load("tenhou_sanma")
EAST_ONLY = TENHOU.with_house_rules("East only", {"table.length": "tonpuu"})
SEAT = [[11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 41, 42, 43], [], []]
DRAWN = ["流局", [0, 0, 0, 0]]
VIEWER = "https://tenhou.net/6/#json="


def hand(
    place: int, honba: int, end: list[Any], points: int = 25_000, riichi: int | None = None
) -> list[Any]:
    seats = [[SEAT[0], [], ["r12"] if seat == riichi else []] for seat in range(4)]
    return [[place, honba, 0], [points] * 4, [11], [], *(part for seat in seats for part in seat), end]


def log(*hands: list[Any], rule: str = "般南喰赤") -> dict[str, Any]:
    names = ["North Star", "Kite", "Reed", "Moss"]
    return {"title": ["", ""], "name": names, "rule": {"disp": rule, "aka": 1}, "log": [*hands]}


RON = hand(0, 0, ["和了", [-2000, 2000, 0, 0], [1, 0, 1, "30符2飜2000点", "平和(1飜)", "断幺九(1飜)"]])
EAST_ROUND = [
    hand(0, 0, DRAWN),
    hand(1, 1, DRAWN),
    hand(2, 2, DRAWN),
    hand(
        3,
        3,
        [
            "和了",
            [-8900, 9900, 0, 0],
            [1, 0, 1, "満貫8000点", "立直(1飜)", "断幺九(1飜)", "平和(1飜)", "ドラ(2飜)"],
        ],
        riichi=1,
    ),
]


def points_after(text: str, book: Rulebook = TENHOU) -> tuple[int, ...]:
    return settle_online_game(book, read_online_game(text)).state.points


def refusal(text: str, book: Rulebook = TENHOU) -> tuple[str, str]:
    with pytest.raises(ScoringError) as refused:
        settle_online_game(book, read_online_game(text))
    return refused.value.code, refused.value.message


ONE_HAND = json.dumps(log(RON), ensure_ascii=False)
SHORT = json.dumps(log(RON), ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize(
    "text",
    [
        f"{VIEWER}{ONE_HAND}&ts=0",
        f"{VIEWER}{SHORT}&ts=0",
        f"{VIEWER}{SHORT}&tw=2&ts=12",
        f"{VIEWER}{quote(SHORT)}&ts=0",
        f"{VIEWER}{quote(SHORT)}",
        f"  {VIEWER}{SHORT}#ts=3 \n",
        f"{ONE_HAND}\n\n",
    ],
)
def test_an_address_of_the_viewer_is_read_whatever_stands_behind_its_log(text: str) -> None:
    assert points_after(text) == (23_000, 27_000, 25_000, 25_000)


WHOLE = tenhou_json(EIGHT_HANDS)
HANDS = [{**WHOLE, "log": [one]} for one in WHOLE["log"]]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(VIEWER + json.dumps(one) + "&ts=0" for one in HANDS),
        "\n".join(VIEWER + quote(json.dumps(one)) for one in HANDS),
        "\n".join(json.dumps(one) for one in HANDS),
        json.dumps(HANDS),
        # In whichever order they were copied, and one of them twice.
        "\n".join(VIEWER + json.dumps(one) for one in [*reversed(HANDS), HANDS[0]]),
    ],
    ids=["addresses", "encoded addresses", "a line each", "a list", "the last first"],
)
def test_a_game_comes_as_one_address_a_hand(text: str) -> None:
    assert read_online_game(text) == read_online_game(json.dumps(WHOLE))


def test_hands_of_different_games_are_not_put_together() -> None:
    other = {**HANDS[1], "name": ["A", "B", "C", "D"]}

    assert refusal(json.dumps(HANDS[0]) + json.dumps(other))[0] == "several_games"


def test_a_hand_of_which_the_others_are_missing_is_refused_as_before() -> None:
    assert refusal(json.dumps(HANDS[3]))[0] == "other_course"


@pytest.mark.parametrize(
    "text",
    [
        "https://tenhou.net/0/?log=2000010100gm-0000-0000-00000000&tw=0",
        "http://tenhou.net/6/?log=2000010100gm-0000-0000-00000000",
        "https://game.mahjongsoul.com/?paipu=000000-00000000-0000-0000-0000-000000000000_a0",
        "https://mahjongsoul.game.yo-star.com/?paipu=000000-0_a0\nhttps://tenhou.net/0/?log=2000010100gm-0000",
    ],
)
def test_an_address_without_a_log_is_called_an_address(text: str) -> None:
    code, message = refusal(text)

    assert code == "unknown_log"
    assert message.startswith("This is an address, but nothing is fetched from the platforms.")


@pytest.mark.parametrize("rule", ["般東喰赤", "上東喰赤速", "玉の間東", "Jade Room East"])
def test_an_east_only_game_is_refused_at_a_table_that_plays_the_south_round(rule: str) -> None:
    text = json.dumps(log(*EAST_ROUND, rule=rule))

    assert refusal(text) == (
        "other_rules",
        "This is an East-only game; by the rules of this table, the South round is played too.",
    )
    settled = settle_online_game(EAST_ONLY, read_online_game(text))
    assert (settled.state.over != "", settled.state.points) == (True, (16_100, 33_900, 25_000, 25_000))


@pytest.mark.parametrize("rule", ["", "東京リーグ"])
def test_an_east_only_game_is_known_by_its_end_where_its_log_does_not_say(rule: str) -> None:
    text = json.dumps(log(*EAST_ROUND, rule=rule))

    assert read_online_game(text).length == ""
    assert refusal(text) == (
        "other_rules",
        "This log ends where an East-only game is over; by the rules of this table, the South round is "
        "played too.",
    )
    assert settle_online_game(EAST_ONLY, read_online_game(text)).state.points == (
        16_100,
        33_900,
        25_000,
        25_000,
    )


def test_a_log_that_breaks_off_before_the_last_east_hand_may_be_of_a_longer_game() -> None:
    settled = settle_online_game(TENHOU, read_online_game(json.dumps(log(*EAST_ROUND[:3], rule=""))))

    assert (len(settled.hands), settled.state.over) == (3, "")


SOUTH_TOO = "This is an East-South game; by the rules of this table, only the East round is played."
NORTH_TOO = (
    "This is an East-South game; by the rules of this table, the West and North rounds are played too."
)


@pytest.mark.parametrize(
    ("length", "message"), [("tonpuu", SOUTH_TOO), ("issou", NORTH_TOO), ("16_hands", NORTH_TOO)]
)
@pytest.mark.parametrize("hands", [1, 4])
def test_an_east_south_game_is_refused_at_a_table_of_another_length(
    length: str, message: str, hands: int
) -> None:
    table = TENHOU.with_house_rules("another length", {"table.length": length})
    played = log(*[RON, *EAST_ROUND][:1] if hands == 1 else EAST_ROUND)

    assert refusal(json.dumps(played), table) == ("other_rules", message)


@pytest.mark.parametrize(("rule", "length", "message"), BANKRUPT_ELSEWHERE)
def test_a_game_that_was_over_early_is_refused_at_a_table_of_another_length(
    rule: str, length: str, message: str
) -> None:
    table = TENHOU.with_house_rules("its length", {"table.length": length})

    code, said = refusal(json.dumps(bankrupt_in_the_east(NAMES, rule)), table)

    assert (code, said.partition("; ")[2]) == ("other_rules", message)


@pytest.mark.parametrize(("rule", "length"), BANKRUPT_HERE)
def test_a_game_that_was_over_early_is_over_at_a_table_of_its_length(rule: str, length: str) -> None:
    table = TENHOU.with_house_rules("its length", {"table.length": length})

    state = settle_online_game(table, read_online_game(json.dumps(bankrupt_in_the_east(NAMES, rule)))).state

    assert (state.over != "", state.points) == (True, (-7_000, 57_000, 25_000, 25_000))


def test_an_east_only_log_of_mjai_is_known_by_its_end() -> None:
    draw = {"type": "ryukyoku", "reason": "fanpai", "deltas": [0, 0, 0, 0]}
    hands = [event for place in range(3) for event in (begun(place, place), draw, {"type": "end_kyoku"})]
    won = said("hora", 1, target=0, pai="8s", fan=5, fu=30, deltas=[-8_900, 8_900, 0, 0])
    last = [begun(3, 3), said("dahai", 0, pai="8s"), won, {"type": "end_kyoku"}]
    text = jsonl(GAME, *hands, *last, {"type": "end_game"})

    assert refusal(text)[0] == "other_rules"
    assert settle_online_game(EAST_ONLY, read_online_game(text)).state.over != ""
    assert settle_online_game(TENHOU, read_online_game(jsonl(GAME, *hands))).state.over == ""


def test_other_formats_say_as_well_that_a_game_is_east_only() -> None:
    xml = mjlog(ALL_ENDS).replace('<GO type="9"', '<GO type="1"')
    record = mahjong_soul(ALL_ENDS)
    record["head"]["config"] = {"mode": {"mode": 1}}

    assert read_online_game(xml).length == read_online_game(json.dumps(record)).length == "tonpuu"
    assert refusal(xml)[0] == refusal(json.dumps(record))[0] == "other_rules"


@pytest.mark.parametrize("rule", ["東京リーグ", "East Coast League", "", "第1節"])
def test_a_rule_that_does_not_end_with_a_round_says_nothing_of_the_length(rule: str) -> None:
    assert read_online_game(json.dumps(log(RON, rule=rule))).length == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<TAIKYOKU oya="0"/>', '<TAIKYOKU oya="0" oya="0"/>'),
        ('lobby="0"', 'lobby="0" lobby="0"'),
        ('ba="0,0"', 'ba="0,0" ba="0,0"'),
    ],
)
def test_an_attribute_that_an_old_file_has_twice_is_read_once(old: str, new: str) -> None:
    text = mjlog(ALL_ENDS)

    assert read_online_game(text.replace(old, new)) == read_online_game(text)


# mjai

DEAL = ["1m", "2m", "3m", "4p", "5pr", "6p", "2s", "3s", "4s", "6s", "7s", "9m", "9m"]
OTHERS = [["E", "E", "S", "S", "W", "W", "N", "N", "P", "P", "F", "F", "C"]] * 3


def events(*more: dict[str, Any], deals: list[list[str]] | None = None, **begin: Any) -> list[dict[str, Any]]:
    start = {
        "type": "start_kyoku",
        "bakaze": "E",
        "kyoku": 1,
        "honba": 0,
        "kyotaku": 0,
        "oya": 0,
        "dora_marker": "1m",
        "scores": [25_000] * 4,
        "tehais": deals or [DEAL, *OTHERS],
        **begin,
    }
    return [start, *more, {"type": "end_kyoku"}]


def said(kind: str, actor: object, **more: Any) -> dict[str, Any]:
    return {"type": kind, "actor": actor, **more}


GAME = {"type": "start_game", "names": [*NAMES], "aka_flag": True}
RIICHI_AND_RON = events(
    said("tsumo", 0, pai="C"),
    said("reach", 0),
    said("dahai", 0, pai="C", tsumogiri=True),
    said("reach_accepted", 0),
    said("tsumo", 1, pai="8s"),
    said("dahai", 1, pai="8s", tsumogiri=True),
    said("hora", 0, target=1, deltas=[19_000, -18_000, 0, 0], ura_markers=["9p"]),
)


def jsonl(*lines: dict[str, Any]) -> str:
    return "\n".join(json.dumps(line) for line in lines)


def settled_mjai(*lines: dict[str, Any], book: Rulebook = TENHOU) -> OnlineGame:
    return settle_online_game(book, read_online_game(jsonl(*lines))).game


def test_events_of_mjai_are_a_game_whose_hands_the_rules_value_by_their_tiles() -> None:
    settled = settle_online_game(TENHOU, read_online_game(jsonl(GAME, *RIICHI_AND_RON, {"type": "end_game"})))

    (only,) = settled.hands
    (win,) = only.outcome.wins
    assert win.details is not None
    # Of the dealer, and as the log pays it: a haneman, and the stick.
    assert (set(win.details.yaku), dict(win.details.dora), win.han) == (
        {"double_riichi", "ippatsu", "pinfu"},
        {"dora": 1, "red_dora": 1},
        6,
    )
    assert (only.after.points, only.differs) == ((43_000, 7_000, 25_000, 25_000), False)


CALLED = events(
    said("tsumo", 0, pai="F"),
    said("dahai", 0, pai="F", tsumogiri=True),
    said("pon", 1, target=0, pai="F", consumed=["F", "F"]),
    said("dahai", 1, pai="3s", tsumogiri=False),
    said("tsumo", 2, pai="F"),
    said("dahai", 2, pai="E", tsumogiri=False),
    said("tsumo", 3, pai="4p"),
    said("dahai", 3, pai="4p", tsumogiri=True),
    said("tsumo", 0, pai="1p"),
    said("dahai", 0, pai="1p", tsumogiri=True),
    said("tsumo", 1, pai="F"),
    said("kakan", 1, pai="F", consumed=["F", "F", "F"]),
    {"type": "dora", "dora_marker": "1s"},
    said("tsumo", 1, pai="9s"),
    said("hora", 1, target=1, pai="9s", deltas=[-4_000, 8_000, -2_000, -2_000]),
    deals=[
        ["1m", "4m", "7m", "2p", "5p", "8p", "1s", "4s", "7s", "E", "S", "W", "N"],
        ["2m", "3m", "4m", "5p", "6p", "7p", "2s", "2s", "7s", "8s", "F", "F", "3s"],
        ["1m", "4m", "7m", "2p", "5p", "8p", "1s", "4s", "7s", "E", "S", "W", "N"],
        ["1m", "4m", "7m", "2p", "5p", "8p", "1s", "4s", "7s", "E", "S", "W", "N"],
    ],
)


def test_a_called_set_a_kan_and_its_replacement_tile_are_followed() -> None:
    (only,) = settle_online_game(TENHOU, read_online_game(jsonl(GAME, *CALLED))).hands
    (win,) = only.outcome.wins

    assert win.details is not None
    assert win.details.hand is not None
    assert (only.outcome.open_hands, set(win.details.yaku), dict(win.details.dora)) == (
        (1,),
        {"rinshan", "hatsu"},
        {"dora": 3},
    )
    assert (win.details.hand.melds, win.details.hand.win_tile, win.details.hand.dora) == (
        ("(6666z)",),
        "9s",
        "1m1s",
    )


def begun(place: int, honba: int, **begin: Any) -> dict[str, Any]:
    return {
        "type": "start_kyoku",
        "bakaze": "ES"[place // 4],
        "kyoku": place % 4 + 1,
        "honba": honba,
        "kyotaku": 0,
        "oya": place % 4,
        "dora_marker": "1m",
        "scores": [25_000] * 4,
        "tehais": [["?"] * 13] * 4,
        **begin,
    }


@pytest.mark.parametrize(
    ("end", "kind", "tenpai"),
    [
        (
            {"reason": "fanpai", "tenpais": [True, False, True, False], "deltas": [1500, -1500, 1500, -1500]},
            "draw",
            (0, 2),
        ),
        ({"deltas": [1500, -1500, 1500, -1500]}, "draw", (0, 2)),
        ({"reason": "kyushukyuhai", "deltas": [0, 0, 0, 0]}, "abort", ()),
        ({"reason": "yao9"}, "abort", ()),
        ({"reason": "nagashimangan", "deltas": [12_000, -4_000, -4_000, -4_000]}, "draw", ()),
    ],
)
def test_draws_are_read_with_the_reasons_that_programs_give(
    end: dict[str, Any], kind: str, tenpai: object
) -> None:
    game = read_online_game(jsonl(GAME, begun(0, 0), {"type": "ryukyoku", **end}, {"type": "end_kyoku"}))

    outcome = game.hands[0].outcome
    assert (outcome.kind, outcome.tenpai) == (kind, tenpai)


def test_a_hidden_hand_is_paid_by_its_han_and_fu() -> None:
    won = said("hora", 1, target=0, pai="8s", fan=3, fu=40, deltas=[-5_200, 5_200, 0, 0], scores=[0, 0, 0, 0])
    text = jsonl(GAME, begun(0, 0), said("dahai", 0, pai="8s"), won, {"type": "end_kyoku"})

    (only,) = settle_online_game(TENHOU, read_online_game(text)).hands

    assert (only.after.points, only.differs) == ((19_800, 30_200, 25_000, 25_000), False)


def test_seats_are_counted_from_the_first_dealer() -> None:
    draw = {"type": "ryukyoku", "reason": "fanpai", "deltas": [-1000, -1000, 3000, -1000]}

    game = read_online_game(jsonl(GAME, begun(0, 0, oya=2), draw, {"type": "end_kyoku"}))

    assert game.names == (NAMES[2], NAMES[3], NAMES[0], NAMES[1])
    assert (game.hands[0].dealer, game.hands[0].outcome.tenpai) == (0, (0,))
    assert game.hands[0].after == (28_000, 24_000, 24_000, 24_000)


def test_a_list_of_events_is_read_as_their_lines_are_and_kept_between_two_pages() -> None:
    game = read_online_game(json.dumps([GAME, *RIICHI_AND_RON]))

    assert game == read_online_game(jsonl(GAME, *RIICHI_AND_RON))
    assert game_from_json(json.loads(json.dumps(game_as_json(game)))) == game


@pytest.mark.parametrize(
    "change",
    [
        {"tehais": 1},
        {"tehais": [1, 2, 3, 4]},
        {"scores": [1]},
        {"bakaze": "X"},
        {"bakaze": []},
        {"oya": 7},
        {"oya": None},
        {"kyoku": 9},
        {"honba": -1},
        {"kyotaku": "x"},
        {"dora_marker": "1x"},
        {"dora_marker": 5},
        {"tehais": [["1m"] * 15] + [["?"] * 13] * 3},
        {"tehais": [[[]]] * 4},
    ],
)
def test_broken_events_are_refused_in_words(change: dict[str, Any]) -> None:
    text = jsonl(GAME, {**begun(0, 0), **change}, {"type": "ryukyoku"}, {"type": "end_kyoku"})

    assert refusal(text)[0] in ("unreadable_log", "other_rules")


@pytest.mark.parametrize(
    "event",
    [
        said("hora", 9),
        said("hora", 0, target="x"),
        said("hora", 0, target=1, pai="9z"),
        said("hora", 0, ura_markers=3),
        said("dahai", 0, pai=None),
        said("tsumo", "x", pai="1m"),
        said("pon", 0, target=1, pai="1m", consumed=[]),
        said("pon", 0, target=1, pai="1m", consumed="1m"),
        said("kakan", 0, pai="1m"),
        said("ankan", 0, consumed=["1m"] * 9),
        said("kita", 0, pai="x"),
        said("reach", None),
        {"type": "ryukyoku", "deltas": ["x"]},
        {"type": "dora"},
        {"type": "start_kyoku"},
        {"type": "end_kyoku"},
        said("hora", 0, target=1, pai="1m", fan="x"),
    ],
)
def test_a_broken_event_never_breaks_the_reader(event: dict[str, Any]) -> None:
    text = jsonl(GAME, begun(0, 0), said("tsumo", 0, pai="?"), event, {"type": "end_kyoku"})

    assert refusal(text)[0] in ("unreadable_log", "hand_refused")


def test_a_log_that_breaks_off_in_a_hand_is_refused_with_its_number() -> None:
    code, message = refusal(jsonl(GAME, *RIICHI_AND_RON, begun(0, 1)))

    assert (code, message.startswith("Hand 2 of this log")) == ("unreadable_log", True)


def test_three_players_are_three_in_mjai_too() -> None:
    draw = {"type": "ryukyoku", "reason": "fanpai", "deltas": [0, 0, 0]}
    start = begun(0, 0, scores=[35_000] * 3, tehais=[["?"] * 13] * 3)

    game = read_online_game(jsonl({"type": "start_game", "names": ["A", "B", "C"]}, start, draw))

    assert (game.names, len(settle_online_game(SANMA, game).hands)) == (("A", "B", "C"), 1)
