"""Strangers' letter boxes: how many mails they get because of what others set up, and in whose words."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.db.models.functions import Now
from django.test import Client

from players.models import User
from tests.tournaments.actions.transfer.files import event_file, taken_in
from tests.tournaments.hall import Hall, let_a_week_pass
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.people.mail_budget import letter_box
from tournaments.actions.people.move_up_mails import message_to
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.rate_limits import (
    MAILS_OF_A_FOUNDER,
    MAILS_OF_A_NEW_FOUNDER,
    MAILS_OF_A_TOURNAMENT,
    MAILS_OF_FOUNDERS_TO_AN_ADDRESS,
    MAILS_OF_NEW_FOUNDERS_TO_AN_ADDRESS,
    Limit,
    attempts_counted,
    count_attempt,
)
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Attempts, Registration, Tournament
from tournaments.models.people.founders import founder_of, is_trusted

pytestmark = pytest.mark.django_db
VICTIM = "victim@home.example"


def founded(by: Actor, slug: str, name: str = "You have won") -> Tournament:
    tournament = create_tournament(frame=Frame(slug=slug, name=name, rulebook_id="mleague"), by=by)
    set_self_registration(
        tournament=tournament, terms=RegistrationTerms(is_open=True, email="required"), by=by
    )
    return tournament


def register_at(slug: str, email: str = VICTIM, name: str = "Ken") -> str:
    """Register as anybody may, and return the page to which it leads."""
    page = Client().post(f"/t/{slug}/register/", {"name": name, "email": email}, follow=True)
    assert page.status_code == 200
    return page.content.decode()


def let_a_day_pass() -> None:
    Attempts.objects.update(period=0)


def filled(limit: Limit, whose: str) -> None:
    for _attempt in range(limit.most):
        count_attempt(limit, whose)


def test_whatever_a_stranger_founds_a_letter_box_gets_three_mails_a_day(hall: Hall) -> None:
    for number in range(6):
        founded(hall.charlie, f"event-{number}")

    pages = [
        register_at(f"event-{number}", email=email)
        for email in (VICTIM, "Victim@Home.example", "victim+a@home.example", "v.ictim@home.example")
        for number in range(6)
    ]

    assert len(mail.outbox) == MAILS_OF_NEW_FOUNDERS_TO_AN_ADDRESS.most == 3
    assert sum("The link was sent to you by e-mail" in page for page in pages) == 3
    assert sum("or today's limit is reached" in page for page in pages) == 21


@pytest.mark.slow
def test_however_many_strangers_and_old_accounts_found_a_letter_box_gets_five(hall: Hall) -> None:
    let_a_week_pass(hall.alice)
    for number, by in enumerate([hall.charlie, hall.rob, hall.alice] * 4):
        founded(by, f"event-{number}")
        register_at(f"event-{number}")
        answer = signed_in(by).post(
            f"/api/v1/tournaments/event-{number}/invitations/",
            {"role": "scorer", "email": VICTIM},
            content_type="application/json",
            HTTP_IDEMPOTENCY_KEY=f"invitation-{number}",
        )
        assert answer.status_code == 201, answer.content

    assert len(mail.outbox) == MAILS_OF_FOUNDERS_TO_AN_ADDRESS.most == 5
    let_a_day_pass()
    register_at("event-0", name="Lars")
    assert len(mail.outbox) == 6


def test_an_address_gets_one_mail_a_day_for_a_tournament(hall: Hall) -> None:
    let_a_week_pass(hall.alice)
    founded(hall.alice, "open")

    first, second = register_at("open"), register_at("open", name="Lars")
    let_a_day_pass()
    register_at("open", name="Mia")

    assert ["or today's limit is reached" in page for page in (first, second)] == [False, True]
    assert [message.to for message in mail.outbox] == [[VICTIM], [VICTIM]]
    assert Registration.objects.count() == 3


@pytest.mark.parametrize(
    ("limit", "whose"),
    [
        (MAILS_OF_A_TOURNAMENT, lambda tournament, by: tournament.pk),
        (MAILS_OF_A_FOUNDER, lambda tournament, by: by.user.pk),
    ],
)
def test_what_is_over_the_budget_of_tournament_or_founder_is_kept_and_not_mailed(
    hall: Hall, limit: Limit, whose: Callable[[Tournament, Actor], int]
) -> None:
    let_a_week_pass(hall.alice)
    filled(limit, str(whose(founded(hall.alice, "open"), hall.alice)))

    answer = Client().post(
        "/api/v1/tournaments/open/register/",
        {"name": "Ken", "email": VICTIM},
        content_type="application/json",
        HTTP_IDEMPOTENCY_KEY="registered-once",
    )

    assert (answer.status_code, answer.json()["is_mailed"], mail.outbox) == (201, False, [])
    assert Registration.objects.get().email == VICTIM


def test_a_new_founder_sends_thirty_a_day(hall: Hall) -> None:
    founded(hall.charlie, "open")
    assert hall.charlie.user is not None
    filled(MAILS_OF_A_NEW_FOUNDER, str(hall.charlie.user.pk))

    page = register_at("open")

    assert ("or today's limit is reached" in page, mail.outbox) == (True, [])
    assert MAILS_OF_A_NEW_FOUNDER.most == 30


def test_these_mails_use_up_none_of_those_by_which_people_sign_in(hall: Hall) -> None:
    founded(hall.charlie, "open")

    register_at("open")

    counted = Attempts.objects.filter(bucket__startswith="mail/address/")
    assert (len(mail.outbox), counted.count()) == (1, 0)


class TestSubjects:
    def test_a_new_founders_words_are_in_no_subject(self, hall: Hall) -> None:
        founded(hall.charlie, "open")
        register_at("open")

        (message,) = mail.outbox

        assert message.subject == "Your registration for a tournament"
        registration = Registration.objects.get()
        assert message_to(registration).subject == "Your place in a tournament is confirmed"
        registration.status = Registration.Status.PENDING
        assert message_to(registration).subject == "A place in a tournament became free"

    def test_after_a_week_the_name_is_there(self, hall: Hall) -> None:
        let_a_week_pass(hall.alice)
        founded(hall.alice, "open", "Winter Open")

        register_at("open")

        assert mail.outbox[0].subject == "Your registration: Winter Open"
        assert message_to(Registration.objects.get()).subject == "Your place is confirmed: Winter Open"

    def test_an_invitation_says_the_name_when_its_sender_is_trusted(self, hall: Hall) -> None:
        address = "/t/spring-open/desk/staff/"
        sent = {"role": "scorer", "email": VICTIM}
        signed_in(hall.alice).post(address, {**sent, "key": "k" * 12})
        let_a_week_pass(hall.alice)

        signed_in(hall.alice).post(address, {**sent, "key": "l" * 12})

        assert [message.subject for message in mail.outbox] == [
            "An invitation to help run an event",
            "Invitation: Spring Open",
        ]


class TestTrust:
    def test_an_account_is_trusted_after_a_week_by_the_clock_of_the_database(self, hall: Hall) -> None:
        user = hall.charlie.user
        assert user is not None
        found = []
        for days in (0, 6, 8):
            User.objects.filter(pk=user.pk).update(date_joined=Now() - timedelta(days=days))
            found.append(is_trusted(user))

        assert found == [False, False, True]

    @pytest.mark.parametrize("mark", ["is_founder", "is_superuser"])
    def test_whom_the_operator_has_marked_is_trusted_at_once(self, hall: Hall, mark: str) -> None:
        user = hall.charlie.user
        assert user is not None
        setattr(user, mark, True)

        assert is_trusted(user)

    def test_the_console_is_the_operators(self, hall: Hall) -> None:
        tournament = create_tournament(
            frame=Frame(slug="own", name="Own", rulebook_id="mleague"), by=Actor(is_console=True)
        )

        assert (founder_of(tournament), is_trusted(founder_of(tournament))) == (None, True)

    def test_the_founder_is_who_set_it_up_whoever_runs_it_since(self, hall: Hall) -> None:
        assert founder_of(hall.tournament) == hall.alice.user

    def test_of_a_tournament_from_a_file_it_is_who_took_it_in(self, hall: Hall) -> None:
        assert founder_of(taken_in(event_file(), hall.charlie)) == hall.charlie.user


@pytest.mark.parametrize(
    ("email", "box"),
    [
        ("Bob@Home.example", "bob@home.example"),
        ("bob+club@home.example", "bob@home.example"),
        ("b.o.b@home.example", "bob@home.example"),
        (" bob@home.example ", "bob@home.example"),
        ('"a@b"@home.example', '"a@b"@home.example'),
    ],
)
def test_one_letter_box_is_counted_as_one(email: str, box: str) -> None:
    assert letter_box(email) == box


def test_what_is_refused_is_counted_for_nobody_else(hall: Hall) -> None:
    """A second mail of one tournament takes nothing from the other budgets of the address."""
    founded(hall.charlie, "open")
    for name in ("Ken", "Lars", "Mia"):
        register_at("open", name=name)

    assert attempts_counted(MAILS_OF_FOUNDERS_TO_AN_ADDRESS, letter_box(VICTIM)) == 1
