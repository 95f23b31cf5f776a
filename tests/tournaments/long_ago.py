"""Tournaments that were long ago, by the clock of the database."""

from datetime import timedelta

from django.db.models.functions import Now
from django.utils.timezone import now

from tournaments.models import Registration, Tournament


def let_its_addresses_be_due(tournament: Tournament, days: int = 40) -> None:
    """Its last day was so long ago, and people registered before it."""
    Tournament.objects.filter(pk=tournament.pk).update(ends_on=now().date() - timedelta(days=days))
    registered = Now() - timedelta(days=days + 10)
    Registration.objects.filter(tournament=tournament).update(created_at=registered)
