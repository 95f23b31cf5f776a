"""Import results of any number of games from a file read in parts: whole rounds, one transaction per part.

The whole file is validated first; nothing is written if its lines have errors. If the import stops later, whole
rounds remain, and importing the same file again resumes there.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.imports.players import refuse_errors
from tournaments.actions.imports.results import ResultsOptions, ResultsReport, import_sheet
from tournaments.actions.imports.results_file import read_games
from tournaments.actions.imports.seat_columns import read_seats
from tournaments.actions.imports.settled_games import settle_game
from tournaments.models import Stage
from web.sheets.csv_rows import MOST_ROWS, Chosen, Finding, Row, Sheet

Lines = Callable[[], Iterable[str]]
"""Opens the file at its beginning."""
# More errors than this are not worth reading.
MOST_ERRORS = 100


@dataclass
class LongFile:
    """The number of rows in a file and its findings."""

    rows: int = 0
    findings: list[Finding] = field(default_factory=list)


def check_long_results(*, stage: Stage, lines: Lines, options: ResultsOptions) -> LongFile:
    """Read the file to its end; raises ImportRefused if lines are wrong or the rows of a round are not together."""
    tournament = stage.tournament
    sizes = [tournament.rulebook.table.players, *tournament.odd_sizes]
    zone = ZoneInfo(tournament.time_zone)
    found = LongFile()
    seen: set[str] = set()
    for sheet in _parts(lines(), options.chosen):
        found.rows += len(sheet.rows)
        for game in read_games(sheet, sizes, zone):
            settle_game(game, tournament.rulebook_for(len(game.seats)), options.accept_unbalanced, sheet, [])
        sheet.findings += _torn_rounds(sheet, seen)
        found.findings += sheet.findings
        errors = [finding for finding in found.findings if finding.is_error]
        if len(errors) >= MOST_ERRORS:
            refuse_errors(errors[:MOST_ERRORS])
    refuse_errors([finding for finding in found.findings if finding.is_error])
    return found


def import_long_results(
    *,
    stage: Stage,
    lines: Lines,
    file: str,
    by: Actor,
    options: ResultsOptions,
) -> Iterator[ResultsReport]:
    """Import the file in parts, each in its own transaction, and yield a report of each.

    `file` is the SHA-256 of the file. Idempotent like `import_results`: parts already imported are skipped.
    """
    for sheet in _parts(lines(), options.chosen):
        yield import_sheet(stage=stage, sheet=sheet, file=file, by=by, options=options)


def _parts(lines: Iterable[str], chosen: Chosen | None) -> Iterator[Sheet]:
    """Yield the rows in parts of whole rounds, each as long as an uploaded file may be, or one longer round."""
    whole = Sheet()
    rows: list[Row] = []
    for round_ in _rounds(read_seats(lines, whole, chosen)):
        if rows and len(rows) + len(round_) > MOST_ROWS:
            yield _taken(whole, rows)
            rows = []
        rows += round_
    if rows or whole.findings:
        yield _taken(whole, rows)


def _taken(whole: Sheet, rows: list[Row]) -> Sheet:
    findings, whole.findings = whole.findings, []
    return Sheet(rows, list(whole.columns), findings, whole.header)


def _rounds(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each round together, in file order."""
    round_: list[Row] = []
    for row in rows:
        is_same_game = bool(round_) and bool(row["game"]) and row["game"] == round_[-1]["game"]
        if round_ and not is_same_game and _round_of(row) != _round_of(round_[-1]):
            yield round_
            round_ = []
        round_.append(row)
    if round_:
        yield round_


def _round_of(row: Row) -> str:
    return row["round"] or row["game"]


def _torn_rounds(sheet: Sheet, seen: set[str]) -> list[Finding]:
    """Return findings for rounds whose rows are not together; adds this sheet's rounds to `seen`."""
    torn = []
    for round_ in _rounds(sheet.rows):
        number = next((row["round"] for row in round_ if row["round"]), "")
        if number and number in seen:
            message = _(
                "Round %(round)s continues here. In a long file, the rows of a round must be together."
            )
            torn.append(Finding(round_[0].line, "torn_round", message % {"round": number}, "round"))
        if number:
            seen.add(number)
    return torn
