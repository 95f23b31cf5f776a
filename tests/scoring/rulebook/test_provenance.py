"""Every note about the sources of a rulebook is there in English and in Japanese."""

import re
from collections.abc import Iterator
from dataclasses import fields

import pytest

from scoring.rulebook.provenance import Phrase, confidences, conflicts, provenance, sources
from scoring.rulebook.rulebook import editions

EDITIONS = editions()
KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
# About the printed words themselves: the misprints of a text, and what 小明槓 means.
ABOUT_JAPANESE_WORDS = {"C24 sources_say", "C39 topic", "C39 sources_say"}
TAG = re.compile(r"(?<![A-Za-z0-9])[PS][0-9]{1,2}(?![0-9])")


def phrases_of(edition: str) -> Iterator[tuple[str, Phrase]]:
    """Every phrase about an edition, with where it stands."""
    about = provenance(edition)
    for source in about.fields:
        if source.note:
            yield source.path, source.note
    for one in about.conflicts:
        yield from ((f"{one.id} {name}", getattr(one, name)) for name in ("topic", "sources_say", "decision"))
    for field in fields(about.penalties):
        phrase = getattr(about.penalties, field.name)
        words = phrase if isinstance(phrase, tuple) else (phrase,)
        yield from ((f"penalties.{field.name}", word) for word in words if word)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_note_conflict_and_penalty_is_in_both_languages(edition):
    for where, word in phrases_of(edition):
        assert word.en.strip() == word.en != "", where
        assert word.ja.strip() == word.ja != "", where
        # A sum or a section number is the same in both; a sentence is not.
        if re.search(r"[a-z]{3}", word.en):
            assert KANA_OR_KANJI.search(word.ja), (where, word)
            assert word.en != word.ja, where


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_english_note_is_left_in_japanese(edition):
    for where, word in phrases_of(edition):
        if where not in ABOUT_JAPANESE_WORDS:
            assert not KANA_OR_KANJI.search(word.en), (where, word.en)


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_languages_name_the_same_sources(edition):
    for where, word in phrases_of(edition):
        assert set(TAG.findall(word.en)) == set(TAG.findall(word.ja)), (where, word)


def test_conflicts_sources_and_confidences_are_in_both_languages():
    for conflict in conflicts():
        for word in (conflict.topic, conflict.sources_say):
            assert KANA_OR_KANJI.search(word.ja), conflict
        assert conflict.decision.en, conflict
        assert conflict.decision.ja, conflict
    for tag, word in sources().items():
        assert word.en, tag
        assert KANA_OR_KANJI.search(word.ja) or "、" in word.ja or word.ja == word.en, tag
        assert re.findall(r"https?://[^\s,)、）]+", word.en) == re.findall(
            r"https?://[^\s,)、）]+", word.ja
        ), tag
    assert {letter: word.ja for letter, word in confidences().items()} == {
        "S": "ルール原文",
        "P": "公開資料",
        "2": "二次資料",
        "I": "推定または他団体のルールからの準用",
        "U": "記載なし・未確認",
    }


def test_a_phrase_is_in_the_language_of_the_reader():
    note = provenance("jpml_a").of("chombo.amount").note

    assert note.in_language("en") == "“Whoever commits a chombo loses 20 points of the result after the game”"
    assert note.in_language("ja") == "「チョンボした者は、終了後に成績から20ポイント減点する」"
