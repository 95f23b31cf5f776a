"""Lists as people keep them: CSV with a header, read line by line, every finding with its line; and written again.

Knows nothing of tournaments. Caps: 2 MB of UTF-8, 5,000 rows, 50 columns, 200 characters a cell.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from django.utils.translation import gettext as _

from web.sheets.headers import Header, Reading, comparable_title, matched

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 5_000
MOST_COLUMNS = 50
LONGEST_CELL = 200
DELIMITERS = ",;\t"

# What a spreadsheet program takes for a formula, also after blanks; ours begin with an apostrophe instead.
FORMULA = re.compile(r"'*\s*[=+\-@|%\t\r\n＝＋－＠]")
NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?")
# What spreadsheet programs show for failed formulas and narrow columns.
FAILED = re.compile(r"#(N/?[ADV]|[¡¿]?[^\W_][^\s#]{0,30}[!?]|GETTING_DATA|#+)|Err:\d{3}", re.IGNORECASE)
# The header stands among the first lines that are not blank.
LINES_LOOKED_AT = 30
# Titles that are named by hand stand no further down.
LAST_LINE = 9_999
SAMPLES = 3
# Findings after which a person should map the columns.
UNCLEAR_COLUMNS = ("missing_column", "repeated_column", "unknown_column")
# The replacement for unreadable characters.
LOST = "\ufffd"
SEPARATOR_SAID = re.compile(r"\ufeff?\"?sep=([^\"\r\n])\"?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Finding:
    """What is wrong with a line of a file (line 1 is the header), and what to do."""

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
    """A line of the file: stripped cells by our column names. Those in `unreadable` are already among the findings,
    and blank.
    """

    line: int
    cells: Mapping[str, str]
    unreadable: frozenset[str] = frozenset()

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True)
class Chosen:
    """A person's choices for a file: the meaning of its columns, counted from 0 (omitted: as detected; "": ignored),
    and the line of the titles (0: none).
    """

    columns: Mapping[int, str]
    line: int | None = None


@dataclass
class Sheet:
    """A file as read. Must not be used if there are errors among the findings."""

    rows: list[Row] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    header: Header = field(default_factory=Header)

    @property
    def has_errors(self) -> bool:
        return any(finding.is_error for finding in self.findings)


def read_rows(
    text: str,
    columns: Mapping[str, Sequence[str]],
    required: Sequence[str | tuple[str, ...]],
    *,
    instead: str = "",
    chosen: Chosen | None = None,
    reading: Reading | None = None,
) -> Sheet:
    """Read CSV text (comma, semicolon or tab, whichever its header uses) into rows of our columns.

    `columns` gives the other names each column may go by, best first (the column's own name is best unless listed);
    case, width and blanks are ignored. If two columns mean the same, the better name is used. A tuple in `required`
    needs one of several. `reading` handles headers of another shape. Title lines and `sep=;` may precede the header.
    Blank lines are skipped. `instead` says how to import a longer file.
    """
    return whole_sheet(
        text,
        lambda lines, sheet: read_each(lines, columns, required, sheet, chosen=chosen, reading=reading),
        instead=instead,
    )


def has_all(
    cells: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    required: Sequence[str | tuple[str, ...]],
    reading: Reading | None = None,
) -> bool:
    """Whether these cells are a header with all required columns."""
    return _fitness(cells, columns, required, reading) == MOST_COLUMNS


def whole_sheet(
    text: str, rows: Callable[[Iterable[str], Sheet], Iterator[Row]], *, instead: str = ""
) -> Sheet:
    """Read CSV text with `rows`, unless it is too long for a page."""
    text = text.removeprefix("\ufeff")
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        return Sheet(findings=[too_large(instead)])
    sheet = Sheet()
    for row in rows(io.StringIO(text, newline=""), sheet):
        if len(sheet.rows) == MOST_ROWS:
            message = _("The file has more than %(most)s rows. Please split it.") % {"most": f"{MOST_ROWS:,}"}
            sheet.findings.append(Finding(row.line, "too_many_rows", " ".join([message, instead]).strip()))
            break
        sheet.rows.append(row)
    if not sheet.rows and not sheet.has_errors:
        sheet.findings.append(Finding(1, "no_rows", _("The file has a header but no rows below it.")))
    return sheet


def read_each(
    lines: Iterable[str],
    columns: Mapping[str, Sequence[str]],
    required: Sequence[str | tuple[str, ...]],
    sheet: Sheet,
    *,
    chosen: Chosen | None = None,
    reading: Reading | None = None,
) -> Iterator[Row]:
    """Yield the rows of a file of any length, given as raw lines.

    Columns, header and findings go into `sheet`; reading stops at an unreadable line.
    """
    chosen = chosen or Chosen({})
    first, left = _first_lines(lines)
    delimiter, header_line = _beginning(
        first, lambda cells: _fitness(cells, columns, required, reading), chosen
    )
    names: list[str | None] | None = None
    titles: Sequence[str] = ()
    for line, cells in _records(chain(first, left), delimiter):
        if isinstance(cells, Finding):
            sheet.findings.append(cells)
            return
        if line < header_line or not any(cell.strip() for cell in cells):
            continue
        if len(cells) > MOST_COLUMNS:
            sheet.findings.append(_too_many_columns(line, len(cells)))
            return
        if names is None:
            titles = cells if chosen.line != 0 else [""] * len(cells)
            names = _header(line, titles, columns, required, sheet, chosen, reading)
            _note_what_is_above(first, header_line, sheet)
            if sheet.has_errors:
                _take_samples(chain(first, left), delimiter, line, sheet)
                return
            if chosen.line != 0:
                continue
        elif list(cells) == list(titles):
            # A list printed in pages repeats its header.
            continue
        if len(sheet.header.samples) < SAMPLES:
            sheet.header.samples.append([cell.strip()[:LONGEST_CELL] for cell in cells])
        if row := _row(line, cells, names, sheet):
            yield row
    if names is None:
        sheet.findings.append(
            Finding(1, "empty_file", _("The file is empty. Its first line must name the columns."))
        )


def too_large(instead: str = "") -> Finding:
    """The file is too large to be read at once; `instead` says how to import it."""
    message = _("The file is larger than 2 MB. Please split it.")
    return Finding(1, "file_too_large", " ".join([message, instead]).strip())


def write_rows(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return CSV text that `read_rows` reads back and that spreadsheet programs never treat as formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([harmless(str(cell)) for cell in row] for row in rows)
    return out.getvalue()


def harmless(cell: str) -> str:
    """Put an apostrophe before formulas; plain numbers stay numbers.

    >>> harmless("=1+1"), harmless("-12.3"), harmless("Alice")
    ("'=1+1", '-12.3', 'Alice')
    """
    return f"'{cell}" if FORMULA.match(cell) and not NUMBER.fullmatch(cell) else cell


def as_typed(cell: str) -> str:
    """Undo `harmless`.

    >>> as_typed("'=1+1"), as_typed("'Alice'")
    ('=1+1', "'Alice'")
    """
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell


def _first_lines(lines: Iterable[str]) -> tuple[list[str], Iterator[str]]:
    """Return the lines among which the header is searched, and the rest."""
    left, first, filled = iter(lines), [], 0
    for line in left:
        first.append(line)
        filled += bool(line.strip())
        if filled == LINES_LOOKED_AT:
            break
    return first, left


def _beginning(
    first: Sequence[str], fitness: Callable[[Sequence[str]], int], chosen: Chosen
) -> tuple[str, int]:
    """Return the delimiter, and the line of the header: the first with all required columns, else the one with most
    of our columns, else the first that is not blank.
    """
    filled = [(number, line) for number, line in enumerate(first, 1) if line.strip()]
    said = SEPARATOR_SAID.fullmatch(filled[0][1]) if filled else None
    if said:
        filled = filled[1:]
    above = filled[0] if filled else (1, "")
    if chosen.line:
        above = next((one for one in filled if one[0] >= chosen.line), above)
    if chosen.line is not None:
        return said[1] if said else max(DELIMITERS, key=above[1].count), above[0]
    found: list[tuple[int, int, int, str]] = []
    for delimiter in said[1] if said else DELIMITERS:
        for line, cells in _records(first, delimiter):
            if isinstance(cells, Finding):
                break
            if line >= above[0] and any(cell.strip() for cell in cells) and (fits := fitness(cells)):
                found.append((-fits, line, -first[line - 1].count(delimiter), delimiter))
    if not found:
        return said[1] if said else max(DELIMITERS, key=above[1].count), above[0]
    _fits, line, _marks, delimiter = min(found, key=lambda one: one[:3])
    return delimiter, line


def _fitness(
    cells: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    required: Sequence[str | tuple[str, ...]],
    reading: Reading | None,
) -> int:
    """Rate how much this looks like a header: all required columns, or several of ours; else 0."""
    if len(cells) > MOST_COLUMNS:
        return 0
    if reading is not None and reading.names(cells) is not None:
        return MOST_COLUMNS
    names = {name for name in matched(cells, columns).names if name}
    if not _missing(names, required):
        return MOST_COLUMNS
    return min(len(names), MOST_COLUMNS - 1) if len(names) > 1 else 0


def _missing(names: Iterable[str], required: Sequence[str | tuple[str, ...]]) -> list[str]:
    """Return required columns that are missing, by their usual names."""
    there = set(names)
    wanted = [(one,) if isinstance(one, str) else one for one in required]
    return [any_of[0] for any_of in wanted if not there & set(any_of)]


def _note_what_is_above(first: Sequence[str], header_line: int, sheet: Sheet) -> None:
    above = [
        number
        for number, line in enumerate(first[: header_line - 1], 1)
        if line.strip(" \r\n,;\t") and not SEPARATOR_SAID.fullmatch(line)
    ]
    if above:
        message = _("The columns are named in line %(line)s. Lines above it are ignored.")
        sheet.findings.append(
            Finding(above[0], "lines_above", message % {"line": header_line}, is_error=False)
        )


def _take_samples(lines: Iterable[str], delimiter: str, below: int, sheet: Sheet) -> None:
    """Keep the first rows of a file with unclear columns, so that a person can map them."""
    for line, cells in _records(lines, delimiter):
        if isinstance(cells, Finding) or len(sheet.header.samples) == SAMPLES:
            return
        if line > below and any(cell.strip() for cell in cells):
            sheet.header.samples.append([cell.strip()[:LONGEST_CELL] for cell in cells[:MOST_COLUMNS]])


def _records(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str] | Finding]]:
    """Yield the file's records with the line each begins on."""
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
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
                        "A quotation mark is misplaced here, or a cell is not closed. Please check the "
                        "quotes."
                    ),
                ),
            )
            return


