"""Import games played elsewhere: final points from a file become closed rounds with confirmed results."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.imports.players import (
    ImportOptions,
    ImportReport,
    lock_for_import,
    refuse_errors,
    seq_of,
)
from tournaments.actions.imports.results_file import Game, SeatLine, Unbalanced, read_games
from tournaments.actions.imports.roster import Person, Roster
from tournaments.actions.imports.seat_columns import read_seats
from tournaments.actions.imports.settled_games import SettledGame, settle_game
from tournaments.actions.ledger import record_all
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.play.scoresheets.reporting import scores_of, sheet_of, written_payload_of
from tournaments.actions.states import refuse_finished_by_now
from tournaments.models import Entry, GameCount, Round, Score, Scoresheet, Seat, Stage, Table, Tournament
from tournaments.models.codes import keyed_hash
from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.events import ResultImported, ResultsImported
from web.sheets.csv_rows import Finding, Sheet, whole_sheet

METHOD = "imported"


@dataclass(frozen=True)
class ReadGame:
    """A game of the file as understood: everyone's points at the table and what the rules make of them, East first.
    `is_new`: not imported yet.
    """

    line: int
    round: int
    table: int
    played_on: date | None
    seats: tuple[tuple[str, int, int], ...]
    is_new: bool


@dataclass
class ResultsReport(ImportReport):
    """What a file of results does to a stage, or would do in a dry run."""

    games: int = 0
    new_games: int = 0
    known_games: int = 0
    unbalanced: list[Unbalanced] = field(default_factory=list)
    # Players to be entered, by name and club.
    newcomers: set[tuple[str, str]] = field(default_factory=set)
    # New or already imported games; refused ones are among the findings.
    read: list[ReadGame] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        return {
            **super().as_dict(),
            "games": self.games,
            "new_games": self.new_games,
            "known_games": self.known_games,
            "unbalanced": [game.as_dict() for game in self.unbalanced],
        }


@dataclass
class _Plan:
    """What the file means for the current state of the stage."""

    roster: Roster
    new: list[SettledGame]
    known: list[SettledGame]
    findings: list[Finding]
    rounds: dict[int, Round]

    def entry_of(self, seat: SeatLine) -> Entry:
        place = self._places[seat.player, seat.club]
        assert place.entry is not None, "everybody is entered before the first game is written"
        return place.entry

    def __post_init__(self) -> None:
        self._places = {(place.person.name, place.person.club): place for place in self.roster.places}


@dataclass(frozen=True)
class ResultsOptions(ImportOptions):
    """How a file of results is imported. `accept_unbalanced` is the reason given for all games that miss the starting
    total and have none in the file.
    """

    accept_unbalanced: str = ""


USUAL = ResultsOptions()


def import_results(*, stage: Stage, text: str, by: Actor, options: ResultsOptions = USUAL) -> ResultsReport:
    """Import games played elsewhere into a stage as confirmed results. Format: docs/importing.md.

    Each is settled by the tournament's rulebook for tables of its size; a `place` or `total` column is compared with
    the outcome. Missing players are entered, rounds are created and closed. A game that misses the starting total
    needs a reason in the file or `accept_unbalanced`; the report lists each. All or nothing (ImportRefused), one
    transaction; a dry run changes nothing. Idempotent: an imported game with the same figures is skipped, one with
    other figures is an error. Raises ImportedMeanwhile as `import_players` does.
    """
    sheet = whole_sheet(text, lambda lines, sheet: read_seats(lines, sheet, options.chosen), instead=longer())
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return import_sheet(stage=stage, sheet=sheet, file=digest, by=by, options=options)


def longer() -> str:
    """Say how to import a file that is too long for a page."""
    return _("The console accepts any number of rows: manage.py import_results")


def import_sheet(
    *, stage: Stage, sheet: Sheet, file: str, by: Actor, options: ResultsOptions
) -> ResultsReport:
    """Import rows already read; `file` is the SHA-256 of their source. See `import_results`."""
    tournament = stage.tournament
    as_of = seq_of(tournament) if options.as_of is None else options.as_of
    games = read_games(
        sheet,
        [tournament.rulebook.table.players, *tournament.odd_sizes],
        ZoneInfo(tournament.time_zone),
    )
    rulebooks = {players: tournament.rulebook_for(players) for players in {len(game.seats) for game in games}}
    report = ResultsReport(is_dry_run=options.dry_run, as_of=as_of, rows=len(sheet.rows), games=len(games))
    report.header = sheet.header
    settled = [
        settle_game(game, rulebooks[len(game.seats)], options.accept_unbalanced, sheet, report.unbalanced)
        for game in games
    ]
    people = _people(games, sheet)
    report.findings = sheet.findings
    if options.dry_run:
        refuse_finished_by_now(tournament)
        _fill(report, _plan(stage, people, settled, by, options.confirm))
        return report
    with transaction.atomic():
        lock_for_import(tournament, as_of)
        tournament.refresh_from_db()
        _refuse_other_rules(tournament, rulebooks)
        plan = _plan(stage, people, settled, by, options.confirm)
        _fill(report, plan)
        refuse_errors(report.errors)
        if plan.new:
            _write(stage, plan, file, by)
    return report


def _refuse_other_rules(tournament: Tournament, rulebooks: Mapping[int, Rulebook]) -> None:
    """Refuse results settled by rules that changed before the tournament was locked."""
    if any(tournament.rulebook_for(players) != book for players, book in rulebooks.items()):
        raise StateRefuses(
            _(
                "The rules have changed in the meantime. Please check the import under the new rules, then "
                "try again."
            ),
            code="rules_changed_meanwhile",
        )


def _people(games: Sequence[Game], sheet: Sheet) -> list[Person]:
    """Return everyone who plays in the file, in order of their first game."""
    people: dict[tuple[str, str], Person] = {}
    for game in games:
        for seat in game.seats:
            person = Person(line=seat.line, name=seat.player, club=seat.club, team=seat.team)
            first = people.setdefault((seat.player, seat.club), person)
            if seat.team != first.team:
                message = _("%(player)s plays for another team in line %(line)s.")
                message %= {"player": seat.player, "line": first.line}
                sheet.findings.append(Finding(seat.line, "another_team", message, "team"))
    return list(people.values())


def _plan(
    stage: Stage,
    people: list[Person],
    settled: Sequence[SettledGame | None],
    by: Actor,
    confirm: Collection[str],
) -> _Plan:
    """Compare the games of the file with those in the stage."""
    roster = Roster.of(stage.tournament, people, by, confirm)
    numbers = {one.game.round for one in settled if one is not None}
    rounds = {round_.number: round_ for round_ in stage.rounds.filter(number__in=numbers)}
    plan = _Plan(roster, [], [], [], rounds)
    entries = {(p.person.name, p.person.club): p.entry.pk for p in roster.places if p.entry}
    here = _sheets_here(rounds.values())
    seats = Seat.objects.filter(round__in=rounds.values())
    seated = set(seats.values_list("round_id", COUNTED_ENTRY))
    busy: dict[tuple[int, str, str], int] = {}
    tables: dict[tuple[int, int], str] = {}
    for one in settled:
        if one is None:
            continue
        game = one.game
        twin = tables.setdefault((game.round, game.table), game.name)
        if twin != game.name:
            message = _("Games %(game)s and %(twin)s are both at table %(table)s in round %(round)s.")
            message %= {"game": game.name, "twin": twin, "table": game.table, "round": game.round}
            plan.findings.append(Finding(game.line, "table_taken", message, "table"))
            continue
        round_ = rounds.get(game.round)
        if (game.round, game.table) in here:
            players = [entries.get((seat.player, seat.club)) for seat in game.seats]
            if here[game.round, game.table] == (
                players,
                one.figures.points,
                one.figures.chombo,
                game.leftover,
            ):
                plan.known.append(one)
            else:
                message = _(
                    "Game %(game)s already exists with other players or points. The referee can correct it."
                )
                plan.findings.append(
                    Finding(game.line, "other_figures", message % {"game": game.name}, "points")
                )
            continue
        if round_ is not None and round_.method != METHOD:
            message = _("Round %(round)s was drawn here. Enter its results at its tables.")
            plan.findings.append(
                Finding(game.line, "round_drawn_here", message % {"round": game.round}, "round")
            )
            continue
        for seat in game.seats:
            entry = entries.get((seat.player, seat.club))
            line = busy.setdefault((game.round, seat.player, seat.club), seat.line)
            if line != seat.line or (round_ is not None and (round_.pk, entry) in seated):
                message = _("%(player)s is at two tables in round %(round)s.")
                message %= {"player": seat.player, "round": game.round}
                plan.findings.append(Finding(seat.line, "two_tables", message, "player"))
        plan.new.append(one)
    return plan


def _sheets_here(
    rounds: Collection[Round],
) -> dict[tuple[int, int], tuple[list[int], list[int], list[int], int]]:
    """Return the tables of these rounds by round and number: their players and live sheet, if any."""
    seats: dict[int, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(round__in=rounds).order_by("table_id", "wind")
    for table_id, entry_id in rows.values_list("table_id", COUNTED_ENTRY):
        seats[table_id].append(entry_id)
    live = Scoresheet.objects.live().filter(table__round__in=rounds).order_by()
    sheets = {sheet.table_id: sheet for sheet in live}
    here = {}
    tables = Table.objects.filter(round__in=rounds, round__method=METHOD).select_related("round").order_by()
    for table in tables:
        sheet = sheets.get(table.pk)
        figures = (sheet.points, sheet.chombo, sheet.leftover) if sheet else ([], [], 0)
        here[table.round.number, table.number] = (seats[table.pk], *figures)
    return here


def _fill(report: ResultsReport, plan: _Plan) -> None:
    outcomes = [place.outcome for place in plan.roster.places]
    report.new_players = outcomes.count("new_player")
    report.known_players = outcomes.count("known_player")
    report.already_entered = outcomes.count("already_entered")
    report.newcomers = {
        (place.person.name, place.person.club)
        for place in plan.roster.places
        if place.outcome in ("new_player", "known_player")
    }
    report.new_games, report.known_games = len(plan.new), len(plan.known)
    read = [
        _as_read(one, is_new=is_new)
        for is_new in (True, False)
        for one in (plan.new if is_new else plan.known)
    ]
    report.read = sorted(read, key=lambda game: game.line)
    report.findings = sorted(
        [*report.findings, *plan.roster.findings, *plan.findings], key=lambda finding: finding.line
    )


def _as_read(one: SettledGame, *, is_new: bool) -> ReadGame:
    game, totals = one.game, one.result.totals
    seats = tuple(
        (seat.player, points, total)
        for seat, points, total in zip(game.seats, one.figures.points, totals, strict=True)
    )
    return ReadGame(game.line, game.round, game.table, game.played_on, seats, is_new)


def _write(stage: Stage, plan: _Plan, file: str, by: Actor) -> None:
    """Write the new games: players, rounds, tables, seats, sheets, scores, and the ledger last."""
    tournament = stage.tournament
    # Before the ledger head, which the first entry locks.
    GameCount.objects.hold(stage.pk)
    pin_rulebook(tournament, by=by)
    plan.roster.write(file=file, by=by)
    rounds = dict(plan.rounds)
    days = {one.game.round: one.game.played_on for one in reversed(plan.new)}
    new_rounds = Round.objects.bulk_create(
        Round(
            stage=stage,
            number=number,
            status=Round.Status.CLOSED,
            method=METHOD,
            started_at=Now(),
            closed_at=Now(),
            played_on=days[number],
        )
        for number in sorted(days)
        if number not in rounds
    )
    rounds |= {round_.number: round_ for round_ in new_rounds}
    tables = Table.objects.bulk_create(
        Table(round=rounds[one.game.round], number=one.game.table) for one in plan.new
    )
    seats = [
        [
            Seat(table=table, round=table.round, wind=line.wind, entry=plan.entry_of(line))
            for line in one.game.seats
        ]
        for table, one in zip(tables, plan.new, strict=True)
    ]
    Seat.objects.bulk_create(seat for table_seats in seats for seat in table_seats)
    sheets = Scoresheet.objects.bulk_create(
        sheet_of(
            one.figures, table=table, version=1, status=Scoresheet.Status.CONFIRMED, reported_by_user=by.user
        )
        for table, one in zip(tables, plan.new, strict=True)
    )
    written = list(zip(sheets, seats, plan.new, strict=True))
    Score.objects.bulk_create(
        score
        for sheet, table_seats, one in written
        for score in scores_of(sheet, table_seats, stage.pk, one.result)
    )
    hashes = {
        players: tournament.rulebook_for(players).hash()
        for players in {len(table_seats) for table_seats in seats}
    }
    of_the_file = ResultsImported(
        file=keyed_hash(file),
        stage=stage.pk,
        games=len(sheets),
        rounds=[(made.pk, made.number, _day(made.played_on)) for made in new_rounds],
    )
    of_sheets = (
        ResultImported(
            round=sheet.table.round_id,
            place=sheet.table.number,
            **written_payload_of(sheet, seats=table_seats, rulebook_hash=hashes[len(table_seats)]),
        )
        for sheet, table_seats, _one in written
    )
    record_all([of_the_file, *of_sheets], tournament_id=tournament.pk, by=by)


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
