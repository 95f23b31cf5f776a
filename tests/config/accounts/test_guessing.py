"""Who guesses from many networks is slowed, seen and told of; no owner is shut out by it."""

import logging
import time

import pytest
import time_machine
from django.core import mail

from players.models import User
from tests.config.accounts.apps import STEP, code_of, set_up_app, type_password
from tests.config.accounts.people import (
    CODE,
    ELSEWHERE,
    HOME,
    RESET,
    account,
    browser,
    code_in_last_mail,
    is_in,
    sign_in,
)
from tournaments.actions.rate_limits import PASSWORDS_FOR_AN_ADDRESS, RESETS_OF_AN_ADDRESS

pytestmark = pytest.mark.django_db
MANY = 60


def guess_from_many_networks(email: str = "alice@home.example") -> list[str]:
    """As many wrong passwords, each from a /64 of its own; return what the pages say."""
    return [
        sign_in(email, f"wrong-{number}", f"2001:db8:0:{number:x}::1").content.decode()
        for number in range(MANY)
    ]


def in_the_end(count: int) -> list[str]:
    """Wait for mails that no request waits for."""
    until = time.monotonic() + 10
    while len(mail.outbox) < count and time.monotonic() < until:
        time.sleep(0.01)
    return [message.subject for message in mail.outbox]


@pytest.mark.slow
def test_sixty_wrong_passwords_from_sixty_networks_are_not_all_looked_at():
    account()
    pages = guess_from_many_networks()

    right = sign_in(network=ELSEWHERE)

    said = ["Too many wrong passwords for this address today" in page for page in pages]
    assert said == [number >= PASSWORDS_FOR_AN_ADDRESS.most for number in range(MANY)]
    assert not is_in(right)


@pytest.mark.slow
def test_the_owner_gets_in_meanwhile_by_mail_and_where_they_are_signed_in():
    account()
    assert is_in(sign_in(network=HOME))
    guess_from_many_networks()
    client = browser(ELSEWHERE)

    client.post(CODE, {"email": "alice@home.example"})
    in_the_end(2)
    code = next(message for message in mail.outbox if message.subject == "Your sign-in code")
    mail.outbox.remove(code)
    mail.outbox.append(code)

    assert is_in(client.post("/accounts/login/code/confirm/", {"code": code_in_last_mail()}))
    assert is_in(sign_in(network=HOME))


@pytest.mark.slow
def test_with_a_second_factor_the_password_still_begins_a_sign_in():
    account()
    client = browser(HOME)
    type_password(client)
    with time_machine.travel(time.time() - 3600):
        type_password(browser())
    key = set_up_app(client)
    client.post("/accounts/logout/")
    User.objects.get().usersession_set.all().delete()

    pages = guess_from_many_networks()
    guest = browser(ELSEWHERE)
    first = type_password(guest)

    assert first.headers["Location"] == STEP
    assert is_in(guest.post(STEP, {"code": code_of(key, 1)}))
    assert "Too many wrong passwords for this address today" in pages[-1]


@pytest.mark.slow
def test_an_unknown_address_is_slowed_in_the_same_words():
    account()

    known, unknown = guess_from_many_networks(), guess_from_many_networks("nobody@home.example")

    def words(pages: list[str]) -> list[bool]:
        return ["for this address today" in page for page in pages]

    assert words(known) == words(unknown)


def test_the_next_day_the_password_alone_does_again():
    account()
    with time_machine.travel(time.time(), tick=False):
        pass
    assert PASSWORDS_FOR_AN_ADDRESS.seconds == 24 * 60 * 60


def test_the_owner_is_told_once_of_ten_wrong_passwords():
    account()
    for number in range(9):
        sign_in(password="wrong", network=f"203.0.113.{number}")
    assert mail.outbox == []

    for number in range(9, 20):
        sign_in(password="wrong", network=f"203.0.113.{number}")

    assert in_the_end(1) == ["Wrong passwords for your account"]
    assert mail.outbox[0].to == ["alice@home.example"]


def test_a_failed_sign_in_is_a_line_in_the_log_without_password_or_unknown_address(
    caplog: pytest.LogCaptureFixture,
):
    alice = account()

    with caplog.at_level(logging.INFO):
        sign_in(password="hunter2-hunter2", network="203.0.113.9")
        sign_in("mallory@evil.example", "hunter2-hunter2", "2001:db8::7")
        sign_in("Mallory@evil.example", "hunter2-hunter2", "2001:db8::8")
        sign_in()

    lines = [record.getMessage() for record in caplog.records if "sign-in failed" in record.getMessage()]
    assert lines[0] == f"sign-in failed: wrong password, account {alice.pk}, network 203.0.113.9"
    assert lines[1].startswith("sign-in failed: wrong password, no account, address ")
    assert lines[1] == lines[2]
    assert lines[1].endswith(", network 2001:db8::/64")
    assert len(lines) == 3
    assert "hunter2" not in caplog.text
    assert "mallory" not in caplog.text.lower()


def test_five_links_to_a_new_password_an_hour_whoever_asks():
    account()
    for number in range(RESETS_OF_AN_ADDRESS.most):
        assert browser(f"203.0.113.{number}").post(RESET, {"email": "alice@home.example"}).status_code == 302

    refused = browser(ELSEWHERE).post(RESET, {"email": "Alice@home.example"})

    assert refused.status_code == 429
    assert "Use the newest" in refused.content.decode()
    assert len(mail.outbox) == 5
    client = browser(ELSEWHERE)
    client.post(CODE, {"email": "alice@home.example"})
    assert is_in(client.post("/accounts/login/code/confirm/", {"code": code_in_last_mail()}))


def test_an_address_without_an_account_has_as_many_links():
    for number in range(RESETS_OF_AN_ADDRESS.most):
        assert browser(f"203.0.113.{number}").post(RESET, {"email": "nobody@home.example"}).status_code == 302

    assert browser(ELSEWHERE).post(RESET, {"email": "nobody@home.example"}).status_code == 429


def test_where_they_are_signed_in_owners_get_their_link_whatever_strangers_asked_for():
    account()
    sign_in(network=HOME)
    for number in range(RESETS_OF_AN_ADDRESS.most + 1):
        browser(f"203.0.113.{number}").post(RESET, {"email": "alice@home.example"})

    assert browser(HOME).post(RESET, {"email": "alice@home.example"}).status_code == 302
