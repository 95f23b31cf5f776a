"""The organizers of a league, by pages: inviting, joining, leaving."""

import pytest
from django.core import mail

from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.leagues.founding import create_league
from tournaments.models import Invitation, League

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(hall: Hall) -> League:
    return create_league(slug="river", name="River League", by=hall.charlie)


def code_in(page: str) -> str:
    return page.partition("/invitation/#")[2].partition("<")[0]


def test_somebody_is_invited_joins_and_is_dismissed(hall: Hall, league: League) -> None:
    charlie, alice = signed_in(hall.charlie), signed_in(hall.alice)

    made = charlie.post("/l/river/staff/", {"for_whom": "Alice", "once": "one-of-a-kind-key"})
    shown = alice.post("/invitation/", {"code": code_in(made.content.decode())}, follow=True)
    joined = alice.post("/invitation/accept/", follow=True)

    assert "all its tournaments" in shown.content.decode()
    assert joined.redirect_chain == [("/l/river/edit/", 302)]
    assert "You can run the league from here." in joined.content.decode()
    page = charlie.get("/l/river/staff/").content.decode()
    assert "Alice" in page
    staff = league.staff.get(user=hall.alice.user)
    charlie.post(f"/l/river/staff/{staff.pk}/dismiss/", {"confirm": "sure"})
    assert [one.user for one in league.staff.all()] == [hall.charlie.user]
    assert alice.get("/l/river/edit/").status_code == 403


def test_the_mail_of_an_invitation_names_the_league(hall: Hall, league: League) -> None:
    page = signed_in(hall.charlie).post("/l/river/staff/", {"email": "alice@elsewhere.example"})

    [message] = mail.outbox
    assert message.to == ["alice@elsewhere.example"]
    assert message.body.startswith(
        "Charlie invites you to help run this league and all its tournaments:\n\n"
        "    River League\n    as: Organizer\n"
    )
    assert code_in(page.content.decode()) in message.body


def test_whoever_organizes_it_already_is_led_to_the_league(hall: Hall, league: League) -> None:
    charlie = signed_in(hall.charlie)
    made = charlie.post("/l/river/staff/", {"for_whom": "Alice"}).content.decode()

    page = charlie.post("/invitation/", {"code": code_in(made)}, follow=True).content.decode()

    assert "You already organize this league." in page
    assert 'href="/l/river/edit/">Go to the league</a>' in page
    assert "/invitation/accept/" not in page


def test_an_invitation_is_withdrawn(hall: Hall, league: League) -> None:
    charlie = signed_in(hall.charlie)
    charlie.post("/l/river/staff/", {"for_whom": "Alice"})
    invitation = Invitation.objects.get()

    charlie.post(f"/l/river/invitations/{invitation.pk}/withdraw/")

    invitation.refresh_from_db()
    assert invitation.withdrawn_at is not None


def test_the_last_organizer_stays_and_reads_why(hall: Hall, league: League) -> None:
    charlie = signed_in(hall.charlie)

    page = charlie.post(f"/l/river/staff/{league.staff.get().pk}/dismiss/", {"confirm": "sure"}, follow=True)

    assert "A league needs an organizer" in page.content.decode()
    assert league.staff.count() == 1


def test_nobody_else_sees_them(hall: Hall, league: League) -> None:
    alice = signed_in(hall.alice)

    assert alice.get("/l/river/staff/").status_code == 403
    assert alice.get("/api/v1/leagues/river/staff/").status_code == 403
