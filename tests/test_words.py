"""One word for an idea, in Japanese and English, and Japanese only where people read it: in the catalogues."""

import ast
import functools
import re
from pathlib import Path

import polib
import pytest

pytestmark = pytest.mark.database("none")

ROOMS = (
    "config",
    "guides",
    "jantaku",
    "players",
    "publishing",
    "rules",
    "scoring",
    "seating",
    "tournaments",
    "web",
)
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")

# What is not written, what is written instead, and the messages that mean something else by it.
NOT_WRITTEN = {
    "辞退": ("棄権; 断る for an invitation", ()),
    "罰則": ("ペナルティ, 減点 for its amount", ()),
    "半荘": ("対局", ("two rounds (hanchan)",)),
    # But as every certificate has it: 頭書の成績を収められ.
    "成績": (
        "ポイント of a game, 合計 in standings, 順位表",
        ("in recognition of this result\nat %(event)s",),
    ),
    "代走": ("代打ち", ()),
    "くじ": ("抽選", ()),
    "同点": ("同着", ()),
    "和了": ("アガリ", ()),
    "あがり": ("アガリ", ()),
    "上がり": ("アガリ", ()),
    "条件（何が必要か）": ("オーラス条件", ()),
    "主催者": ("運営者", ()),
    "サインイン": ("ログイン", ()),
    "スマートフォン": ("スマホ", ()),
    "三人卓": ("3人卓", ()),
    "三人打ち": ("3人打ち", ()),
    "四人打ち": ("4人打ち", ()),
    "正しい：": ("この内容で確認する", ()),
    "開きますか": ("運営する方へ", ()),
    "自由対局": ("フリー対局", ()),
    "控え": (
        "補欠; 記録番号 of a phone",
        (
            "On the bench",
            "%(player)s sits out and can only come in for a player of their own team.",
            "Copy the token now; it is not shown again:",
        ),
    ),
}
# Old or house English, and what a person reads today.
OLD_ENGLISH = {
    "anew": "again",
    "afresh": "again",
    "mend": "fix, repair",
    "mended": "fixed, repaired",
    "reckoned": "included",
    "throw": "discard",
    "thrown": "discarded",
    "told": "shown",
    "nobody of": "nobody with",
}
# The data of the field, by module: names of yaku, tiles, winds and limits; names of columns in people's files; places
# and teams of the demo; names on the page of components.
DATA = {
    "jantaku/__init__.py",
    "players/names.py",
    "tournaments/actions/imports/names.py",
    "tournaments/actions/imports/seat_columns.py",
    "web/sheets/encodings.py",
    "web/sheets/headers.py",
    "web/text/typed_days.py",
    "web/text/typed_figures.py",
    "rules/formatting.py",
    "scoring/ceremony/dice.py",
    "scoring/ceremony/table.py",
    "scoring/hand/dead_hand.py",
    "scoring/hand/exhaustive_draw.py",
    "tournaments/templatetags/hands.py",
    "scoring/hand/riichi/names.py",
    "scoring/hand/tiles.py",
    "scoring/hand/wsom/patterns.py",
    "scoring/hand/yakuman.py",
    "scoring/online/online_game.py",
    "scoring/online/settling.py",
    "scoring/online/tenhou_json.py",
    "scoring/online/yaku.py",
    "scoring/rulebook/labels.py",
    "scoring/text/awards.py",
    "tournaments/actions/draws/files.py",
    "tournaments/actions/imports/players.py",
    "tournaments/actions/imports/results_file.py",
    "tournaments/demo/event.py",
    "tournaments/demo/ladder.py",
    "tournaments/demo/league.py",
    "tournaments/demo/teams.py",
    "tournaments/actions/setup/addresses.py",
    "tournaments/views/account/components.py",
}


@functools.cache
def entries(repository: Path) -> list[polib.POEntry]:
    """Every message with its Japanese, of the pages and of the rules."""
    paths = [repository / "locale", repository / "scoring" / "locale"]
    return [
        entry
        for folder in paths
        for path in folder.glob("ja/LC_MESSAGES/*.po")
        for entry in polib.pofile(str(path))
    ]


