"""Which names are allowed. Real people share names and use many scripts; programs hide things in them."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import product

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from web.text.hidden_characters import JOINERS, first_hidden, without_hidden

LONGEST_NAME = 60
MARKS_IN_A_ROW = 2
# Shown blank although Unicode classifies them as letters or symbols.
LOOKS_BLANK = "\u115f\u1160\u3164\uffa0\u2800"


def clean_name(text: str) -> str:
    """Return `text` in NFC with blanks collapsed, fit to be shown beside a score.

    Refuses (ValidationError, code `bad_name`) control and format characters such as bidi overrides, unassigned
    and private code points, names that look blank, more than two combining marks in a row, and more than 60
    code points.

    >>> clean_name("  Alice   Smith ")
    'Alice Smith'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if hidden := first_hidden(name):
        raise ValidationError(
            _("“%(text)s” contains an invisible character (U+%(code)s). Please enter it again without it."),
            code="bad_name",
            params={"text": without_hidden(name)[:LONGEST_NAME], "code": f"{ord(hidden):04X}"},
        )
    if not name.strip(LOOKS_BLANK + JOINERS + " "):
        raise ValidationError(_("The name is blank. Please enter a name."), code="bad_name")
    if len(name) > LONGEST_NAME:
        raise ValidationError(
            _("The name has %(length)s characters; the limit is %(most)s. Please shorten it."),
            code="bad_name",
            params={"length": len(name), "most": LONGEST_NAME},
        )
    if _most_marks_in_a_row(name) > MARKS_IN_A_ROW:
        raise ValidationError(_("One letter has too many accents."), code="bad_name")
    return name


def validate_name(text: str) -> None:
    """Refuse what `clean_name` refuses."""
    clean_name(text)


def skeleton(name: str) -> str:
    """Return a normalized form that is equal for names that read alike: NFKC, case-folded, without blanks."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", name).casefold())


# Variant kanji in names, mostly an old form beside the usual one. Those unified by Unicode are equal in a skeleton
# anyway; distinct family names, such as 坂 and 阪, are not listed.
SAME_KANJI = """
高髙 崎﨑嵜 斎齋斉齊 辺邊邉 沢澤 浜濱濵 島嶋嶌 国國 広廣 桜櫻 竜龍 滝瀧 真眞 恵惠 徳德 吉𠮷 富冨 峰峯 柳栁 桧檜
関關 穂穗 学學 実實 栄榮 寿壽 静靜 礼禮 弥彌 万萬 与與 亜亞 円圓 会會 沖冲 館舘 鉄鐵 薮藪 曽曾 靏鶴靍
槙槇 遥遙 瑶瑤 尭堯 塩鹽 芦蘆 黒黑 郷鄕 条條 経經 晃晄 賛贊 将將 豊豐 巌巖 来來 壮壯 勲勳 渋澁 荘莊
姫姬 児兒 剣劍 参參 双雙 戸戶 教敎 横橫 温溫 焼燒 犠犧 猪豬 画畫 研硏 祢禰 秋穐龝 絵繪 緑綠 縁緣 聡聰
芸藝 薫薰 蔵藏 虎乕 覚覺 譲讓 顕顯 駆驅 駒驹 麺麵 黄黃 船舩 ヶケ
"""
_GROUPS = {group[0]: group for group in SAME_KANJI.split()}
_FIRST_OF = {letter: first for first, group in _GROUPS.items() for letter in group}
MOST_SPELLINGS = 64


def one_spelling(name: str) -> str:
    """Return a form that is equal for spellings of what is probably one name.

    >>> one_spelling("髙橋 一") == one_spelling("高橋　一"), one_spelling("渡邊") == one_spelling("渡辺")
    (True, True)
    """
    return "".join(_FIRST_OF.get(letter, letter) for letter in skeleton(name))


def spellings(name: str) -> list[str]:
    """Return the skeletons of a name's spellings, including its own; at most 64."""
    ways = [_GROUPS.get(_FIRST_OF.get(letter, ""), letter) for letter in skeleton(name)]
    count = 1
    for way in ways:
        count *= len(way)
    return ["".join(letters) for letters in product(*ways)] if count <= MOST_SPELLINGS else [skeleton(name)]


def _most_marks_in_a_row(name: str) -> int:
    longest = run = 0
    for character in name:
        run = run + 1 if unicodedata.combining(character) else 0
        longest = max(longest, run)
    return longest


MOST_ALIASES = 10


def clean_aliases(aliases: Iterable[str]) -> list[str]:
    """Return cleaned aliases, such as a nickname on a platform, without duplicates.

    Raises ValidationError for an invalid name, and for more than ten.

    >>> clean_aliases([" sparrow", "kuma", "sparrow "])
    ['sparrow', 'kuma']
    """
    found = list(dict.fromkeys(map(clean_name, aliases)))
    if len(found) > MOST_ALIASES:
        raise ValidationError(_("At most %(most)s other names are allowed."), params={"most": MOST_ALIASES})
    return found


LONGEST_BODY, LONGEST_LICENCE, MOST_LICENCES = 20, 30, 10


def clean_licence(body: str, number: str) -> tuple[str, str]:
    """Return a licence's federation and number, cleaned like names.

    Raises ValidationError if one of them is missing or too long.

    >>> clean_licence(" EMA", "04090035 ")
    ('EMA', '04090035')
    """
    if not body.strip() or not number.strip():
        raise ValidationError(_("A licence needs both the federation and the number."))
    found = clean_name(body), clean_name(number)
    if len(found[0]) > LONGEST_BODY or len(found[1]) > LONGEST_LICENCE:
        raise ValidationError(_("A federation has at most 20 characters, a licence number at most 30."))
    return found
