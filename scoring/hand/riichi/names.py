"""Yaku and fu by name: our codes, English and Japanese, and the numbers the `mahjong` library knows them by."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hand.yakuman import YAKUMAN
from scoring.translation import Term


@dataclass(frozen=True, slots=True)
class Name:
    """One yaku, bonus or part of the fu. Codes of yakuman are those of rulebooks and payments."""

    code: str
    en: str
    ja: str
    is_yakuman: bool = False

    def in_language(self, language: str | None) -> str:
        """The name in "en", "ja" or another language."""
        return Term(self.en, self.ja).in_language(language)


_YAKU = (
    (0, "tsumo", "concealed self-draw", "門前清自摸和"),
    (1, "riichi", "riichi", "立直"),
    (3, "ippatsu", "ippatsu", "一発"),
    (4, "chankan", "robbing a kan", "搶槓"),
    (5, "rinshan", "replacement tile", "嶺上開花"),
    (6, "haitei", "last tile drawn", "海底撈月"),
    (7, "houtei", "last discard", "河底撈魚"),
    (8, "double_riichi", "double riichi", "ダブル立直"),
    (11, "renhou", "blessing of man", "人和"),
    (12, "pinfu", "pinfu", "平和"),
    (13, "tanyao", "all simples", "断么九"),
    (14, "iipeikou", "two identical sequences", "一盃口"),
    (15, "haku", "white dragon", "役牌 白"),
    (16, "hatsu", "green dragon", "役牌 發"),
    (17, "chun", "red dragon", "役牌 中"),
    (18, "seat_wind", "seat wind", "自風牌"),
    (19, "seat_wind", "seat wind", "自風牌"),
    (20, "seat_wind", "seat wind", "自風牌"),
    (21, "seat_wind", "seat wind", "自風牌"),
    (22, "round_wind", "round wind", "場風牌"),
    (23, "round_wind", "round wind", "場風牌"),
    (24, "round_wind", "round wind", "場風牌"),
    (25, "round_wind", "round wind", "場風牌"),
    (26, "sanshoku", "three colour sequences", "三色同順"),
    (27, "ittsuu", "straight", "一気通貫"),
    (28, "chanta", "terminals or honours in every set", "混全帯么九"),
    (29, "honroutou", "all terminals and honours", "混老頭"),
    (30, "toitoi", "all triplets", "対々和"),
    (31, "sanankou", "three concealed triplets", "三暗刻"),
    (32, "sankantsu", "three kans", "三槓子"),
    (33, "sanshoku_doukou", "three colour triplets", "三色同刻"),
    (34, "chiitoitsu", "seven pairs", "七対子"),
    (35, "shousangen", "little three dragons", "小三元"),
    (36, "honitsu", "half flush", "混一色"),
    (37, "junchan", "terminals in every set", "純全帯么九"),
    (38, "ryanpeikou", "twice two identical sequences", "二盃口"),
    (39, "chinitsu", "full flush", "清一色"),
)
_YAKUMAN = {
    100: "kokushi",
    101: "chuuren",
    102: "suuankou",
    103: "daisangen",
    104: "shousuushii",
    105: "ryuuiisou",
    106: "suukantsu",
    107: "tsuuiisou",
    108: "chinroutou",
    111: "daisuushii",
    112: "kokushi_13",
    113: "suuankou_tanki",
    114: "junsei_chuuren",
    115: "tenhou",
    116: "chiihou",
    117: "renhou",
}

YAKU: dict[int, Name] = {number: Name(code, en, ja) for number, code, en, ja in _YAKU} | {
    number: Name(code, *YAKUMAN[code], is_yakuman=True) for number, code in _YAKUMAN.items()
}
"""By the number the library gives them."""

DORA = Name("dora", "dora", "ドラ")
URA_DORA = Name("ura_dora", "ura dora", "裏ドラ")
RED_DORA = Name("red_dora", "red fives", "赤ドラ")
KITA = Name("kita", "norths set aside", "抜きドラ")

BASE = Name("base", "base", "副底")
CONCEALED_RON = Name("concealed_ron", "concealed ron", "門前ロン")

FU: dict[str, Name] = {
    "base": BASE,
    "tsumo": Name("tsumo", "self-draw", "ツモ"),
    "penchan": Name("penchan", "edge wait", "辺張待ち"),
    "kanchan": Name("kanchan", "middle wait", "嵌張待ち"),
    "pair_wait": Name("pair_wait", "pair wait", "単騎待ち"),
    "valued_pair": Name("valued_pair", "pair of a dragon or wind", "役牌の雀頭"),
    "double_valued_pair": Name("double_wind_pair", "pair of the double wind", "連風牌の雀頭"),
    "hand_without_fu": Name("open_pinfu", "open hand of pinfu shape", "喰いピンフ形"),
    "closed_pon": Name("concealed_triplet", "concealed triplet", "中張牌の暗刻"),
    "open_pon": Name("open_triplet", "open triplet", "中張牌の明刻"),
    "closed_terminal_pon": Name("concealed_outer_triplet", "concealed triplet of orphans", "么九牌の暗刻"),
    "open_terminal_pon": Name("open_outer_triplet", "open triplet of orphans", "么九牌の明刻"),
    "closed_kan": Name("concealed_kan", "concealed kan", "中張牌の暗槓"),
    "open_kan": Name("open_kan", "open kan", "中張牌の明槓"),
    "closed_terminal_kan": Name("concealed_outer_kan", "concealed kan of orphans", "么九牌の暗槓"),
    "open_terminal_kan": Name("open_outer_kan", "open kan of orphans", "么九牌の明槓"),
}
"""By the reason the library gives."""
