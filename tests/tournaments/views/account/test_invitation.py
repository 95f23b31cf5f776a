"""From the organizer's desk to the desk of whoever accepts: links, codes, mails, and what they say."""

import re

import pytest
from django.core import mail
from django.test import Client, override_settings

from players.models import User
from tests.config.accounts.people import PASSWORD, account, code_in_last_mail
from tests.config.accounts.test_mail import refusing
from tests.tournaments.actions.staff.test_invitations import expire
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.rate_limits import INVITATIONS_MAILED_BY_A_PERSON, count_attempt
from tournaments.actions.staff.invitations import (
    accept_invitation,
    decline_invitation,
    invite,
    withdraw_invitation,
)
from tournaments.models import Invitation, LedgerEntry, Staff

pytestmark = pytest.mark.django_db

STAFF = "/t/spring-open/desk/staff/"
KEY = "3f1c9d6e-0000-4000-8000-000000000001"


def ask(alice: Client, **fields: str) -> str:
    """Make an invitation at the desk; return the answer's page."""
    return alice.post(STAFF, {"role": "referee", "key": KEY, **fields}).content.decode()


def code_in(page: str) -> str:
    found = re.search(r"/invitation/#([A-Z2-9]{26})", page)
    assert found is not None
    return found[1]


def opened(hall: Hall, client: Client) -> Invitation:
    """An invitation that this browser has opened with its code."""
    invitation, code = invite(tournament=hall.tournament, role="referee", by=hall.alice)
    assert client.post("/invitation/", {"code": code}).status_code == 302
    return invitation


def test_an_organizer_gets_a_link_once(hall: Hall, alice: Client):
    page = ask(alice, for_whom="Charlie")
    code = code_in(page)

    later = alice.get(STAFF).content.decode()

    assert "data:image/svg+xml" in page
    assert code not in later
    assert "Charlie" in later
    assert Invitation.objects.open().count() == 1


def test_a_second_tap_shows_the_same_link_and_makes_no_second_invitation(hall: Hall, alice: Client):
    first = ask(alice)

    answer = alice.post(STAFF, {"role": "referee", "key": KEY})

    assert (answer.status_code, Invitation.objects.count()) == (200, 1)
    assert code_in(answer.content.decode()) == code_in(first)


def used_up_but_for(left: int, by: Actor) -> None:
    """So many invitations may this person still mail today."""
    assert by.user is not None
    for _earlier in range(INVITATIONS_MAILED_BY_A_PERSON.most - left):
        count_attempt(INVITATIONS_MAILED_BY_A_PERSON, str(by.user.pk))


def test_a_second_tap_sends_no_second_mail_and_does_not_count_as_one(hall: Hall, alice: Client):
    used_up_but_for(1, hall.alice)

    taps = [ask(alice, email="charlie@elsewhere.example") for _tap in range(3)]

    assert len(mail.outbox) == 1
    assert {"It was sent by e-mail." in page for page in taps} == {True}


def test_a_second_tap_after_a_mail_that_failed_says_so_again(hall: Hall, alice: Client):
    with refusing():
        ask(alice, email="charlie@elsewhere.example")

    again = ask(alice, email="charlie@elsewhere.example")

    assert mail.outbox == []
    assert "Please pass the link on yourself." in again


def test_a_second_tap_does_not_show_the_link_of_an_invitation_that_is_over(hall: Hall, alice: Client):
    ask(alice)
    withdraw_invitation(invitation=Invitation.objects.get(), by=hall.alice)

    answer = alice.post(STAFF, {"role": "referee", "key": KEY})

    assert answer.status_code == 409
    assert "This invitation is no longer open." in answer.content.decode()
    assert "/invitation/#" not in answer.content.decode()


@override_settings(SITE_URL="https://league.example.org")
def test_an_invitation_is_mailed_and_its_address_is_kept_nowhere(hall: Hall, alice: Client):
    page = ask(alice, email="charlie@elsewhere.example")

    [message] = mail.outbox
    assert message.to == ["charlie@elsewhere.example"]
    assert f"https://league.example.org/invitation/#{code_in(page)}" in message.body
    assert "Alice invites you to help run this tournament" in message.body
    assert "@" not in message.body
    assert "charlie@elsewhere.example" not in repr(list(Invitation.objects.values()))
    assert "charlie@elsewhere.example" not in page + alice.get(STAFF).content.decode()


