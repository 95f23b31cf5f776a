"""An open session is not an account: what lets others in is changed by whoever says once more who they are."""

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from players.models import User
from tests.config.accounts.people import LOGIN, PASSWORD, account, browser, code_in_last_mail, is_in, sign_in
from tests.config.accounts.test_mail import refusing
from tournaments.models import ApiToken

pytestmark = pytest.mark.django_db
AGAIN, BY_MAIL = "/accounts/reauthenticate/", "/accounts/reauthenticate/mail/"
EMAIL, PASSWORD_PAGE, TOKENS, SESSIONS = (
    "/accounts/email/",
    "/accounts/password/change/",
    "/me/tokens/",
    "/accounts/sessions/",
)
MORNING, NOON = "2026-11-27 09:00", "2026-11-27 12:00"


def open_session(user: User) -> Client:
    """A browser that its owner signed in this morning, and left."""
    client = browser()
    with time_machine.travel(MORNING, tick=False):
        assert is_in(client.post(LOGIN, {"login": user.email, "password": PASSWORD}))
    return client


def everything_of(user: User) -> tuple[object, ...]:
    user.refresh_from_db()
    return (
        user.email,
        user.password,
        list(EmailAddress.objects.filter(user=user).values_list("email", "verified", "primary")),
        list(ApiToken.objects.filter(user=user).values_list("name", "revoked_at")),
        user.authenticator_set.count(),
    )


THEFTS = {
    "a second address": (EMAIL, {"action_add": "", "email": "eve@home.example"}),
    "another password": (PASSWORD_PAGE, {"password1": "evil-evil-evil", "password2": "evil-evil-evil"}),
    "an API token": (TOKENS, {"name": "evil", "scope": "manage", "days": "366"}),
    "the list of sessions": (SESSIONS, {"everything": "1"}),
    "an app": ("/accounts/2fa/totp/activate/", {"code": "123456"}),
    "a passkey": ("/accounts/2fa/webauthn/add/", {"credential": "{}"}),
    "recovery codes": ("/accounts/2fa/recovery-codes/generate/", {}),
}


@pytest.mark.parametrize("theft", THEFTS)
@time_machine.travel(NOON, tick=False)
def test_an_open_session_alone_changes_nothing_that_would_let_another_person_in(theft: str):
    alice = account()
    thief = open_session(alice)
    before = everything_of(alice)
    page, form = THEFTS[theft]

    looked, sent = thief.get(page), thief.post(page, form)

    for answer in (looked, sent):
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith(AGAIN)
    assert everything_of(alice) == before
    assert mail.outbox == []


@time_machine.travel(NOON, tick=False)
def test_an_open_session_ends_no_token_either():
    alice = account()
    token = ApiToken.objects.create(
        user=alice, name="board", start="mjt_", token_hash="x", expires_at="2027-01-01T00:00Z"
    )
    thief = open_session(alice)

    answer = thief.post(f"/me/tokens/{token.pk}/revoke/")

    assert answer.headers["Location"] == f"{AGAIN}?next=%2Fme%2Ftokens%2F"
    token.refresh_from_db()
    assert token.revoked_at is None


@time_machine.travel(NOON, tick=False)
def test_the_api_lets_no_open_session_make_or_end_a_token():
    alice = account()
    token = ApiToken.objects.create(
        user=alice, name="board", start="mjt_", token_hash="x", expires_at="2027-01-01T00:00Z"
    )
    thief = open_session(alice)

    made = thief.post(
        "/api/v1/tokens/",
        {"name": "evil", "scope": "manage", "days": 366},
        content_type="application/json",
        headers={"Idempotency-Key": "0123456789abcdef0123456789abcdef"},
    )
    ended = thief.delete(
        f"/api/v1/tokens/{token.pk}/", headers={"Idempotency-Key": "1123456789abcdef0123456789abcdef"}
    )

    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in (made, ended)] == [
        (403, "confirm_it_is_you")
    ] * 2
    assert list(ApiToken.objects.values_list("name", "revoked_at")) == [("board", None)]


@time_machine.travel(NOON, tick=False)
def test_the_password_leads_back_to_the_page_for_five_minutes():
    client = open_session(account())
    asked = client.get(TOKENS).headers["Location"]

    wrong = client.post(AGAIN, {"password": "wrong", "next": TOKENS})
    right = client.post(AGAIN, {"password": PASSWORD, "next": TOKENS})

    assert (asked, wrong.status_code) == (f"{AGAIN}?next=%2Fme%2Ftokens%2F", 200)
    assert right.headers["Location"] == TOKENS
    assert client.get(TOKENS).status_code == 200
    with time_machine.travel("2026-11-27 12:06", tick=False):
        assert client.get(TOKENS).status_code == 302


@time_machine.travel(NOON, tick=False)
def test_passwords_are_counted_where_they_are_asked_again():
    client = open_session(account())

    for number in range(11):
        answer = client.post(AGAIN, {"password": f"wrong-{number}"})
    right = client.post(AGAIN, {"password": PASSWORD, "next": TOKENS})

    assert "Too many wrong passwords" in answer.content.decode()
    assert right.status_code == 200


