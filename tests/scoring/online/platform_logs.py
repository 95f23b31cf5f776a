"""Whole games as Tenhou and Mahjong Soul would record them, written by hand and converted to each format.

Each hand says what happened and how the platform changes the points. They follow the rules that Tenhou publishes
(tenhou.net/man/), for games of four and three; the formats are those of logs in public test data:
`ranked_game.json`, `double_ron.json` and `kyushukyuhai.json` of Equim-chan/mjai-reviewer (Apache-2.0), and the
elements quoted by the tests of kobalab/tenhou-url-log (MIT). Only plain facts are taken from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from scoring.online.online_game import OnlineGame
from scoring.online.reading import read_online_game
from scoring.online.yaku import KNOWN

NAMES = ("あかり", "Bob<&>", "ちはる", "D-4")
JAPANESE = {one.code: one.names[0] for one in KNOWN} | {"haku": "役牌 白", "kokushi_13": "国士無双１３面"}
MJLOG = {one.code: one.mjlog[0] for one in KNOWN if one.mjlog}
MAHJONG_SOUL = {one.code: one.mahjong_soul[0] for one in KNOWN}
YAKUMAN_HAN = 13


@dataclass(frozen=True)
class PlayedWin:
    """A win: its items with their han (a yakuman: 13), its fu, its value, the liable player."""

    winner: int
    yaku: tuple[tuple[str, int], ...]
    fu: int
    worth: str
    changes: tuple[int, ...]
    pao: int | None = None

    @property
    def is_yakuman(self) -> bool:
        return any(han == YAKUMAN_HAN for _code, han in self.yaku)


@dataclass(frozen=True)
class PlayedHand:
    """A hand. `not_paid`: whose riichi was answered by a ron. `draw`: its kind, if there was no winner."""

    at: tuple[int, int, int, int]  # round, dealer, counters, sticks
    points: tuple[int, ...]
    after: tuple[int, ...]
    riichi: tuple[int, ...] = ()
    not_paid: int | None = None
    calls: tuple[int, ...] = ()
    wins: tuple[PlayedWin, ...] = ()
    loser: int | None = None
    draw: str = ""
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    changes: tuple[int, ...] = ()


# All ways to end a hand; the third player goes bankrupt by a yakuman they are liable for.
ALL_ENDS = (
    PlayedHand(
        (0, 0, 0, 0), (25000, 25000, 25000, 25000), (25000, 30200, 19800, 25000), riichi=(1,), loser=2,
        wins=(PlayedWin(1, (("riichi", 1), ("ippatsu", 1), ("dora", 1)), 40, "40符3飜5200点", (0, 6200, -5200, 0)),),
    ),
    PlayedHand(
        (0, 1, 0, 0), (25000, 30200, 19800, 25000), (23000, 36200, 17800, 23000),
        wins=(
            PlayedWin(
                1, (("tsumo", 1), ("tanyao", 1), ("red_fives", 1)), 30, "30符3飜2000点∀",
                (-2000, 6000, -2000, -2000),
            ),
        ),
    ),
    PlayedHand(
        (0, 1, 1, 0), (23000, 36200, 17800, 23000), (21500, 37700, 16300, 23500), riichi=(3,), draw="exhausted",
        tenpai=(1, 3), changes=(-1500, 1500, -1500, 1500),
    ),
    PlayedHand((0, 1, 2, 1), (21500, 37700, 16300, 23500), (21500, 37700, 16300, 23500), draw="suufon"),
    PlayedHand((0, 1, 3, 1), (21500, 37700, 16300, 23500), (21500, 37700, 16300, 23500), draw="kyuushu"),
    PlayedHand(
        (0, 1, 4, 1), (21500, 37700, 16300, 23500), (21500, 37700, 15300, 23500), riichi=(2,), calls=(0, 3),
        draw="suukan",
    ),
    PlayedHand(
        (0, 1, 5, 2), (21500, 37700, 15300, 23500), (20500, 36700, 14300, 22500), riichi=(0, 1, 2, 3),
        draw="suuriichi",
    ),
    PlayedHand(
        (0, 1, 6, 6), (20500, 36700, 14300, 22500), (19500, 36700, 14300, 22500), riichi=(0,), not_paid=3, calls=(1,),
        draw="sanchahou",
    ),
    PlayedHand(
        (0, 1, 7, 7), (19500, 36700, 14300, 22500), (31600, 36700, 17200, 14500), riichi=(2,), not_paid=3, calls=(0,),
        loser=3,
        wins=(
            PlayedWin(0, (("haku", 1), ("dora", 1)), 30, "30符2飜2000点", (12100, 0, 0, -4100)),
            PlayedWin(2, (("riichi", 1), ("tanyao", 1), ("pinfu", 1)), 30, "30符3飜3900点", (0, 0, 3900, -3900)),
        ),
    ),
    PlayedHand(
        (0, 2, 0, 0), (31600, 36700, 17200, 14500), (29600, 44700, 13200, 12500), draw="nagashi", tenpai=(2,),
        nagashi=(1,), changes=(-2000, 8000, -4000, -2000),
    ),
    PlayedHand(
        (0, 2, 1, 0), (29600, 44700, 13200, 12500), (61900, 44700, 13200, -19800), calls=(0,),
        wins=(
            PlayedWin(0, (("daisangen", YAKUMAN_HAN),), 40, "役満8000-16000点", (32300, 0, 0, -32300), pao=3),
        ),
    ),
)  # fmt: skip

_LEVEL = (25000, 25000, 25000, 25000)
# No player has 30,000 after the south round: the west round is played, until a yakuman on a discard.
WEST_ROUND = (
    PlayedHand((0, 0, 0, 0), _LEVEL, _LEVEL, draw="exhausted", tenpai=(0, 1, 2, 3), changes=(0, 0, 0, 0)),
    *(
        PlayedHand((place // 4, place % 4, place + 1, 0), _LEVEL, _LEVEL, draw="exhausted", changes=(0, 0, 0, 0))
        for place in range(8)
    ),
    PlayedHand(
        (2, 0, 9, 0), _LEVEL, (25000, 59700, 9000, 6300), calls=(1,), loser=2,
        wins=(PlayedWin(1, (("daisuushii", YAKUMAN_HAN),), 40, "役満32000点", (0, 34700, -16000, -18700), pao=3),),
    ),
)  # fmt: skip

# Eight hands, by the rules of Tenhou and most leagues, ending with a ron; all are noten in one.
EIGHT_HANDS = (
    *(
        PlayedHand((place // 4, place % 4, place, 0), _LEVEL, _LEVEL, draw="exhausted", changes=(0, 0, 0, 0))
        for place in range(7)
    ),
    PlayedHand(
        (1, 3, 7, 0), _LEVEL, (25000, 29700, 20300, 25000), riichi=(1,), loser=2,
        wins=(PlayedWin(1, (("riichi", 1), ("dora", 1)), 40, "40符2飜2600点", (0, 5700, -4700, 0)),),
    ),
)  # fmt: skip

# Three players; the dealer wins the last hand while leading.
OF_THREE = (
    PlayedHand(
        (0, 0, 0, 0), (35000, 35000, 35000), (34000, 36500, 34500),
        wins=(PlayedWin(1, (("tsumo", 1), ("dora", 1)), 30, "30符2飜500-1000点", (-1000, 1500, -500)),),
    ),
    PlayedHand(
        (0, 1, 0, 0), (34000, 36500, 34500), (18000, 36500, 50500), calls=(2,), loser=0,
        wins=(PlayedWin(2, (("chinitsu", 5), ("dora", 2), ("red_fives", 1)), 30, "倍満16000点", (-16000, 0, 16000)),),
    ),
    PlayedHand(
        (0, 2, 0, 0), (18000, 36500, 50500), (19000, 37500, 48500), draw="exhausted", tenpai=(0, 1),
        changes=(1000, 1000, -2000),
    ),
    PlayedHand((1, 0, 1, 0), (19000, 37500, 48500), (19000, 37500, 48500), draw="kyuushu"),
    PlayedHand((1, 0, 2, 0), (19000, 37500, 48500), (19000, 37500, 48500), draw="suukan"),
    PlayedHand(
        (1, 0, 3, 0), (19000, 37500, 48500), (19000, 42000, 44000), riichi=(1,), loser=2,
        wins=(PlayedWin(1, (("riichi", 1), ("tanyao", 1), ("pinfu", 1)), 30, "30符3飜3900点", (0, 5500, -4500)),),
    ),
    PlayedHand((1, 1, 0, 0), (19000, 42000, 44000), (19000, 42000, 44000), draw="exhausted", changes=(0, 0, 0)),
    PlayedHand(
        (1, 2, 1, 0), (19000, 42000, 44000), (17900, 40900, 46200),
        wins=(PlayedWin(2, (("tsumo", 1), ("tanyao", 1)), 30, "30符2飜1000点∀", (-1100, -1100, 2200)),),
    ),
)  # fmt: skip

GAMES = {"every end": ALL_ENDS, "west round": WEST_ROUND, "three players": OF_THREE}


def tenhou_json(played: Sequence[PlayedHand], names: Sequence[str] = NAMES, **more: Any) -> dict[str, Any]:
    """Return the game in the format of tenhou.net/6."""
    players = len(played[0].points)
    return {
        "title": ["", ""],
        "ver": 2.3,
        "name": [*names[:players], *[""] * (4 - players)],
        "rule": {"disp": "般南喰赤", "aka": 1},
        "log": [_tenhou_hand(hand) for hand in played],
        **more,
    }


def _tenhou_hand(hand: PlayedHand) -> list[Any]:
    players = len(hand.points)
    seats: list[Any] = []
    for seat in range(4):
        draws: list[Any] = ["p474747" if seat in hand.calls else 21] if seat < players else []
        discards: list[Any] = [41, *(["r11"] if seat in hand.riichi else []), 60] if seat < players else []
        if seat == hand.not_paid:
            discards = [41, 60, "r60"]
        seats += [[11] * 13 if seat < players else [], draws, discards]
    round_, dealer, honba, sticks = hand.at
    points = [*hand.points, *[0] * (4 - players)]
    return [[4 * round_ + dealer, honba, sticks], points, [14], [], *seats, _tenhou_end(hand, players)]


def _tenhou_end(hand: PlayedHand, players: int) -> list[Any]:
    if hand.wins:
        end: list[Any] = ["和了"]
        for win in hand.wins:
            loser = win.winner if hand.loser is None else hand.loser
            yaku = [
                f"{JAPANESE[code]}({'役満' if han == YAKUMAN_HAN else f'{han}飜'})" for code, han in win.yaku
            ]
            liable = win.winner if win.pao is None else win.pao
            changes = [*win.changes, *[0] * (4 - players)]
            end += [changes, [win.winner, loser, liable, win.worth, *yaku]]
        return end
    names = {
        "kyuushu": "九種九牌", "suufon": "四風連打", "suuriichi": "四家立直", "suukan": "四槓散了",
        "sanchahou": "三家和了", "nagashi": "流し満貫", "exhausted": "流局",
    }  # fmt: skip
    if hand.draw == "exhausted" and len(hand.tenpai) in (0, players):
        return ["全員聴牌" if hand.tenpai else "全員不聴"]
    if hand.draw in ("exhausted", "nagashi"):
        return [names[hand.draw], [*hand.changes, *[0] * (4 - players)]]
    return [names[hand.draw]]


def mjlog(played: Sequence[PlayedHand], names: Sequence[str] = NAMES) -> str:
    """Return the game in Tenhou's format."""
    players = len(played[0].points)
    people = " ".join(
        f'n{seat}="{quote(name)}"' for seat, name in enumerate([*names[:players], *[""] * (4 - players)])
    )
    parts = [
        f'<mjloggm ver="2.3"><GO type="{9 if players == 4 else 25}" lobby="0"/><UN {people}/><TAIKYOKU oya="0"/>'
    ]
    for hand in played:
        round_, dealer, honba, sticks = hand.at
        ten = ",".join(str(one // 100) for one in [*hand.points, *[0] * (4 - players)])
        parts.append(
            f'<INIT seed="{4 * round_ + dealer},{honba},{sticks},3,1,52" ten="{ten}" oya="{dealer}"/><T12/>'
        )
        parts += [f'<N who="{seat}" m="51785" />' for seat in hand.calls]
        # A closed kan and a north set aside are not calls.
        parts += ['<N who="2" m="7168" />', *(['<N who="0" m="31264" />'] if players == 3 else [])]
        if hand.not_paid is not None:
            parts.append(f'<REACH who="{hand.not_paid}" step="1"/>')
        parts += [
            f'<REACH who="{seat}" step="1"/><REACH who="{seat}" ten="1,2,3,4" step="2"/>'
            for seat in hand.riichi
        ]
        parts.append(_mjlog_end(hand, players))
    return "".join([*parts, '<UN n0="%41"/></mjloggm>'])


def _mjlog_end(hand: PlayedHand, players: int) -> str:
    points = [point - 1000 * (seat in hand.riichi) for seat, point in enumerate(hand.points)]
    if not hand.wins:
        sc = _sc(points, hand.changes or (0,) * players)
        kind = {"exhausted": "", "nagashi": "nm", "kyuushu": "yao9", "suufon": "kaze4", "suuriichi": "reach4",
                "suukan": "kan4", "sanchahou": "ron3"}[hand.draw]  # fmt: skip
        shown = " ".join(f'hai{seat}="1,2"' for seat in hand.tenpai)
        return f'<RYUUKYOKU {f"type={chr(34)}{kind}{chr(34)}" if kind else ""} ba="0,0" sc="{sc}" {shown}/>'
    text = ""
    for win in hand.wins:
        loser = win.winner if hand.loser is None else hand.loser
        numbers = [MJLOG[code] for code, _han in win.yaku]
        if win.is_yakuman:
            yaku = f'yakuman="{",".join(map(str, numbers))}"'
        else:
            yaku = "yaku=" + '"' + ",".join(f"{MJLOG[code]},{han}" for code, han in win.yaku) + '"'
        pao = f'paoWho="{win.pao}" ' if win.pao is not None else ""
        text += (
            f'<AGARI ba="0,0" hai="1,2" machi="1" ten="{win.fu},1000,0" {yaku} who="{win.winner}" fromWho="{loser}" '
            f'{pao}sc="{_sc(points, win.changes)}"/>'
        )
        points = [point + change for point, change in zip(points, win.changes, strict=True)]
    return text


def _sc(points: Sequence[int], changes: Sequence[int]) -> str:
    pairs = [*zip(points, changes, strict=True), *[(0, 0)] * (4 - len(points))]
    return ",".join(f"{point // 100},{change // 100}" for point, change in pairs)


def mahjong_soul(played: Sequence[PlayedHand], names: Sequence[str] = NAMES) -> dict[str, Any]:
    """Return the game as written by tools that fetch Mahjong Soul's records, without default values."""
    players = len(played[0].points)
    accounts = [{"seat": seat, "nickname": names[seat]} for seat in range(players)]
    del accounts[0]["seat"]
    records: list[dict[str, Any]] = []
    for hand in played:
        records += [{"name": f".lq.{name}", "data": data} for name, data in _records(hand)]
    return {"head": {"uuid": "1", "accounts": accounts}, "data": records}


def _records(hand: PlayedHand) -> list[tuple[str, dict[str, Any]]]:
    round_, dealer, honba, sticks = hand.at
    begin = {"chang": round_, "ju": dealer, "ben": honba, "liqibang": sticks, "scores": list(hand.points)}
    found: list[tuple[str, dict[str, Any]]] = [("RecordNewRound", _without_usual(begin))]
    for seat in hand.calls:
        found += _calls(seat, next((win for win in hand.wins if win.winner == seat), None))
    for seat in hand.riichi:
        found += [
            ("RecordDiscardTile", _without_usual({"seat": seat, "is_liqi": True})),
            ("RecordDealTile", {}),
        ]
    if hand.not_paid is not None:
        found.append(("RecordDiscardTile", {"seat": hand.not_paid, "isWliqi": True}))
        if hand.draw:
            # Three ron do not end a hand there, so no record says whose riichi was not paid.
            found.pop()
    elif hand.loser is not None:
        found.append(("RecordDiscardTile", _without_usual({"seat": hand.loser})))
    found.append(_record_of_end(hand))
    return found


def _calls(seat: int, win: PlayedWin | None) -> list[tuple[str, dict[str, Any]]]:
    """Return a chi, or the sets of a yakuman with liability for the last one."""
    if win is None or win.pao is None:
        return [("RecordChiPengGang", _without_usual({"seat": seat, "type": 0, "tiles": ["2m", "3m", "1m"]}))]
    tiles = ["1z", "2z", "3z", "4z"] if ("daisuushii", YAKUMAN_HAN) in win.yaku else ["5z", "6z", "7z"]
    closed = {"seat": seat, "type": 3, "tiles": tiles[0]}
    found: list[tuple[str, dict[str, Any]]] = [("RecordAnGangAddGang", _without_usual(closed))]
    for tile in tiles[1:]:
        giver = win.pao if tile == tiles[-1] else (seat + 1) % 3
        found.append(("RecordDiscardTile", _without_usual({"seat": giver, "tile": tile})))
        found.append(("RecordChiPengGang", _without_usual({"seat": seat, "type": 1, "tiles": [tile] * 3})))
    return found


def _record_of_end(hand: PlayedHand) -> tuple[str, dict[str, Any]]:
    players = len(hand.points)
    if hand.wins:
        changes = [sum(changes) for changes in zip(*(win.changes for win in hand.wins), strict=True)]
        hules = [
            _without_usual(
                {
                    "seat": win.winner,
                    "zimo": hand.loser is None,
                    "yiman": win.is_yakuman,
                    "fu": win.fu,
                    "fans": [
                        {"id": MAHJONG_SOUL[code], "val": 1 if han == YAKUMAN_HAN else han}
                        for code, han in win.yaku
                    ],
                }
            )
            for win in hand.wins
        ]
        return "RecordHule", {"hules": hules, "delta_scores": changes}
    if hand.draw in ("exhausted", "nagashi"):
        shown = [{"tingpai": True} if seat in hand.tenpai else {} for seat in range(players)]
        return "RecordNoTile", _without_usual(
            {
                "liujumanguan": bool(hand.nagashi),
                "players": shown,
                "scores": [{"delta_scores": list(hand.changes)}],
            }
        )
    # E_LiuJu of the client: jiuzhongjiupai, sifenglianda, sigangsanle, sijializhi, sanjiahule.
    kinds = {"kyuushu": 1, "suufon": 2, "suukan": 3, "suuriichi": 4, "sanchahou": 5}
    return "RecordLiuJu", {"type": kinds[hand.draw]}


def _without_usual(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value not in (0, False)}


def ranked_game() -> dict[str, Any]:
    """Return a real ranked game, `ranked_game.json` of mjai-reviewer, without its tiles."""

    def hand(head: list[int], points: list[int], called: list[int], end: list[object]) -> list[object]:
        seats: list[object] = []
        for seat in range(4):
            seats += [[], ["p474747"] if seat in called else [11], [60]]
        return [head, points, [14], [], *seats, end]

    log = [
        hand(
            [0, 0, 0], [25000] * 4, [0, 2, 3],
            ["和了", [0, 0, -7700, 7700], [3, 2, 3, "30符4飜7700点", "役牌 發(1飜)", "混一色(2飜)", "赤ドラ(1飜)"]],
        ),
        hand(
            [1, 0, 0], [25000, 25000, 17300, 32700], [1],
            [
                "和了", [-3900, 11700, -3900, -3900],
                [1, 1, 1, "30符4飜3900点∀", "断幺九(1飜)", "ドラ(1飜)", "赤ドラ(2飜)"],
            ],
        ),
        hand(
            [1, 1, 0], [21100, 36700, 13400, 28800], [0, 1, 3],
            [
                "和了", [0, 18300, -18300, 0],
                [1, 2, 1, "跳満18000点", "三色同順(1飜)", "断幺九(1飜)", "ドラ(1飜)", "赤ドラ(3飜)"],
            ],
        ),
    ]  # fmt: skip
    return {
        "name": ["Aさん", "Bさん", "Cさん", "Dさん"],
        "rule": {"disp": "特南喰赤", "aka53": 1},
        "log": log,
    }


def game_of_log(played: Sequence[PlayedHand], names: Sequence[str] = NAMES) -> OnlineGame:
    """Return the game as read from its log."""
    return read_online_game(mjlog(played, names))


def east_only(names: Sequence[str], *, says_so: bool = True) -> dict[str, Any]:
    """Return an organizer's East-only game: three draws, then a mangan. `says_so`: the rule's name contains it."""
    deal = [11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 41, 42, 43]

    def hand(number: int, end: list[Any], riichi: int | None = None) -> list[Any]:
        seats = [part for seat in range(4) for part in (deal, [], ["r12"] if seat == riichi else [])]
        return [[number, number, 0], [25_000] * 4, [11], [], *seats, end]

    worth = ["満貫8000点", "立直(1飜)", "断幺九(1飜)", "平和(1飜)", "ドラ(2飜)"]
    hands = [hand(number, ["流局", [0, 0, 0, 0]]) for number in range(3)]
    hands.append(hand(3, ["和了", [-8900, 9900, 0, 0], [1, 0, 1, *worth]], riichi=1))
    rule = {"disp": "般東喰赤" if says_so else "", "aka": 1}
    return {"title": ["", ""], "name": [*names], "rule": rule, "log": hands}


def bankrupt_in_the_east(names: Sequence[str], rule: str) -> dict[str, Any]:
    """Return a game that ends in its first hand, because the dealer pays a yakuman; `rule` names its intended
    length.
    """
    game = east_only(names)
    won = ["和了", [-32_000, 32_000, 0, 0], [1, 0, 1, "役満32000点", "大三元(役満)"]]
    first = [*game["log"][0][:-1], won]
    return {**game, "rule": {"disp": rule, "aka": 1}, "log": [first]}


# Games that end by bankruptcy in the East round, and the tables that refuse them. A log without its intended length
# fits both.
BANKRUPT_ELSEWHERE = [
    ("般南喰赤", "tonpuu", "by the rules of this table, only the East round is played."),
    ("般東喰赤", "hanchan", "by the rules of this table, the South round is played too."),
]
BANKRUPT_HERE = [("般南喰赤", "hanchan"), ("般東喰赤", "tonpuu"), ("", "hanchan"), ("", "tonpuu")]
