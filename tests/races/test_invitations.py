"""An invitation is accepted once, also by two at the same moment."""

import pytest
from django.db import transaction

from tests.races.beside import beside, wait_until, waiting
from tests.tournaments.hall import open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.staff.invitations import accept_invitation, invite, withdraw_invitation
from tournaments.models import Invitation, LedgerEntry, Staff

pytestmark = [pytest.mark.race, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_two_who_accept_at_once_one_is_appointed() -> None:
    hall = open_hall()
    invitation, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
    refused: list[str] = []

    with transaction.atomic():
        accept_invitation(invitation=invitation, by=hall.charlie)
        late = beside(lambda: accept_invitation(invitation=invitation, by=Actor(hall.bob)), refused)
        wait_until(lambda: waiting() == 1 or not late.is_alive())
    late.join()

    assert refused == ["invitation_accepted"]
    assert list(Staff.objects.filter(role="scorer").values_list("user", flat=True)) == [hall.charlie.user.pk]
    assert LedgerEntry.objects.filter(kind="invitation_accepted").count() == 1


def test_what_is_withdrawn_at_this_moment_is_not_accepted() -> None:
    hall = open_hall()
    invitation, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
    refused: list[str] = []

    with transaction.atomic():
        withdraw_invitation(invitation=invitation, by=hall.alice)
        late = beside(lambda: accept_invitation(invitation=invitation, by=hall.charlie), refused)
        wait_until(lambda: waiting() == 1 or not late.is_alive())
    late.join()

    assert refused == ["invitation_withdrawn"]
    assert Invitation.objects.get().accepted_by is None
