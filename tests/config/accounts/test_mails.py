"""Mails of accounts speak in the words of the house, in each of its languages."""

import re
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import get_adapter
from django.core import mail
from django.utils import timezone, translation

from tests.config.accounts.people import CODE, RESET, account, browser, sign_up

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
PREFIXES = sorted(
    str(file.relative_to(TEMPLATES)).removesuffix("_subject.txt")
    for folder in ("account", "mfa")
    for file in (TEMPLATES / folder / "email").glob("*_subject.txt")
)
CONTEXT = {
    "code": "BCDF-GHJK",
    "email": "alice@home.example",
    "from_email": "alice@home.example",
    "to_email": "alice@new.example",
    "deleted_email": "alice@home.example",
    "password_reset_url": "https://league.example.org/reset/",
    "signup_url": "https://league.example.org/signup/",
    "ip": "192.0.2.1",
    "user_agent": "<Firefox> & Co",
}


def written(prefix: str, language: str) -> tuple[str, str]:
    with translation.override(language):
        message = get_adapter().render_mail(
            prefix, "alice@home.example", {**CONTEXT, "timestamp": timezone.now()}
        )
    return message.subject, message.body


@pytest.mark.parametrize("prefix", PREFIXES)
def test_each_mail_is_ours_in_both_languages(prefix: str):
    english, japanese = written(prefix, "en"), written(prefix, "ja")

    for subject, body in (english, japanese):
        assert subject == subject.strip() != ""
        assert "http://127.0.0.1:8000" in body
        assert "Hello from" not in body
        assert "&lt;" not in body
        assert "{" not in body
    assert re.search(r"[ぁ-ん]", japanese[0] + japanese[1].split("--")[0])
    assert not re.search(r"[ぁ-んァ-ン一-龯]", english[0] + english[1])


def test_none_of_the_librarys_own_mails_is_left():
    theirs = {
        str(file.relative_to(folder)).removesuffix("_subject.txt")
        for folder in [Path(allauth.__file__).parent / "templates"]
        for part in ("account", "mfa")
        for file in (folder / part / "email").glob("*_subject.txt")
    }
    # Codes for resetting are switched off: a link is mailed.
    assert theirs - {"account/email/password_reset_code"} <= set(PREFIXES)


@pytest.mark.django_db
def test_no_mail_says_whether_an_address_is_known_where_it_was_asked_for():
    account()
    browser().post(CODE, {"email": "alice@home.example"})
    browser().post(RESET, {"email": "alice@home.example"})
    sign_up("alice@home.example", browser())
    sign_up("new@home.example", browser())

    assert [message.subject for message in mail.outbox] == [
        "Your sign-in code",
        "Set a new password",
        "You already have an account",
        "Confirm your e-mail address",
    ]
