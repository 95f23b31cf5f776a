"""Names as lists have them: in one column or in two, clean, and no ticks."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.names import clean_name
from web.sheets.csv_rows import Finding, Row, Sheet

# What spreadsheet programs show for a tick, in the languages that have words of their own for it.
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
    """Return a cell that is a name, clean; a bad one is found and comes back blank."""
    return _clean(row[column], row, column, sheet)


def full_name(row: Row, column: str, sheet: Sheet) -> str:
    """Return the name of a person from its column, or from those of its parts: in Japanese the family name first."""
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