def in_japanese(entry: polib.POEntry) -> str:
    return str(entry.msgstr or entry.msgstr_plural[0])


def japanese_in(source: str) -> list[str]:
    """The Japanese texts of a module; what explains it (docstrings, comments) is none of them."""
    if not JAPANESE.search(source) and "\\u" not in source:
        return []
    tree = ast.parse(source)
    explaining = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in explaining
        and JAPANESE.search(node.value)
    ]


@pytest.mark.parametrize("word", NOT_WRITTEN)
def test_japanese_has_one_word_for_an_idea(repository, word):
    instead, others = NOT_WRITTEN[word]

    written = [entry.msgid for entry in entries(repository) if word in in_japanese(entry)]

    assert sorted(written) == sorted(others), f"not {word}, but: {instead}"


def test_a_draw_is_by_lot_only_where_lots_are_drawn(repository):
    # 卓組 is who meets whom; 抽選 that a lot decides.
    by_lot = [entry.msgid for entry in entries(repository) if "抽選" in in_japanese(entry)]

    lots = re.compile(
        r"\blots?\b|\brandom\b|equally likely|^Drawn from the seed|^A whole schedule is drawn before", re.I
    )
    assert [message for message in by_lot if not lots.search(message)] == []
    assert len(by_lot) > 10


@pytest.mark.parametrize("word", OLD_ENGLISH)
def test_english_is_that_of_today(repository, word):
    old = re.compile(rf"\b{word}\b", re.IGNORECASE)

    found = [
        text
        for entry in entries(repository)
        for text in (entry.msgid, entry.msgid_plural)
        if old.search(text or "")
    ]

    assert found == [], f"not {word}, but: {OLD_ENGLISH[word]}"


def test_a_column_of_penalties_is_called_by_what_they_take(repository):
    column = next(
        entry for entry in entries(repository) if (entry.msgid, entry.msgctxt) == ("Penalties", "column")
    )

    assert in_japanese(column) == "減点"


def test_a_game_brings_points_and_only_a_standing_has_a_sum(repository):
    total = {entry.msgctxt: in_japanese(entry) for entry in entries(repository) if entry.msgid == "Total"}

    assert total.pop("of a game") == "ポイント"
    assert set(total.values()) == {"合計"}


def test_the_places_of_a_tournament_are_not_those_at_a_table(repository):
    places = {entry.msgctxt: in_japanese(entry) for entry in entries(repository) if entry.msgid == "Places"}

    assert places.pop("how many may take part") == "定員"
    assert set(places.values()) == {"着順"}


def test_a_receipt_has_the_number_that_is_called_so(repository):
    words = {entry.msgid: in_japanese(entry) for entry in entries(repository)}

    receipts, entry = words["Proof of your entry – keep a photo"], words["Ledger entry"]
    assert (receipts, entry) == ("記録番号（写真を撮っておきましょう）", "記録番号")


def test_a_figure_has_one_minus_sign_in_each_language(repository):
    signs = [entry for entry in entries(repository) if entry.msgctxt == "before a negative figure"]

    assert [(entry.msgid, in_japanese(entry)) for entry in signs] == [("−", "▲"), ("−", "▲")]


def test_japanese_stands_in_python_only_as_data_of_the_field(repository):
    found = {
        str(path.relative_to(repository)): japanese_in(path.read_text(encoding="utf-8"))
        for room in ROOMS
        for path in (repository / room).rglob("*.py")
    }

    assert {module for module, texts in found.items() if texts} == DATA
    assert [text for texts in found.values() for text in texts if "。" in text] == []


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('NAMES = ("East", "東")\n', ["東"]),
        ('"""割れ目."""\n\n\ndef f():\n    """包."""\n    return 1  # 責任払い\n', []),
        ('def f(n):\n    return f"{n}点"\n', ["点"]),
    ],
)
def test_japanese_is_looked_for_in_texts_and_not_in_explanations(source, texts):
    assert japanese_in(source) == texts
