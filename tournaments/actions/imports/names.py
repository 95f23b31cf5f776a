"""Names in lists: in one column or two, cleaned, without check marks."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.names import clean_name
from web.sheets.csv_rows import Finding, Row, Sheet

# What spreadsheet programs show for a check mark in various languages.
TICKS = {
    "TRUE",
    "FALSE",
    "WAHR",
    "FALSCH",
    "VRAI",
    "FAUX",
    "VERDADERO",
    "FALSO",
    "VERO",
    "PRAWDA",
    "FAŁSZ",
    "ИСТИНА",
    "ЛОЖЬ",
}
_JAPANESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def named(row: Row, column: str, sheet: Sheet) -> str:
    """Return a name cell, cleaned; a bad one is reported and comes back blank."""
    return _clean(row[column], row, column, sheet)


def full_name(row: Row, column: str, sheet: Sheet) -> str:
    """Return a person's name from its column or its parts: in Japanese the family name first."""
    if row[column]:
        return named(row, column, sheet)
    parts = [row["first_name"], row["last_name"]]
    if _JAPANESE.search(row["last_name"]):
        parts.reverse()
    return _clean(" ".join(part for part in parts if part), row, "last_name", sheet)


def _clean(name: str, row: Row, column: str, sheet: Sheet) -> str:
    if not name:
        return ""
    if name in TICKS:
        message = _("“%(cell)s” is a spreadsheet tick, not a name.") % {"cell": name}
        sheet.findings.append(Finding(row.line, "bad_name", message, column))
        return ""
    try:
        return clean_name(name)
    except ValidationError as error:
        sheet.findings.append(Finding(row.line, "bad_name", " ".join(error.messages), column))
        return ""
