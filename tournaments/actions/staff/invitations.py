"""Inviting people to the staff of a tournament or league: no one is appointed without agreeing."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.leagues.staff import appoint_organizer
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_league, lock_tournament
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import Invitation, League, LeagueStaff, Staff, Tournament
from tournaments.models.codes import code_from, hash_of, made_by_call, new_code
from tournaments.models.digests import text_hash
from tournaments.models.events import Event, LeagueEvent
from tournaments.models.leagues.events import (
    OrganizerInvitationAccepted,
    OrganizerInvitationDeclined,
    OrganizerInvitationWithdrawn,
    OrganizerInvited,
)
from tournaments.models.people.events import (
    InvitationAccepted,
    InvitationDeclined,
    InvitationWithdrawn,
    Invited,
)
from tournaments.models.people.invitations import InvitationWithStatus
from tournaments.models.people.staff import roles_of

LIFE = timedelta(days=14)
MOST_OPEN = 50
# Events for an invitation, in the ledger of a tournament and in that of a league.
EVENTS: Mapping[str, tuple[Callable[..., Event], Callable[..., LeagueEvent]]] = {
    "invited": (Invited, OrganizerInvited),
    "accepted": (InvitationAccepted, OrganizerInvitationAccepted),
    "declined": (InvitationDeclined, OrganizerInvitationDeclined),
    "withdrawn": (InvitationWithdrawn, OrganizerInvitationWithdrawn),
}


@transaction.atomic
def invite(
    *, tournament: Tournament, role: str, by: Actor, for_whom: str = "", key: str = ""
) -> tuple[InvitationWithStatus, str]:
    """Create an invitation; return it with its code, of which only a hash is stored.

    `for_whom` is a note that tells open invitations apart. With the `key` of a call the code comes from `code_for`,
    so a repeat can show it again; without one it is shown only once.
    """
    lock_tournament(tournament.pk)
    return _invite(Invitation(tournament=tournament, role=role, for_whom=for_whom), by, key)


@transaction.atomic
def invite_organizer(
    *, league: League, by: Actor, for_whom: str = "", key: str = ""
) -> tuple[InvitationWithStatus, str]:
    """The same for an organizer of a league, who then organizes all its tournaments."""
    lock_league(league.pk)
    return _invite(Invitation(league=league, role=Staff.Role.ORGANIZER, for_whom=for_whom), by, key)


def _invite(invitation: Invitation, by: Actor, key: str) -> tuple[InvitationWithStatus, str]:
    if by.user is None:
        raise NotAllowed(_("Please sign in to send an invitation."))
    if invitation.to.invitations.open().count() >= MOST_OPEN:
        raise StateRefuses(
            _("%(most)s invitations are already open. Please withdraw one first.") % {"most": MOST_OPEN},
            code="too_many_invitations",
        )
    code = new_code()
    invitation.code_hash, invitation.invited_by = hash_of(code), by.user
    invitation.expires_at = Now() + LIFE
    invitation.save(force_insert=True)
    if key:
        # The code contains the invitation's id, known only now.
        code = code_for(invitation.pk, by=by, key=key)
        invitation.code_hash = hash_of(code)
        invitation.save(update_fields=["code_hash"])
    _record(
        invitation,
        "invited",
        by,
        role=invitation.role,
        days=LIFE.days,
        hash=text_hash(invitation.code_hash),
    )
    return _as_stored(invitation), code


def code_for(invitation_id: int, *, by: Actor, key: str) -> str:
    """Return the code that this actor's call under `key` gives an invitation; a repeated call gets the same one."""
    return code_from(made_by_call("invitation code", invitation_id, caller=by.caller, key=key))


@transaction.atomic
def accept_invitation(*, invitation: Invitation, by: Actor) -> Staff | LeagueStaff:
    """Join the staff by invitation. Idempotent for the same person; used up for everyone else."""
    if by.user is None:
        raise NotAllowed(_("Please sign in to accept the invitation."))
    invitation = _locked(invitation)
    mine = role_by(invitation, by.user)
    if mine is not None and invitation.accepted_by_id == by.user.pk:
        return mine
    refuse_ended(invitation)
    if mine is not None:
        raise StateRefuses(_already(invitation), code="already_staff")
    Invitation.objects.filter(pk=invitation.pk).update(accepted_at=Now(), accepted_by=by.user)
    # First what may take locks of its own; the ledger head is the last lock.
    staff: Staff | LeagueStaff
    if invitation.league is not None:
        staff = appoint_organizer(league=invitation.league, user=by.user, by=by)
    else:
        assert invitation.tournament is not None
        staff = appoint(tournament=invitation.tournament, user=by.user, role=invitation.role, by=by)
    _record(invitation, "accepted", by)
    return staff


