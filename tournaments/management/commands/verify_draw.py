from argparse import ArgumentParser
from collections.abc import Mapping

from django.core.management import BaseCommand, CommandError

from tournaments.actions.draws.checks import Verdict, check_draw
from tournaments.actions.draws.wording.draws import reasons_in_words
from tournaments.management.console import add_which, chosen_numbers
from tournaments.models import Draw
from web.snapshots import snapshot

# The record of a draw may be long.
AT_ONCE = 10


class Command(BaseCommand):
    help = "Draw rounds again from their seeds and say whether everybody sits as they were drawn (docs/draws.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_which(parser)
        parser.add_argument("--round", type=int, metavar="N", help="only the draw of this round of a stage")

    def handle(self, **options: str) -> None:
        # A concurrent change of a draft must not make it look different from how it was drawn.
        with snapshot():
            self._verify(options)

    def _verify(self, options: Mapping[str, str]) -> None:
        draws = Draw.objects.filter(rounds__isnull=False)
        if options["tournament"]:
            draws = draws.filter(stage__tournament__in=chosen_numbers(options))
        if options["round"]:
            draws = draws.filter(rounds__number=options["round"])
        draws = draws.select_related("stage__tournament", "commitment").distinct()
        count = wrong = 0
        # Each is let go of once it was printed: there may be thousands.
        for draw in draws.order_by("stage__tournament", "stage__ordinal", "pk").iterator(chunk_size=AT_ONCE):
            verdict = check_draw(draw)
            self._print_report(draw, verdict)
            count += 1
            wrong += not verdict.is_same and verdict.is_drawn_here
        if options["round"] and not count:
            raise CommandError(f"No draw of a round {options['round']} is stored.")
        if wrong:
            raise CommandError(f"{wrong} of {count} draws are not as they were drawn.")
        self.stdout.write(f"{count} draws looked at; all that were drawn here are as drawn.")

    def _print_report(self, draw: Draw, verdict: Verdict) -> None:
        numbers = ", ".join(
            str(number) for number in draw.rounds.order_by("number").values_list("number", flat=True)
        )
        state = "equal" if verdict.is_same else "NOT EQUAL" if verdict.is_drawn_here else "not drawn here"
        fixed = draw.commitment.commitment if draw.commitment else "not fixed beforehand"
        self.stdout.write(
            f"{draw.stage.tournament.slug}, {draw.stage}, round {numbers}: {state} ({draw.method}); "
            f"seed {draw.seed}, commitment {fixed}"
        )
        for words in reasons_in_words(verdict):
            self.stdout.write(f"  {words}")
        for place in verdict.differences[:20]:
            self.stdout.write(
                f"  round {place.round}, table {place.table}: drawn {place.drawn}, seated {place.seated}"
            )
