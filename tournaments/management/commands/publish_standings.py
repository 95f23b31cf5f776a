from argparse import ArgumentParser

from django.core.management import BaseCommand

from tournaments.management.console import add_which, chosen
from tournaments.models import Publication
from tournaments.standings import publish_standings
from tournaments.verification import standings_differences


class Command(BaseCommand):
    help = "Publish standings that are behind their ledger; with --anew all of them, telling what was wrong before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_which(parser)
        parser.add_argument("--anew", action="store_true", help="work out also those that are up to date")

    def handle(self, **options: str) -> None:
        publications = Publication.objects.filter(stage__tournament__in=chosen(options))
        published = 0
        for publication in publications.select_related("stage__tournament__head").order_by("stage_id"):
            is_behind = publication.as_of_seq < publication.stage.tournament.head.standings_seq
            if options["anew"] and not is_behind:
                for difference in standings_differences(publication):
                    self.stdout.write(f"{publication.stage.tournament.slug}: {difference}")
            published += publish_standings(publication.pk, anew=bool(options["anew"]))
        self.stdout.write(f"{published} of {len(publications)} stages published.")
