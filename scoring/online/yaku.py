"""Platforms' yaku: by name in tenhou.net/6 JSON, by number in mjlog XML and at Mahjong Soul.

Numbers and names are those on which the platforms' logs and public programs that read them agree.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from scoring.hand.details import DORA, Details
from scoring.hand.win import Liability, Win
from scoring.hand.yakuman import YAKUMAN
from scoring.online.refusals import unknown_yaku, unreadable


class Known(NamedTuple):
    """A yaku: its code, its numbers in mjlog XML and at Mahjong Soul, and its names in JSON."""

    code: str
    mjlog: tuple[int, ...]
    mahjong_soul: tuple[int, ...]
    names: tuple[str, ...]


IPPATSU, URA, RED_FIVES, TANYAO = "ippatsu", "ura", "red_fives", "tanyao"
_WINDS = "東南西北"

KNOWN = (
    Known("tsumo", (0,), (1,), ("門前清自摸和", "Fully Concealed Hand")),
    Known("riichi", (1,), (2,), ("立直", "Riichi")),
    Known(IPPATSU, (2,), (30,), ("一発", "Ippatsu")),
    Known("chankan", (3,), (3,), ("槍槓", "Robbing a Kan")),
    Known("rinshan", (4,), (4,), ("嶺上開花", "After a Kan")),
    Known("haitei", (5,), (5,), ("海底摸月", "Under the Sea")),
    Known("houtei", (6,), (6,), ("河底撈魚", "Under the River")),
    Known("pinfu", (7,), (14,), ("平和", "Pinfu")),
    Known(TANYAO, (8,), (12,), ("断幺九", "All Simples")),
    Known("iipeikou", (9,), (13,), ("一盃口", "Pure Double Sequence")),
    Known(
        "seat_wind",
        (10, 11, 12, 13),
        (10,),
        ("自風", *(f"自風 {wind}" for wind in _WINDS), "役牌:自風牌", "Seat Wind"),
    ),
    Known(
        "round_wind",
        (14, 15, 16, 17),
        (11,),
        ("場風", *(f"場風 {wind}" for wind in _WINDS), "役牌:場風牌", "Prevalent Wind"),
    ),
    Known("haku", (18,), (7,), ("役牌 白", "White Dragon")),
    Known("hatsu", (19,), (8,), ("役牌 發", "Green Dragon")),
    Known("chun", (20,), (9,), ("役牌 中", "Red Dragon")),
    Known("double_riichi", (21,), (18,), ("両立直", "ダブル立直", "Double Riichi")),
    Known("chiitoitsu", (22,), (25,), ("七対子", "Seven Pairs")),
    Known("chanta", (23,), (15,), ("混全帯幺九", "Half Outside Hand")),
    Known("ittsu", (24,), (16,), ("一気通貫", "Pure Straight")),
    Known("sanshoku", (25,), (17,), ("三色同順", "Mixed Triple Sequence")),
    Known("sanshoku_doukou", (26,), (19,), ("三色同刻", "Triple Triplets")),
    Known("sankantsu", (27,), (20,), ("三槓子", "Three Quads")),
    Known("toitoi", (28,), (21,), ("対々和", "All Triplets")),
    Known("sanankou", (29,), (22,), ("三暗刻", "Three Concealed Triplets")),
    Known("shousangen", (30,), (23,), ("小三元", "Little Three Dragons")),
    Known("honroutou", (31,), (24,), ("混老頭", "All Terminals and Honors")),
    Known("ryanpeikou", (32,), (28,), ("二盃口", "Twice Pure Double Sequence")),
    Known("junchan", (33,), (26,), ("純全帯幺九", "Fully Outside Hand")),
    Known("honitsu", (34,), (27,), ("混一色", "Half Flush")),
    Known("chinitsu", (35,), (29,), ("清一色", "Full Flush")),
    Known("tenhou", (37,), (35,), ("天和", "Blessing of Heaven")),
    Known("chiihou", (38,), (36,), ("地和", "Blessing of Earth")),
    Known("daisangen", (39,), (37,), ("大三元", "Big Three Dragons")),
    Known("suuankou", (40,), (38,), ("四暗刻", "Four Concealed Triplets")),
    Known("suuankou_tanki", (41,), (48,), ("四暗刻単騎", "Single-wait Four Concealed Triplets")),
    Known("tsuuiisou", (42,), (39,), ("字一色", "All Honors")),
    Known("ryuuiisou", (43,), (40,), ("緑一色", "All Green")),
    Known("chinroutou", (44,), (41,), ("清老頭", "All Terminals")),
    Known("chuuren", (45,), (45,), ("九蓮宝燈", "Nine Gates")),
    Known("junsei_chuuren", (46,), (47,), ("純正九蓮宝燈", "True Nine Gates")),
    Known("kokushi", (47,), (42,), ("国士無双", "Thirteen Orphans")),
    Known(
        "kokushi_13", (48,), (49,), ("国士無双13面", "国士無双十三面待ち", "Thirteen-wait Thirteen Orphans")
    ),
    Known("daisuushii", (49,), (50,), ("大四喜", "Four Big Winds")),
    Known("shousuushii", (50,), (43,), ("小四喜", "Four Little Winds")),
    Known("suukantsu", (51,), (44,), ("四槓子", "Four Quads")),
    Known("dora", (52,), (31,), ("ドラ", "Dora")),
    Known(URA, (53,), (33,), ("裏ドラ", "Ura Dora")),
    Known(RED_FIVES, (54,), (32,), ("赤ドラ", "Red Five")),
    Known("kita", (), (34,), ("抜きドラ", "Kita")),
)


def _plain(name: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip().casefold()


_BY_NAME = {_plain(name): one.code for one in KNOWN for name in one.names}
_BY_MJLOG = {number: one.code for one in KNOWN for number in one.mjlog}
_BY_MAHJONG_SOUL = {number: one.code for one in KNOWN for number in one.mahjong_soul}


def by_name(name: str, hand: int) -> str:
    """Return the code of a yaku by its name, in Japanese or in Mahjong Soul's English. LogRefused if unknown."""
    code = _BY_NAME.get(_plain(name))
    if code is None:
        raise unknown_yaku(name, hand)
    return code


