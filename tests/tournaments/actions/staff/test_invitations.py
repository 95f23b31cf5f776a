"""Nobody is appointed who did not agree; an invitation is answered once."""

from datetime import timedelta

import pytest
from django.db.models import F

from players.models import User
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError, NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.setup.tournaments import appoint, dismiss
from tournaments.actions.staff.invitations import (
    LIFE,
    MOST_OPEN,
    accept_invitation,
    decline_invitation,
    invite,
    withdraw_invitation,
)
from tournaments.actions.staff.roles import change_role
from tournaments.models import Invitation, LedgerEntry, Staff
from tournaments.models.codes import hash_of
from tournaments.models.digests import text_hash
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


def an_invitation(hall: Hall, role: str = "referee") -> Invitation:
    return invite(tournament=hall.tournament, role=role, by=hall.alice)[0]


def status_of(invitation: Invitation) -> str:
    return Invitation.objects.with_status().get(pk=invitation.pk).status


def refused(act: object, error: type[ActionError] = StateRefuses) -> str:
    """The act is refused, and neither staff nor ledger are another afterwards; the code of the refusal."""
    before = everything()
    with pytest.raises(error) as raised:
        act()  # type: ignore[operator]
    assert everything() == before
    return raised.value.code


def everything() -> tuple[object, ...]:
    return (
        list(Staff.objects.order_by("pk").values_list("pk", "user", "role")),
        list(Invitation.objects.order_by("pk").values_list()),
        LedgerEntry.objects.count(),
    )


def expire(invitation: Invitation) -> None:
    old = {"created_at": F("created_at") - LIFE * 2, "expires_at": F("expires_at") - LIFE * 2}
    Invitation.objects.filter(pk=invitation.pk).update(**old)


def test_an_invitation_is_kept_as_a_hash_and_lives_two_weeks(hall: Hall):
    invitation, code = invite(tournament=hall.tournament, role="scorer", by=hall.alice, for_whom="Sven")

    assert (invitation.code_hash, len(code)) == (hash_of(code), 26)
    assert invitation.expires_at - invitation.created_at == timedelta(days=14)
    assert (invitation.for_whom, invitation.invited_by, status_of(invitation)) == (
        "Sven",
        hall.alice.user,
        "open",
    )
    assert hall.kinds()[-1] == "invited"
    assert hall.last_payload() == {
        "invitation": invitation.pk,
        "role": "scorer",
        "days": 14,
        "hash": text_hash(hash_of(code)),
    }


def test_nobody_is_staff_before_they_accept(hall: Hall):
    an_invitation(hall)

    assert not Staff.objects.filter(user=hall.charlie.user).exists()


def test_accepting_appoints_whoever_accepts_and_the_ledger_says_so_as_ever(hall: Hall):
    invitation = an_invitation(hall)

    staff = accept_invitation(invitation=invitation, by=hall.charlie)

    assert (staff.user, staff.role, staff.tournament) == (hall.charlie.user, "referee", hall.tournament)
    assert hall.kinds()[-2:] == ["appointed", "invitation_accepted"]
    appointed = LedgerEntry.objects.filter(kind="appointed").order_by("-seq")[0]
    assert appointed.content == {"user": hall.charlie.user.pk, "role": "referee"}
    assert hall.last_payload() == {"invitation": invitation.pk}
    assert status_of(invitation) == "accepted"
    assert verify_ledger(hall.tournament.pk).problems == []


def test_accepting_twice_is_accepting_once(hall: Hall):
    invitation = an_invitation(hall)
    first = accept_invitation(invitation=invitation, by=hall.charlie)
    before = everything()

    again = accept_invitation(invitation=invitation, by=hall.charlie)

    assert (again, everything()) == (first, before)


def test_nobody_accepts_what_another_accepted(hall: Hall):
    invitation = an_invitation(hall)
    accept_invitation(invitation=invitation, by=hall.charlie)

    assert (
        refused(lambda: accept_invitation(invitation=invitation, by=Actor(hall.bob))) == "invitation_accepted"
    )


def test_an_invitation_brings_nobody_back_who_was_dismissed(hall: Hall):
    invitation = an_invitation(hall)
    dismiss(staff=accept_invitation(invitation=invitation, by=hall.charlie), by=hall.alice)

    assert refused(lambda: accept_invitation(invitation=invitation, by=hall.charlie)) == "invitation_accepted"


@pytest.mark.parametrize("end", ["declined", "withdrawn", "expired"])
def test_what_has_ended_is_not_accepted_and_says_how_it_ended(end: str, hall: Hall):
    invitation = an_invitation(hall)
    if end == "declined":
        decline_invitation(invitation=invitation)
    elif end == "withdrawn":
        withdraw_invitation(invitation=invitation, by=hall.alice)
    else:
        expire(invitation)

    code = refused(lambda: accept_invitation(invitation=invitation, by=hall.charlie))

    assert (code, status_of(invitation)) == (f"invitation_{end}", end)