def _header(
    line: int,
    cells: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    required: Sequence[str | tuple[str, ...]],
    sheet: Sheet,
    chosen: Chosen,
    reading: Reading | None,
) -> list[str | None]:
    """Return our name for each column of the file; None for ignored ones."""
    titles = [cell.strip()[:LONGEST_CELL] for cell in cells]
    names = None if reading is None else reading.names(cells)
    if names is None or chosen.columns:
        found = matched(titles, columns)
        understood = names or found.names
        names = [chosen.columns.get(index, name or "") or None for index, name in enumerate(understood)]
        repeated = found.repeated if not chosen.columns else _repeated(names)
        for index in repeated:
            title = titles[index] or str(index + 1)
            message = _("The column “%(column)s” appears twice. Please keep one.") % {"column": title}
            sheet.findings.append(
                Finding(line, "repeated_column", message, names[index] or comparable_title(title))
            )
        if beyond := [index for index, name in chosen.columns.items() if name and index >= len(titles)]:
            message = _("The file has %(count)s columns; column %(number)s does not exist.")
            message %= {"count": len(titles), "number": beyond[0] + 1}
            sheet.findings.append(Finding(line, "no_such_column", message, chosen.columns[beyond[0]]))
        sheet.findings += _lacking(line, [name for name in names if name], required, reading)
        unread = [title for index, title in enumerate(titles) if title and index in found.unknown]
    else:
        unread = [title for title, name in zip(titles, names, strict=True) if title and not name]
    if not chosen.columns:
        for title in unread:
            message = _("The column “%(column)s” is unknown and was ignored.") % {"column": title}
            sheet.findings.append(Finding(line, "unknown_column", message, title, is_error=False))
    sheet.header = Header(line if chosen.line != 0 else 0, titles, [name or "" for name in names])
    sheet.columns = [name for name in names if name]
    return names


