"""Tables as files: what a spreadsheet program and a program find in them."""

import csv
import io
import json
import tracemalloc
from datetime import UTC, date, datetime
from decimal import Decimal
from hashlib import sha512
from zipfile import BadZipFile, ZipFile

import pytest
from openpyxl import load_workbook

from web.sheets.csv_rows import read_rows
from web.sheets.files import FORMATS
from web.sheets.tables import Amount, Column, RowsAsRead, Table
from web.sheets.workbooks import LONGEST_TEXT

COLUMNS = [Column("name", "名前"), Column("total", "合計"), Column("played_on", "日"), Column("at", "時刻")]
ABOUT = [(Column("tournament", "大会"), "春の大会")]
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FORMULAS = ("=1+1", "+a", "-2+3", "@SUM(A1)", "\t=1", "＝1+1", '=HYPERLINK("http://example.org")')


def table_of(*rows: list[object]) -> Table:
    return Table("順位表", COLUMNS, rows, ABOUT)


def written(table: Table, form: str) -> bytes:
    return b"".join(FORMATS[form].write(table))


def sheet_of(table: Table):
    return load_workbook(io.BytesIO(written(table, "xlsx"))).worksheets[0]


def test_csv_begins_with_the_mark_by_which_excel_knows_utf_8():
    text = written(table_of(["井上", Amount(26_200, Decimal("26.2")), date(2026, 11, 21), NOON]), "csv")

    assert text == (
        b"\xef\xbb\xbf"
        + "名前,合計,日,時刻,大会\r\n井上,26.2,2026-11-21,2026-11-21T12:00:00+00:00,春の大会\r\n".encode()
    )


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_looks_like_a_formula_is_text_in_csv_and_comes_back_as_it_was(name):
    text = written(table_of([name, -5, None, None]), "csv").decode()

    (line,) = list(csv.reader(io.StringIO(text)))[1:]
    assert (line[0][0], line[1]) == ("'", "-5")
    assert read_rows(text, {"name": ["名前"]}, ["name"]).rows[0]["name"] == name.strip()


@pytest.mark.parametrize("name", FORMULAS)
def test_a_name_that_looks_like_a_formula_is_text_in_a_workbook(name):
    cell = sheet_of(table_of([name, -5, None, None])).cell(2, 1)

    assert (cell.data_type, cell.value) == ("s", name)


def test_in_a_workbook_numbers_are_numbers_and_days_are_days():
    (row,) = sheet_of(
        table_of(["Bob", Amount(-49_100, Decimal("-49.10")), date(2026, 11, 21), NOON])
    ).iter_rows(min_row=2)

    assert [cell.value for cell in row] == [
        "Bob",
        -49.1,
        datetime(2026, 11, 21),
        datetime(2026, 11, 21, 12, 0),
    ]
    assert [cell.data_type for cell in row] == ["s", "n", "d", "d"]
    assert row[1].number_format == "0.00"


def test_a_workbook_says_on_a_second_sheet_what_it_is_about():
    book = load_workbook(io.BytesIO(written(table_of(), "xlsx")))

    assert book.sheetnames == ["順位表", "i"]
    assert list(book["i"].values) == [("大会", "春の大会")]
    assert book["順位表"].freeze_panes == "A2"


def test_what_no_cell_of_a_workbook_holds_is_said_and_not_cut():
    long = "x" * (LONGEST_TEXT + 1)

    assert "Too long" in sheet_of(table_of([long, 0, None, None])).cell(2, 1).value
    assert json.loads(written(table_of([long, 0, None, None]), "json"))["rows"][0]["name"] == long


def test_control_characters_do_not_keep_a_workbook_from_being_written():
    assert sheet_of(table_of(["a\x00b\x0bc", 0, None, None])).cell(2, 1).value == "abc"


def test_json_has_the_rows_by_key_and_the_titles_beside_them():
    found = json.loads(
        written(table_of(["=1+1", Amount(26_200, Decimal("26.2")), date(2026, 11, 21), None]), "json")
    )

    assert found == {
        "title": "順位表",
        "about": {"tournament": "春の大会"},
        "units_per_point": None,
        "columns": {"name": "名前", "total": "合計", "played_on": "日", "at": "時刻"},
        "rows": [{"name": "=1+1", "total": 26_200, "played_on": "2026-11-21", "at": None}],
    }


@pytest.mark.parametrize("form", FORMATS)
def test_a_large_table_comes_in_pieces(form):
    # Text that does not pack well, so that a workbook is large, too.
    rows = [[sha512(str(number).encode()).hexdigest(), number, None, None] for number in range(3_000)]

    pieces = list(FORMATS[form].write(table_of(*rows)))

    assert len(pieces) > 1


def test_a_workbook_that_breaks_off_is_opened_by_nobody():
    def rows():
        yield from [["a", 1, None, None]] * 1_000
        raise OSError("broken")

    pieces: list[bytes] = []

    def write() -> None:
        for piece in FORMATS["xlsx"].write(Table("順位表", COLUMNS, RowsAsRead(rows), ABOUT)):
            pieces.append(piece)

    with pytest.raises(OSError, match="broken"):
        write()

    assert len(b"".join(pieces)) > 1_000
    with pytest.raises(BadZipFile):
        ZipFile(io.BytesIO(b"".join(pieces)))


def test_a_workbook_filters_all_its_rows_and_keeps_blanks_around_a_text():
    sheet = sheet_of(table_of(*[[" a\rb & <c> ", 1, None, None]] * 300))

    assert sheet.auto_filter.ref == "A1:D301"
    assert sheet.cell(301, 1).value == " a\rb & <c> "


@pytest.mark.parametrize("form", FORMATS)
def test_writing_four_times_as_many_rows_takes_no_more_memory(form):
    def peak(count: int) -> int:
        rows = RowsAsRead(
            lambda: ([f"{number % 300}" * 9, number, date(2026, 11, 21), NOON] for number in range(count))
        )
        tracemalloc.start()
        for _piece in FORMATS[form].write(Table("順位表", COLUMNS, rows, ABOUT)):
            pass
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(10)
    assert peak(6_000) < peak(1_500) + 200_000
