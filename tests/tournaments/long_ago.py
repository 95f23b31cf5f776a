"""Tournaments in the past, by the database's clock."""

from datetime import timedelta

from django.db.models.functions import Now
from django.utils.timezone import now

from tournaments.models import Registration, Tournament


def let_its_addresses_be_due(tournament: Tournament, days: int = 40) -> None:
    """Move its last day, and earlier registrations, this many days into the past."""
    Tournament.objects.filter(pk=tournament.pk).update(ends_on=now().date() - timedelta(days=days))
    registered = Now() - timedelta(days=days + 10)
    Registration.objects.filter(tournament=tournament).update(created_at=registered)
