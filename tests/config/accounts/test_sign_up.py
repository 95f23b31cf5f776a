"""A name to be known by, and a first account that needs no mail."""

import re
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.core.management import call_command
from django.test import RequestFactory

from config.accounts.forms import SignUpForm
from players.models import User
from tests.config.accounts.people import (
    PASSWORD,
    SIGN_UP,
    account,
    browser,
    code_in_last_mail,
    is_in,
    sign_in,
    sign_up,
)
from tests.config.accounts.test_mail import refusing

pytestmark = pytest.mark.django_db


def test_whoever_signs_up_says_a_name():
    client = browser()

    sign_up("bob@home.example", client, name="  Bob   Brown ")
    answer = client.post("/accounts/confirm-email/", {"code": code_in_last_mail()})

    assert is_in(answer)
    assert User.objects.get(email="bob@home.example").name == "Bob Brown"


def test_where_the_code_is_typed_one_button_stands_out():
    client = browser()
    sign_up("bob@home.example", client, name="Bob")

    main = client.get("/accounts/confirm-email/").content.decode().partition("<main")[2]

    buttons = re.findall(r"<button([^>]*)>\s*([^<]+?)\s*</button>", main)
    assert [label for attributes, label in buttons if "outline" not in attributes] == ["Confirm"]
    assert {label for _attributes, label in buttons} == {"Confirm", "Cancel"}


def test_of_two_who_sign_up_with_one_address_at_once_the_second_is_told_by_mail_alone(rf: RequestFactory):
    body = {"name": "Bob", "email": "bob@home.example", "password1": PASSWORD, "password2": PASSWORD}
    request = rf.post(SIGN_UP, body)
    request.session, request.user = SessionStore(), AnonymousUser()
    request._messages = FallbackStorage(request)

    with request_context(request):
        form = SignUpForm(body)
        assert form.is_valid()
        account("bob@home.example", "The first")
        user, answer = form.try_save(request)

    assert (user, answer.status_code, answer.url) == (None, 302, "/accounts/confirm-email/")
    assert list(User.objects.values_list("name", flat=True)) == ["The first"]
    assert [message.to for message in mail.outbox] == [["bob@home.example"]]


@pytest.mark.parametrize("name", ["", "bob@home.example", "Bob bob@home.example", "B\u202eob", "x" * 61])
def test_a_name_that_cannot_be_shown_to_others_is_refused(name: str):
    answer = sign_up("bob@home.example", name=name)

    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert User.objects.count() == 0


def test_an_account_without_a_name_is_known_by_its_number():
    user = User.objects.create_user("bob@home.example")

    assert str(user) == f"Account {user.pk}"


def test_the_owner_of_the_shell_signs_in_at_once_even_without_mail(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "riichi-tsumo-ippatsu")
    output = StringIO()

    call_command("createsuperuser", email="Root@home.example", name="Root", interactive=False, stdout=output)
    with refusing():
        answer = sign_in("root@home.example")

    assert is_in(answer)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("root@home.example", True, True)
    ]


def test_other_accounts_are_not_confirmed_on_the_way(monkeypatch: pytest.MonkeyPatch):
    User.objects.create_superuser("old@home.example", name="Old")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "riichi-tsumo-ippatsu")

    call_command(
        "createsuperuser", email="root@home.example", name="Root", interactive=False, stdout=StringIO()
    )

    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["root@home.example"]
