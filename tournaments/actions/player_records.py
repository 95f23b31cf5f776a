"""Who may change a player's record: name, reading, country, club, licences, aliases.

Never a consequence of one's own action alone: anyone can found a tournament and enter anyone in it.
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from players.actions import namesakes
from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.models import Entry, League, Tournament
from tournaments.models.people.staff import organized_by

# Not an empty Q, which disappears when combined with another.
EVERYBODY, NOBODY = Q(pk__isnull=False), Q(pk__in=[])


def may_change_record(by: Actor) -> Q:
    """Return the players whose record `by` may change.

    A player with an account decides alone; the operator may change any record. Without an account, or with a disabled
    one, the organizers of the first tournament the player was entered in decide.
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


def known_to(by: Actor) -> Q:
    """Return the players `by` may see: those of visible tournaments, those `by` entered first, those never entered,
    and themselves. Only these are offered or matched by name.
    """
    if by.is_console or (by.user is not None and by.user.is_superuser):
        return EVERYBODY
    seen = Tournament.objects.visible_to(by.user or AnonymousUser()).filter(pk=OuterRef("tournament"))
    entered = Exists(Entry.objects.filter(Exists(seen), player=OuterRef("pk")))
    return Q(entered) | Q(first_tournament=None) | entered_first_by(by) | Q(user=by.user, user__isnull=False)


def namesakes_known_to(by: Actor, name: str) -> list[Player]:
    """Return the namesakes that `by` may see."""
    return list(
        Player.objects.filter(known_to(by), pk__in=[one.pk for one in namesakes(name)]).order_by("pk")
    )


def organized_for_records(by: Actor) -> QuerySet[Tournament]:
    """Return the tournaments that `by` organizes; only their entries prevent merging or deleting a record, since
    entering a player elsewhere takes nothing and must not block it. The operator organizes all.
    """
    if by.is_console or (by.user is not None and by.user.is_superuser):
        return Tournament.objects.all()
    return Tournament.objects.none() if by.user is None else Tournament.objects.filter(organized_by(by.user))


def leagues_for_records(by: Actor) -> QuerySet[League]:
    """Return the leagues that `by` organizes; only their seasons prevent merging or deleting a record."""
    if by.is_console or (by.user is not None and by.user.is_superuser):
        return League.objects.all()
    return League.objects.none() if by.user is None else League.objects.filter(staff__user=by.user)


def entered_first_by(by: Actor) -> Q:
    """Return players first entered in a tournament that `by` organizes; a restricted token reaches no other."""
    if by.user is None:
        return NOBODY
    organized = Tournament.objects.filter(organized_by(by.user))
    if by.api_token is not None and by.api_token.tournament_id is not None:
        organized = organized.filter(pk=by.api_token.tournament_id)
    return Q(first_tournament__tournament__in=organized.values("pk"))
