import json
from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from tournaments.actions.imports.results import ResultsReport, import_results
from tournaments.actions.setup.tournaments import create_tournament
from tournaments.management.console import actor_named, add_by, refusals_are_errors, text_of, tournament_at
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Take games that were played elsewhere into a tournament, from a CSV file (docs/importing.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
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
        add_by(parser)

    def handle(self, **options: str) -> None:
        by = actor_named(options["by"])
        text = text_of(options["file"])
        slug = options["tournament"]
        with refusals_are_errors():
            if options["rulebook"] and not Tournament.objects.filter(slug=slug).exists():
                create_tournament(
                    slug=slug,
                    name=options["name"] or slug,
                    rulebook_id=options["rulebook"],
                    house_rules=_house_rules(options["house_rules"]),
                    by=by,
                )
            stage = tournament_at(slug).stages.filter(ordinal=options["stage"]).first()
            if stage is None:
                raise CommandError(f"{slug} has no stage {options['stage']}.")
            report = import_results(
                stage=stage,
                text=text,
                by=by,
                dry_run=bool(options["dry_run"]),
                accept_unbalanced=options["accept_unbalanced"],
            )
        self._print_report(report)
        if report.errors:
            raise CommandError(f"{len(report.errors)} lines need mending.")

    def _print_report(self, report: ResultsReport) -> None:
        for finding in report.findings:
            self.stdout.write(f"{'error' if finding.is_error else 'warning'}: {finding}")
        if report.unbalanced:
            self.stdout.write(f"{len(report.unbalanced)} games do not add up:")
        for game in report.unbalanced:
            self.stdout.write(
                f"  game {game.game} (line {game.line}): {game.found:,}, not {game.expected:,}: "
                f"{game.reason or 'no reason given'}"
            )
        done = "would be imported" if report.is_dry_run else "imported"
        self.stdout.write(
            f"{report.games} games read: {report.new_games} {done}, {report.known_games} were here already; "
            f"{report.entered} players entered."
        )


def _house_rules(text: str) -> dict[str, object]:
    try:
        rules = json.loads(text)
    except ValueError as error:
        raise CommandError(f"--house-rules: {error}") from error
    if not isinstance(rules, dict):
        raise CommandError("--house-rules: please give a JSON object.")
    return rules
