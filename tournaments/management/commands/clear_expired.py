from django.core.management import BaseCommand, call_command

from tournaments.actions.rate_limits import forget_attempts
from tournaments.models import IdempotencyKey


class Command(BaseCommand):
    help = "Delete what has expired: old idempotency keys, counted attempts, sessions. Run it nightly."

    def handle(self, **options: str) -> None:
        keys, _by_model = IdempotencyKey.objects.expired().delete()
        attempts = forget_attempts()
        call_command("clearsessions")
        self.stdout.write(f"{keys} keys and {attempts} counts of attempts deleted.")
