"""What the guides say is so: their links lead somewhere, their pictures are there, what they name is on the pages."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path

import polib
import pytest
from django.contrib.staticfiles import finders
from django.urls import resolve
from django.utils import translation

from guides.pages import FOLDER, SLUGS, guide
from tools.environment import ROOT

pytestmark = pytest.mark.once("reads files")

LANGUAGES = ("en", "ja")
EVERY = [(slug, language) for slug in SLUGS for language in LANGUAGES]
HEADING = re.compile(r"^(#+) (?:<a id=\"([a-z0-9-]+)\"></a>)?(.+)$", re.MULTILINE)
PLACEHOLDER = re.compile(r"%\(\w+\)s")
LARGEST = 60 * 1024  # bytes of a picture


def text(slug: str, language: str) -> str:
    return (FOLDER / language / f"{slug}.md").read_text(encoding="utf-8")


def sections(slug: str, language: str) -> list[tuple[str, str]]:
    """The headings below the title: their level and name."""
    return [(level, name) for level, name, _words in HEADING.findall(text(slug, language))][1:]


@cache
def names_on_pages(language: str) -> list[re.Pattern[str]]:
    """What pages, forms and messages say in this language; a placeholder stands for a number or a short name."""
    catalogue = polib.pofile(str(ROOT / "locale" / "ja" / "LC_MESSAGES" / "django.po"))
    said = [
        words
        for entry in catalogue
        if not entry.obsolete
        for words in (
            (entry.msgid, entry.msgid_plural)
            if language == "en"
            else (entry.msgstr, *entry.msgstr_plural.values())
        )
        if words
    ]
    # A text of placeholders alone would be every name.
    some = [words for words in said if PLACEHOLDER.sub("", words).strip(" ,、:：·#()（）-–")]
    return [re.compile(_with_anything(words)) for words in some]


def _with_anything(words: str) -> str:
    plain = re.sub(r"</?bdi>", "", words).rstrip(":：")
    return r"[\w ]{1,9}".join(re.escape(part) for part in PLACEHOLDER.split(plain)) + "[:：]?"


def named_in(slug: str, language: str) -> Iterator[str]:
    """What a guide sets in bold: buttons, headings, fields and tabs of the pages."""
    for words in re.findall(r"<strong>(.+?)</strong>", guide(slug, language).html):
        yield unescape(words)


def is_named(words: str, names: list[re.Pattern[str]]) -> bool:
    return any(name.fullmatch(words) for name in names)


def test_both_languages_have_the_same_guides():
    found = {language: {path.stem for path in (FOLDER / language).glob("*.md")} for language in LANGUAGES}

    assert found == {language: set(SLUGS) for language in LANGUAGES}


@pytest.mark.parametrize("slug", SLUGS)
def test_both_languages_have_the_same_sections_each_with_a_name(slug):
    english = sections(slug, "en")

    assert english == sections(slug, "ja")
    assert len({name for _level, name in english}) == len(english) > 3
    assert [name for level, name in english if level == "##" and not name] == []


@pytest.mark.parametrize(("slug", "language"), EVERY)
def test_links_lead_to_sections_that_are_there(slug, language):
    wrong = []
    for target in re.findall(r"(?<!!)\[[^\]]+\]\(([^)]+)\)", text(slug, language)):
        page, _, name = target.partition("#")
        there = page.removesuffix(".md") if page else slug
        if there not in SLUGS or (name and name not in {one for _level, one in sections(there, language)}):
            wrong.append(target)

    assert wrong == []


@pytest.mark.parametrize(("slug", "language"), EVERY)
def test_links_of_the_page_are_addresses_of_this_house_in_its_language(slug, language):
    targets = re.findall(r'<a href="([^"]+)"', guide(slug, language).html)

    pages = [target.partition("#")[0] for target in targets if not target.startswith("#")]
    with translation.override(language):
        assert [page for page in pages if resolve(page).url_name != "guide"] == []
    assert {page.startswith("/ja/") for page in pages} <= {language == "ja"}


@pytest.mark.parametrize(("slug", "language"), EVERY)
def test_pictures_are_there_small_described_and_in_the_guides_language(slug, language):
    wrong = []
    for described, name in re.findall(r"!\[([^\]]*)\]\(\.\./pictures/([^)]+)\)", text(slug, language)):
        path = finders.find(f"guides/{name}")
        right = path and Path(path).stat().st_size <= LARGEST and name.endswith(f"-{language}.webp")
        if not right or len(described) < 6:
            wrong.append(name)

    assert wrong == []


def test_no_picture_lies_about_unused():
    used = {
        name for slug, language in EVERY for name in re.findall(r"pictures/([\w.-]+)", text(slug, language))
    }

    assert {path.name for path in (FOLDER / "pictures").iterdir()} == used


@pytest.mark.parametrize(("slug", "language"), EVERY)
def test_what_a_guide_sets_in_bold_stands_on_a_page_in_these_words(slug, language):
    names = names_on_pages(language)

    named = list(named_in(slug, language))

    assert [words for words in named if not is_named(words, names)] == []
    assert len(named) > 5


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Send the result", True),
        ("Publish only Round 1", True),
        ("Submit the result", False),
        ("A result of anything", False),
        ("Round", True),
    ],
)
def test_a_name_is_looked_for_in_the_words_of_the_pages(words, found):
    assert is_named(words, names_on_pages("en")) is found


@pytest.mark.parametrize(("slug", "language"), EVERY)
def test_no_markup_is_left_over_and_no_other_html_let_through(slug, language):
    html = guide(slug, language).html + guide(slug, language).summary

    assert "**" not in html
    assert "](" not in html
    raw = re.sub(r'<a id="[a-z0-9-]+"></a>', "", text(slug, language))
    assert re.findall(r"</?[a-z!][^>]*>", raw) == []


@pytest.mark.parametrize(("slug", "language"), EVERY)
def test_a_guide_can_be_read_in_a_diff(slug, language):
    assert [line for line in text(slug, language).splitlines() if len(line) > 140] == []


@pytest.mark.parametrize(("slug", "language"), EVERY)
def test_the_folders_own_page_lists_every_guide(slug, language):
    listed = (FOLDER / "README.md").read_text(encoding="utf-8")

    assert f"[{guide(slug, language).title}]({language}/{slug}.md)" in listed
