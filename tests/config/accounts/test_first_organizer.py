"""The first organizer of a laptop comes in by the link that `make run` prints; no mail is waited for."""

import time_machine
from django.core import mail
from django.core.management import call_command
from django.test import Client, override_settings

from config.accounts.first_organizer import link
from players.models import User
from tests.config.accounts.people import LOGIN, PASSWORD, SIGN_UP, account, browser, is_in, sign_in, sign_up

PAGE = "/accounts/first/"
CONSOLE = "django.core.mail.backends.console.EmailBackend"


def code() -> str:
    return link().partition("#")[2]


def begin(client: Client, **fields: str):
    body = {"code": code(), "name": "Alice", "email": "Alice@home.example", "password": PASSWORD, **fields}
    return client.post(PAGE, body)


def test_the_link_asks_for_a_name_and_a_password_and_signs_in(db):
    client = browser()
    assert b'name="password"' in client.post(PAGE, {"code": code()}).content

    answer = begin(client)

    user = User.objects.get()
    assert is_in(answer)
    assert (user.email, user.name, user.is_superuser, mail.outbox) == (
        "alice@home.example",
        "Alice",
        True,
        [],
    )
    assert client.get("/me/").status_code == 200
    assert is_in(sign_in("alice@home.example"))


def test_the_code_is_behind_the_hash_and_works_once(db):
    assert link().partition("#")[0].endswith(PAGE)
    first = code()
    begin(browser())

    eve = browser()
    begin(eve, code=first, email="eve@home.example")

    assert eve.get("/me/").status_code == 302
    assert User.objects.count() == 1


def test_a_server_prints_a_link_that_works_by_a_command_until_there_is_a_superuser(db, capsys):
    call_command("first_organizer")
    printed = capsys.readouterr().out
    begin(browser(), code=printed.partition("#")[2].strip())
    call_command("first_organizer")

    assert printed.startswith("The first organizer signs in here, once, and sets a password:\n  http")
    assert User.objects.get().is_superuser
    assert capsys.readouterr().out == "There is a superuser already. Another one: jantaku createsuperuser\n"


def test_what_is_no_link_of_this_house_lets_nobody_in(db):
    for wrong in ("", "x", code()[:-1], code() + "x"):
        assert begin(browser(), code=wrong).status_code == 403

    assert not User.objects.exists()


def test_after_a_day_the_link_is_too_old(db):
    with time_machine.travel("2026-01-01 10:00", tick=False):
        old = code()
    with time_machine.travel("2026-01-02 10:01", tick=False):
        assert begin(browser(), code=old).status_code == 403

    assert not User.objects.exists()


def test_a_weak_password_is_refused_with_what_was_typed(db):
    answer = begin(browser(), password="short")

    assert answer.status_code == 422
    assert b"Alice@home.example" in answer.content
    assert not User.objects.exists()


def test_somebody_who_signed_up_before_becomes_the_operator(db):
    account("alice@home.example")

    begin(browser())

    user = User.objects.get()
    assert (user.is_superuser, user.emailaddress_set.get().verified) == (True, True)


def test_where_no_mail_leaves_the_machine_nobody_waits_for_a_code(db):
    client = browser()
    with override_settings(EMAIL_BACKEND=CONSOLE):
        page = client.get(SIGN_UP).content
        answer = sign_up("bob@home.example", client)

    assert b"No e-mail leaves this computer" in page
    assert is_in(answer)
    assert client.get("/me/").status_code == 200


def test_where_mail_is_sent_the_page_says_nothing_of_a_terminal(db):
    assert b"No e-mail leaves this computer" not in browser().get(LOGIN).content
