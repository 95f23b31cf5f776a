"""The pages that say what of each rule text is held: no line missing, every test they name there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rulebooks"
STATES = ("held", "data", "asked", "recorded", "outside")


def rows(page: str) -> list[tuple[str, str, str]]:
    text = (PAGES / page).read_text(encoding="utf-8")
    found = re.findall(r"^\| (.+?) \| (.*?) \| (.+?) \|$", text, re.M)
    return [row for row in found if row[0] not in ("rule", "---")]


@pytest.mark.parametrize("page", ["shinhochi.md", "jpml.md", "wsom.md", "danching.md"])
def test_every_line_says_where_its_rule_stands(page):
    for rule, _, here in rows(page):
        assert here.startswith(STATES), (rule, here)
        assert not here.startswith("held") or "::" in here, rule


@pytest.mark.parametrize("page", ["shinhochi.md", "jpml.md", "wsom.md", "danching.md"])
def test_every_test_they_name_is_there(page):
    for rule, _, here in rows(page):
        for path, name in re.findall(r"`([\w/]+\.py)::(\w+)`", here):
            source = (ROOT / "tests" / "scoring" / path).read_text(encoding="utf-8")
            assert re.search(rf"^def {name}\(", source, re.M), (rule, path, name)


def test_all_seventy_three_articles_have_a_line():
    assert [rule for rule, _, _ in rows("shinhochi.md")] == [*map(str, range(1, 74)), "—"]


NUMBERS = "一二三四五六七八九十"
SECTIONS = {
    "競技全般": 16,
    "リーチ": 10,
    "フリテン": 3,
    "連局と流局": 5,
    "テンパイ": 4,
    "錯行為": 11,
    "パオ則": 2,
    "ドラ": 3,
    "和了": 4,
    "得点の計算": 4,
    "和了点": 6,
}


def kanji(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ("十" if tens else "") + (NUMBERS[ones - 1] if ones else "")


@pytest.mark.parametrize(("section", "count"), SECTIONS.items())
def test_every_numbered_rule_of_the_competition_rules_has_a_line(section, count):
    found = [rule.split()[1] for rule, _, _ in rows("jpml.md") if rule.split()[0] == section]

    assert found == [kanji(n) for n in range(1, count + 1)]


WSOM = {
    "麻雀牌": 6,
    "ゲーム手順": 4,
    "順子、刻子、槓子、対子": 4,
    "和了（形）": 4,
    "席決め": 6,
    "親と自風": 6,
    "牌山からの配牌": 3,
    "配牌": 5,
    "プレイ": 4,
    "打牌の取得": 4,
    "和了（宣言）": 4,
    "ポン": 3,
    "チー": 4,
    "カン": 8,
    "槍槓": 4,
    "宣言の優先順位": 2,
    "王牌と海底牌": 6,
}


@pytest.mark.parametrize(("section", "count"), WSOM.items())
def test_every_numbered_rule_of_the_world_series_has_a_line(section, count):
    found = [rule.split()[1] for rule, _, _ in rows("wsom.md") if rule.split()[0] == section]

    assert found == [str(n) for n in range(1, count + 1)]


def test_all_forty_four_patterns_have_a_line():
    assert sum(rule.startswith("役 ") for rule, _, _ in rows("wsom.md")) == 44
