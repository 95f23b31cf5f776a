import hashlib
import io
import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from typing import IO, Any, BinaryIO, cast

from django.core.management import BaseCommand, CommandError

from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError
from tournaments.actions.imports.long_results import check_long_results, import_long_results
from tournaments.actions.imports.results import ResultsOptions, ResultsReport, import_results
from tournaments.actions.imports.roster import TWO_SPELLINGS
from tournaments.actions.imports.seat_columns import COLUMNS, SEAT_COLUMNS, is_header
from tournaments.actions.other_divisions import IN_ANOTHER_DIVISION
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.management.console import (
    actor_named,
    add_by,
    lines_of,
    refusals_are_errors,
    to_read,
    tournament_at,
)
from tournaments.models import Stage, Tournament
from web.sheets.csv_rows import (
    LAST_LINE,
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    UNCLEAR_COLUMNS,
    Chosen,
    Finding,
)
from web.sheets.encodings import ENCODINGS
from web.sheets.uploads import encoding_of, text_of_file

NOT_READ = "-"
# What is confirmed by which option.
SAID_BY = {TWO_SPELLINGS: "two_people", IN_ANOTHER_DIVISION: "two_divisions"}


class Command(BaseCommand):
    help = "Take games that were played elsewhere into a tournament, from a CSV file (docs/importing.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="“-” is the standard input")
        parser.add_argument("--tournament", required=True, metavar="SLUG")
        parser.add_argument(
            "--stage", type=int, default=1, metavar="N", help="the n-th stage; the first by default"
        )
        parser.add_argument("--dry-run", action="store_true", help="tell what would happen, change nothing")
        parser.add_argument(
            "--accept-unbalanced",
            default="",
            metavar="REASON",
            help="import games that do not add up and give no reason of their own, for this reason",
        )
        parser.add_argument(
            "--rulebook", metavar="ID", help="set the tournament up with this rulebook if it is new"
        )
        parser.add_argument("--name", help="the new tournament's name")
        parser.add_argument(
            "--house-rules", default="{}", metavar="JSON", help="the new tournament's house rules"
        )
        parser.add_argument(
            "--encoding",
            default="",
            choices=[*ENCODINGS],
            help="that of a CSV file whose letters could be others; found out by default",
        )
        parser.add_argument(
            "--columns",
            default="",
            metavar="NAME,NAME,…",
            help="what each column means, in their order: a name of docs/importing.md, “-” for one that is not read, "
            "nothing for what its title says; of one row a game “player seat 1”, “points place 2”, …",
        )
        parser.add_argument(
            "--header-line",
            type=int,
            metavar="N",
            help="the line with the titles of the columns; 0: the file has none; looked for by default",
        )
        parser.add_argument(
            "--two-people",
            action="store_true",
            help="names that differ in their spelling alone are different people",
        )
        parser.add_argument(
            "--two-divisions",
            action="store_true",
            help="players of another division of the season play here, too",
        )
        add_by(parser)

    def handle(self, **options: str) -> None:
        by = actor_named(options["by"])
        _chosen(options)
        with to_read(options["file"]) as file:
            data = file.read(MOST_BYTES + 1)
            file.seek(0)
            # What a page takes is done as a page does it, as a whole; rows in any order are fine then.
            text = _text(data, options) if len(data) <= MOST_BYTES else None
            if isinstance(text, Finding):
                raise CommandError(f"{options['file']}: {text}")
            if text is not None and _rows(text) <= MOST_ROWS:
                self._import(text, by, options)
            else:
                self._import_long(file, text, by, options)

    def _import(self, text: str, by: Actor, options: Mapping[str, str]) -> None:
        with refusals_are_errors():
            report = import_results(stage=_stage(by, options), text=text, by=by, options=_read_as(options))
        self._print_findings(report)
        is_unclear = any(finding.code in UNCLEAR_COLUMNS for finding in report.findings)
        if report.is_dry_run and (is_unclear or options["columns"]):
            self._print_columns(report)
        self._print_totals(report, {*report.newcomers})
        if report.errors:
            raise CommandError(f"{len(report.errors)} lines need mending.")

    def _import_long(self, file: IO[bytes], text: str | None, by: Actor, options: Mapping[str, str]) -> None:
        """Part by part, each with whole rounds in a transaction of its own."""
        encoding = encoding_of(file, encoding=options["encoding"]) if text is None else ""
        if isinstance(encoding, Finding):
            raise CommandError(f"{options['file']}: {encoding}")
        digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]

        def lines() -> Iterator[str]:
            if text is not None:
                yield from io.StringIO(text, newline="")
                return
            file.seek(0)
            wrapper = io.TextIOWrapper(cast("BinaryIO", file), encoding, newline="")
            try:
                yield from wrapper
            finally:
                wrapper.detach()

        total = ResultsReport(is_dry_run=bool(options["dry_run"]), as_of=0)
        newcomers: set[tuple[str, str]] = set()
        wrong: list[Finding] = []
        with refusals_are_errors():
            stage, how = _stage(by, options), _read_as(options)
            checked = check_long_results(stage=stage, lines=lines, options=how)
            self.stderr.write(f"{checked.rows:,} rows read; nothing is wrong with them.")
            try:
                for report in import_long_results(stage=stage, lines=lines, file=digest, by=by, options=how):
                    self._print_findings(report)
                    total.rows += report.rows
                    total.games += report.games
                    total.new_games += report.new_games
                    total.known_games += report.known_games
                    newcomers |= report.newcomers
                    self.stderr.write(
                        f"{total.rows:,} of {checked.rows:,} rows: {total.new_games:,} games new"
                    )
                    wrong += report.errors
            except ActionError as refusal:
                if not total.new_games:
                    raise
                self._print_totals(total, newcomers)
                message = "The rounds before this one are imported. Mend the file and import it again."
                raise CommandError("\n".join([message, *lines_of(refusal)])) from refusal
        self._print_totals(total, newcomers)
        if wrong:
            raise CommandError(f"{len(wrong)} lines need mending.")

    def _print_findings(self, report: ResultsReport) -> None:
        for finding in report.findings:
            self.stdout.write(f"{'error' if finding.is_error else 'warning'}: {finding}")
        if report.unbalanced:
            self.stdout.write(f"{len(report.unbalanced)} games do not add up:")
        for game in report.unbalanced:
            self.stdout.write(
                f"  game {game.game} (line {game.line}): {game.found:,}, not {game.expected:,}: "
                f"{game.reason or 'no reason given'}"
            )

    def _print_columns(self, report: ResultsReport) -> None:
        """How the columns were understood, as `--columns` takes them."""
        self.stdout.write("Columns, in the order of the file (say others with --columns):")
        for number, (title, name) in enumerate(
            zip(report.header.titles, report.header.names, strict=True), 1
        ):
            self.stdout.write(f"  {number} {title or '(no title)'}: {name or NOT_READ}")

    def _print_totals(self, report: ResultsReport, newcomers: set[tuple[str, str]]) -> None:
        done = "would be imported" if report.is_dry_run else "imported"
        self.stdout.write(
            f"{report.games} games read: {report.new_games} {done}, {report.known_games} were here already; "
            f"{len(newcomers)} players entered."
        )


