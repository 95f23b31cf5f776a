"""Japanese is complete: every message the code can show has its translation, and the compiled file is the newest."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

pytestmark = pytest.mark.database("none")

PAGES = Path("locale/ja/LC_MESSAGES/django.po")
RULES = Path("scoring/locale/ja/LC_MESSAGES/scoring.po")
# Short messages without a context, and why: one that takes the place of Django's own cannot have one.
WITHOUT_CONTEXT: dict[str, str] = {}


def is_short(message: str) -> bool:
    """Whether a message has one or two words; the place of a figure or name is a word."""
    return len(message.split()) <= 2


def messages(text: str) -> dict[tuple[str, str], list[str]]:
    """Return (context, message) → translations of a .po file."""
    found = {}
    for block in text.split("\n\n"):
        parts: dict[str, str] = {}
        key = ""
        for line in block.splitlines():
            if match := re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) "(.*)"$', line):
                key = match[1]
                parts[key] = match[2]
            elif line.startswith('"') and key:
                parts[key] += line[1:-1]
        if parts.get("msgid"):
            translations = [text for name, text in parts.items() if name.startswith("msgstr")]
            found[parts.get("msgctxt", ""), parts["msgid"]] = translations
            if "msgid_plural" in parts:  # the singular may do without the figure
                found[parts.get("msgctxt", ""), parts["msgid"] + parts["msgid_plural"]] = translations
                del found[parts.get("msgctxt", ""), parts["msgid"]]
    return found


@pytest.fixture(params=[PAGES, RULES], ids=["pages", "rules"])
def catalogue(request, repository: Path) -> Path:
    """A Japanese catalogue: that of the pages and the API, or that of the rules."""
    return repository / request.param


@pytest.fixture
def japanese(catalogue: Path) -> str:
    return catalogue.read_text()


def test_every_message_has_a_japanese_translation(japanese):
    missing = [message for message, translations in messages(japanese).items() if not all(translations)]

    assert len(messages(japanese)) > 300
    assert missing == []


def test_no_translation_is_a_guess(japanese):
    assert "fuzzy" not in japanese


def test_a_translation_keeps_the_places_for_figures_and_names(japanese):
    places = re.compile(r"%\(\w+\)s")
    odd = [
        message
        for (_context, message), translations in messages(japanese).items()
        for translation in translations
        if not set(places.findall(translation)) <= set(places.findall(message))
    ]

    assert odd == []


def test_a_message_of_one_or_two_words_says_what_it_is_for(repository):
    # Another language may have one word for the button and another for the column.
    paths = [repository / PAGES, repository / RULES]

    bare = {
        entry.msgid
        for path in paths
        for entry in polib.pofile(str(path))
        if not entry.msgctxt and is_short(entry.msgid)
    }

    assert bare == set(WITHOUT_CONTEXT), "needs pgettext, or {% translate … context … %}"


@pytest.mark.parametrize(
    ("message", "short"),
    [
        ("Draw", True),
        ("Saved.", True),
        ("Table %(number)s", True),
        (", ", True),
        ("The result is final", False),
    ],
)
def test_a_place_for_a_figure_counts_as_a_word(message, short):
    assert is_short(message) is short


def test_the_compiled_catalogue_is_of_this_source(catalogue):
    source = polib.pofile(str(catalogue))

    assert source.to_binary() == catalogue.with_suffix(".mo").read_bytes()


@pytest.mark.parametrize(
    ("catalogue", "rooms"),
    [
        (PAGES, ["config", "guides", "players", "publishing", "rules", "tournaments", "web", "templates"]),
        (RULES, ["scoring"]),
    ],
    ids=["pages", "rules"],
)
def test_the_code_shows_no_message_the_catalogue_lacks(repository, tmp_path, catalogue, rooms):
    if not shutil.which("xgettext"):
        pytest.skip("no gettext on this machine")
    for room in rooms:
        shutil.copytree(
            repository / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "locale")
        )
    (tmp_path / "locale").mkdir()
    (tmp_path / "settings.py").write_text("SECRET_KEY = 'x'\nUSE_I18N = True\nLOCALE_PATHS = ['locale']\n")

    extract = [
        sys.executable,
        "-m",
        "django",
        "makemessages",
        "-l",
        "ja",
        "--no-location",
        "--settings=settings",
    ]
    subprocess.run([*extract, "--pythonpath=."], cwd=tmp_path, check=True, capture_output=True)

    shown = messages((tmp_path / "locale/ja/LC_MESSAGES/django.po").read_text())
    assert len(shown) > 300
    new = sorted(set(shown) - set(messages((repository / catalogue).read_text())))
    assert new == [], f"`make messages`, then write the Japanese of these in {catalogue}"
