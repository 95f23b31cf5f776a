"""Lists as people keep them: CSV with a header, read line by line, every finding with its line; and written again.

Knows nothing of tournaments. Caps: 2 MB of UTF-8, 5,000 rows, 50 columns, 200 characters a cell.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from django.utils.translation import gettext as _

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 5_000
MOST_COLUMNS = 50
LONGEST_CELL = 200
DELIMITERS = ",;\t"

# What a spreadsheet program takes for a formula, also after blanks; ours begin with an apostrophe instead.
FORMULA = re.compile(r"'*\s*[=+\-@|%\t\r\n＝＋－＠]")
NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?")
WHOLE = re.compile(r"[-+−▲△]?[0-9]{1,18}")


@dataclass(frozen=True)
class Finding:
    """What is the matter with one line of a file (line 1 is the header), and what to do about it."""

    line: int
    code: str
    message: str
    column: str = ""
    is_error: bool = True

    def __str__(self) -> str:
        return _("Line %(line)s: %(message)s") % {"line": self.line, "message": self.message}

    def as_dict(self) -> dict[str, object]:
        return {
            "line": self.line,
            "level": "error" if self.is_error else "warning",
            "code": self.code,
            "message": self.message,
            "column": self.column,
        }


@dataclass(frozen=True)
class Row:
    """One line of the file: its cells by the names of our columns, without blanks around them."""

    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass
class Sheet:
    """A file as it was read. With an error among the findings it must not be used."""

    rows: list[Row] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def has_errors(self) -> bool:
        return any(finding.is_error for finding in self.findings)


def read_rows(
    text: str, columns: Mapping[str, Sequence[str]], required: Sequence[str], *, instead: str = ""
) -> Sheet:
    """Read CSV text (comma, semicolon or tab, whichever its header uses) into rows of our columns.

    `columns` gives the other names each column may go by, best first (the column's own name is the best unless it
    stands among them); upper and lower case, width and blanks do not matter. Where two columns of the file mean the
    same, the better name is read. Blank lines are skipped. `instead` says what takes a longer file.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        return Sheet(findings=[too_large(instead)])
    sheet = Sheet()
    for row in read_each(io.StringIO(text, newline=""), columns, required, sheet):
        if len(sheet.rows) == MOST_ROWS:
            message = _("The file has more than %(most)s rows. Please split it.") % {"most": f"{MOST_ROWS:,}"}
            sheet.findings.append(Finding(row.line, "too_many_rows", " ".join([message, instead]).strip()))
            break
        sheet.rows.append(row)
    if not sheet.rows and not sheet.has_errors:
        sheet.findings.append(Finding(1, "no_rows", _("There is a header, but no row below it.")))
    return sheet


def read_each(
    lines: Iterable[str], columns: Mapping[str, Sequence[str]], required: Sequence[str], sheet: Sheet
) -> Iterator[Row]:
    """Yield the rows of a file of any length, in its lines as they were written, one by one.

    Its columns and what is the matter go into `sheet`; behind a line that cannot be read nothing is.
    """
    names: list[str | None] | None = None
    for line, cells in _records(lines):
        if isinstance(cells, Finding):
            sheet.findings.append(cells)
            return
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > MOST_COLUMNS:
            sheet.findings.append(_too_many_columns(line, len(cells)))
            return
        if names is None:
            names = _header(line, cells, columns, required, sheet)
            if sheet.has_errors:
                return
            continue
        if row := _row(line, cells, names, sheet):
            yield row
    if names is None:
        sheet.findings.append(
            Finding(1, "empty_file", _("The file is empty. Its first line names the columns."))
        )


def too_large(instead: str = "") -> Finding:
    """The file is larger than what is read at once; `instead` says what takes it."""
    message = _("The file is larger than 2 MB. Please split it.")
    return Finding(1, "file_too_large", " ".join([message, instead]).strip())


