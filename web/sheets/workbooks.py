"""Tables as workbooks (XLSX), streamed row by row with constant memory.

openpyxl generates everything except the rows: a workbook with only a header, whose sheet is split where the rows
belong. A truncated file lacks its final directory, so that no program opens it.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from types import NoneType
from typing import Any
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from web.sheets.cells import REMEMBERED, SHORT, Writers, written
from web.sheets.tables import Amount, Cell, Line, Table

# The rows of a sheet without the header; for more, another format is suggested.
MOST_ROWS = 2**20 - 1
# Lines written before they are sent, and used for column widths.
LINES_AT_ONCE = 200
LONGEST_SHEET_NAME = 31
WIDEST, NARROWEST = 40, 8
# The limit of a cell; silently truncated text would be worse than none.
LONGEST_TEXT = 32_767
MOST_DECIMALS = 9
# Sheets are repetitive: more effort hardly reduces the size.
EFFORT = 3
SHEET = "xl/worksheets/sheet1.xml"
# Independent of the rows.
EARLY = ("[Content_Types].xml", "xl/styles.xml", "xl/theme/theme1.xml")
END_OF_ROWS = b"</sheetData>"
# Characters that XML parsers would normalize to line ends.
LINE_ENDS = {"\r": "&#13;"}
# Characters that XML cannot represent.
REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def as_xlsx(table: Table) -> Iterator[bytes]:
    """Yield the table as a workbook: numbers are numbers, text is text whatever it begins with.

    The first sheet has the rows, with a frozen and filtered header; the second one the facts about them.
    """
    parts, styles = _without_rows(table, [], rows=0)
    write = _Writer(len(table.columns), styles).row
    sent = _Sent()
    with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED, compresslevel=EFFORT) as file:
        # What does not depend on the rows is sent first, so that the download starts.
        for name in EARLY:
            _put(file, name, parts.pop(name))
        yield sent.taken()
        rows = iter(table.rows)
        first = list(islice(rows, LINES_AT_ONCE))
        widths = _widths(table, first)
        parts, _styles = _without_rows(table, widths, rows=0)
        count = 0
        with file.open(_compressed(SHEET), "w") as sheet:
            sheet.write(parts[SHEET].partition(END_OF_ROWS)[0])
            everything = chain(first, rows)
            while lines := list(islice(everything, LINES_AT_ONCE)):
                sheet.write(
                    "".join(write(number, row) for number, row in enumerate(lines, count + 2)).encode()
                )
                count += len(lines)
                if count > MOST_ROWS:
                    raise ValueError(f"a sheet has no room for more than {MOST_ROWS:,} rows")
                if piece := sent.taken():
                    yield piece
            # The extent of the filter is known only now.
            parts, _styles = _without_rows(table, widths, rows=count)
            sheet.write(END_OF_ROWS + parts.pop(SHEET).partition(END_OF_ROWS)[2])
        for name, content in parts.items():
            if name not in EARLY:
                _put(file, name, content)
        yield sent.taken()
    yield sent.taken()


class _Sent(io.RawIOBase):
    """Collects bytes to be sent. Write-only."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self.pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        pieces, self.pieces = self.pieces, []
        return b"".join(pieces)


class _Styles:
    """The style numbers of cells."""

    def __init__(self, sheet: WriteOnlyWorksheet) -> None:
        self.day = _fact(sheet, date(2000, 1, 1)).style_id
        self.moment = WriteOnlyCell(sheet, datetime(2000, 1, 1)).style_id
        self.decimals = []
        for decimals in range(MOST_DECIMALS + 1):
            cell = WriteOnlyCell(sheet, 0)
            cell.number_format = f"0.{'0' * decimals}" if decimals else "0"
            self.decimals.append(cell.style_id)


