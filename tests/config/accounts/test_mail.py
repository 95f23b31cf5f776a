"""Without a mail server that works, people read words, and nothing half-made stays behind."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client, override_settings

from players import mail as players_mail
from players.mail import MailAway, send_now
from players.models import User
from tests.config.accounts.people import (
    CODE,
    LOGIN,
    PASSWORD,
    RESET,
    account,
    browser,
    code_in_last_mail,
    is_in,
    sign_up,
)
from tests.config.accounts.servers import listening, nobody
from tests.sign_in import sign_in as signed_in

pytestmark = pytest.mark.django_db
WAIT = 0.5  # seconds, so that nobody waits as long as a visitor may have to


@contextmanager
def mail_server(host: str, port: int) -> Iterator[None]:
    """Mail goes by SMTP to this server. Its own sockets would wait for ever: only our patience ends."""
    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
        EMAIL_HOST=host,
        EMAIL_PORT=port,
        EMAIL_TIMEOUT=None,
    ):
        yield


@contextmanager
def no_such_host() -> Iterator[None]:
    with mail_server("mail.invalid", 25):
        yield


@contextmanager
def refusing() -> Iterator[None]:
    with nobody() as port, mail_server("127.0.0.1", port):
        yield


@contextmanager
def hanging() -> Iterator[None]:
    with listening() as port, mail_server("127.0.0.1", port), pytest.MonkeyPatch.context() as patch:
        patch.setattr(players_mail, "PATIENCE", WAIT)
        yield


def test_a_visitor_waits_for_the_mail_server_for_five_seconds_at_most():
    assert players_mail.PATIENCE == 5


@contextmanager
def busy() -> Iterator[None]:
    busy = b"421 4.3.2 come back later, alice@home.example\r\n"
    with listening(says=busy, answers=busy) as port, mail_server("127.0.0.1", port):
        yield


BROKEN = [no_such_host, refusing, hanging, busy]


def ask_for_a_code(client: Client) -> object:
    return client.post(CODE, {"email": "alice@home.example"})


def reset_the_password(client: Client) -> object:
    return client.post(RESET, {"email": "alice@home.example"})


def sign_up_anew(client: Client) -> object:
    return sign_up("newcomer@home.example", client)


def sign_up_again(client: Client) -> object:
    return sign_up("alice@home.example", client)


def sign_in_unconfirmed(client: Client) -> object:
    return client.post(LOGIN, {"login": "new@home.example", "password": PASSWORD})


def add_an_address(client: Client) -> object:
    signed_in(client, User.objects.get(email="alice@home.example"))
    return client.post("/accounts/email/", {"action_add": "", "email": "second@home.example"})


EVERY_WAY = [
    ask_for_a_code,
    reset_the_password,
    sign_up_anew,
    sign_up_again,
    sign_in_unconfirmed,
    add_an_address,
]


@pytest.mark.parametrize("ask", EVERY_WAY, ids=lambda ask: ask.__name__)
def test_a_mail_that_cannot_be_sent_is_a_page_with_words(ask):
    account()
    User.objects.create_user("new@home.example", PASSWORD, name="New")
    client = browser()

    with refusing():
        answer = ask(client)

    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "The e-mail could not be sent" in page
    assert "@" not in page
    assert client.get(LOGIN, {"next": "/me/"}).status_code in (200, 302)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_sign_up_whose_mail_cannot_be_sent_leaves_nothing_behind(broken):
    client = browser()

    with broken():
        answer = sign_up("newcomer@home.example", client)

    assert answer.status_code == 503
    assert (User.objects.count(), EmailAddress.objects.count(), Session.objects.count()) == (0, 0, 0)


def test_after_a_sign_up_that_could_not_be_finished_the_same_works_later():
    client = browser()
    with refusing():
        sign_up("newcomer@home.example", client)

    sign_up("newcomer@home.example", client)
    answer = client.post("/accounts/confirm-email/", {"code": code_in_last_mail()})

    assert is_in(answer)
    assert [message.to for message in mail.outbox] == [["newcomer@home.example"]]


def test_a_sign_up_beyond_the_bounds_leaves_nothing_behind():
    for _ in range(10):
        assert sign_up("newcomer@home.example", browser()).status_code == 302
        User.objects.all().delete()

    answer = sign_up("newcomer@home.example", browser())

    assert (answer.status_code, User.objects.count()) == (429, 0)


def test_an_account_that_was_used_is_never_taken_back():
    alice = account()
    client = browser()
    client.post(LOGIN, {"login": alice.email, "password": PASSWORD})

    with refusing():
        client.post("/accounts/email/", {"action_add": "", "email": "second@home.example"})

    assert client.get("/me/").status_code == 200
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("alice@home.example", True)]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_what_went_wrong_is_logged_without_the_address(broken, caplog: pytest.LogCaptureFixture):
    message = mail.EmailMessage("Code", "ABC", to=["alice@home.example"])

    with broken(), caplog.at_level(logging.INFO), pytest.raises(MailAway) as raised:
        send_now(message)

    assert "a mail could not be sent: " in caplog.text
    assert "alice" not in caplog.text
    assert raised.value.__suppress_context__


def test_more_mails_than_hands_while_the_server_hangs_are_given_up_as_well():
    with hanging():
        for _ in range(2):
            with pytest.raises(MailAway):
                send_now(mail.EmailMessage("Code", "ABC", to=["alice@home.example"]))

    send_now(mail.EmailMessage("Code", "ABC", to=["alice@home.example"]))

    assert len(mail.outbox) == 1