def test_known_and_unknown_addresses_are_invited_alike(hall: Hall, alice: Client):
    pages = [
        re.sub(r"[A-Z2-9]{26}|data:image[^\"]*|Invitation \d+|: \d+<|/\d+/|value=\"[^\"]*\"", "…", page)
        for page in (
            ask(alice, email="charlie@spring-open.example", key=KEY),
            ask(alice, email="nobody@spring-open.example", key=KEY[:-1] + "2"),
        )
    ]

    first, second = (page.split("<h2>")[0] for page in pages)
    assert first == second
    assert Staff.objects.filter(tournament=hall.tournament).count() == 2


def test_a_mail_that_cannot_be_sent_leaves_the_link(hall: Hall, alice: Client):
    with refusing():
        page = ask(alice, email="charlie@elsewhere.example")

    assert "Please pass the link on yourself." in page
    assert len(code_in(page)) == 26


def test_too_many_mails_are_put_off_and_invite_nobody(hall: Hall, alice: Client):
    used_up_but_for(2, hall.alice)
    for number in range(2):
        page = ask(alice, email=f"x{number}@elsewhere.example", key=f"{KEY[:-2]}{number + 10}")
        withdraw_invitation(invitation=Invitation.objects.last(), by=hall.alice)
        assert "sent by e-mail" in page

    answer = alice.post(STAFF, {"role": "referee", "email": "more@elsewhere.example"})

    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "86400")
    assert Invitation.objects.count() == 2


def test_who_opens_the_link_reads_who_invites_to_what_as_what(hall: Hall, charlie: Client):
    opened(hall, charlie)

    page = charlie.get("/invitation/").content.decode()

    assert "<bdi>Alice</bdi> invites you to help run <bdi>Spring Open</bdi>" in page
    assert "<strong>Referee</strong>" in page
    assert "signed in as <bdi><strong>Charlie</strong></bdi>" in page
    assert not Staff.objects.filter(user=hall.charlie.user).exists()


def test_typed_in_small_letters_with_blanks_the_code_works_as_well(hall: Hall, charlie: Client):
    _invitation, code = invite(tournament=hall.tournament, role="referee", by=hall.alice)

    answer = charlie.post("/invitation/", {"code": f" {code[:4].lower()} {code[4:]}"})

    assert answer.headers["Location"] == "/invitation/"


def test_accepting_leads_to_the_desk(hall: Hall, charlie: Client):
    opened(hall, charlie)

    answer = charlie.post("/invitation/accept/", {"key": KEY}, follow=True)

    assert answer.redirect_chain == [("/t/spring-open/desk/", 302)]
    assert Staff.objects.get(user=hall.charlie.user).role == "referee"


def test_looking_accepts_nothing(hall: Hall, charlie: Client):
    opened(hall, charlie)

    answers = [charlie.get(f"/invitation/{answer}/").status_code for answer in ("accept", "decline")]

    assert answers == [405, 405]
    assert Invitation.objects.open().count() == 1


def test_a_form_from_elsewhere_accepts_nothing(hall: Hall):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(hall.charlie.user)
    _invitation, code = invite(tournament=hall.tournament, role="referee", by=hall.alice)

    answers = [
        browser.post("/invitation/", {"code": code}).status_code,
        browser.post("/invitation/accept/").status_code,
    ]

    assert answers == [403, 403]


def test_whoever_has_no_account_signs_up_and_comes_back(hall: Hall):
    browser = Client()
    opened(hall, browser)
    page = browser.get("/invitation/").content.decode()
    assert 'href="/accounts/signup/?next=/invitation/"' in page
    assert 'href="/accounts/login/?next=/invitation/"' in page
    assert "/invitation/accept/" not in page

    browser.post(
        "/accounts/signup/?next=/invitation/",
        {
            "name": "Nina",
            "email": "nina@home.example",
            "password1": PASSWORD,
            "password2": PASSWORD,
            "next": "/invitation/",
        },
    )
    back = browser.post("/accounts/confirm-email/", {"code": code_in_last_mail()})
    accepted = browser.post("/invitation/accept/")

    assert (back.headers["Location"], accepted.headers["Location"]) == (
        "/invitation/",
        "/t/spring-open/desk/",
    )
    assert Staff.objects.get(user__name="Nina").role == "referee"


def test_whoever_has_an_account_signs_in_and_comes_back(hall: Hall):
    account("nina@home.example", "Nina")
    browser = Client()
    opened(hall, browser)

    back = browser.post(
        "/accounts/login/",
        {"login": "nina@home.example", "password": PASSWORD, "next": "/invitation/"},
    )

    assert back.headers["Location"] == "/invitation/"
    assert "/invitation/accept/" in browser.get("/invitation/").content.decode()