@time_machine.travel(NOON, tick=False)
def test_an_account_without_a_password_says_by_mail_who_it_is():
    alice = account()
    client = open_session(alice)
    User.objects.filter(pk=alice.pk).update(password="!")
    with time_machine.travel(MORNING, tick=False):
        client.post("/accounts/login/code/", {"email": alice.email})
        assert is_in(client.post("/accounts/login/code/confirm/", {"code": code_in_last_mail()}))

    asked = client.get(TOKENS).headers["Location"]
    client.post(BY_MAIL, {"send": "1", "next": TOKENS})
    wrong = client.post(BY_MAIL, {"code": "BBBB-BBBB", "next": TOKENS})
    right = client.post(BY_MAIL, {"code": code_in_last_mail(), "next": TOKENS})

    assert asked == f"{BY_MAIL}?next=%2Fme%2Ftokens%2F"
    assert mail.outbox[-1].to == ["alice@home.example"]
    assert (wrong.status_code, right.headers["Location"]) == (200, TOKENS)
    assert client.get(TOKENS).status_code == 200


@time_machine.travel(NOON, tick=False)
def test_after_three_wrong_ones_a_mailed_code_is_spent():
    client = open_session(account())
    client.post(BY_MAIL, {"send": "1"})

    for _ in range(3):
        client.post(BY_MAIL, {"code": "BBBB-BBBB"})
    answer = client.post(BY_MAIL, {"code": code_in_last_mail(), "next": TOKENS})

    assert answer.status_code == 200
    assert client.get(TOKENS).status_code == 302


@time_machine.travel(NOON, tick=False)
def test_a_mailed_code_is_no_good_tomorrow_nor_to_another_account():
    client = open_session(account())
    client.post(BY_MAIL, {"send": "1"})
    code = code_in_last_mail()
    bob = open_session(account("bob@home.example", "Bob"))

    assert bob.post(BY_MAIL, {"code": code, "next": TOKENS}).status_code == 200
    with time_machine.travel("2026-11-27 12:16", tick=False):
        assert client.post(BY_MAIL, {"code": code, "next": TOKENS}).status_code == 200


@time_machine.travel(NOON, tick=False)
def test_a_new_address_takes_the_place_of_the_old_one_which_is_told():
    alice = account()
    client = open_session(alice)
    client.post(AGAIN, {"password": PASSWORD, "next": EMAIL})

    client.post(EMAIL, {"action_add": "", "email": "alice@new.example"})
    before = list(EmailAddress.objects.values_list("email", flat=True))
    client.post("/accounts/confirm-email/", {"code": code_in_last_mail()})

    alice.refresh_from_db()
    assert before == ["alice@home.example"]
    assert alice.email == "alice@new.example"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("alice@new.example", True, True)
    ]
    told = [message for message in mail.outbox if message.to == ["alice@home.example"]]
    assert [message.subject for message in told] == ["Your e-mail address was changed"]
    assert "alice@new.example" in told[0].body
    assert is_in(sign_in("alice@new.example"))
    assert not is_in(sign_in("alice@home.example"))


@time_machine.travel(NOON, tick=False)
def test_addresses_that_an_account_had_besides_can_be_removed():
    alice = account()
    EmailAddress.objects.create(user=alice, email="second@home.example", verified=True)
    client = open_session(alice)
    client.post(AGAIN, {"password": PASSWORD, "next": EMAIL})
    assert "second@home.example" in client.get(EMAIL).content.decode()

    client.post(EMAIL, {"action_remove": "", "email": "second@home.example"})

    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["alice@home.example"]


@time_machine.travel(NOON, tick=False)
def test_a_notice_that_cannot_be_sent_stops_nothing(caplog: pytest.LogCaptureFixture):
    alice = account()
    client = open_session(alice)
    client.post(AGAIN, {"password": PASSWORD})

    with refusing():
        answer = client.post(PASSWORD_PAGE, {"password1": "chun-haku-hatsu", "password2": "chun-haku-hatsu"})

    assert answer.status_code == 302
    assert is_in(sign_in(password="chun-haku-hatsu"))
    assert "a mail could not be sent" in caplog.text


@time_machine.travel(NOON, tick=False)
def test_a_token_is_told_to_its_owner(django_capture_on_commit_callbacks):
    client = open_session(account())
    client.post(AGAIN, {"password": PASSWORD})

    with django_capture_on_commit_callbacks(execute=True):
        client.post(TOKENS, {"name": "board", "scope": "read", "days": "9"})

    [message] = mail.outbox
    assert message.subject == "A new API token was created"
    assert re.search(r"^From: 192\.0\.2\.1, ", message.body, re.MULTILINE)


@time_machine.travel(NOON, tick=False)
def test_the_pages_say_in_both_languages_what_is_asked():
    client = open_session(account())

    assert "Confirm it is you" in client.get(AGAIN).content.decode()
    assert "Confirm it is you" not in client.get("/ja" + AGAIN).content.decode()
