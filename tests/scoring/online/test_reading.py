"""Logs of online platforms, in each of their formats."""

import gzip
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from scoring.errors import ScoringError
from scoring.game.outcome import Outcome
from scoring.hand.details import Details
from scoring.hand.win import Liability, Win
from scoring.hand.yakuman import YAKUMAN
from scoring.online.online_game import OnlineGame, OnlineHand, game_as_json, game_from_json
from scoring.online.reading import read_online_game, text_of_log
from tests.scoring.online.platform_logs import (
    ALL_ENDS,
    GAMES,
    NAMES,
    OF_THREE,
    PlayedHand,
    PlayedWin,
    mahjong_soul,
    mjlog,
    ranked_game,
    tenhou_json,
)

DORA = {"dora": "dora", "ura": "ura_dora", "red_fives": "red_dora"}


def details(win: PlayedWin, *, is_open: bool = False) -> Details:
    """Its yaku and dora, as hands name them."""
    return Details(
        yaku=tuple(code for code, _han in win.yaku if code not in DORA),
        is_open=is_open,
        dora=tuple((DORA[code], han) for code, han in win.yaku if code in DORA),
    )


def of_dora(winner: int, han: int, fu: int | None) -> Win:
    return Win(winner, han, fu, details=Details(dora=(("dora", han),)))


def expected(played: PlayedHand) -> OnlineHand:
    """What a reader finds in a hand."""
    if played.wins:
        outcome = Outcome(
            "win",
            wins=tuple(
                Win(
                    one.winner,
                    yakuman=tuple(code for code, _han in one.yaku),
                    pao=Liability(one.pao, one.yaku[0][0]) if one.pao is not None else None,
                )
                if one.is_yakuman
                else Win(
                    one.winner,
                    han=sum(han for _code, han in one.yaku),
                    fu=one.fu,
                    details=details(one, is_open=one.winner in played.calls),
                )
                for one in played.wins
            ),
            loser=played.loser,
            riichi=played.riichi,
            open_hands=played.calls,
        )
    elif played.draw in ("exhausted", "nagashi"):
        outcome = Outcome(
            "draw",
            tenpai=played.tenpai,
            nagashi=played.nagashi,
            riichi=played.riichi,
            open_hands=played.calls,
        )
    else:
        outcome = Outcome("abort", abort=played.draw, riichi=played.riichi, open_hands=played.calls)
    codes = {code for win in played.wins for code, _han in win.yaku} & {"ippatsu", "ura", "red_fives"}
    return OnlineHand(*played.at, played.points, played.after, outcome, frozenset(codes))


