"""Names of yaku and fu: our codes, English names (of players, and the EMA's), Japanese names, and the numbers of the
`mahjong` library.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.hand.yakuman import EMA_NAMES, YAKUMAN
from scoring.translation import Term, catalogue, is_japanese


@dataclass(frozen=True, slots=True)
class Name:
    """A yaku, bonus or part of the fu. Codes of yakuman are those of rulebooks and payments. ``en`` is the name
    players use; ``ema`` that of the European Mahjong Association's rules, empty if the same.
    """

    code: str
    en: str
    ja: str
    is_yakuman: bool = False
    ema: str = ""

    def in_language(self, language: str | None) -> str:
        """Return the name in "en", "ja" or another language."""
        return Term(self.en, self.ja).in_language(language)

    def label(self, language: str | None) -> str:
        """Return the label of a button: "Iipeikou · pure double chii"; in Japanese only the name."""
        said = self.in_language(language)
        if is_japanese(language):
            return said
        said = said[:1].upper() + said[1:]
        return f"{said} · {catalogue(language).gettext(self.ema)}" if self.ema else said


_YAKU = (
    (0, "tsumo", "menzen tsumo", "門前清自摸和", "fully concealed hand"),
    (1, "riichi", "riichi", "立直", ""),
    (3, "ippatsu", "ippatsu", "一発", ""),
    (4, "chankan", "chankan", "搶槓", "robbing the kan"),
    (5, "rinshan", "rinshan kaihou", "嶺上開花", "after a kan"),
    (6, "haitei", "haitei", "海底撈月", "last tile drawn"),
    (7, "houtei", "houtei", "河底撈魚", "last discard"),
    (8, "double_riichi", "double riichi", "ダブル立直", ""),
    (11, "renhou", "renhou", "人和", "blessing of man"),
    (12, "pinfu", "pinfu", "平和", ""),
    (13, "tanyao", "tanyao", "断么九", "all simples"),
    (14, "iipeikou", "iipeikou", "一盃口", "pure double chii"),
    (15, "haku", "haku", "役牌 白", "white dragon"),
    (16, "hatsu", "hatsu", "役牌 發", "green dragon"),
    (17, "chun", "chun", "役牌 中", "red dragon"),
    *((number, "seat_wind", "seat wind", "自風牌", "") for number in (18, 19, 20, 21)),
    *((number, "round_wind", "round wind", "場風牌", "prevalent wind") for number in (22, 23, 24, 25)),
    (26, "sanshoku", "sanshoku", "三色同順", "mixed triple chii"),
    (27, "ittsuu", "ittsuu", "一気通貫", "pure straight"),
    (28, "chanta", "chanta", "混全帯么九", "outside hand"),
    (29, "honroutou", "honroutou", "混老頭", "all terminals and honours"),
    (30, "toitoi", "toitoi", "対々和", "all pons"),
    (31, "sanankou", "sanankou", "三暗刻", "three concealed pons"),
    (32, "sankantsu", "sankantsu", "三槓子", "three kans"),
    (33, "sanshoku_doukou", "sanshoku doukou", "三色同刻", "triple pon"),
    (34, "chiitoitsu", "chiitoitsu", "七対子", "seven pairs"),
    (35, "shousangen", "shousangen", "小三元", "little three dragons"),
    (36, "honitsu", "honitsu", "混一色", "half flush"),
    (37, "junchan", "junchan", "純全帯么九", "terminals in all sets"),
    (38, "ryanpeikou", "ryanpeikou", "二盃口", "twice pure double chii"),
    (39, "chinitsu", "chinitsu", "清一色", "full flush"),
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

YAKU: dict[int, Name] = {number: Name(code, en, ja, ema=ema) for number, code, en, ja, ema in _YAKU} | {
    number: Name(code, *YAKUMAN[code], is_yakuman=True, ema=EMA_NAMES[code])
    for number, code in _YAKUMAN.items()
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

BY_CODE: dict[str, Name] = {name.code: name for name in YAKU.values()}
"""Yaku and yakuman. What counts as a yakuman by some rulebooks only (renhou) has the same name in both cases."""
