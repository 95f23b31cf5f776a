from argparse import ArgumentParser

from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.core.management import BaseCommand, CommandError
from django.db import transaction

from players.models import User


class Command(BaseCommand):
    help = (
        "Remove the second factors and recovery codes of an account and sign it out everywhere, for a person who "
        "lost phone and codes. Make sure first that it is they who ask. May be repeated."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address with which the account signs in")

    @transaction.atomic
    def handle(self, *, email: str, **options: object) -> None:
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise CommandError(f"No account signs in with {email}.")
        removed, _of_which = Authenticator.objects.filter(user=user).delete()
        get_adapter().end_sessions(UserSession.objects.filter(user=user))
        self.stdout.write(
            f"Removed {removed} (apps, passkeys, sets of recovery codes). The password, or a code by mail, opens the "
            "account now."
        )
