"""A list, whatever a spreadsheet program saved it as; and what no server should be made to open."""

import io
import warnings
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from web.sheets import uploads
from web.sheets.csv_rows import MOST_BYTES, Finding, read_rows
from web.sheets.files import FORMATS
from web.sheets.tables import Column, Table
from web.sheets.uploads import text_of_file

LIST = "氏名,所属\n髙橋 ①郎,東京クラブ\nJosé,\n"
PEOPLE = {"name": ["氏名"], "club": ["所属"], "number": ["番号"], "substitute": ["補欠"]}


def workbook(*rows: list[object], more: list[list[object]] | None = None) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for row in more or []:
        book.create_sheet("more").append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def zipped(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/") + ".xml", content)
    return out.getvalue()


def code_of(data: bytes) -> str:
    found = text_of_file(data)
    assert isinstance(found, Finding), found
    return found.code


def names_in(data: bytes) -> list[tuple[int, str]]:
    text = text_of_file(data)
    assert isinstance(text, str), text
    sheet = read_rows(text, PEOPLE, ["name"])
    assert not sheet.has_errors, sheet.findings
    return [(row.line, row["name"]) for row in sheet.rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_read_with_and_without_a_mark(encoding):
    assert text_of_file(LIST.encode(encoding)) == LIST


def test_what_excel_writes_in_japan_is_read():
    text = "氏名,所属\r\n髙橋 ①郎,東京クラブ\r\nｱｲｳ,～\r\n"

    assert text_of_file(text.encode("cp932")) == text


@pytest.mark.parametrize("name", ["José Muñoz", "Jürgen Groß", "Ingrīda"])
def test_western_letters_are_not_taken_for_japanese(name):
    encoding = "cp1257" if "ī" in name else "cp1252"

    finding = text_of_file(f"name\nAlice\n{name}\n".encode(encoding))

    assert isinstance(finding, Finding)
    assert (finding.line, finding.code) == (3, "not_utf8")


def test_a_workbook_is_read_row_by_row_with_its_row_numbers():
    data = workbook(
        ["氏名", "番号", "補欠"], ["Alice", 7, True], [], ["'=1+1x", 8.0, False], ["'Bob", None, None]
    )

    assert names_in(data) == [(2, "Alice"), (4, "'=1+1x"), (5, "'Bob")]
    text = text_of_file(data)
    assert isinstance(text, str)
    assert [row["number"] for row in read_rows(text, PEOPLE, ["name"]).rows] == ["7", "8", ""]
    assert [row["substitute"] for row in read_rows(text, PEOPLE, ["name"]).rows] == ["TRUE", "FALSE", ""]


def test_a_table_taken_home_as_a_workbook_comes_back_as_it_was():
    table = Table("参加者", [Column("name", "氏名")], [["=1+1"], ["'Alice"], ["髙橋"]], [])

    assert [name for _line, name in names_in(b"".join(FORMATS["xlsx"].write(table)))] == [
        "=1+1",
        "'Alice",
        "髙橋",
    ]


def test_of_several_sheets_the_first_with_anything_in_it_is_read():
    assert names_in(workbook(["氏名"], ["A"], more=[["B"]])) == [(2, "A")]
    assert text_of_file(workbook(more=[["氏名", "番号"]])) == "氏名,番号\n"


def test_days_and_line_breaks_become_text():
    text = text_of_file(workbook(["a\nb", date(2026, 11, 21), datetime(2026, 11, 21, 9, 30), 1.5]))

    assert text == "a b,2026-11-21,2026-11-21 09:30:00,1.5\n"


def test_what_a_workbook_has_beside_its_cells_raises_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")

        assert names_in(workbook(["氏名"], ["Alice"])) == [(2, "Alice")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04 and nothing more", "bad_workbook"),
        (zipped(word__document=b"<a/>"), "bad_workbook"),
        (zipped(xl__workbook=b"<a/>"), "bad_workbook"),
        (workbook(["name"])[:-200], "bad_workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_workbook"),
        (b"x" * (MOST_BYTES + 1), "file_too_large"),
        (b"\xff\xfe\x00", "not_utf8"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(data, code):
    assert code_of(data) == code


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked():
    bomb = zipped(xl__workbook=b"<a/>", xl__bomb=b" " * (uploads.MOST_UNPACKED + 1))

    assert len(bomb) < 100_000
    assert code_of(bomb) == "workbook_too_large"


def test_a_workbook_of_too_many_parts_is_not_unpacked():
    parts = {f"part{number}": b"" for number in range(uploads.MOST_PARTS + 1)}

    assert code_of(zipped(xl__workbook=b"<a/>", **parts)) == "workbook_too_large"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_that_grow_are_not_expanded(encoding):
    laughs = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>'

    assert code_of(zipped(xl__workbook=laughs.encode(encoding))) == "bad_workbook"


def test_a_cell_far_below_the_others_is_said_to_be_too_far():
    book = Workbook()
    book.active.append(["name"])
    book.active.cell(uploads.LAST_ROW + 1, 1, "Alice")
    out = io.BytesIO()
    book.save(out)

    assert code_of(out.getvalue()) == "too_many_rows"


def test_a_cell_far_to_the_right_is_one_column_too_many():
    book = Workbook()
    book.active.cell(1, 1, "name")
    book.active.cell(1, 16_000, "far")
    book.active.cell(1, 51, "51st")
    out = io.BytesIO()
    book.save(out)

    text = text_of_file(out.getvalue())

    assert isinstance(text, str)
    assert [finding.code for finding in read_rows(text, PEOPLE, ["name"]).findings] == ["too_many_columns"]


def test_an_empty_workbook_is_an_empty_list():
    assert text_of_file(workbook()) == ""


def test_numbers_and_ticks_become_text_as_a_person_reads_them():
    """Programs store whole numbers with a fraction of 0."""
    stored = io.BytesIO()
    whole = zipfile.ZipFile(
        io.BytesIO(workbook(["number", "here", "gone", "none"], [7, True, False, None], [-0.5, 1]))
    )
    with zipfile.ZipFile(stored, "w") as file:
        for name in whole.namelist():
            file.writestr(name, whole.read(name).replace(b"<v>7</v>", b"<v>7.0</v>"))

    text = text_of_file(stored.getvalue())

    assert text == "number,here,gone,none\n7,TRUE,FALSE\n-0.5,1\n"


def test_a_packed_part_that_is_broken_is_a_broken_workbook():
    """Its directory is whole; what it names cannot be unpacked."""
    whole = bytearray(zipped(xl__workbook=b"<a/>" * 1_000))
    at = whole.index(b"xl/workbook.xml") + len("xl/workbook.xml")
    whole[at : at + 10] = b"\xff" * 10

    assert code_of(bytes(whole)) == "bad_workbook"
