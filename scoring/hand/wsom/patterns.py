"""The 44 patterns of Zung Jung v3.3, the scoring of the World Series of Mahjong, as data.

Source of codes and values: the official list of Zung Jung v3.3 (zj-mahjong.info, Alan Kwan) and the Japanese text
世界麻雀大会(WSOM)ルール. Their values agree; the Japanese text has mistakes in labels, which are corrected here and
listed in `MISPRINTS`.

At most one pattern of a series counts, except 3.1, which counts for every set.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.translation import Term


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: its official number, names, points, and the series of which only one counts."""

    code: str
    en: str
    ja: str
    zh: str
    value: int
    series: str

    def in_language(self, language: str | None) -> str:
        """Return the name in "en", "ja" or another language."""
        return Term(self.en, self.ja).in_language(language)


_LIST = (
    ("1.1", "All Sequences", "すべての順子", "平和", 5, "1.1"),
    ("1.2", "Concealed Hand", "門前役", "門前清", 5, "1.2"),
    ("1.3", "No Terminals", "老頭牌・字牌なし", "斷么九", 5, "1.3"),
    ("2.1.1", "Mixed One-Suit", "混一色", "混一色", 40, "2.1"),
    ("2.1.2", "Pure One-Suit", "清一色", "清一色", 80, "2.1"),
    ("2.2", "Nine Gates", "九蓮宝燈", "九蓮寶燈", 480, "2.2"),
    ("3.1", "Value Honor", "番牌", "番牌", 10, "3.1"),
    ("3.2.1", "Small Three Dragons", "小三元", "小三元", 40, "3.2"),
    ("3.2.2", "Big Three Dragons", "大三元", "大三元", 130, "3.2"),
    ("3.3.1", "Small Three Winds", "小三風", "小三風", 30, "3.3"),
    ("3.3.2", "Big Three Winds", "大三風", "大三風", 120, "3.3"),
    ("3.3.3", "Small Four Winds", "小四喜", "小四喜", 320, "3.3"),
    ("3.3.4", "Big Four Winds", "大四喜", "大四喜", 400, "3.3"),
    ("3.4", "All Honors", "字一色", "字一色", 320, "3.4"),
    ("4.1", "All Triplets", "対々和", "對對和", 30, "4.1"),
    ("4.2.1", "Two Concealed Triplets", "二暗刻", "二暗刻", 5, "4.2"),
    ("4.2.2", "Three Concealed Triplets", "三暗刻", "三暗刻", 30, "4.2"),
    ("4.2.3", "Four Concealed Triplets", "四暗刻", "四暗刻", 125, "4.2"),
    ("4.3.1", "One Kong", "カン1つ", "一槓", 5, "4.3"),
    ("4.3.2", "Two Kong", "カン2つ", "二槓", 20, "4.3"),
    ("4.3.3", "Three Kong", "カン3つ", "三槓", 120, "4.3"),
    ("4.3.4", "Four Kong", "カン4つ", "四槓", 480, "4.3"),
    ("5.1.1", "Two Identical Sequences", "一色二順", "一般高", 10, "5.1"),
    ("5.1.2", "Two Identical Sequences Twice", "一色二順二組", "兩般高", 60, "5.1"),
    ("5.1.3", "Three Identical Sequences", "一色三順", "一色三同順", 120, "5.1"),
    ("5.1.4", "Four Identical Sequences", "一色四順", "一色四同順", 480, "5.1"),
    ("6.1", "Three Similar Sequences", "三色同順", "三色同順", 35, "6.1"),
    ("6.2.1", "Small Three Similar Triplets", "三色小同刻", "三色小同刻", 30, "6.2"),
    ("6.2.2", "Three Similar Triplets", "三色同刻", "三色同刻", 120, "6.2"),
    ("7.1", "Nine-Tile Straight", "一気通貫", "一氣通貫", 40, "7.1"),
    ("7.2.1", "Three Consecutive Triplets", "三連刻", "三連刻", 100, "7.2"),
    ("7.2.2", "Four Consecutive Triplets", "四連刻", "四連刻", 200, "7.2"),
    ("8.1.1", "Mixed Lesser Terminals", "混全帯么九", "混全帶么", 40, "8.1"),
    ("8.1.2", "Pure Lesser Terminals", "純全帯么九", "純全帶么", 50, "8.1"),
    ("8.1.3", "Mixed Greater Terminals", "混老頭", "混么九", 100, "8.1"),
    ("8.1.4", "Pure Greater Terminals", "清老頭", "清么九", 400, "8.1"),
    ("9.1.1", "Final Draw", "海底撈月", "海底撈月", 10, "9.1"),
    ("9.1.2", "Final Discard", "河底撈魚", "河底撈魚", 10, "9.1"),
    ("9.2", "Win on Kong", "カンによるあがり", "嶺上開花", 10, "9.2"),
    ("9.3", "Robbing a Kong", "搶槓", "搶槓", 10, "9.3"),
    ("9.4.1", "Blessing of Heaven", "天和", "天和", 155, "9.4"),
    ("9.4.2", "Blessing of Earth", "地和", "地和", 155, "9.4"),
    ("10.1", "Thirteen Terminals", "十三么九", "十三么九", 160, "10.1"),
    ("10.2", "Seven Pairs", "七対子", "七對子", 30, "10.2"),
)

PATTERNS: tuple[Pattern, ...] = tuple(Pattern(*line) for line in _LIST)
BY_CODE: dict[str, Pattern] = {pattern.code: pattern for pattern in PATTERNS}

PER_SET = "3.1"
"""The one pattern that counts for every set."""

LIMIT = 320
"""What patterns add up to at most, and from which value on a single pattern counts alone."""

CHICKEN_HAND = 1
"""A complete hand without any pattern: there was no minimum to win in the tournaments of 2010 to 2018."""


@dataclass(frozen=True, slots=True)
class Misprint:
    """A misprint of the Japanese text: its place, the printed and the intended text, and the reason."""

    where: str
    printed: str
    meant: str
    why: str


MISPRINTS: tuple[Misprint, ...] = (
    Misprint("役 6E (400点)", "6E 大四喜", "6F 大四喜", "6E is printed twice; 3.3.4 in the official list"),
    Misprint("役 10B", "二色二順", "一色二順二組", "5.1.2 does not ask for two suits"),
    Misprint("役 11A (35点)", "三色同刻", "三色同順", "6.1; 三色同刻 is 11C with 120 points"),
    Misprint("役 13C (100点)", "混一色", "混老頭", "8.1.3; 混一色 is 4A with 40 points"),
    Misprint("役 13D (400点)", "清一色", "清老頭", "8.1.4; 清一色 is 4B with 80 points"),
    Misprint("役 17 (160点)", "混老頭", "十三么九", "10.1, an irregular hand; 混老頭 is 13C"),
    Misprint(
        "和了 3",
        "「混老頭」と「七対子」",
        "「十三么九」と「七対子」",
        "irregular hands are 10.1, 10.2",
    ),
    Misprint("役 2, 3, 7", "(番号なし)", "2 門前役, 3 老頭牌なし, 7 対々和", "the numbers were lost"),
    Misprint("席決め 6", "「南」牌を取ったプレーヤーは上家", "「北」牌…上家", "南 sits on the right already"),
    Misprint("縛り", "(本文なし)", "なし", "no minimum since 2010; 5 points in 2007"),
    Misprint(
        "点数", "25点以下 … 25点以上", "25点以下 … 25点を超える", "both claim 25; the result is the same"
    ),
)
