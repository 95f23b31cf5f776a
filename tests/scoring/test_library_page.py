"""The page that shows the library runs as printed."""

import doctest
from pathlib import Path

from scoring.verbs import VERBS

PAGE = Path(__file__).parents[2] / "docs" / "rulebooks" / "library.md"


def test_every_example_of_the_page_runs():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)

    assert (failed, tried > 15) == (0, True)


def test_every_verb_is_on_the_page():
    text = PAGE.read_text(encoding="utf-8")

    assert [verb for verb in VERBS if f"`{verb}`" not in text] == []
