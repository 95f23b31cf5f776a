from django.core.management import BaseCommand, call_command

from tournaments.actions.hall.photo_deletion import delete_due_photos
from tournaments.actions.rate_limits import forget_attempts
from tournaments.models import IdempotencyKey


class Command(BaseCommand):
    help = "Delete what has expired: old keys, counted attempts, sessions, photos of sheets. Run it nightly."

    def handle(self, **options: str) -> None:
        keys, _by_model = IdempotencyKey.objects.expired().delete()
        attempts = forget_attempts()
        call_command("clearsessions")
        photos = delete_due_photos()
        self.stdout.write(f"{keys} keys, {attempts} counts of attempts and {photos} photos deleted.")
