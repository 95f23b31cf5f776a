"""The library's page is true: every example on it is run."""

import doctest
import json
import re
import subprocess
import sys

import pytest

from tools.environment import ROOT

pytestmark = pytest.mark.once("the rules know no database")

PAGE = ROOT / "docs" / "scoring.md"


def test_every_example_of_the_library_gives_what_the_page_says():
    outcome = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert (outcome.failed, outcome.attempted > 30) == (0, True)


def test_the_examples_need_no_django():
    examples = doctest.script_from_examples(PAGE.read_text(encoding="utf-8"))
    done = subprocess.run(
        [sys.executable, "-c", f"{examples}\nimport sys; print('django' in sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.endswith("False\n")


def test_the_batch_door_answers_as_shown():
    question, answered = re.search(
        r"\$ echo '(.*)' \| python -m scoring\n {4}(.*)\n", PAGE.read_text()
    ).groups()
    done = subprocess.run(
        [sys.executable, "-m", "scoring"],
        cwd=ROOT,
        input=question + "\n",
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(done.stdout) == json.loads(answered)
