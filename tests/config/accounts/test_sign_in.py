"""Guessers stay out, owners never do: shut out neither by strangers nor by a Redis that is away."""

from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from django.core import mail
from django.test import override_settings

from config.accounts import adapter
from players.models import User
from tests.config.accounts.people import (
    CODE,
    ELSEWHERE,
    HOME,
    LOGIN,
    RESET,
    account,
    browser,
    code_in_last_mail,
    is_in,
    sign_in,
    sign_up,
)
from tests.config.accounts.servers import listening, nobody
from tests.sign_in import sign_in as signed_in
from tournaments.actions.rate_limits import (
    MAILS_OF_A_NETWORK_TO_AN_ADDRESS,
    MAILS_TO_AN_ADDRESS,
    PASSWORDS_OF_A_NETWORK,
    PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS,
    attempts_counted,
)

pytestmark = pytest.mark.django_db
MOST = PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS.most


def guess(times: int, network: str, email: str = "alice@home.example") -> None:
    for number in range(times):
        assert not is_in(sign_in(email, f"wrong-{number}", network))


def test_a_strangers_wrong_passwords_do_not_shut_the_owner_out():
    account()
    guess(MOST + 5, ELSEWHERE)

    owner, stranger = sign_in(network=HOME), sign_in(network=ELSEWHERE)

    assert (is_in(owner), is_in(stranger)) == (True, False)
    assert "Too many wrong passwords from your network" in stranger.content.decode()


@pytest.mark.parametrize(("seconds", "wait"), [(60, "Wait 1 minute, or"), (600, "Wait 10 minutes, or")])
def test_whoever_is_shut_out_is_told_for_how_many_minutes(
    monkeypatch: pytest.MonkeyPatch, seconds: int, wait: str
):
    limit = replace(PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS, seconds=seconds)
    monkeypatch.setattr(adapter, "PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS", limit)
    guess(MOST, HOME)

    page = sign_in(network=HOME).content.decode()

    assert wait in page


def test_whoever_is_shut_out_gets_in_by_mail_at_once():
    account()
    guess(MOST + 1, HOME)
    assert not is_in(sign_in())
    client = browser()

    client.post(CODE, {"email": "alice@home.example"})
    answer = client.post("/accounts/login/code/confirm/", {"code": code_in_last_mail()})

    assert is_in(answer)
    assert mail.outbox[-1].to == ["alice@home.example"]


def test_the_page_that_refuses_a_password_offers_the_mail():
    assert f'href="{CODE}"' in browser().get(LOGIN).content.decode()


def test_right_passwords_are_not_counted():
    account()

    answers = [sign_in() for _ in range(MOST + 2)]

    assert all(is_in(answer) for answer in answers)
    assert attempts_counted(PASSWORDS_OF_A_NETWORK, HOME) == 0


def test_one_guessed_address_shuts_out_nobody_beside_it():
    account()
    account("bob@home.example", "Bob")
    guess(MOST * 3, HOME)

    assert is_in(sign_in("bob@home.example"))
    assert attempts_counted(PASSWORDS_OF_A_NETWORK, HOME) == MOST


@pytest.mark.slow
def test_a_network_that_tries_address_after_address_is_stopped():
    account()
    for number in range(PASSWORDS_OF_A_NETWORK.most):
        sign_in(f"player{number}@home.example", "wrong")

    assert not is_in(sign_in())


def test_an_unknown_address_is_refused_in_the_same_words():
    account()

    known, unknown = sign_in(password="wrong"), sign_in("nobody@home.example", "wrong")

    assert known.status_code == unknown.status_code
    assert without_tokens(known, "alice@home.example") == without_tokens(unknown, "nobody@home.example")


@pytest.mark.parametrize("page", [CODE, RESET])
def test_asking_for_a_mail_tells_nothing_about_the_address(page: str):
    account()
    clients = {email: browser() for email in ("alice@home.example", "nobody@home.example")}

    answers = {email: client.post(page, {"email": email}) for email, client in clients.items()}
    pages = {email: client.get(answers[email].headers["Location"]) for email, client in clients.items()}

    known, unknown = (
        (answers[email].status_code, answers[email].headers["Location"], without_tokens(pages[email], email))
        for email in clients
    )
    assert known == unknown
    assert [message.to for message in mail.outbox] == [["alice@home.example"], ["nobody@home.example"]]


def test_signing_up_tells_nothing_about_the_address():
    account()
    clients = {email: browser() for email in ("alice@home.example", "nobody@home.example")}

    answers = {email: sign_up(email, client) for email, client in clients.items()}
    pages = {email: client.get(answers[email].headers["Location"]) for email, client in clients.items()}

    known, unknown = (
        (answers[email].status_code, answers[email].headers["Location"], without_tokens(pages[email], email))
        for email in clients
    )
    assert known == unknown
    assert [message.to for message in mail.outbox] == [["alice@home.example"], ["nobody@home.example"]]


def test_adding_an_address_to_an_account_tells_nothing_about_it():
    account("bob@home.example", "Bob")
    found = []

    for email in ("bob@home.example", "nobody@home.example"):
        client = browser()
        signed_in(client, account(f"alice-{len(found)}@home.example"))
        answer = client.post("/accounts/email/", {"action_add": "", "email": email})
        page = client.get(answer.headers["Location"])
        found.append((answer.status_code, answer.headers["Location"], without_tokens(page, email)))

    assert found[0] == found[1]
    assert [message.to for message in mail.outbox] == [["bob@home.example"], ["nobody@home.example"]]


def test_nobodys_letter_box_is_filled():
    account()
    for number in range(MAILS_TO_AN_ADDRESS.most // MAILS_OF_A_NETWORK_TO_AN_ADDRESS.most + 3):
        for _ in range(MAILS_OF_A_NETWORK_TO_AN_ADDRESS.most + 1):
            answer = browser(f"203.0.113.{number}").post(CODE, {"email": "Alice@home.example"})

    assert len(mail.outbox) == MAILS_TO_AN_ADDRESS.most
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")


def redis_at(port: int) -> dict[str, object]:
    return {
        "default": {
            "BACKEND": "config.cache.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
        }
    }


@pytest.mark.parametrize(
    "redis",
    [
        pytest.param(nobody, id="away"),
        pytest.param(listening, id="hanging"),
        pytest.param(
            lambda: listening(answers=b"-OOM command not allowed when used memory > 'maxmemory'.\r\n"),
            id="full",
        ),
    ],
)
def test_people_get_in_whatever_redis_does(redis: type[AbstractContextManager[int]]):
    account()
    client, newcomer = browser(), browser()

    with redis() as port, override_settings(CACHES=redis_at(port)):
        wrong = sign_in(password="wrong")
        right = sign_in()
        reset = browser().post(RESET, {"email": "alice@home.example"})
        client.post(CODE, {"email": "alice@home.example"})
        by_mail = client.post("/accounts/login/code/confirm/", {"code": code_in_last_mail()})
        sign_up("newcomer@home.example", newcomer)
        confirmed = newcomer.post("/accounts/confirm-email/", {"code": code_in_last_mail()})

    assert [wrong.status_code, right.status_code, reset.status_code] == [200, 302, 302]
    assert [is_in(right), is_in(by_mail), is_in(confirmed)] == [True, True, True]
    assert User.objects.get(email="newcomer@home.example").name == "Newcomer"


def without_tokens(response: object, email: str) -> str:
    """The page as anybody would see it: without what is random, and without what was typed."""
    lines = response.content.decode().replace(email, "…").splitlines()  # type: ignore[attr-defined]
    return "\n".join(line for line in lines if "csrfmiddlewaretoken" not in line)