def _stage(by: Actor, options: Mapping[str, str]) -> Stage:
    """The stage that is meant; its tournament is set up if that was asked for."""
    slug = options["tournament"]
    if options["rulebook"] and not Tournament.objects.filter(slug=slug).exists():
        create_tournament(
            frame=Frame(
                slug=slug,
                name=options["name"] or slug,
                rulebook_id=options["rulebook"],
                house_rules=_house_rules(options["house_rules"]),
            ),
            by=by,
        )
    stage = tournament_at(slug).stages.filter(ordinal=options["stage"]).first()
    if stage is None:
        raise CommandError(f"{slug} has no stage {options['stage']}.")
    return stage


def _read_as(options: Mapping[str, str]) -> ResultsOptions:
    return ResultsOptions(
        dry_run=bool(options["dry_run"]),
        accept_unbalanced=options["accept_unbalanced"],
        chosen=_chosen(options),
        confirm=[code for code, name in SAID_BY.items() if options[name]],
    )


def _chosen(options: Mapping[str, Any]) -> Chosen | None:
    """What is said of the columns; None if nothing is."""
    words = [word.strip() for word in options["columns"].split(",")] if options["columns"] else []
    known = [*COLUMNS, *SEAT_COLUMNS]
    for word in words:
        if word not in ("", NOT_READ, *known):
            raise CommandError(f"--columns: there is no column “{word}”, but: {', '.join(known)}.")
    line = options["header_line"]
    if line is not None and not 0 <= line <= LAST_LINE:
        raise CommandError(f"--header-line: please give a number from 0 to {LAST_LINE:,}.")
    named = {index: "" if word == NOT_READ else word for index, word in enumerate(words) if word}
    if beyond := [index for index in named if index >= MOST_COLUMNS]:
        raise CommandError(f"--columns: at most {MOST_COLUMNS} columns are read, not {beyond[-1] + 1}.")
    return Chosen(named, line) if named or line is not None else None


def _text(data: bytes, options: Mapping[str, str]) -> str | Finding:
    return text_of_file(data, encoding=options["encoding"], is_header=is_header)


def _rows(text: str) -> int:
    return text.count("\n")


def _house_rules(text: str) -> dict[str, object]:
    try:
        rules = json.loads(text)
    except ValueError as error:
        raise CommandError(f"--house-rules: {error}") from error
    if not isinstance(rules, dict):
        raise CommandError("--house-rules: please give a JSON object.")
    return rules
