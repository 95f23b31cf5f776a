"""One system of translation: English in the code, every other language in a compiled catalogue."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

import scoring
from scoring.translation import Sentence, Term, catalogue, languages
from scoring.verbs.batch import answer

UNREADABLE = {"do": "hand", "rulebook": "mleague", "tiles": "abc", "win": "ron", "seat_wind": "S"}


def test_english_and_every_compiled_catalogue_are_languages():
    assert languages() == ("en", "ja")


@pytest.mark.parametrize("code", ["ja", "JA", "ja-JP", "ja_JP"])
def test_a_language_is_found_by_its_code_in_any_spelling(code):
    assert catalogue(code).pgettext("value of a setting", "left open") == "定めなし"
    assert Term("East", "東").in_language(code) == "東"


@pytest.mark.parametrize("code", ["en", "en-GB", "xx", "", None, "../ja"])
def test_a_language_without_a_catalogue_is_english(code):
    assert catalogue(code).pgettext("value of a setting", "left open") == "left open"
    assert Term("East", "東").in_language(code) == "East"


def test_a_name_in_a_sentence_cannot_be_a_place_in_it():
    sentence = Sentence("%(player)s deals first.", {"player": "100 %(wind)s %s"})

    assert sentence.in_language("ja") == "起家は100 %(wind)s %s。"


def ask(request, **more):
    return answer(json.dumps({**request, **more}).encode())


def test_an_error_of_a_batch_is_in_the_language_of_the_request():
    english, japanese = ask(UNREADABLE)["error"], ask(UNREADABLE, language="ja")["error"]

    assert english["message"].startswith("“abc” cannot be read as tiles.")
    assert japanese == {
        "code": "unreadable_tiles",
        "message": "牌を読み取れません。123m406p11z のように数字のあとに m・p・s・z を書いてください。",
        "fields": ["tiles"],
    }


@pytest.mark.parametrize("language", ["fr", "", 3, None, ["ja"]])
def test_a_language_that_is_not_there_is_refused_with_those_that_are(language):
    error = ask(UNREADABLE, language=language)["error"]

    assert error == {
        "code": "malformed",
        "message": '"language" must be one of en, ja.',
        "fields": ["language"],
    }


def test_a_third_language_needs_its_catalogue_and_no_line_of_python(tmp_path):
    shutil.copytree(Path(scoring.__file__).parent, tmp_path / "scoring")
    texts = polib.POFile()
    texts.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n > 1);",
    }
    texts.append(
        polib.POEntry(
            msgid="These cannot be read as tiles. Write digits and then m, p, s or z: 123m406p11z.",
            msgstr="Tuiles illisibles.",
        )
    )
    texts.append(polib.POEntry(msgid="%(player)s deals first.", msgstr="%(player)s est le premier donneur."))
    folder = tmp_path / "scoring" / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    texts.save_as_mofile(str(folder / "scoring.mo"))
    requests = [
        {**UNREADABLE, "language": "fr"},
        {"do": "result", "language": "fr"},
        {"do": "ceremony", "procedure": "random", "seed": "s1", "explain": True, "language": "fr"},
    ]

    done = subprocess.run(
        [sys.executable, "-m", "scoring"],
        cwd=tmp_path,
        input="\n".join(map(json.dumps, requests)),
        capture_output=True,
        text=True,
        check=False,
    )

    tiles, nothing, seats = map(json.loads, done.stdout.splitlines())
    assert tiles["error"]["message"] == "Tuiles illisibles."
    # What is not translated yet is English.
    assert (
        nothing["error"]["message"] == '"rulebook" must be the name of a rulebook, or a rulebook\'s content.'
    )
    assert {language: seats["explanation"][-1][language] for language in ("en", "ja", "fr")} == {
        "en": "B deals first.",
        "ja": "起家はB。",
        "fr": "B est le premier donneur.",
    }
