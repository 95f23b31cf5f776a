"""Django's command, with an account that can sign in at once: shell access to the server implies ownership."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.management.commands import createsuperuser

from players.models import User


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """Create the account with a verified address, so that the first sign-in needs no mail."""
        before = set(User.objects.filter(is_superuser=True).values_list("pk", flat=True))
        super().handle(*args, **options)
        for user in User.objects.filter(is_superuser=True).exclude(pk__in=before):
            EmailAddress.objects.update_or_create(
                user=user, email=user.email, defaults={"verified": True, "primary": True}
            )