@transaction.atomic
def decline_invitation(*, invitation: Invitation) -> None:
    """Decline an invitation. Idempotent, needs no account, and is anonymous."""
    invitation = _locked(invitation)
    if invitation.status == "declined":
        return
    refuse_ended(invitation)
    _end(invitation, "declined", Actor())


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, by: Actor) -> None:
    """Withdraw an invitation: its code stops working. Idempotent, also after it was declined."""
    invitation = _locked(invitation)
    if invitation.accepted_at is not None:
        raise StateRefuses(
            _("The invitation was already accepted. Remove the role instead."), code="invitation_accepted"
        )
    if invitation.withdrawn_at is None and invitation.declined_at is None:
        _end(invitation, "withdrawn", by)


def refuse_ended(invitation: InvitationWithStatus) -> None:
    """Raise StateRefuses with the reason if this invitation can no longer be accepted."""
    match invitation.status:
        case "accepted":
            raise StateRefuses(
                _("This invitation was already accepted. If it was not you, tell the organizer."),
                code="invitation_accepted",
            )
        case "declined":
            raise StateRefuses(
                _("This invitation was declined. If you changed your mind, ask the organizer for a new one."),
                code="invitation_declined",
            )
        case "withdrawn":
            raise StateRefuses(
                _("This invitation was withdrawn. Please ask the organizer."), code="invitation_withdrawn"
            )
        case "expired":
            raise StateRefuses(
                _("This invitation has expired. Please ask the organizer for a new one."),
                code="invitation_expired",
            )
    if not _still_runs_it(invitation):
        ended = _(
            "The person who invited you no longer runs this tournament. Please ask the organizer for a new "
            "invitation."
        )
        if invitation.league is not None:
            ended = _(
                "The person who invited you no longer runs this league. Please ask the organizer for a new "
                "invitation."
            )
        raise StateRefuses(ended, code="invitation_withdrawn")


def role_by(invitation: Invitation, user: User | None) -> Staff | LeagueStaff | None:
    """Return this person's existing role in the invitation's tournament or league."""
    if invitation.league is not None:
        return LeagueStaff.objects.filter(league=invitation.league, user=user).first()
    return Staff.objects.filter(tournament=invitation.tournament, user=user).first()


def _already(invitation: Invitation) -> str:
    if invitation.league is not None:
        return _("You already organize this league. The invitation can still be accepted by someone else.")
    return _("You already help run this tournament. The invitation can still be accepted by someone else.")


def _still_runs_it(invitation: Invitation) -> bool:
    """Whether the inviter could still invite: invitations of dismissed organizers stop working."""
    inviter = invitation.invited_by
    if not inviter.is_active:
        return False
    if invitation.league is not None:
        runs_it = inviter.is_superuser or role_by(invitation, inviter) is not None
        return runs_it and invitation.league.removed_at is None
    assert invitation.tournament is not None
    return inviter.is_superuser or Staff.Role.ORGANIZER in roles_of(inviter, invitation.tournament)


def _locked(invitation: Invitation) -> InvitationWithStatus:
    """Return the invitation, reloaded under the lock of its tournament or league."""
    if invitation.league_id is not None:
        lock_league(invitation.league_id)
    else:
        assert invitation.tournament_id is not None
        lock_tournament(invitation.tournament_id)
    return _as_stored(invitation)


def _as_stored(invitation: Invitation) -> InvitationWithStatus:
    """Return the invitation, reloaded. The caller holds the lock of its tournament or league, so it cannot change."""
    return (
        Invitation.objects.with_status()
        .select_related("invited_by", "accepted_by", "tournament", "league")
        .get(pk=invitation.pk)
    )


def _end(invitation: Invitation, how: str, by: Actor) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(**{f"{how}_at": Now()})
    _record(invitation, how, by)


def _record(invitation: Invitation, what: str, by: Actor, **more: Any) -> None:
    """Record in the ledger of its tournament or league."""
    of_tournament, of_league = EVENTS[what]
    if invitation.league_id is not None:
        event = of_league(invitation=invitation.pk, **more)
        record_league(event, league_id=invitation.league_id, by=by)
    else:
        assert invitation.tournament_id is not None
        record(of_tournament(invitation=invitation.pk, **more), tournament_id=invitation.tournament_id, by=by)
