"""Tables as files: CSV for everything, XLSX for spreadsheet programs, JSON for programs. Bytes come in pieces."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from tempfile import SpooledTemporaryFile

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell as WorkbookCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from web.sheets.csv_rows import harmless
from web.sheets.tables import Amount, Cell, Table

BYTE_ORDER_MARK = "\ufeff"
# So many lines are written before they are sent.
LINES_AT_ONCE = 200
IN_MEMORY = 1024 * 1024
LONGEST_SHEET_NAME = 31
WIDEST, NARROWEST = 40, 8
# More does not fit into a cell of a workbook; a text that is cut in silence is worse than none.
LONGEST_TEXT = 32_767


@dataclass(frozen=True)
class Format:
    """A kind of file: its extension, its media type, and how a table is written in it."""

    extension: str
    media_type: str
    write: Callable[[Table], Iterator[bytes]]


def as_csv(table: Table) -> Iterator[bytes]:
    """Yield the table as CSV: UTF-8 with a mark, without which Excel takes Japanese for another encoding.

    What a spreadsheet program would take for a formula has an apostrophe before it; `csv_rows` takes it off again.
    """
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([harmless(title) for title in _titles(table)])
    about = [_written(cell) for _fact, cell in table.about]
    for number, row in enumerate(table.rows, start=1):
        writer.writerow([*map(_written, row), *about])
        if number % LINES_AT_ONCE == 0:
            yield _taken_from(out)
    yield _taken_from(out)


def as_xlsx(table: Table) -> Iterator[bytes]:
    """Yield the table as a workbook: numbers are numbers, text is text whatever it begins with.

    A first sheet with the rows, its header frozen and filtered; a second one that says what they are about.
    """
    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(table.title))
    sheet.freeze_panes = "A2"
    for index, width in enumerate(_widths(table), start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    if table.columns:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(table.columns))}{len(table.rows) + 1}"
    sheet.print_title_rows = "1:1"
    sheet.oddHeader.center.text = " · ".join(
        str(cell).replace("&", "&&") for _fact, cell in table.about if cell
    )
    sheet.oddFooter.center.text = "&P / &N"
    sheet.append([_cell(sheet, column.title, is_header=True) for column in table.columns])
    for row in table.rows:
        sheet.append([_cell(sheet, cell) for cell in row])
    about = book.create_sheet("i")
    about.column_dimensions["A"].width, about.column_dimensions["B"].width = 20, WIDEST
    for column, value in table.about:
        about.append([_cell(about, column.title, is_header=True), _cell(about, value)])
    with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        book.save(file)
        file.seek(0)
        while piece := file.read(64 * 1024):
            yield piece


def as_json(table: Table, **more: object) -> Iterator[bytes]:
    """Yield the table as one JSON object: `more`, `about`, `columns` with their titles, `rows` as objects by key."""
    head = {
        **more,
        "title": table.title,
        "about": {column.key: cell for column, cell in table.about},
        "units_per_point": table.units_per_point,
        "columns": {column.key: column.title for column in table.columns},
    }
    pieces = [_json(head)[:-1], ',"rows":[']
    for number, row in enumerate(table.as_objects()):
        pieces.append(("," if number else "") + _json(row))
        if len(pieces) > LINES_AT_ONCE:
            yield "".join(pieces).encode()
            pieces = []
    yield "".join([*pieces, "]}\n"]).encode()


FORMATS: Mapping[str, Format] = {
    "csv": Format("csv", "text/csv; charset=utf-8", as_csv),
    "xlsx": Format("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
    "json": Format("json", "application/json", as_json),
}


def plain(cell: Cell) -> str | int | bool | float | None:
    """Return a cell as JSON has it: moments and days in ISO 8601, amounts whole, in their smallest unit."""
    if isinstance(cell, Amount):
        return cell.units
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    return float(cell) if isinstance(cell, Decimal) else cell


def _titles(table: Table) -> list[str]:
    return [column.title for column in (*table.columns, *(column for column, _cell in table.about))]


def _written(cell: Cell) -> str:
    if isinstance(cell, Amount):
        return str(cell.number)
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "1" if cell else "0"
    return harmless(cell) if isinstance(cell, str) else str(plain(cell) if isinstance(cell, date) else cell)


def _taken_from(out: io.StringIO) -> bytes:
    written = out.getvalue().encode()
    out.seek(0)
    out.truncate()
    return written


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain)


def _cell(sheet: WriteOnlyWorksheet, value: Cell, *, is_header: bool = False) -> WorkbookCell:
    if isinstance(value, Amount):
        value = value.number
    if isinstance(value, bool):
        value = int(value)
    if isinstance(value, str):
        text = ILLEGAL_CHARACTERS_RE.sub("", value)
        if len(text) > LONGEST_TEXT:
            text = _("Too long for a cell of a workbook: the CSV and JSON files have it.")
        cell = WriteOnlyCell(sheet, text)
        # Whatever it begins with: a formula is made of nothing that people typed.
        cell.data_type = "s"
    elif isinstance(value, datetime):
        cell = WriteOnlyCell(sheet, value.replace(tzinfo=None, microsecond=0))
    else:
        cell = WriteOnlyCell(sheet, value)  # type: ignore[arg-type]  # takes days and decimals, too
    if isinstance(value, Decimal):
        decimals = max(0, -int(value.as_tuple().exponent))
        cell.number_format = f"0.{'0' * decimals}" if decimals else "0"
    if is_header:
        cell.font = Font(bold=True)
    return cell


def _sheet_name(title: str) -> str:
    name = "".join(" " if letter in "[]:*?/\\'" else letter for letter in title)
    return name[:LONGEST_SHEET_NAME].strip() or "1"


def _widths(table: Table) -> list[int]:
    """As wide as the longest of the first lines, where a Japanese letter takes two."""
    widths = []
    for index, column in enumerate(table.columns):
        texts = [
            column.title,
            *(_written(row[index]) for row in table.rows[:LINES_AT_ONCE]),
        ]
        longest = max(sum(2 if ord(letter) > 0x2E7F else 1 for letter in text) for text in texts)
        widths.append(min(WIDEST, max(NARROWEST, longest + 2)))
    return widths