class _Writer:
    """Writes rows as a sheet has them."""

    def __init__(self, columns: int, styles: _Styles) -> None:
        self.styles = styles
        self.letters = [get_column_letter(number) for number in range(1, columns + 1)]
        self.short = lru_cache(REMEMBERED)(_text)
        self.writers: Writers = Writers(
            {
                str: lambda text: self.short(text) if len(text) <= SHORT else _text(text),
                int: lambda number: f' t="n"><v>{number}</v></c>',
                NoneType: lambda _nothing: "/>",
                bool: lambda is_so: f' t="n"><v>{int(is_so)}</v></c>',
                Amount: lambda amount: self.writers[type(amount.number)](amount.number),
                Decimal: self._decimal,
                date: lambda day: self._number(styles.day, _serial(day)),
                datetime: lambda moment: self._number(
                    styles.moment, _serial(moment.replace(tzinfo=None, microsecond=0))
                ),
            }
        )

    def row(self, number: int, row: Line) -> str:
        cells = [
            f'<c r="{letter}{number}"{self.writers[type(cell)](cell)}'
            for letter, cell in zip(self.letters, row, strict=True)
            if cell is not None
        ]
        return f'<row r="{number}">{"".join(cells)}</row>'

    def _decimal(self, number: Decimal) -> str:
        decimals = max(0, -int(number.as_tuple().exponent))
        return self._number(self.styles.decimals[min(decimals, MOST_DECIMALS)], number)

    def _number(self, style: int, number: object) -> str:
        return f' s="{style}" t="n"><v>{number}</v></c>'


def _serial(moment: date) -> object:
    """Return a day or time as a number, as stored in workbooks."""
    return to_excel(moment)  # type: ignore[no-untyped-call]


def _text(text: str) -> str:
    # Always text: typed content never becomes a formula.
    text = _holdable(text)
    space = ' xml:space="preserve"' if text != text.strip() else ""
    return f' t="inlineStr"><is><t{space}>{escape(text, LINE_ENDS)}</t></is></c>'


def _holdable(text: str) -> str:
    """Return what fits into a cell; long texts are marked as truncated."""
    text = REFUSED.sub("", text)
    if len(text) > LONGEST_TEXT:
        return _("Too long for a workbook cell: see the CSV or JSON file.")
    return text


def _without_rows(table: Table, widths: Sequence[int], *, rows: int) -> tuple[dict[str, bytes], _Styles]:
    """Return the parts of the workbook without the rows; its filter is for this many."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(table.title))
    styles = _Styles(sheet)
    sheet.freeze_panes = "A2"
    for index, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    if table.columns:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(table.columns))}{rows + 1}"
    sheet.print_title_rows = "1:1"
    sheet.oddHeader.center.text = " · ".join(
        str(cell).replace("&", "&&") for _fact, cell in table.about if cell
    )
    sheet.oddFooter.center.text = "&P / &N"
    sheet.append([_bold(sheet, column.title) for column in table.columns])
    about = book.create_sheet("i")
    about.column_dimensions["A"].width, about.column_dimensions["B"].width = 20, WIDEST
    for column, value in table.about:
        about.append([_bold(about, column.title), _fact(about, value)])
    whole = io.BytesIO()
    book.save(whole)
    with zipfile.ZipFile(whole) as file:
        return {name: file.read(name) for name in file.namelist()}, styles


def _bold(sheet: WriteOnlyWorksheet, title: str) -> Any:
    cell = _fact(sheet, title)
    cell.font = Font(bold=True)
    return cell


def _fact(sheet: WriteOnlyWorksheet, value: Cell) -> Any:
    if isinstance(value, str):
        cell = WriteOnlyCell(sheet, _holdable(value))
        cell.data_type = "s"
        return cell
    return WriteOnlyCell(sheet, value)  # type: ignore[arg-type]  # takes days, too


def _put(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    file.writestr(_compressed(name), content, compresslevel=EFFORT)


def _compressed(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _sheet_name(title: str) -> str:
    name = "".join(" " if letter in "[]:*?/\\'" else letter for letter in title)
    return name[:LONGEST_SHEET_NAME].strip() or "1"


def _widths(table: Table, first: Sequence[Line]) -> list[int]:
    """Return the widths of the longest of the first lines; Japanese characters count as two."""
    widths = []
    for index, column in enumerate(table.columns):
        texts = [column.title, *(written(row[index]) for row in first)]
        longest = max(sum(2 if ord(letter) > 0x2E7F else 1 for letter in text) for text in texts)
        widths.append(min(WIDEST, max(NARROWEST, longest + 2)))
    return widths