def test_nobody_accepts_without_signing_in(hall: Hall):
    browser = Client()
    opened(hall, browser)

    answer = browser.post("/invitation/accept/")

    assert answer.headers["Location"].startswith("/accounts/login/")
    assert Invitation.objects.open().count() == 1


def test_no_is_said_without_an_account(hall: Hall, alice: Client):
    browser = Client()
    opened(hall, browser)

    answer = browser.post("/invitation/decline/")

    assert "Invitation declined" in answer.content.decode()
    assert Invitation.objects.open().count() == 0
    assert LedgerEntry.objects.filter(kind="invitation_declined").count() == 1


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("accepted", "This invitation was already accepted."),
        ("declined", "This invitation was declined."),
        ("withdrawn", "This invitation was withdrawn."),
        ("expired", "This invitation has expired."),
    ],
)
def test_a_link_that_is_over_says_so(end: str, words: str, hall: Hall, charlie: Client):
    invitation = opened(hall, charlie)
    match end:
        case "accepted":
            accept_invitation(invitation=invitation, by=type(hall.alice)(hall.bob))
        case "declined":
            decline_invitation(invitation=invitation)
        case "withdrawn":
            withdraw_invitation(invitation=invitation, by=hall.alice)
        case _:
            expire(invitation)

    page = charlie.get("/invitation/").content.decode()
    answer = charlie.post("/invitation/accept/")

    assert words in page
    assert "/invitation/accept/" not in page
    assert (answer.status_code, words in answer.content.decode()) == (409, True)
    assert not Staff.objects.filter(user=hall.charlie.user).exists()


def test_whoever_helps_already_is_led_to_the_desk(hall: Hall):
    rob = signed_in(hall.rob)
    opened(hall, rob)

    page = rob.get("/invitation/").content.decode()

    assert "You already help run this tournament: Referee." in page
    assert 'href="/t/spring-open/desk/"' in page


def test_wrong_codes_are_counted_for_the_network(hall: Hall):
    _invitation, code = invite(tournament=hall.tournament, role="referee", by=hall.alice)
    guesser, other = Client(REMOTE_ADDR="198.51.100.7"), Client()

    statuses = {guesser.post("/invitation/", {"code": f"WRONG{number}"}).status_code for number in range(100)}

    assert statuses == {403}
    assert guesser.post("/invitation/", {"code": code}).status_code == 429
    assert other.post("/invitation/", {"code": code}).status_code == 302


def test_the_page_of_an_invitation_is_kept_by_nobody(hall: Hall, charlie: Client):
    opened(hall, charlie)

    assert charlie.get("/invitation/").headers["Cache-Control"] == "private, no-store"
    assert charlie.get("/invitation/").headers["Referrer-Policy"] == "same-origin"


def test_an_organizer_withdraws_an_invitation(hall: Hall, alice: Client):
    invitation, _code = invite(tournament=hall.tournament, role="referee", by=hall.alice)

    answer = alice.post(
        f"/t/spring-open/desk/invitations/{invitation.pk}/withdraw/", {"key": KEY}, follow=True
    )

    assert "The invitation was withdrawn." in answer.content.decode()
    assert Invitation.objects.open().count() == 0


def test_an_organizer_changes_a_role(hall: Hall, alice: Client):
    rob = Staff.objects.get(user=hall.rob.user)

    answer = alice.post(f"{STAFF}{rob.pk}/role/", {"role": "scorer", "key": KEY}, follow=True)

    assert "The role was changed." in answer.content.decode()
    assert Staff.objects.get(user=hall.rob.user).role == "scorer"


def test_an_organizer_takes_a_role_away(hall: Hall, alice: Client):
    rob = Staff.objects.get(user=hall.rob.user)

    alice.post(f"{STAFF}{rob.pk}/dismiss/", {"key": KEY, "confirm": "sure"})

    assert not Staff.objects.filter(user=hall.rob.user).exists()


def test_a_person_changes_the_name_others_know(hall: Hall, charlie: Client):
    charlie.post("/me/name/", {"name": " Charlie  Brown "})
    refused = charlie.post("/me/name/", {"name": "charlie@home.example"}, follow=True)

    assert User.objects.get(pk=hall.charlie.user.pk).name == "Charlie Brown"
    assert "Please do not use an e-mail address" in refused.content.decode()
