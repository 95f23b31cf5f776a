from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from tournaments.management.console import add_which, chosen_numbers
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
        publications = Publication.objects.filter(stage__tournament__in=chosen_numbers(options)).order_by(
            "stage_id"
        )
        stages = list(publications.values_list("pk", "stage__tournament__slug", "stage__name"))
        published, failed = 0, []
        for stage, slug, name in stages:
            try:
                published += self._publish(stage, anew=bool(options["anew"]))
            except Exception as error:
                failed.append(f"{slug}, {name}: {type(error).__name__}: {error}")
        said = f"{published} of {len(stages)} stages published."
        if failed:
            raise CommandError("\n".join([said, "These could not be ranked from what is stored:", *failed]))
        self.stdout.write(said)

    def _publish(self, stage: int, *, anew: bool) -> bool:
        if anew:
            self._tell_differences(stage)
            GameCount.objects.count_again([stage])
        return publish_standings(stage, anew=anew)

    def _tell_differences(self, stage: int) -> None:
        """What is wrong with standings that are up to date; both are read at one moment, or they may well differ."""
        with snapshot():
            publication = Publication.objects.select_related("stage__tournament__head").get(pk=stage)
            tournament = publication.stage.tournament
            if publication.as_of_seq >= tournament.head.standings_seq:
                for difference in published_differences(publication):
                    self.stdout.write(f"{tournament.slug}: {difference}")
