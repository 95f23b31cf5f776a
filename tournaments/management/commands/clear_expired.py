from django.core.management import BaseCommand, call_command

from tournaments.actions.hall.photo_deletion import delete_due_photos
from tournaments.actions.people.address_erasure import erase_due_addresses
from tournaments.actions.rate_limits import forget_attempts
from tournaments.models import IdempotencyKey, PrintJob


class Command(BaseCommand):
    help = (
        "Delete what has expired: old keys, counted attempts, sessions, photos of sheets, ordered PDFs, addresses. "
        "Run it nightly."
    )

    def handle(self, **options: str) -> None:
        keys, _by_model = IdempotencyKey.objects.expired().delete()
        attempts = forget_attempts()
        PrintJob.objects.expired().delete()
        call_command("clearsessions")
        photos, addresses = delete_due_photos(), erase_due_addresses()
        self.stdout.write(
            f"{keys} keys, {attempts} counts of attempts, {photos} photos and {addresses} addresses deleted."
        )
