"""An uploaded list, whatever a spreadsheet program saved it as, as the CSV text that `csv_rows` reads.

CSV in UTF-8, in UTF-16 (Excel's “Unicode text”) and in Shift-JIS (cp932, what Excel in Japan writes), and XLSX.
"""

import codecs
import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import IO

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from web.sheets.csv_rows import MOST_BYTES, MOST_COLUMNS, Finding, harmless, too_large

# A workbook unpacks to no more than this, in no more parts.
MOST_UNPACKED = 20 * 1024 * 1024
MOST_PARTS = 200
# Rows of a sheet that are looked at, blank ones too.
LAST_ROW = 20_000
PIECE = 64 * 1024
ZIP, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
# Shift-JIS has letters of two such bytes in any Japanese text; an accent of Western Europe stands alone.
_TWO_HIGH_BYTES = re.compile(rb"[\x80-\xff]{2}")
_ENTITIES = re.compile(rb"<!(DOCTYPE|ENTITY)|\x00", re.IGNORECASE)


def text_of_file(data: bytes) -> str | Finding:
    """Return the list as CSV text, or what is the matter with the file and what to do about it.

    Of a workbook, its first sheet that has anything in it is read; formulas give the values they had when saved.
    """
    if len(data) > MOST_BYTES:
        return too_large()
    if data.startswith(ZIP):
        return _text_of_workbook(data)
    if data.startswith(OLD_WORKBOOK):
        message = _("This is an old or a protected workbook. Please save it as XLSX, without a password.")
        return Finding(1, "old_workbook", message)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(data, "utf-16") or _neither(data, 0)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        shift_jis = _decoded(data, "cp932") if _TWO_HIGH_BYTES.search(data) else None
        return _neither(data, error.start) if shift_jis is None else shift_jis


def encoding_of(file: IO[bytes]) -> str | Finding:
    """The encoding of a CSV file of any length, or what is the matter with it; it is read once, piece by piece."""
    start = file.read(len(OLD_WORKBOOK))
    file.seek(0)
    if start.startswith((ZIP, OLD_WORKBOOK)):
        message = _("A workbook of more than 2 MB is not read. Please save it as CSV.")
        return Finding(1, "workbook_too_large", message)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for encoding in ("utf-8-sig", "cp932"):
        decoder = codecs.getincrementaldecoder(encoding)()
        lines = 0
        try:
            while piece := file.read(PIECE):
                decoder.decode(piece)
                lines += piece.count(b"\n")
            decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            lines += piece.count(b"\n", 0, error.start)
        else:
            return encoding
        finally:
            file.seek(0)
    return _neither(b"\n" * lines, lines)


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _neither(data: bytes, start: int) -> Finding:
    line = data.count(b"\n", 0, start) + 1
    message = _(
        "This is neither a workbook (XLSX) nor text in UTF-8 or Shift-JIS. Please save the file as XLSX or as "
        "“CSV UTF-8” and try again."
    )
    return Finding(line, "not_utf8", message)


def _text_of_workbook(data: bytes) -> str | Finding:
    if (refused := _refused(data)) is not None:
        return refused
    try:
        with warnings.catch_warnings():
            # What a workbook has beside its cells (styles, validations) is not ours to complain about.
            warnings.simplefilter("ignore")
            return _first_sheet(data)
    except Exception:
        return _broken()


def _refused(data: bytes) -> Finding | None:
    """What must not be unpacked: more than fits, a password, entities that grow."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            infos = parts.infolist()
            if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > MOST_UNPACKED:
                message = _("The workbook unpacks to more than 20 MB. Please save the list alone.")
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


def _first_sheet(data: bytes) -> str | Finding:
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        for sheet in book.worksheets:
            sheet.reset_dimensions()
            rows = _rows(sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True))
            if isinstance(rows, Finding) or any(any(row) for row in rows):
                return rows if isinstance(rows, Finding) else _as_csv(rows)
    finally:
        book.close()
    return ""


def _rows(found: Iterator[tuple[object, ...]]) -> list[list[str]] | Finding:
    rows: list[list[str]] = []
    for number, cells in enumerate(found, start=1):
        if number > LAST_ROW:
            message = _("The sheet goes beyond row %(most)s. Please save the list alone.")
            return Finding(number, "too_many_rows", message % {"most": f"{LAST_ROW:,}"})
        texts = [_text(cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        rows.append(texts)
    return rows


def _as_csv(rows: list[list[str]]) -> str:
    """CSV in which every row has the line of its number."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def _text(cell: object) -> str:
    """A cell as people see it. A line break in it is a blank, so that lines stay rows."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ")
    if isinstance(cell, date):
        return cell.isoformat()
    return " ".join(str(cell).split("\n")).replace("\r", "")
