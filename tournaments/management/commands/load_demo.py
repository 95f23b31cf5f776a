from argparse import ArgumentParser

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction

from players.models import User
from players.passwords import DEMO_PASSWORD
from tournaments.demo import event, ladder, league, teams
from tournaments.models import Tournament, Wind

PEOPLE = {
    "organizer": ("organizer@demo.example", "Demo Organizer"),
    "referee": ("referee@demo.example", "Demo Referee"),
    "player": ("player@demo.example", "Player 01"),
}


class Command(BaseCommand):
    # Checks import every view, which takes longer than all this. For the same reason no address is reversed here.
    requires_system_checks = ()
    help = "Load a real league, a tournament in mid-round, a club's ladder and a league of teams. May be repeated."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anyway",
            action="store_true",
            help="also where other people work: the demo's password is public",
        )

    def handle(self, **options: bool) -> None:
        if not settings.EMBEDDED and not options["anyway"]:
            raise CommandError(
                "Here is REDIS_URL, so other people may work here, and the demo's password is known to everybody. "
                "If that is all right: load_demo --anyway"
            )
        with transaction.atomic():
            people = {role: _account(*who) for role, who in PEOPLE.items()}
            slugs = [league.SLUG, event.SLUG, ladder.SLUG, teams.SLUG]
            here = set(Tournament.objects.filter(slug__in=slugs).values_list("slug", flat=True))
            if league.SLUG not in here:
                league.load_league(people["organizer"])
            if event.SLUG not in here:
                event.load_event(people["organizer"], people["referee"], people["player"])
            if ladder.SLUG not in here:
                ladder.load_ladder(people["organizer"], Tournament.objects.get(slug=event.SLUG))
            if teams.SLUG not in here:
                teams.load_teams(people["organizer"], Tournament.objects.get(slug=event.SLUG))
        self._print_report(people["organizer"])

    def _print_report(self, organizer: User) -> None:
        tournament = Tournament.objects.get(slug=event.SLUG)
        self.stdout.write(f"\n  A league       {settings.SITE_URL}/t/{league.SLUG}/")
        self.stdout.write(f"  A tournament   {settings.SITE_URL}/t/{event.SLUG}/")
        self.stdout.write(f"  A club         {settings.SITE_URL}/t/{ladder.SLUG}/")
        self.stdout.write(f"  Teams          {settings.SITE_URL}/t/{teams.SLUG}/")
        self.stdout.write(f"  Sign in        {settings.SITE_URL}/accounts/login/  password: {DEMO_PASSWORD}")
        for role, (email, _name) in PEOPLE.items():
            self.stdout.write(f"                 {email} ({role})")
        table = event.open_table(tournament)
        codes = event.seat_codes(table, organizer) if table else {}
        if codes:
            self.stdout.write(
                f"  Four phones    seats of table {table.number if table else ''} in the round in play:"
            )
        for seat, code in codes.items():
            wind = Wind(seat.wind).name.title()
            self.stdout.write(f"    {wind:5}  {seat.entry.player.name:10}  {settings.SITE_URL}/seat/#{code}")
        self.stdout.write("")


def _account(email: str, name: str) -> User:
    """A demo log-in with a verified address, made once."""
    user = User.objects.filter(email=email).first() or User.objects.create_user(
        email, DEMO_PASSWORD, name=name
    )
    EmailAddress.objects.get_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    return user
