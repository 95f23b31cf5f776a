"""What `make check` finds by itself; the other checks are programs with tests of their own."""

import re
import shutil
import subprocess

import pytest

from tools import check, translations
from tools.environment import ROOT

pytestmark = pytest.mark.database("none")


@pytest.mark.slow
def test_no_lock_file_names_an_address():
    assert check.locks() == ""


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://packages.example.org/simple",
        "--extra-index-url file:///srv/simple",
        "--find-links /srv/wheels",
        '  "resolved": "https://registry.example.org/htmx.tgz",',
        "celery @ file:///srv/celery.whl",
    ],
)
def test_an_address_in_a_lock_file_is_found(tmp_path, line):
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "base.txt").write_text(f"django==5.2.19\n{line}\n")

    assert check.locks(tmp_path) == f"requirements/base.txt:2: {line.strip()}"


def test_what_a_server_installs_is_what_the_tests_ran_with(tmp_path):
    assert check.left_out() == ""

    (tmp_path / "requirements").mkdir()
    for name, pins in [
        ("base", ["django==5.2.19 \\", "tzdata==2026.6 ; sys_platform == 'win32' \\", "icalendar==7.3.2 \\"]),
        ("sentry", ["sentry-sdk==2.75.0 \\"]),
        ("dev", ["django==5.2.18 \\", "tzdata==2026.6 \\", "sentry-sdk==2.75.0 \\"]),
    ]:
        (tmp_path / "requirements" / f"{name}.txt").write_text("\n".join([*pins, ""]))

    assert check.left_out(tmp_path).splitlines() == [
        "requirements/base.txt has django==5.2.19, requirements/dev.txt has 5.2.18: make lock",
        "requirements/base.txt has icalendar==7.3.2, requirements/dev.txt has none: make lock",
    ]


def test_long_files_and_full_folders_are_named_for_a_look(tmp_path):
    (tmp_path / "web" / "pages").mkdir(parents=True)
    (tmp_path / "web" / "long.py").write_text("\n" * 501)
    (tmp_path / "web" / "short.py").write_text("\n" * 500)
    for number in range(21):
        (tmp_path / "web" / "pages" / f"page_{number}.py").touch()

    assert check.worth_a_look(tmp_path) == ["web/long.py has 501 lines", "web/pages holds 21 files"]


@pytest.mark.slow
def test_whatever_a_script_names_that_is_not_there_is_found(tmp_path):
    mistakes = [
        ("boxesOf(form)", "boxesOff(form)", "Cannot find name 'boxesOff'"),
        (".dataset.", ".dataSet.", "Property 'dataSet' does not exist"),
        ("{ read, slipOf,", "{ read, slipOff,", "slipOff"),
    ]
    shutil.copytree(ROOT / "static", tmp_path / "static")
    shutil.copytree(ROOT / "tools" / "javascript", tmp_path / "tools" / "javascript")
    script = tmp_path / "static" / "js" / "entry.js"
    for right, wrong, _says in mistakes:
        script.write_text(script.read_text().replace(right, wrong))
    command, environment = check.commands(tmp_path)["types of scripts"]
    here = [str(part).replace(str(ROOT / "static"), str(tmp_path / "static")) for part in command]

    done = subprocess.run(here, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert [says for _right, _wrong, says in mistakes if says not in said] == []


def test_every_target_is_explained_by_make_help():
    makefile = (ROOT / "Makefile").read_text()
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split()

    assert re.findall(r"^([\w-]+):.*## \S", makefile, re.MULTILINE) == targets


CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Round"
msgstr "回戦"
"""


@pytest.fixture
def catalogue(tmp_path):
    """The catalogue of a project whose one Japanese text is translated and compiled."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "round.html").write_text('{% load i18n %}{% translate "Round" %}')
    path = translations.PAGES.path("ja", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(CATALOGUE)
    path.with_suffix(".mo").write_bytes(translations.polib.pofile(str(path)).to_binary())
    return path


def test_a_complete_translation_has_no_problems(catalogue, tmp_path):
    assert translations.problems(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("addition", "problem"),
    [
        ('msgid "Table"\nmsgstr ""\n', "ja: not translated: 'Table'"),
        ('#, fuzzy\nmsgid "Seat"\nmsgstr "卓"\n', "ja: only guessed (fuzzy): 'Seat'"),
        (
            'msgid "Wind"\nmsgstr "風"\n',
            "locale/ja/LC_MESSAGES/django.mo is not what django.po says. Run: make messages",
        ),
    ],
)
def test_what_is_missing_or_stale_is_named(catalogue, tmp_path, addition, problem):
    catalogue.write_text(f"{CATALOGUE}\n{addition}")

    assert problem in translations.problems(tmp_path)


@pytest.fixture
def rules(tmp_path):
    """The rules of the project, and their catalogue without a text."""
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "calls.py").write_text("CALLS = [_('Pon')]\n")
    path = translations.RULES.path("ja", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    path.with_suffix(".mo").write_bytes(translations.polib.pofile(str(path)).to_binary())
    return path


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext, to look for texts in the sources")
def test_a_sentence_of_the_rules_nobody_collected_is_named(catalogue, rules, tmp_path):
    assert translations.problems(tmp_path) == ["ja: not collected yet: 'Pon'. Run: make messages"]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext, to look for texts in the sources")
def test_a_language_begins_with_an_empty_file(catalogue, rules, tmp_path):
    french = translations.PAGES.path("fr", tmp_path)
    french.parent.mkdir(parents=True)
    french.touch()

    texts = [translations.collected(one, "fr", tmp_path) for one in translations.CATALOGUES]

    assert [[entry.msgid for entry in one] for one in texts] == [["Round"], ["Pon"]]
    assert [one.metadata["Content-Type"] for one in texts] == ["text/plain; charset=UTF-8"] * 2


@pytest.mark.slow
def test_a_language_needs_both_catalogues(catalogue, rules, tmp_path):
    french = translations.PAGES.path("fr", tmp_path)
    french.parent.mkdir(parents=True)
    french.write_text(CATALOGUE)

    assert "scoring/locale/fr/LC_MESSAGES/scoring.po is missing. Run: make messages" in translations.problems(
        tmp_path
    )


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs gettext, to look for texts in the sources")
def test_a_text_nobody_collected_is_named(catalogue, tmp_path):
    (tmp_path / "templates" / "hall.html").write_text('{% load i18n %}{% translate "Hall" %}')

    assert translations.problems(tmp_path) == ["ja: not collected yet: 'Hall'. Run: make messages"]