def without_fu_of_limits(game: OnlineGame) -> OnlineGame:
    """A log need not say the fu of a mangan and more."""
    return game_from_json(
        json.loads(json.dumps(game_as_json(game)).replace('"han": 8, "fu": 30', '"han": 8'))
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_in_every_format(name: str) -> None:
    played = GAMES[name]
    players = len(played[0].points)
    hands = tuple(expected(one) for one in played)

    as_json = read_online_game(json.dumps(tenhou_json(played)))
    as_xml = read_online_game(mjlog(played))
    as_records = read_online_game(json.dumps(mahjong_soul(played)))

    right = without_fu_of_limits(OnlineGame("tenhou", NAMES[:players], hands, True, "hanchan"))
    assert without_fu_of_limits(as_json) == right
    assert without_fu_of_limits(as_xml) == right
    has_red = True if name != "west round" else None
    assert without_fu_of_limits(as_records) == without_fu_of_limits(
        OnlineGame("mahjong_soul", NAMES[:players], hands, has_red)
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_was_read_is_read_back(name: str) -> None:
    game = read_online_game(mjlog(GAMES[name]))

    assert game_from_json(json.loads(json.dumps(game_as_json(game)))) == game


def test_a_packed_file_an_address_and_a_mark_at_the_beginning_are_read() -> None:
    text = json.dumps(tenhou_json(ALL_ENDS))
    game = read_online_game(text)

    assert read_online_game(text_of_log(gzip.compress(mjlog(ALL_ENDS).encode()))) == game
    assert read_online_game(text_of_log(b"\xef\xbb\xbf" + text.encode())) == game
    assert read_online_game(f"https://tenhou.net/6/#json={text}") == game
    assert read_online_game(f"https://tenhou.net/6/#json={quote(text)}") == game


def test_a_real_ranked_game_of_tenhou() -> None:
    """ranked_game.json of mjai-reviewer, without its tiles: a bankruptcy after three hands."""

    game = read_online_game(json.dumps(ranked_game()))

    assert game.names == ("Aさん", "Bさん", "Cさん", "Dさん")
    assert [one.outcome.wins for one in game.hands] == [
        (Win(3, 4, 30, details=Details(("hatsu", "honitsu"), True, (("red_dora", 1),))),),
        (Win(1, 4, 30, details=Details(("tanyao",), True, (("dora", 1), ("red_dora", 2)))),),
        (Win(1, 6, details=Details(("sanshoku", "tanyao"), True, (("dora", 1), ("red_dora", 3)))),),
    ]
    assert [one.after for one in game.hands] == [
        (25000, 25000, 17300, 32700),
        (21100, 36700, 13400, 28800),
        (21100, 55000, -4900, 28800),
    ]
    assert game.hands[2].bonuses == {"red_fives", "tanyao"}


def test_an_abortive_draw_has_many_names() -> None:
    names = {
        "四開槓": "suukan", "三家和": "sanchahou", "Four Riichi Abortion": "suuriichi", "Kyuushu Kyuuhai": "kyuushu",
    }  # fmt: skip
    found = {}
    for name in names:
        data = tenhou_json(ALL_ENDS[3:4])
        data["log"][0][-1] = [name]
        found[name] = read_online_game(json.dumps(data)).hands[0].outcome.abort

    assert found == names


def test_english_names_of_yaku_are_known() -> None:
    data = tenhou_json(ALL_ENDS[:1])
    data["log"][0][-1][2][3:] = ["40Fu3Han5200点", "Riichi(1飜)", "Ippatsu(1飜)", "Dora(1飜)"]

    assert read_online_game(json.dumps(data)).hands[0] == expected(ALL_ENDS[0])


@pytest.mark.parametrize(("han", "fu"), [(3, 70), (4, 40), (5, None)])
def test_a_mangan_without_fu_is_one_all_the_same(han: int, fu: int | None) -> None:
    data = tenhou_json(ALL_ENDS[:1])
    data["log"][0][-1][2][3:] = ["満貫8000点", f"ドラ({han}飜)"]

    assert read_online_game(json.dumps(data)).hands[0].outcome.wins == (of_dora(1, han, fu),)


def test_all_were_tenpai_if_the_dealer_deals_again_after_a_draw_without_payments() -> None:
    """As the tools write a draw of Mahjong Soul, of which tenhou.net/6 has no name for all and none."""
    played = PlayedHand((0, 0, 0, 0), (25000,) * 4, (25000,) * 4, draw="exhausted", changes=(0, 0, 0, 0))
    found = []
    for later in ((0, 0, 1, 0), (0, 1, 1, 0)):
        data = tenhou_json((played, PlayedHand(later, (25000,) * 4, (25000,) * 4, draw="kyuushu")))
        data["log"][0][-1] = ["流局", [0, 0, 0, 0]]
        found.append(read_online_game(json.dumps(data)).hands[0].outcome.tenpai)

    assert found == [(0, 1, 2, 3), ()]


def test_every_yakuman_of_ours_but_the_blessing_of_man_is_known_to_both_platforms() -> None:
    found: list[set[str]] = [set(), set(), set()]
    for code in sorted(set(YAKUMAN) - {"renhou"}):
        win = ALL_ENDS[-1].wins[0].__class__(0, ((code, 13),), 40, "役満32000点", (0, 0, 0, 0))
        played = (PlayedHand((0, 0, 0, 0), (25000,) * 4, (25000,) * 4, wins=(win,)),)
        texts = json.dumps(tenhou_json(played)), json.dumps(mahjong_soul(played)), mjlog(played)
        for names, text in zip(found, texts, strict=True):
            names.update(read_online_game(text).hands[0].outcome.wins[0].yakuman)

    assert found == [set(YAKUMAN) - {"renhou"}] * 3


# What is refused


def code_of(text: str) -> str:
    """Why this is refused, or an empty string."""
    try:
        read_online_game(text)
    except ScoringError as error:
        return error.code
    return ""


def refusal(text: str) -> tuple[str, str]:
    with pytest.raises(ScoringError) as refused:
        read_online_game(text)
    return refused.value.code, refused.value.message


@pytest.mark.parametrize(
    "text",
    [
        "", "Ann beat Bob", "[]", "1", "null", "{}", '{"log": []}', "<html></html>", "<mjloggm>", "{" * 100_000,
        "[" * 100_000, "9" * 5_000, "https://tenhou.net/0/?log=2019", "\x00",
        '<!DOCTYPE a [<!ENTITY b "c">]><mjloggm><GO type="&b;"/></mjloggm>',
        '<!DOCTYPE mjloggm SYSTEM "file:///etc/passwd"><mjloggm/>',
    ],
)  # fmt: skip
def test_what_is_no_log_is_refused(text: str) -> None:
    assert refusal(text)[0] == "unknown_log"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x1f\x8bno", b"\x93\x56\x96\x50"])
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(ScoringError) as refused:
        read_online_game(text_of_log(data))
    assert refused.value.code == "unknown_log"


def test_what_is_larger_than_any_log_is_refused_before_it_is_unpacked() -> None:
    bomb = gzip.compress(b" " * 50_000_000)

    with pytest.raises(ScoringError) as refused:
        text_of_log(bomb)
    assert refused.value.code == "log_too_large"
    assert refusal(" " * 4_000_001)[0] == "log_too_large"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda data: data.update(name=["A", "B"]), "name"),
        (lambda data: data.update(name=[1, 2, 3, 4]), "name"),
        (lambda data: data.update(log={}), "log"),
        (lambda data: data.update(log=[1]), "log"),
        (lambda data: data["log"][0].pop(), "log"),
        (lambda data: data["log"][0].__setitem__(0, [99, 0, 0]), "[hand, counters, sticks]"),
        (lambda data: data["log"][0].__setitem__(0, [0, -1, 0]), "[hand, counters, sticks]"),
        (lambda data: data["log"][0].__setitem__(0, "E1"), "[hand, counters, sticks]"),
        (lambda data: data["log"][0].__setitem__(1, [25000, 25000]), "points"),
        (lambda data: data["log"][0].__setitem__(1, [25000, 25000, 25000, True]), "points"),
        (lambda data: data["log"][0].__setitem__(6, None), "draws, discards"),
        (lambda data: data["log"][0].__setitem__(-1, []), "result"),
        (lambda data: data["log"][0].__setitem__(-1, ["和了"]), "result"),
        (lambda data: data["log"][0].__setitem__(-1, ["和了", [0, 0, 0, 0]]), "result"),
        (lambda data: data["log"][0].__setitem__(-1, ["和了", [0, 0, 0, 0], [1, 2, 1, "満貫"]]), "result"),
        (lambda data: data["log"][0][-1].__setitem__(1, [0]), "changes of points"),
        (lambda data: data["log"][0][-1][2].__setitem__(0, 7), "result"),
        (lambda data: data["log"][0][-1][2].__setitem__(4, "立直"), "立直"),
        (lambda data: data["log"][0][-1][2].__setitem__(3, "満貫"), "fu"),
        (lambda data: data["log"][0][-1][2].__setitem__(2, 3), "pao"),
        (lambda data: data["log"][0].__setitem__(-1, ["チョンボ"]), "チョンボ"),
        (lambda data: data["log"][0].__setitem__(-1, ["流し満貫", [1, 2, 3, 4]]), "流し満貫"),
    ],
)
def test_a_broken_log_is_refused_with_the_hand_and_the_part(
    change: Callable[[dict[str, Any]], object], part: str
) -> None:
    data = tenhou_json((ALL_ENDS[0],))
    data["log"][0][-1][2][4:] = ["立直(1飜)", "一発(1飜)"]

    change(data)

    code, message = refusal(json.dumps(data))
    assert (code, f"“{part}”" in message) == ("unreadable_log", True), message


