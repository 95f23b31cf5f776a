"""Whose affair a person's record is: name, reading, country, club, licences, other names.

It never follows from what somebody does alone: anybody can found a tournament and enter anybody in it.
"""

from django.db.models import Q

from tournaments.actions.actor import Actor
from tournaments.models import Tournament
from tournaments.models.people.staff import organized_by

# Not an empty Q, of which nothing would be left beside another one.
EVERYBODY, NOBODY = Q(pk__isnull=False), Q(pk__in=[])


def may_change_record(by: Actor) -> Q:
    """Return the players whose record `by` may change.

    A person with an account decides alone, and anybody's record is the operator's, too. For those without one, or
    whose account was switched off, the organizers of the tournament decide in which they were entered first.
    """
    if by.is_console:
        return EVERYBODY
    if by.user is None:
        return NOBODY
    decides_alone = Q(user__is_active=True)
    if by.api_token is not None and by.api_token.tournament_id is not None:
        return entered_first_by(by) & ~decides_alone
    if by.user.is_superuser:
        return EVERYBODY
    return Q(user=by.user) | (entered_first_by(by) & ~decides_alone)


def entered_first_by(by: Actor) -> Q:
    """Return the players entered first in a tournament that `by` organizes; a narrowed token reaches no other."""
    if by.user is None:
        return NOBODY
    organized = Tournament.objects.filter(organized_by(by.user))
    if by.api_token is not None and by.api_token.tournament_id is not None:
        organized = organized.filter(pk=by.api_token.tournament_id)
    return Q(first_tournament__tournament__in=organized.values("pk"))
