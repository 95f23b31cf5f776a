from django.core.management import BaseCommand

from config.accounts.first_organizer import invitation


class Command(BaseCommand):
    help = (
        "Print the link by which the first organizer signs in and sets a password. It works once, for a day, while "
        "there is no superuser."
    )

    def handle(self, **options: object) -> None:
        self.stdout.write(
            invitation() or "There is a superuser already. Another one: jantaku createsuperuser"
        )