@pytest.mark.parametrize("yaku", ["大車輪(役満)", "燕返し(1飜)", "(1飜)"])
def test_a_local_yaku_is_refused_by_name(yaku: str) -> None:
    data = tenhou_json(ALL_ENDS[:1])
    data["log"][0][-1][2].append(yaku)

    code, message = refusal(json.dumps(data))

    assert code in ("unknown_yaku", "unreadable_log")
    assert message.startswith("Hand 1 of this log")


def test_numbers_of_local_yaku_are_refused_too() -> None:
    records = json.dumps(mahjong_soul(OF_THREE)).replace('"id": 12', '"id": 51')
    assert refusal(records)[0] == "unknown_yaku"
    assert refusal(mjlog(ALL_ENDS).replace('yaku="1,1', 'yaku="36,1'))[0] == "unknown_yaku"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('seed="0,0', 'seed="x,0'), ('seed="0,0', 'seed="0"'), ('oya="1"', 'oya="3"'), ('ten="250', 'ten="²50'),
        ('who="1" ten', 'who="7" ten'), ('type="yao9"', 'type="yao8"'), ("<UN ", "<UM "), ('type="9"', 'type=""'),
        ('yaku="1,1,2,', 'yaku="1,1,'), ("<AGARI", "<OTHER"), ('sc="250', 'sc="'), ('m="51785"', 'm="999999"'),
    ],
)  # fmt: skip
def test_a_broken_mjlog_is_refused(old: str, new: str) -> None:
    text = mjlog(ALL_ENDS)
    assert old in text

    assert refusal(text.replace(old, new))[0] in ("unreadable_log", "unknown_log")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"chang"', '"chang": "x", "y"'), ('"scores": [35000, 35000, 35000]', '"scores": [1]'),
        (".lq.RecordHule", ".lq.RecordHuleXueZhanEnd"), ('"hules": [', '"hules": [1, '),
        ('"fans": [', '"fans": [3, '),
        ('"delta_scores": [', '"delta_scores": ["a", '), ('"nickname"', '"name"'), ('"tingpai"', '"x": [], "y"'),
        ('"type": 1', '"type": 9'), ('"zimo": true', '"zimo": false'), ('"accounts": [', '"accounts": [[], '),
        ('"players": [', '"players": 1, "x": ['), ('"data": [', '"data": [1, '), (".lq.RecordNewRound", "x"),
    ],
)  # fmt: skip
def test_broken_records_of_mahjong_soul_never_break_us(old: str, new: str) -> None:
    text = json.dumps(mahjong_soul(OF_THREE))

    assert code_of(text.replace(old, new, 1)) in ("unreadable_log", "unknown_yaku", "")