def _lacking(
    line: int,
    names: Sequence[str],
    required: Sequence[str | tuple[str, ...]],
    reading: Reading | None,
) -> list[Finding]:
    """Return findings for missing required columns."""
    lacks = None if reading is None else reading.lacks(names)
    if lacks is not None:
        return [Finding(line, "missing_column", message) for message in lacks]
    message = _("The column “%(column)s” is missing. The first line of the file must name its columns.")
    missing = _missing(names, required)
    return [Finding(line, "missing_column", message % {"column": name}, name) for name in missing]


def _repeated(names: Sequence[str | None]) -> list[int]:
    """Return the positions of repeated names."""
    return [index for index, name in enumerate(names) if name and name in names[:index]]


def _row(line: int, cells: Sequence[str], names: Sequence[str | None], sheet: Sheet) -> Row | None:
    """Return the line's cells by our names; None, with findings, if something is wrong."""
    if any(cell.strip() for cell in cells[len(names) :]):
        message = _(
            "This line has more cells than the header has columns. Is there an unquoted comma in a name?"
        )
        sheet.findings.append(Finding(line, "too_many_cells", message))
        return None
    longest = max(cells, key=len)
    if len(longest) > LONGEST_CELL:
        message = _("A cell has %(length)s characters; the limit is %(most)s.")
        message %= {"length": f"{len(longest):,}", "most": LONGEST_CELL}
        sheet.findings.append(Finding(line, "cell_too_long", message, names[cells.index(longest)] or ""))
        return None
    read = {name: as_typed(cell).strip() for name, cell in zip(names, cells, strict=False) if name}
    unreadable = frozenset(name for name, cell in read.items() if FAILED.fullmatch(cell) or LOST in cell)
    for name in sorted(unreadable):
        sheet.findings.append(_unreadable(line, name, read[name]))
        read[name] = ""
    return Row(line, read, unreadable)


def _unreadable(line: int, column: str, cell: str) -> Finding:
    if LOST in cell:
        message = _(
            "“%(cell)s” has lost letters: the file was saved in an encoding that does not have them. Please save it "
            "again as XLSX or as “CSV UTF-8”."
        )
        return Finding(line, "lost_letters", message % {"cell": cell}, column)
    message = _("“%(cell)s” is the error of a spreadsheet formula. Please correct it in the spreadsheet.")
    return Finding(line, "failed_formula", message % {"cell": cell}, column)


def _too_many_columns(line: int, count: int) -> Finding:
    message = _("This line has %(count)s columns; the limit is %(most)s.")
    return Finding(line, "too_many_columns", message % {"count": f"{count:,}", "most": MOST_COLUMNS})