def test_declining_and_withdrawing_may_be_repeated(hall: Hall):
    declined, withdrawn = an_invitation(hall), an_invitation(hall)
    decline_invitation(invitation=declined)
    withdraw_invitation(invitation=withdrawn, by=hall.alice)
    before = everything()

    decline_invitation(invitation=declined)
    withdraw_invitation(invitation=withdrawn, by=hall.alice)
    withdraw_invitation(invitation=declined, by=hall.alice)

    assert everything() == before
    assert hall.kinds()[-2:] == ["invitation_declined", "invitation_withdrawn"]


def test_the_ledger_does_not_name_who_declined(hall: Hall):
    decline_invitation(invitation=an_invitation(hall))

    entry = LedgerEntry.objects.get(kind="invitation_declined")

    assert entry.actor == "anybody"


def test_an_accepted_invitation_is_not_withdrawn_nor_declined(hall: Hall):
    invitation = an_invitation(hall)
    accept_invitation(invitation=invitation, by=hall.charlie)

    codes = [
        refused(lambda: withdraw_invitation(invitation=invitation, by=hall.alice)),
        refused(lambda: decline_invitation(invitation=invitation)),
    ]

    assert codes == ["invitation_accepted", "invitation_accepted"]


def test_whoever_helps_already_keeps_their_role_and_the_invitation_stays_open(hall: Hall):
    invitation = an_invitation(hall, "scorer")

    codes = [
        refused(lambda: accept_invitation(invitation=invitation, by=hall.alice)),
        refused(lambda: accept_invitation(invitation=invitation, by=hall.rob)),
    ]

    assert codes == ["already_staff", "already_staff"]
    assert accept_invitation(invitation=invitation, by=hall.charlie).role == "scorer"


def test_an_organizer_who_was_dismissed_left_no_back_door(hall: Hall):
    rob = appoint(tournament=hall.tournament, user=hall.rob.user, role="organizer", by=hall.alice)
    invitation, _code = invite(tournament=hall.tournament, role="organizer", by=hall.rob)
    dismiss(staff=rob, by=hall.alice)

    assert (
        refused(lambda: accept_invitation(invitation=invitation, by=hall.charlie)) == "invitation_withdrawn"
    )


def test_an_inviter_who_was_locked_out_invites_nobody_any_more(hall: Hall):
    invitation = an_invitation(hall)
    User.objects.filter(pk=hall.alice.user.pk).update(is_active=False)

    assert (
        refused(lambda: accept_invitation(invitation=invitation, by=hall.charlie)) == "invitation_withdrawn"
    )


def test_without_an_account_nobody_invites_or_accepts(hall: Hall):
    invitation = an_invitation(hall)

    codes = [
        refused(lambda: invite(tournament=hall.tournament, role="scorer", by=Actor()), NotAllowed),
        refused(lambda: accept_invitation(invitation=invitation, by=Actor()), NotAllowed),
    ]

    assert codes == ["not_allowed", "not_allowed"]


@pytest.mark.slow
def test_open_invitations_have_a_bound(hall: Hall):
    for _ in range(MOST_OPEN):
        last = an_invitation(hall)

    assert refused(lambda: an_invitation(hall)) == "too_many_invitations"
    withdraw_invitation(invitation=last, by=hall.alice)
    an_invitation(hall)


def test_a_role_changes_for_those_who_have_one(hall: Hall):
    staff = change_role(tournament=hall.tournament, user_id=hall.rob.user.pk, role="scorer", by=hall.alice)

    assert staff.role == "scorer"
    assert hall.last_payload() == {"user": hall.rob.user.pk, "role": "scorer"}


def test_nobody_else_is_appointed_and_all_are_refused_alike(hall: Hall):
    other = open_hall("elsewhere")

    def ask(user_id: int) -> tuple[str, str]:
        with pytest.raises(RulesRefuse) as raised:
            change_role(tournament=hall.tournament, user_id=user_id, role="scorer", by=hall.alice)
        return raised.value.code, raised.value.message

    before = everything()
    answers = {ask(pk) for pk in (hall.charlie.user.pk, hall.bob.pk, other.rob.user.pk, 10**9)}

    assert len(answers) == 1
    assert everything() == before


def test_the_last_organizer_does_not_step_down(hall: Hall):
    code = refused(
        lambda: change_role(
            tournament=hall.tournament, user_id=hall.alice.user.pk, role="scorer", by=hall.alice
        )
    )

    assert code == "last_organizer"