@pytest.mark.parametrize(
    ("worth", "han", "fu"),
    [
        ("満貫8000点", 3, 70),
        ("満貫8000点", 4, 40),
        ("切り上げ満貫8000点", 4, 30),
        ("切り上げ満貫8000点", 3, 60),
        ("Rounded Mangan 8000点", 4, 30),
        ("40符4飜8000点", 4, 40),
        ("50符4飜8000点", 4, 50),
        ("満貫8000点", 5, None),
        ("25符4飜6400点", 4, 25),
    ],
)
def test_the_fu_of_a_mangan_that_a_log_does_not_say_are_the_least_it_can_have(
    worth: str, han: int, fu: int | None
) -> None:
    data = tenhou_json(ALL_ENDS[:1])
    data["log"][0][-1][2][3:] = [worth, f"ドラ({han}飜)"]

    assert read_online_game(json.dumps(data)).hands[0].outcome.wins == (of_dora(1, han, fu),)


def test_names_and_refusals_can_be_written_on_a_page() -> None:
    names = ["\ud800雀\u202e士", "  a　b ", "x" * 70, "\x00"]
    data = tenhou_json(ALL_ENDS[:1], names)

    assert read_online_game(json.dumps(data)).names == ("雀士", "a b", "x" * 60, "")
    data["log"][0][-1][2].append("\udfff(1飜)")
    refusal(json.dumps(data))[1].encode()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 1_000_000, "unknown_log"),
        ("9" * 1_000_000, "unknown_log"),
        ('{"log": [NaN, Infinity], "name": ["a", "b", "c", "d"]}', "unreadable_log"),
        ("<mjloggm>" + "<a>" * 100_000, "log_too_large"),
        ("<mjloggm><UN/>" + "<INIT/>" * 40_000 + "</mjloggm>", "log_too_large"),
        ("x" * 2_000_001, "log_too_large"),
        ('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><mjloggm>&c;</mjloggm>', "unknown_log"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><mjloggm/>', "unknown_log"),
        ("<mjloggm>&#xd800;</mjloggm>", "unknown_log"),
    ],
)
def test_what_was_made_to_break_a_reader_is_refused(text: str, code: str) -> None:
    assert refusal(text)[0] == code