def write_rows(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return CSV text that `read_rows` reads back and that a spreadsheet program never takes for formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([harmless(str(cell)) for cell in row] for row in rows)
    return out.getvalue()


def harmless(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet program would run; plain numbers stay numbers.

    >>> harmless("=1+1"), harmless("-12.3"), harmless("Alice")
    ("'=1+1", '-12.3', 'Alice')
    """
    return f"'{cell}" if FORMULA.match(cell) and not NUMBER.fullmatch(cell) else cell


def as_typed(cell: str) -> str:
    """Take away exactly the apostrophe that `harmless` put there.

    >>> as_typed("'=1+1"), as_typed("'Alice'")
    ('=1+1', "'Alice'")
    """
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell


def whole_number(cell: str) -> int | None:
    """Read a whole number as it is written in lists: −1700, ▲1700 and full-width digits too. Else None."""
    text = unicodedata.normalize("NFKC", cell).replace("−", "-")
    if not WHOLE.fullmatch(text):
        return None
    return -int(text[1:]) if text[0] in "-▲△" else int(text)


def _records(lines: Iterable[str]) -> Iterator[tuple[int, list[str] | Finding]]:
    """The file's records, each with the line it begins on."""
    left, first = iter(lines), []
    for line in left:
        first.append(line)
        if line.strip():
            break
    delimiter = max(DELIMITERS, key="".join(first).count)
    reader = csv.reader(chain(first, left), delimiter=delimiter, strict=True)
    while True:
        number = reader.line_num + 1
        try:
            yield number, next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield (
                number,
                Finding(
                    number,
                    "bad_csv",
                    _(
                        "A quotation mark is out of place here, or a cell has no end. Please check the quotes."
                    ),
                ),
            )
            return


def _header(
    line: int,
    cells: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    required: Sequence[str],
    sheet: Sheet,
) -> list[str | None]:
    """Which column of ours each column of the file is; None for those that are not read."""
    meant: dict[str, tuple[str, int]] = {}
    for name, others in columns.items():
        for strength, other in enumerate(others if name in others else (name, *others)):
            meant.setdefault(_plain(other), (name, strength))
    names: list[str | None] = [None] * len(cells)
    best: dict[str, tuple[int, int]] = {}
    for index, cell in enumerate(cells):
        title = cell.strip()[:LONGEST_CELL]
        if not title:
            continue
        name, strength = meant.get(_plain(title), ("", 0))
        if not name:
            message = _("The column “%(column)s” is not known and not read.") % {"column": title}
            sheet.findings.append(Finding(line, "unknown_column", message, title, is_error=False))
        elif name in best and best[name][0] == strength:
            message = _("The column “%(column)s” is there twice. Please keep one.") % {"column": title}
            sheet.findings.append(Finding(line, "repeated_column", message, name))
        elif name not in best or strength < best[name][0]:
            if name in best:
                names[best[name][1]] = None
            names[index], best[name] = name, (strength, index)
    missing = [name for name in required if name not in best]
    if missing:
        message = _("The column “%(column)s” is missing. The first line of the file names its columns.")
        sheet.findings.extend(
            Finding(line, "missing_column", message % {"column": name}, name) for name in missing
        )
    sheet.columns = [name for name in names if name]
    return names


def _row(line: int, cells: Sequence[str], names: Sequence[str | None], sheet: Sheet) -> Row | None:
    """The line's cells by our names; None when something is the matter with it."""
    if any(cell.strip() for cell in cells[len(names) :]):
        message = _("This line has more cells than the header has columns. Is a comma in a name not quoted?")
        sheet.findings.append(Finding(line, "too_many_cells", message))
        return None
    longest = max(cells, key=len)
    if len(longest) > LONGEST_CELL:
        message = _("A cell has %(length)s characters; at most %(most)s fit.")
        message %= {"length": f"{len(longest):,}", "most": LONGEST_CELL}
        sheet.findings.append(Finding(line, "cell_too_long", message, names[cells.index(longest)] or ""))
        return None
    return Row(line, {name: as_typed(cell).strip() for name, cell in zip(names, cells, strict=False) if name})


def _plain(title: str) -> str:
    return re.sub(r"[\s_\-./・]+", "", unicodedata.normalize("NFKC", title).casefold())


def _too_many_columns(line: int, count: int) -> Finding:
    message = _("This line has %(count)s columns; at most %(most)s are read.")
    return Finding(line, "too_many_columns", message % {"count": f"{count:,}", "most": MOST_COLUMNS})
