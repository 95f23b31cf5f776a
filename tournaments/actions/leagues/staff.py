"""The organizers of a league."""

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.models import League, LeagueStaff
from tournaments.models.leagues.events import OrganizerAppointed, OrganizerDismissed


@transaction.atomic
def appoint_organizer(*, league: League, user: User, by: Actor) -> LeagueStaff:
    """Make a person an organizer of the league and so of all its tournaments. Idempotent."""
    lock_league(league.pk)
    staff, is_new = LeagueStaff.objects.get_or_create(league=league, user=user)
    if is_new:
        record_league(OrganizerAppointed(user=user.pk), league_id=league.pk, by=by)
    return staff


@transaction.atomic
def dismiss_organizer(*, staff: LeagueStaff, by: Actor) -> None:
    """Remove an organizer, effective from their next request.

    Idempotent. Refuses to leave the league without an organizer.
    """
    # Locked before reading: of two organizers who dismiss each other at once, the second sees the first.
    league = lock_league(staff.league_id)
    found = LeagueStaff.objects.filter(pk=staff.pk)
    if not found.exists():
        return
    found.delete()
    if not league.staff.exists():
        raise StateRefuses(
            _("A league needs an organizer. Please invite another one first."), code="last_organizer"
        )
    record_league(OrganizerDismissed(user=staff.user_id), league_id=league.pk, by=by)
