from argparse import ArgumentParser

from django.core.management import BaseCommand

from tournaments.management.console import add_which, chosen
from tournaments.models import GameCount, Publication
from tournaments.standings import publish_standings
from tournaments.verification import published_differences
from web.snapshots import snapshot


class Command(BaseCommand):
    help = (
        "Publish standings that are behind their ledger; with --anew all of them, telling what was wrong before, and "
        "count again how many games are reported. Statistics of hands are published with them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_which(parser)
        parser.add_argument("--anew", action="store_true", help="work out also those that are up to date")

    def handle(self, **options: str) -> None:
        publications = Publication.objects.filter(stage__tournament__in=chosen(options))
        stages = list(publications.order_by("stage_id").values_list("pk", flat=True))
        published = 0
        for stage in stages:
            if options["anew"]:
                self._tell_differences(stage)
                GameCount.objects.count_again([stage])
            published += publish_standings(stage, anew=bool(options["anew"]))
        self.stdout.write(f"{published} of {len(stages)} stages published.")

    def _tell_differences(self, stage: int) -> None:
        """What is wrong with standings that are up to date; both are read at one moment, or they may well differ."""
        with snapshot():
            publication = Publication.objects.select_related("stage__tournament__head").get(pk=stage)
            tournament = publication.stage.tournament
            if publication.as_of_seq >= tournament.head.standings_seq:
                for difference in published_differences(publication):
                    self.stdout.write(f"{tournament.slug}: {difference}")
