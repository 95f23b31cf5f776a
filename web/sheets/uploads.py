"""Converts uploaded lists, in any format a spreadsheet program saves, to CSV text for `csv_rows`.

CSV in UTF-8, in UTF-16 (Excel's “Unicode text”) and in Shift-JIS (cp932, what Excel in Japan writes), and XLSX.
"""

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import IO, Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook
from openpyxl.utils.cell import range_boundaries

from web.sheets.csv_rows import LINES_LOOKED_AT, MOST_BYTES, MOST_COLUMNS, Finding, harmless, too_large
from web.sheets.encodings import encoding_in_pieces, text_in

# Limits on the unpacked size and number of parts of a workbook.
MOST_UNPACKED = 20 * 1024 * 1024
MOST_PARTS = 200
# Rows read of a sheet, including blank ones.
LAST_ROW = 20_000
ZIP, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_ENTITIES = re.compile(rb"<!(DOCTYPE|ENTITY)|\x00", re.IGNORECASE)
_MERGED = re.compile(
    rb"""<(?:\w{1,20}:)?mergeCell\s[^>]{0,200}?ref=["']([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})["']"""
)
_END_OF_ROWS = b"sheetData>"
IsHeader = Callable[[list[str]], bool]


def text_of_file(data: bytes, *, encoding: str = "", is_header: IsHeader | None = None) -> str | Finding:
    """Return the list as CSV text, or a finding with what is wrong and what to do.

    `encoding` is the person's choice; without it only certain encodings are read. In a workbook the first sheet with
    a row that `is_header` is read, else the first that is not empty; formulas give their saved values, and cells
    merged over several rows are repeated in each.
    """
    if len(data) > MOST_BYTES:
        return too_large()
    if data.startswith(ZIP):
        return _text_of_workbook(data, is_header or (lambda _cells: False))
    if data.startswith(OLD_WORKBOOK):
        message = _(
            "This workbook is protected or in an old format. Please save it as XLSX, without a password."
        )
        return Finding(1, "old_workbook", message)
    return text_in(data, encoding)


def encoding_of(file: IO[bytes], *, encoding: str = "") -> str | Finding:
    """Return the encoding of a CSV file of any length, or a finding; reads it once, in pieces."""
    start = file.read(len(OLD_WORKBOOK))
    file.seek(0)
    if start.startswith((ZIP, OLD_WORKBOOK)):
        message = _("Workbooks over 2 MB cannot be read. Please save it as CSV.")
        return Finding(1, "workbook_too_large", message)
    return encoding_in_pieces(file, encoding)


def _text_of_workbook(data: bytes, is_header: IsHeader) -> str | Finding:
    if (refused := _refused(data)) is not None:
        return refused
    try:
        with warnings.catch_warnings():
            # Problems with styles and validations do not matter here.
            warnings.simplefilter("ignore")
            return _best_sheet(data, is_header)
    except Exception:
        return _broken()


def _refused(data: bytes) -> Finding | None:
    """Refuse what must not be unpacked: too large, encrypted, expanding entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            infos = parts.infolist()
            if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > MOST_UNPACKED:
                message = _("The workbook unpacks to more than 20 MB. Please save only the list.")
                return Finding(1, "workbook_too_large", message)
            if not any(info.filename == "xl/workbook.xml" for info in infos):
                return _broken()
            for info in infos:
                if info.filename.endswith((".xml", ".rels")) and _ENTITIES.search(parts.read(info)):
                    return _broken()
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError, ValueError):
        return _broken()
    except Exception:
        return _broken()
    return None


def _broken() -> Finding:
    message = _("This workbook cannot be read. Please open it, save it as XLSX again, and try again.")
    return Finding(1, "bad_workbook", message)


def _best_sheet(data: bytes, is_header: IsHeader) -> str | Finding:
    """Return the first visible sheet with a header, else the first that is not empty."""
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    first: list[list[str]] | Finding | None = None
    try:
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                continue
            sheet.reset_dimensions()
            rows = _rows(sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True))
            if isinstance(rows, Finding) or any(any(row) for row in rows):
                if not isinstance(rows, Finding):
                    rows = _with_merged(rows, _merged_in(sheet))
                if not isinstance(rows, Finding) and _has_header(rows, is_header):
                    return _as_csv(rows)
                first = rows if first is None else first
        if first is None:
            return ""
        return first if isinstance(first, Finding) else _as_csv(first)
    finally:
        book.close()


def _has_header(rows: list[list[str]], is_header: IsHeader) -> bool:
    filled = [row for row in rows if any(row)]
    return any(is_header(row) for row in filled[:LINES_LOOKED_AT])


def _merged_in(sheet: Any) -> list[tuple[int, int, int]]:
    """Return cells merged over several rows: column, first row, last row, from 0. Merges are stored after the rows,
    where openpyxl's read-only mode does not look.
    """
    with sheet.parent._archive.open(sheet._worksheet_path) as part:
        behind = part.read().rpartition(_END_OF_ROWS)[2]
    merged = []
    for found in _MERGED.finditer(behind):
        left, top, _right, bottom = (number or 0 for number in range_boundaries(found[1].decode()))
        if 0 < left <= MOST_COLUMNS and 0 < top < bottom <= LAST_ROW:
            merged.append((left - 1, top - 1, bottom - 1))
    return merged


def _with_merged(rows: list[list[str]], merged: list[tuple[int, int, int]]) -> list[list[str]] | Finding:
    """Repeat merged cells in each of their rows that has content of its own."""
    # Cells of a real sheet are merged once; a file with more merges than cells is an attack.
    left = LAST_ROW * MOST_COLUMNS
    own = [any(row) for row in rows]
    for column, first, last in merged:
        left -= last - first
        if left < 0:
            return _broken()
        text = rows[first][column] if first < len(rows) and column < len(rows[first]) else ""
        for number in range(first + 1, min(last + 1, len(rows)) if text else 0):
            row = rows[number]
            if own[number] and (column >= len(row) or not row[column]):
                row.extend([""] * (column + 1 - len(row)))
                row[column] = text
    return rows


def _rows(found: Iterator[tuple[object, ...]]) -> list[list[str]] | Finding:
    rows: list[list[str]] = []
    for number, cells in enumerate(found, start=1):
        if number > LAST_ROW:
            message = _("The sheet goes beyond row %(most)s. Please save only the list.")
            return Finding(number, "too_many_rows", message % {"most": f"{LAST_ROW:,}"})
        texts = [_text(cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        rows.append(texts)
    return rows


def _as_csv(rows: list[list[str]]) -> str:
    """Return CSV in which row numbers are line numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def _text(cell: object) -> str:
    """Return a cell as displayed, with line breaks replaced by blanks, so that lines stay rows."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        # As displayed by spreadsheet programs: a check mark where one is expected, and never a name.
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        # The digits that spreadsheet programs show: 25.1 - 30 + 10 is 5.1.
        return format(Decimal(format(cell, ".15g")), "f")
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ")
    if isinstance(cell, date):
        return cell.isoformat()
    return " ".join(str(cell).split("\n")).replace("\r", "")
