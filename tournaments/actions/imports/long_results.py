"""Results of any number of games, from a file that is read part by part: each some whole rounds, in one transaction.

The whole file is read first and nothing written while there is anything wrong with it that its lines alone can show.
Whatever ends the import later leaves whole rounds, and the same file, imported again, goes on where it ended.
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
# Whoever has so many lines to mend does not read more of them.
MOST_ERRORS = 100


@dataclass
class LongFile:
    """What the file is: how many rows, and what is the matter with them."""

    rows: int = 0
    findings: list[Finding] = field(default_factory=list)


def check_long_results(*, stage: Stage, lines: Lines, options: ResultsOptions) -> LongFile:
    """Read the file to its end; refuse it (ImportRefused) if lines are wrong or a round does not stand together."""
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
    """Import the file part by part, each in a transaction of its own, and yield what each has done.

    `file` is the SHA-256 of the file. May be repeated, as `import_results` may: a part that is here is left alone.
    """
    for sheet in _parts(lines(), options.chosen):
        yield import_sheet(stage=stage, sheet=sheet, file=file, by=by, options=options)


def _parts(lines: Iterable[str], chosen: Chosen | None) -> Iterator[Sheet]:
    """The rows in parts of whole rounds; a part is as long as an uploaded file may be, or one longer round."""
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
    """The rows of a round together, as they stand in the file."""
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
    """Findings for rounds that go on after others; those of this sheet are seen from now on."""
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