def test_a_file_that_unpacks_to_more_than_a_log_is_refused() -> None:
    with pytest.raises(ScoringError) as refused:
        text_of_log(gzip.compress(b" " * 3_000_000))
    assert refused.value.code == "log_too_large"


def test_a_fourth_winner_of_a_hand_is_refused() -> None:
    win = '<AGARI who="0" fromWho="1" ten="30,1000,0" yaku="1,1" sc="250,0,250,0,250,0,250,0"/>'

    assert refusal(mjlog(ALL_ENDS[:1]).replace("<AGARI", win * 3 + "<AGARI"))[0] == "unreadable_log"


@pytest.mark.parametrize(
    "outcome",
    [
        {"kind": "adjust", "delta": [1_000, -1_000, 0, 0], "reason": "none"},
        {"kind": "chombo", "offenders": [1]},
        {"kind": "gong"},
        {"kind": "win", "wins": [{"winner": 0, "yakuman": ["\ud800"]}]},
        {"kind": "abort", "abort": "\ud800"},
    ],
)
def test_what_no_platform_knows_is_not_read_back(outcome: dict[str, object]) -> None:
    data = game_as_json(read_online_game(mjlog(ALL_ENDS)))
    data["hands"][0]["outcome"] = outcome

    with pytest.raises(ScoringError) as refused:
        game_from_json(data)
    assert refused.value.code == "unreadable_log"


@pytest.mark.parametrize(
    "change",
    [
        {"platform": "x"}, {"platform": []}, {"names": ["A"]}, {"names": 3}, {"red_fives": 1}, {"hands": []},
        {"length": "x"}, {"length": None},
        {"hands": [1]}, {"hands": {}}, {"more": 1},
    ],
)  # fmt: skip
def test_what_did_not_come_from_reading_is_refused(change: dict[str, object]) -> None:
    data = game_as_json(read_online_game(mjlog(ALL_ENDS)))

    with pytest.raises(ScoringError) as refused:
        game_from_json({**data, **change})
    assert refused.value.code == "unreadable_log"


def aborted(kind: int, riichi: int, kans: int) -> str | None:
    """How a hand of Mahjong Soul is read that was aborted for this number; from the client's own records."""
    records: list[dict[str, object]] = [{"name": ".lq.RecordNewRound", "data": {"scores": [25_000] * 4}}]
    for seat in range(riichi):
        records.append({"name": ".lq.RecordDiscardTile", "data": {"seat": seat, "is_liqi": True}})
    for kan in range(kans):
        records.append(
            {"name": ".lq.RecordAnGangAddGang", "data": {"seat": kan // 2, "type": 2, "tiles": "1m"}}
        )
    records.append({"name": ".lq.RecordLiuJu", "data": {"type": kind}})
    game = read_online_game(json.dumps({"head": {"accounts": []}, "data": records}))
    return game.hands[0].outcome.abort


@pytest.mark.parametrize(
    ("kind", "riichi", "kans", "abort"),
    [
        (1, 0, 0, "kyuushu"),
        (2, 0, 0, "suufon"),
        (3, 0, 4, "suukan"),
        (3, 2, 4, "suukan"),
        (4, 4, 0, "suuriichi"),
        (4, 4, 3, "suuriichi"),
        (5, 0, 0, "sanchahou"),
        # A tool that has exchanged the two numbers: what happened decides.
        (4, 1, 4, "suukan"),
        (3, 4, 0, "suuriichi"),
    ],
)
def test_an_abort_of_mahjong_soul_is_what_the_client_calls_by_its_number(
    kind: int, riichi: int, kans: int, abort: str
) -> None:
    assert aborted(kind, riichi, kans) == abort
