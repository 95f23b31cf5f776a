"""Slugs made from names: readable where possible, and always free.

Japanese names are transliterated where no dictionary is needed: kana, and common words in event names. Other kanji
are omitted, because a wrong reading would stay on posters for good.
"""

import re
import secrets
from collections.abc import Iterable
from unicodedata import normalize

import jaconv
from django.db.models import Model
from django.utils.text import slugify

from tournaments.models import League, OldAddress, OldLeagueAddress, Tournament

LONGEST = 60
# Letters and digits that are not confused on paper.
CLEAR = "23456789abcdefghjkmnpqrstuvwxyz"
READINGS = {
    "麻雀": "mahjong",
    "雀荘": "janso",
    "雀士": "janshi",
    "大会": "taikai",
    "選手権": "senshuken",
    "選手": "senshu",
    "例会": "reikai",
    "月例": "getsurei",
    "月間": "gekkan",
    "年間": "nenkan",
    "予選": "yosen",
    "本戦": "honsen",
    "決勝": "kessho",
    "準決勝": "jun-kessho",
    "交流": "koryu",
    "記念": "kinen",
    "新年": "shinnen",
    "忘年": "bonen",
    "団体": "dantai",
    "個人": "kojin",
    "最強": "saikyo",
    "王座": "oza",
    "名人": "meijin",
    "鳳凰": "hoo",
    "三麻": "sanma",
    "三人": "sannin",
    "四人": "yonin",
    "競技": "kyogi",
    "健康": "kenko",
    "全国": "zenkoku",
    "全日本": "zen-nihon",
    "日本": "nihon",
    "東京": "tokyo",
    "大阪": "osaka",
    "京都": "kyoto",
    "名古屋": "nagoya",
    "関東": "kanto",
    "関西": "kansai",
    "大学": "daigaku",
    "学生": "gakusei",
    "前期": "zenki",
    "後期": "koki",
    "春季": "shunki",
    "夏季": "kaki",
    "秋季": "shuki",
    "冬季": "toki",
    "土曜": "doyo",
    "日曜": "nichiyo",
    "水曜": "suiyo",
    "春": "haru",
    "夏": "natsu",
    "秋": "aki",
    "冬": "fuyu",
    "杯": "hai",
    "戦": "sen",
    "会": "kai",
    "第": "dai",
    "回": "kai",
    "年": "nen",
    "月": "gatsu",
    "期": "ki",
}
_WORD = re.compile("|".join(sorted(READINGS, key=len, reverse=True)))

# Between hiragana and katakana a word ends.
_OTHER_KANA = re.compile("(?<=[ぁ-ゖ])(?=[ァ-ヶ])|(?<=[ァ-ヶ])(?=[ぁ-ゖ])")


def readable_address(name: str) -> str:
    """Return the name in lower-case letters, digits and hyphens; "" if only digits can be read."""
    words = _WORD.sub(lambda found: f" {READINGS[found[0]]} ", normalize("NFKC", name))
    words = _OTHER_KANA.sub(" ", words.replace("ー", "").replace("・", " "))
    kana = jaconv.kata2hira(words)
    slug = slugify(jaconv.kana2alphabet(kana))[:LONGEST].strip("-")
    return slug if re.search("[a-z]", slug) else ""


def tournament_address(name: str) -> str:
    """Return a slug for a tournament of this name that no tournament has or had."""
    return _free(name, "t", (Tournament, OldAddress))


def tournament_addresses(names: Iterable[str]) -> list[str]:
    """Return a slug for each of several new tournaments, all different."""
    slugs: list[str] = []
    for name in names:
        slugs.append(_free(name, "t", (Tournament, OldAddress), besides=slugs))
    return slugs


def league_address(name: str) -> str:
    """Return a slug for a league of this name that no league has or had."""
    return _free(name, "l", (League, OldLeagueAddress))


def free_tournament_address(wanted: str) -> str:
    """Return this slug, or with the next free number if a tournament has or had it."""
    return _next_free(wanted, (Tournament, OldAddress))


def _free(name: str, kind: str, models: Iterable[type[Model]], besides: Iterable[str] = ()) -> str:
    """Return the readable slug, with the next free number if needed, or a short code."""
    readable = readable_address(name)
    if not readable:
        return f"{kind}-{''.join(secrets.choice(CLEAR) for _letter in range(6))}"
    return _next_free(readable, models, besides)


def _next_free(wanted: str, models: Iterable[type[Model]], besides: Iterable[str] = ()) -> str:
    stem = wanted[: LONGEST - 5].strip("-")
    taken = {
        slug
        for model in models
        for slug in model._default_manager.filter(slug__startswith=stem).values_list("slug", flat=True)
    }
    taken.update(besides)
    if wanted not in taken:
        return wanted
    number = 2
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"
