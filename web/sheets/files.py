"""Tables as files: CSV for everything, XLSX for spreadsheets, JSON for programs. Generated in pieces."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from web.sheets.cells import WRITERS, plain, written
from web.sheets.csv_rows import harmless
from web.sheets.tables import Table
from web.sheets.workbooks import as_xlsx

BYTE_ORDER_MARK = "\ufeff"
# Lines written before they are sent.
LINES_AT_ONCE = 200


@dataclass(frozen=True)
class Format:
    """A file format: its extension, its media type, and its writer."""

    extension: str
    media_type: str
    write: Callable[[Table], Iterator[bytes]]


def as_csv(table: Table) -> Iterator[bytes]:
    """Yield the table as CSV: UTF-8 with a mark, without which Excel takes Japanese for another encoding.

    Formulas are prefixed with an apostrophe, which `csv_rows` removes.
    """
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([harmless(title) for title in _titles(table)])
    yield _taken_from(out)
    about = [written(cell) for _fact, cell in table.about]
    for number, row in enumerate(table.rows, start=1):
        writer.writerow([*[WRITERS[type(cell)](cell) for cell in row], *about])
        if number % LINES_AT_ONCE == 0:
            yield _taken_from(out)
    yield _taken_from(out)


def as_json(table: Table, **more: object) -> Iterator[bytes]:
    """Yield the table as one JSON object: `more`, `about`, `columns` with their titles, `rows` as objects by key."""
    head = {
        **more,
        "title": table.title,
        "about": {column.key: cell for column, cell in table.about},
        "units_per_point": table.units_per_point,
        "columns": {column.key: column.title for column in table.columns},
    }
    yield f'{_json(head)[:-1]},"rows":['.encode()
    pieces: list[str] = []
    for number, row in enumerate(table.as_objects()):
        pieces.append(("," if number else "") + _json(row))
        if len(pieces) == LINES_AT_ONCE:
            yield "".join(pieces).encode()
            pieces = []
    yield "".join([*pieces, "]}\n"]).encode()


FORMATS: Mapping[str, Format] = {
    "csv": Format("csv", "text/csv; charset=utf-8", as_csv),
    "xlsx": Format("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
    "json": Format("json", "application/json", as_json),
}


def _titles(table: Table) -> list[str]:
    return [column.title for column in (*table.columns, *(column for column, _cell in table.about))]


def _taken_from(out: io.StringIO) -> bytes:
    written = out.getvalue().encode()
    out.seek(0)
    out.truncate()
    return written


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain)
