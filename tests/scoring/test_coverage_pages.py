"""The pages that say what of each rule text is held: no line missing, every test they name there."""

import re
from collections import Counter
from pathlib import Path

import pytest

from scoring.rulebook.fields import FIELDS
from scoring.rulebook.provenance import conflicts
from tests.scoring.vectors import read

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rulebooks"
PAGE_NAMES = ["shinhochi.md", "jpml.md", "wsom.md", "danching.md", "beginner.md"]
STATES = ("held", "data", "asked", "recorded", "outside")


def rows(page: str) -> list[tuple[str, str, str]]:
    text = (PAGES / page).read_text(encoding="utf-8")
    cells = re.findall(r"^\| (.+?) \| (.*?) \| (.+?) \|$", text, re.M)
    return [row for row in cells if row[0] not in ("rule", "---")]


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_every_line_says_where_its_rule_stands(page):
    for rule, _, here in rows(page):
        assert here.startswith(STATES), (rule, here)
        assert not here.startswith("held") or "::" in here, rule


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_every_test_they_name_is_there(page):
    for rule, _, here in rows(page):
        for path, name in re.findall(r"`([\w/]+\.py)::(\w+)`", here):
            source = (ROOT / "tests" / "scoring" / path).read_text(encoding="utf-8")
            assert re.search(rf"^def {name}\(", source, re.M), (rule, path, name)


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_the_worked_cases_they_name_are_there(page):
    """(S4), (PAO-22), (B01): the vectors of that name, or that begin so."""
    known = [case["id"] for name in ("hand_payments", "hanchan_results") for case in read(name)["cases"]]
    for rule, _, here in rows(page):
        for named in re.findall(r"\(([A-Z]{1,4}[0-9]*(?:-[0-9]+)?)[; )]", here.replace("S4 tables", "S4 ")):
            if not re.fullmatch(r"C[0-9]{2}", named):
                assert any(one == named or one.startswith(f"{named}-") for one in known), (rule, named)


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_the_conflicts_and_fields_they_name_are_there(page):
    ids = {one.id for one in conflicts()}
    for rule, says, here in rows(page):
        assert set(re.findall(r"\bC[0-9]{2}\b", says + here)) <= ids, rule
        for path in re.findall(r"`([a-z_]+\.[a-z_0-9]+)`", here):
            assert path in FIELDS, (rule, path)


def test_every_note_of_the_competition_rules_has_a_line():
    numbers: list[int] = []
    for rule, _, _ in rows("jpml.md"):
        if rule.startswith("注 "):
            for part in rule.removeprefix("注 ").split(", "):
                first, _, last = part.partition("-")
                numbers += range(int(first), int(last or first) + 1)

    assert sorted(numbers) == list(range(1, 70))


BEGINNER = {
    "座る席を決める": 3, "起家を決める": 1, "サイコロの出目と場所": 1, "場と局": 2, "配給原点": 1, "原点とオカ": 2,
    "壁牌をつくる": 1, "配牌を開始する": 2, "摸打": 1, "和了形1": 2, "面子の種類": 1, "暗と明": 1, "副露": 5,
    "和了形2": 1, "和了形3": 1, "役無しの和了": 1, "役一覧": 6, "途中流局": 2, "和了": 1, "流局": 1,
    "簡易点数表": 1, "符計算": 4, "例外": 4,
    "子の点数表": 1, "親の点数表": 1, "連荘と輪荘": 1, "2種類の連荘": 1, "半荘終了": 1, "—": 1,
}  # fmt: skip


def test_every_heading_of_the_beginners_standard_has_its_lines():
    assert Counter(rule.split()[0] for rule, _, _ in rows("beginner.md")) == BEGINNER


def test_every_paragraph_of_the_dan_ching_rules_has_a_line():
    numbers = [rule.split()[0] for rule, _, _ in rows("danching.md")]

    assert list(dict.fromkeys(numbers)) == [*map(str, range(1, 29)), "—"]
    assert numbers.count("12") == 5


def test_all_seventy_three_articles_have_a_line():
    assert [rule for rule, _, _ in rows("shinhochi.md")] == [*map(str, range(1, 74)), "—", "—"]


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
    numbers = [rule.split()[1] for rule, _, _ in rows("jpml.md") if rule.split()[0] == section]

    assert numbers == [kanji(n) for n in range(1, count + 1)]


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
    numbers = [rule.split()[1] for rule, _, _ in rows("wsom.md") if rule.split()[0] == section]

    assert numbers == [str(n) for n in range(1, count + 1)]


def test_all_forty_four_patterns_have_a_line():
    assert sum(rule.startswith("役 ") for rule, _, _ in rows("wsom.md")) == 44