def by_mjlog(number: int, hand: int) -> str:
    """Return the code of a yaku by its number in mjlog XML."""
    code = _BY_MJLOG.get(number)
    if code is None:
        raise unknown_yaku(str(number), hand)
    return code


def by_mahjong_soul(number: int, hand: int) -> str:
    """Return the code of a yaku by its number at Mahjong Soul."""
    code = _BY_MAHJONG_SOUL.get(number)
    if code is None:
        raise unknown_yaku(str(number), hand)
    return code


class Counted(NamedTuple):
    """A yaku that a log counts, and its han, which do not matter for yakuman."""

    code: str
    han: int


# Platforms report liability for these.
_WITH_LIABILITY = ("daisuushii", "daisangen", "suukantsu")
# A mangan with this many han has at least these fu. Its log need not give them; any of them makes a mangan, if one
# exists.
_LEAST_FU = {3: 70, 4: 40}


# Our codes for reported yaku, if the logs' differ.
_OURS = {"ittsu": "ittsuu", URA: "ura_dora", RED_FIVES: "red_dora"}


def win_of(
    winner: int, counted: Iterable[Counted], fu: int | None, liable: int | None, hand: int, *, is_open: bool
) -> Win:
    """Return the win that a log's items describe. LogRefused if they are not worth anything."""
    counted = tuple(counted)
    yakuman = tuple(one.code for one in counted if one.code in YAKUMAN)
    pao = None
    if liable is not None and liable != winner:
        yaku = next((name for name in _WITH_LIABILITY if name in yakuman), None)
        if yaku is None:
            raise unreadable("pao", hand)
        pao = Liability(liable, yaku)
    if yakuman:
        return Win(winner, yakuman=yakuman, pao=pao)
    han = sum(one.han for one in counted)
    if fu is None:
        fu = _LEAST_FU.get(han)
        if fu is None and han < 5:
            raise unreadable("fu", hand)
    return Win(winner, han=han, fu=fu, details=_details(counted, is_open=is_open))


def _details(counted: Iterable[Counted], *, is_open: bool) -> Details:
    """Return the yaku and dora, each dora with its number."""
    ours = {_OURS.get(one.code, one.code): one.han for one in counted if one.han}
    return Details(
        yaku=tuple(code for code in ours if code not in DORA),
        is_open=is_open,
        dora=tuple((code, ours[code]) for code in DORA if code in ours),
    )


def bonuses_of(counted: Iterable[Counted], *, is_open: bool) -> frozenset[str]:
    """Return items that not every rulebook has: ippatsu, ura dora, red fives, tanyao of an open hand."""
    codes = {one.code for one in counted if one.han}
    return frozenset(codes & {IPPATSU, URA, RED_FIVES} | (codes & {TANYAO} if is_open else set()))
