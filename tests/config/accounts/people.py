"""People who sign in, each from their own network."""

import re

from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from players.models import User

PASSWORD = "riichi-tsumo-ippatsu"
HOME, ELSEWHERE = "192.0.2.1", "198.51.100.7"
LOGIN, SIGN_UP, RESET, CODE = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/login/code/",
)


def account(email: str = "alice@home.example", name: str = "Alice") -> User:
    """Return an account with a confirmed address."""
    user = User.objects.create_user(email, PASSWORD, name=name)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def browser(network: str = HOME) -> Client:
    return Client(REMOTE_ADDR=network)


def sign_in(email: str = "alice@home.example", password: str = PASSWORD, network: str = HOME) -> HttpResponse:
    return browser(network).post(LOGIN, {"login": email, "password": password})


def sign_up(email: str, client: Client | None = None, name: str = "Newcomer") -> HttpResponse:
    body = {"name": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return (client or browser()).post(SIGN_UP, body)


def code_in_last_mail() -> str:
    found = re.search(r"^[A-Z0-9]{3,}-[A-Z0-9]{3,}$|^[A-Z0-9]{6,8}$", mail.outbox[-1].body, re.MULTILINE)
    assert found is not None, mail.outbox[-1].body
    return found[0]


def is_in(response: HttpResponse) -> bool:
    """Whether this answer signed a user in."""
    return response.status_code == 302 and response.headers["Location"] == "/me/"
