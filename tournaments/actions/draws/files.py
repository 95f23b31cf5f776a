"""Import a draw from a file, all or nothing; export any draw as one."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from seating.audit import output_hash
from seating.constraints import SeatingConstraints
from seating.quality import broken_constraints
from tournaments.actions.actor import Actor
from tournaments.actions.draws.drawing import Drawn, quality_of
from tournaments.actions.draws.draws import seat_players, store_draw
from tournaments.actions.draws.inputs import constraints_of, history_of
from tournaments.actions.draws.ledger_entries import record_draws
from tournaments.actions.draws.plans import MOST_ROUNDS, ImportedRecord, Method, Plan
from tournaments.actions.imports.players import refuse_errors
from tournaments.actions.locks import lock_tournament
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, Round, Stage
from web.sheets.csv_rows import Chosen, Finding, Row, Sheet, has_all, read_rows, write_rows
from web.sheets.headers import Header
from web.text.typed_figures import whole_number

COLUMNS = {
    "round": ("rounds", "回戦", "節", "ラウンド"),
    "table": ("卓", "卓番号", "テーブル"),
    "east": ("e", "東", "東家"),
    "south": ("s", "南", "南家"),
    "west": ("w", "西", "西家"),
    "north": ("n", "北", "北家"),
    "fifth": ("抜", "抜け番"),
}
SEATS = ("east", "south", "west", "north", "fifth")


@dataclass
class DrawReport:
    """What a file does to a stage, or would do in a dry run. `rounds` holds entry ids by table, East first."""

    is_dry_run: bool
    rounds: list[list[list[int]]] = field(default_factory=list)
    first: int = 1
    findings: list[Finding] = field(default_factory=list)
    constraints: SeatingConstraints = field(default_factory=SeatingConstraints)
    draw: int | None = None
    # The file's own columns and how each was read.
    header: Header = field(default_factory=Header)

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.is_error]

    @property
    def tables(self) -> int:
        return sum(len(tables) for tables in self.rounds)

    def as_dict(self) -> dict[str, object]:
        return {
            "dry_run": self.is_dry_run,
            "rounds": len(self.rounds),
            "tables": self.tables,
            "first": self.first,
            "draw": self.draw,
            "header": self.header.as_dict(),
            "findings": [finding.as_dict() for finding in self.findings],
        }


def import_draw(
    *, stage: Stage, text: str, by: Actor, dry_run: bool = False, chosen: Chosen | None = None
) -> DrawReport:
    """Import rounds from a file as drafts: round, table, east, south, west, north, by entry number or name.

    `north` is left empty at a table of three, and a column `fifth` says who waits first at a table of five, if the
    tournament has rulebooks for those. The rounds follow the existing ones without a gap. All or nothing: a file with
    an error raises ImportRefused; a dry run returns the findings. Broken seating constraints are warnings. `chosen`:
    the person's mapping of the columns.
    """
    if dry_run:
        refuse_finished(stage.tournament)
        return _report(stage, text, chosen, is_dry_run=True)
    with transaction.atomic():
        tournament = lock_tournament(stage.tournament_id)
        refuse_finished(tournament)
        report = _report(stage, text, chosen, is_dry_run=False)
        refuse_errors(report.errors)
        file = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        found = ImportedRecord(file_hash=file, output_hash=output_hash(report.rounds), tables=report.rounds)
        plan = Plan(method=Method.IMPORTED, rounds=len(report.rounds))
        quality = quality_of(
            [*history_of(tournament), *report.rounds], constraints=report.constraints, method="imported"
        )
        drawn = Drawn(report.rounds, [], quality, found)
        # Nothing is drawn from this seed; it only salts the hashes of the drafts in the ledger.
        salt = secrets.token_hex(16)
        stored = store_draw(stage, plan, drawn, seed=salt, first=report.first, by=by)
        seated = []
        for offset, tables in enumerate(report.rounds):
            round_ = Round.objects.create(
                stage=stage, number=report.first + offset, draw=stored, seed=salt, method=Method.IMPORTED
            )
            seat_players(round_=round_, tables=tables)
            seated.append((round_, tables))
        record_draws(seated, tournament, by)
        report.draw = stored.pk
    return report


def is_header(cells: Sequence[str]) -> bool:
    """Whether these are the column titles of a draw, with tables of three or more."""
    return has_all(cells, COLUMNS, ["round", "table", *SEATS[:3]])


def draw_as_csv(rounds: list[Round]) -> str:
    """Return rounds as CSV that `import_draw` reads back: current seats, by entry number."""
    rows: list[list[object]] = []
    # A column for each wind, and `fifth` only where a table has five.
    most = SEATS.index("fifth")
    for round_ in Round.objects.filter(pk__in=[r.pk for r in rounds]).with_tables().order_by("number"):
        for table in round_.tables.all():
            numbers = {seat.wind: seat.entry.number for seat in table.seats.all()}
            most = max(most, *numbers)
            rows.append([round_.number, table.number, *(numbers.get(wind, "") for wind in range(1, 6))])
    width = 2 + most
    return write_rows(list(COLUMNS)[:width], [row[:width] for row in rows])


def _report(stage: Stage, text: str, chosen: Chosen | None, *, is_dry_run: bool) -> DrawReport:
    tournament = stage.tournament
    size = tournament.rulebook.table.players
    sizes = [size, *tournament.odd_sizes]
    first = (stage.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    sheet = read_rows(text, COLUMNS, ["round", "table", *SEATS[: min(sizes)]], chosen=chosen)
    report = DrawReport(is_dry_run, first=first, findings=sheet.findings, header=sheet.header)
    if sheet.has_errors:
        return report
    lookup = _Lookup(stage)
    placed: dict[int, dict[int, list[int]]] = {}
    lines: dict[tuple[int, int], int] = {}
    for row in sheet.rows:
        where = _place(row, sheet)
        seats = [lookup.entry(row, seat, sheet) for seat in SEATS[: _players(row, sizes)]]
        if row["fifth"] and len(seats) < len(SEATS):
            message = _("No rulebook has been chosen for tables of %(players)s. Please choose one first.")
            _error(sheet, row, "no_rulebook_for_size", message % {"players": len(SEATS)}, "fifth")
        if where is None or None in seats:
            continue
        number, table = where
        if table in placed.setdefault(number, {}):
            _error(
                sheet,
                row,
                "table_twice",
                _("Table %(table)s appears twice in this round.") % {"table": table},
                "table",
            )
            continue
        placed[number][table] = [entry for entry in seats if entry is not None]
        lines[number, table] = row.line
    _check_rounds(placed, lines, first, lookup, sheet)
    if sheet.has_errors:
        return report
    report.rounds = [[placed[n][t] for t in sorted(placed[n])] for n in sorted(placed)]
    report.constraints = constraints_of(tournament, lookup.entries.values(), ())
    for broken in broken_constraints(report.rounds, report.constraints):
        names = ", ".join(str(lookup.entries[entry].player) for entry in broken.pair)
        message = _("%(names)s share a table, although a wish keeps them apart.") % {"names": names}
        sheet.findings.append(Finding(1, "wish_broken", message, is_error=False))
    return report


def _players(row: Row, sizes: list[int]) -> int:
    """Return the number of players at this row's table, limited to the `sizes` with rulebooks; the first is the
    usual.
    """
    if row["fifth"] and 5 in sizes:
        return 5
    return sizes[0] if row["north"] else min(sizes)


class _Lookup:
    """The entries of a tournament by number and by name."""

    def __init__(self, stage: Stage) -> None:
        rows = stage.tournament.entries.filter(status=Entry.Status.ACTIVE).select_related("player")
        self.entries = {entry.pk: entry for entry in rows}
        self.by_number = {entry.number: entry for entry in rows}
        self.by_name: dict[str, list[Entry]] = {}
        for entry in rows:
            self.by_name.setdefault(entry.player.name.casefold(), []).append(entry)

    def entry(self, row: Row, wind: str, sheet: Sheet) -> int | None:
        """Return the entry a cell names; None, with a finding, unless there is exactly one."""
        cell = row[wind]
        number = whole_number(cell)
        found = [self.by_number[number]] if number in self.by_number else []
        if number is None:
            found = self.by_name.get(" ".join(cell.split()).casefold(), [])
        if len(found) == 1:
            return found[0].pk
        if wind in row.unreadable:
            return None
        if not cell:
            _error(sheet, row, "seat_empty", _("This seat is empty. Please give a number or a name."), wind)
        elif found:
            message = _("%(count)s players have the name “%(name)s”. Please give the number.")
            _error(sheet, row, "ambiguous", message % {"count": len(found), "name": cell}, wind)
        else:
            message = _("“%(name)s” is not taking part. Please give the number or name of a player who is.")
            _error(sheet, row, "unknown_player", message % {"name": cell}, wind)
        return None


def _place(row: Row, sheet: Sheet) -> tuple[int, int] | None:
    found = []
    for column, most in (("round", MOST_ROUNDS), ("table", 500)):
        number = whole_number(row[column])
        if number is None or not 1 <= number <= most:
            message = _("Expected a number from 1 to %(most)s.") % {"most": most}
            _error(sheet, row, "bad_number", message, column)
            return None
        found.append(number)
    return found[0], found[1]


def _check_rounds(
    placed: dict[int, dict[int, list[int]]],
    lines: dict[tuple[int, int], int],
    first: int,
    lookup: _Lookup,
    sheet: Sheet,
) -> None:
    """Check that rounds and tables have no gaps and no player is twice in a round."""
    for index, number in enumerate(sorted(placed)):
        tables = placed[number]
        line = min(lines[number, table] for table in tables)
        if number != first + index:
            message = _("Round %(expected)s is next, but the file has round %(number)s here.")
            message %= {"expected": first + index, "number": number}
            sheet.findings.append(Finding(line, "round_out_of_order", message, "round"))
            return
        if sorted(tables) != list(range(1, len(tables) + 1)):
            missing = next(n for n in range(1, len(tables) + 2) if n not in tables)
            message = _("Round %(number)s has no table %(table)s.") % {"number": number, "table": missing}
            sheet.findings.append(Finding(line, "table_missing", message, "table"))
        seen: dict[int, int] = {}
        for table in sorted(tables):
            for entry in tables[table]:
                if entry in seen:
                    message = _("%(player)s is at tables %(one)s and %(other)s in round %(number)s.")
                    message %= {
                        "player": lookup.entries[entry].player,
                        "one": seen[entry],
                        "other": table,
                        "number": number,
                    }
                    sheet.findings.append(Finding(lines[number, table], "player_twice", message))
                seen.setdefault(entry, table)


def _error(sheet: Sheet, row: Row, code: str, message: str, column: str) -> None:
    sheet.findings.append(Finding(row.line, code, message, column))
