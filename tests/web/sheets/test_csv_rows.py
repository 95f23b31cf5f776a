import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.sheets import csv_rows
from web.sheets.csv_rows import as_typed, harmless, read_rows, write_rows

pytestmark = pytest.mark.once("text in, rows out")

COLUMNS = {"name": ("player", "氏名"), "club": ("所属",)}


def read(text):
    return read_rows(text, COLUMNS, required=["name"])


def codes(sheet):
    return [(finding.line, finding.code) for finding in sheet.findings]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_comma_semicolon_and_tab_are_read_with_or_without_a_byte_order_mark(delimiter, mark, ending):
    text = mark + ending.join([f"Name{delimiter}所属", f"Alice{delimiter}Tokyo", "", f"Bob{delimiter}"])

    sheet = read(text)

    assert [(row.line, dict(row.cells)) for row in sheet.rows] == [
        (2, {"name": "Alice", "club": "Tokyo"}),
        (4, {"name": "Bob", "club": ""}),
    ]
    assert not sheet.findings


def test_a_line_is_numbered_as_an_editor_shows_it_also_after_a_cell_of_two_lines():
    sheet = read('name,club\n"Alice","first\nsecond"\nBob,x\n')

    assert [row.line for row in sheet.rows] == [2, 4]


def test_a_column_that_is_not_known_is_said_and_not_read():
    sheet = read("name,shoe size\nAlice,38\n")

    assert codes(sheet) == [(1, "unknown_column")]
    assert not sheet.has_errors
    assert dict(sheet.rows[0].cells) == {"name": "Alice"}


def test_of_two_columns_that_mean_the_same_the_better_name_is_read():
    sheet = read("player,name\nnick,Alice\n")

    assert [row["name"] for row in sheet.rows] == ["Alice"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(1, "empty_file")]),
        ("\n \n", [(1, "empty_file")]),
        ("name\n", [(1, "no_rows")]),
        ("club\nTokyo\n", [(1, "missing_column")]),
        ("name,name\nA,B\n", [(1, "repeated_column")]),
        ("name\nAlice,Tokyo\n", [(2, "too_many_cells")]),
        ('name\n"Alice\n', [(2, "bad_csv")]),
        ('name\n"Al"ice\n', [(2, "bad_csv")]),
    ],
)
def test_a_file_that_is_no_list_is_refused_at_its_line(text, found):
    sheet = read(text)

    assert codes(sheet) == found
    assert sheet.has_errors


def test_the_caps_hold_at_the_limit_and_not_one_further(monkeypatch):
    monkeypatch.setattr(csv_rows, "MOST_BYTES", 3_000_000)  # so that only the cap in question is met
    row = "x" * 200

    assert not read("name\n" + "a\n" * 5_000).findings
    assert codes(read("name\n" + "a\n" * 5_001)) == [(5_002, "too_many_rows")]
    assert not read(f"name\n{row}\n").findings
    assert codes(read(f"name\n{row}x\n")) == [(2, "cell_too_long")]
    assert not read("name" + "," * 49 + "\nAlice\n").findings
    assert codes(read("name" + "," * 50 + "\nAlice\n")) == [(1, "too_many_columns")]
    assert codes(read("name\nAlice" + "," * 50 + "\n")) == [(2, "too_many_columns")]


@pytest.mark.slow
def test_two_megabytes_are_read_and_one_byte_more_is_not():
    head = "name\nAlice\n"
    blank = "\n" * (csv_rows.MOST_BYTES - len(head))

    assert not read(head + blank).findings
    assert codes(read(head + "\n" + blank)) == [(1, "file_too_large")]
    assert codes(read("name\n" + "卓" * 700_000)) == [(1, "file_too_large")]


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1-1",
        "-x",
        "@a",
        "|x",
        "%x",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",
        "＋1",
        "－x",
        "＠x",
        "  =1",
        "'=1",
    ],
)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe_and_loses_it_again(cell):
    assert harmless(cell) == "'" + cell
    assert as_typed(harmless(cell)) == cell


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), min_size=1, max_size=5))
def test_every_cell_that_is_written_is_read_back(cells):
    text = write_rows([f"c{n}" for n in range(len(cells))], [["x", *cells[1:]]])

    sheet = read_rows(text, {f"c{n}": () for n in range(len(cells))}, required=["c0"])

    assert [sheet.rows[0][f"c{n}"] for n in range(1, len(cells))] == [cell.strip() for cell in cells[1:]]
    assert [sheet.rows[0]["c0"], sheet.findings] == ["x", []]


@pytest.mark.slow
@given(st.text(max_size=300))
def test_no_text_whatever_breaks_the_reader(text):
    sheet = read(text)

    assert sheet.has_errors or sheet.rows
