"""What a request may say is bounded by what can be kept, and the bound stands in one place."""

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.db import models

from tournaments.models import Penalty, Tournament
from web.api.fields import longest

pytestmark = pytest.mark.once("reads declarations, without a database")

RESOURCES = Path(settings.BASE_DIR, "tournaments", "api", "resources")
# Texts that no column keeps as they are: of a search, a code, a version that was seen, the address of
# an invitation's mail, the hash of rules.
KEPT_NOWHERE = {"search", "code", "pin", "tag", "email", "rulebook_hash", "league"}
# The hash of the rules of a table, which is compared.
HASHES = {("EnteringGame", "rulebook")}


def test_the_length_of_a_text_is_that_of_its_column() -> None:
    assert longest(Tournament, "venue") == Tournament._meta.get_field("venue").max_length == 100


def test_a_column_of_any_length_bounds_nothing() -> None:
    assert isinstance(Penalty._meta.get_field("amount"), models.IntegerField)

    with pytest.raises(TypeError, match=r"Penalty\.amount takes a text of any length"):
        longest(Penalty, "amount")


def literal_lengths() -> list[tuple[str, str, int]]:
    """Texts of requests whose length is a number in the source: class, field, length."""
    found = []
    for path in sorted(RESOURCES.rglob("*.py")):
        for form in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(form, ast.ClassDef):
                continue
            for line in form.body:
                if not (isinstance(line, ast.Assign) and isinstance(line.value, ast.Call)):
                    continue
                kind = ast.unparse(line.value.func).rpartition(".")[2]
                for word in line.value.keywords:
                    if (
                        word.arg == "max_length"
                        and isinstance(word.value, ast.Constant)
                        and kind != "Several"
                    ):
                        found.append((form.name, ast.unparse(line.targets[0]), word.value.value))
    return found


def test_no_length_of_a_column_is_written_again() -> None:
    again = [
        (form, field, length)
        for form, field, length in literal_lengths()
        if field not in KEPT_NOWHERE and (form, field) not in HASHES
    ]

    assert again == [], "read it from the column: max_length=longest(Model, 'column')"
    assert len(literal_lengths()) > 5
