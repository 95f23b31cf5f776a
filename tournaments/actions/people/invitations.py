"""Inviting people to a tournament's staff: nobody is appointed who did not agree."""

import hmac
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import Invitation, Staff, Tournament
from tournaments.models.codes import code_from, hash_of, new_code
from tournaments.models.digests import text_hash
from tournaments.models.ledger_kinds import Kind
from tournaments.models.people.invitations import InvitationWithStatus

LIFE = timedelta(days=14)
MOST_OPEN = 50


@transaction.atomic
def invite(
    *, tournament: Tournament, role: str, by: Actor, for_whom: str = "", key: str = ""
) -> tuple[InvitationWithStatus, str]:
    """Make an invitation; return it with its code, of which only a hash is stored.

    `for_whom` is a note for the staff, to tell open invitations apart. With the `key` of a call the code is that of
    `code_for`, which a repeat can show again; without one it can be seen this once.
    """
    if by.user is None:
        raise NotAllowed(_("Please sign in to invite somebody."))
    lock_tournament(tournament.pk)
    if tournament.invitations.open().count() >= MOST_OPEN:
        raise StateRefuses(
            _("%(most)s invitations are open. Please withdraw one first.") % {"most": MOST_OPEN},
            code="too_many_invitations",
        )
    code = new_code()
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role,
        for_whom=for_whom,
        code_hash=hash_of(code),
        invited_by=by.user,
        expires_at=Now() + LIFE,
    )
    if key:
        # Only now: its number is in the code, so that a key used anew after its answer was cleared makes another.
        code = code_for(invitation.pk, by=by, key=key)
        invitation.code_hash = hash_of(code)
        invitation.save(update_fields=["code_hash"])
    record(
        tournament_id=tournament.pk,
        kind=Kind.INVITED,
        payload={
            "invitation": invitation.pk,
            "role": role,
            "days": LIFE.days,
            "hash": text_hash(invitation.code_hash),
        },
        by=by,
    )
    return _as_stored(invitation), code


def code_for(invitation_id: int, *, by: Actor, key: str) -> str:
    """Return the code that this actor's call under `key` gives an invitation: the same again for a repeat.

    It is worked out from this house's secret, so nobody else can; what is stored of it is a hash, as always.
    """
    message = f"invitation code|{by.caller}|{key}|{invitation_id}".encode()
    return code_from(hmac.new(settings.SECRET_KEY.encode(), message, "sha256").digest())


@transaction.atomic
def accept_invitation(*, invitation: Invitation, by: Actor) -> Staff:
    """Join the staff as the invitation says. The same person may repeat it; nobody else can after them."""
    if by.user is None:
        raise NotAllowed(_("Please sign in to accept the invitation."))
    tournament, invitation = _locked(invitation)
    mine = Staff.objects.filter(tournament=tournament, user=by.user).first()
    if mine is not None and invitation.accepted_by_id == by.user.pk:
        return mine
    refuse_ended(invitation)
    if mine is not None:
        raise StateRefuses(
            _("You already help run this tournament. The invitation stays open for somebody else."),
            code="already_staff",
        )
    Invitation.objects.filter(pk=invitation.pk).update(accepted_at=Now(), accepted_by=by.user)
    # First what may take locks of its own; the ledger's head is the last lock.
    staff = appoint(tournament=tournament, user=by.user, role=invitation.role, by=by)
    record(
        tournament_id=tournament.pk,
        kind=Kind.INVITATION_ACCEPTED,
        payload={"invitation": invitation.pk},
        by=by,
    )
    return staff


@transaction.atomic
def decline_invitation(*, invitation: Invitation) -> None:
    """Say no. May be repeated, and needs no account; who it was stays unknown."""
    tournament, invitation = _locked(invitation)
    if invitation.status == "declined":
        return
    refuse_ended(invitation)
    _end(tournament, invitation, "declined_at", Kind.INVITATION_DECLINED, Actor())


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, by: Actor) -> None:
    """Make the code useless. May be repeated; what was declined is not open any more anyway."""
    tournament, invitation = _locked(invitation)
    if invitation.accepted_at is not None:
        raise StateRefuses(
            _("The invitation was accepted already. Take the role away instead."), code="invitation_accepted"
        )
    if invitation.withdrawn_at is None and invitation.declined_at is None:
        _end(tournament, invitation, "withdrawn_at", Kind.INVITATION_WITHDRAWN, by)


def refuse_ended(invitation: InvitationWithStatus) -> None:
    """Raise StateRefuses with the reason why this invitation cannot be accepted any more."""
    match invitation.status:
        case "accepted":
            raise StateRefuses(
                _("This invitation was accepted already. If it was not you, tell the organizer."),
                code="invitation_accepted",
            )
        case "declined":
            raise StateRefuses(
                _("This invitation was declined. Ask the organizer for a new one if you changed your mind."),
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
        raise StateRefuses(
            _("Whoever invited you no longer runs this tournament. Please ask the organizer for a new one."),
            code="invitation_withdrawn",
        )


def _still_runs_it(invitation: Invitation) -> bool:
    """Whether the inviter could still invite: one who was dismissed leaves no invitation behind that works."""
    inviter = invitation.invited_by
    if not inviter.is_active:
        return False
    organizes = Staff.objects.filter(
        tournament=invitation.tournament_id, user=inviter, role=Staff.Role.ORGANIZER
    )
    return inviter.is_superuser or organizes.exists()


def _locked(invitation: Invitation) -> tuple[Tournament, InvitationWithStatus]:
    tournament = lock_tournament(invitation.tournament_id)
    return tournament, _as_stored(invitation)


def _as_stored(invitation: Invitation) -> InvitationWithStatus:
    """The invitation as it is now. The tournament's lock is held: nobody changes it meanwhile."""
    return (
        Invitation.objects.with_status()
        .select_related("invited_by", "accepted_by", "tournament")
        .get(pk=invitation.pk)
    )


def _end(tournament: Tournament, invitation: Invitation, field: str, kind: Kind, by: Actor) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(**{field: Now()})
    record(tournament_id=tournament.pk, kind=kind, payload={"invitation": invitation.pk}, by=by)
