"""An e-mail address is shown to its owner alone: no page, answer, log line or mail has another's."""

import logging

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpResponse
from django.urls import get_resolver

from config.routes import routes
from players.models import User
from tests.config.accounts.people import PASSWORD, account
from tests.permissions import FOREIGN, OWN
from tests.thorough import in_turn
from tests.tournaments.api.callers import CSRF, Caller
from tests.tournaments.api.walk import every_address, nameless
from tests.tournaments.email_addresses import shown_in
from tests.tournaments.views.permission_matrix import OWN_ONLY, PAGES, address
from tests.tournaments.views.permission_matrix import ROLES as PEOPLE
from tests.tournaments.views.test_permission_matrix import answer_to, furnished, people
from tests.tournaments.worlds import (
    FRESH,
    ORGANIZER,
    OTHER,
    PHONE_ABROAD,
    PHONE_ELSEWHERE,
    ROLES,
    STRANGER,
    SUPERUSER,
    Worlds,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite"), pytest.mark.run("asking")]


@pytest.fixture
def worlds() -> Worlds:
    """Two tournaments and everybody. Nobody has a name: they must not be called by their address instead."""
    return nameless(furnished())


def text_of(response: HttpResponse) -> str:
    return f"{response.headers}\n{response.cookies}\n{response.getvalue().decode(errors='replace')}"


@pytest.mark.slow
@pytest.mark.once("what a page shows; the matrix is walked on both")
@pytest.mark.timeout(600)
def test_no_other_page_has_anybodys_address(worlds: Worlds, caplog: pytest.LogCaptureFixture):
    """What the matrix does not ask: phones at other tables, pages of one's own, and reading what only takes forms.

    Every day each is asked by one or a few of those who could ask, in turn.
    """
    addresses, leaks = every_address(), []
    questions = [
        (
            address(route, page, worlds.of(target), worlds.of(target)["slug"]),
            "GET",
            in_turn(roles, turn, len(roles)),
        )
        for turn, (route, page) in enumerate(PAGES.items())
        for target, roles in ((OWN, people(OWN, route)), (FOREIGN, (OTHER, SUPERUSER)))
        if "GET" not in page.methods
    ]
    questions += [
        (
            address(route, page, worlds.foreign, worlds.foreign["slug"]),
            method,
            in_turn((OTHER, SUPERUSER), turn, of=2),
        )
        for turn, (route, page) in enumerate(PAGES.items())
        if not page.is_of_tournament
        for method in page.methods
    ]
    questions += [
        (
            address(route, page, worlds.own, worlds.own["slug"]),
            method,
            in_turn((PHONE_ELSEWHERE, PHONE_ABROAD), turn, of=2),
        )
        for turn, (route, page) in enumerate(PAGES.items())
        for method in page.methods
    ]
    everybody = (*PEOPLE, PHONE_ELSEWHERE, PHONE_ABROAD)
    questions += [
        (f"/{route}", method, in_turn(everybody, turn, of=3))
        for turn, route in enumerate(sorted(OWN_ONLY))
        if "<" not in route
        for method in ("GET", "POST")
    ]

    assert ORGANIZER in those_signed_in(worlds)
    with caplog.at_level(logging.INFO):
        for path, method, roles in questions:
            for role in roles:
                answer = answer_to(worlds, {}, role, method, path)
                leaks += [(method, path, role, one) for one in shown_in(answer.text, addresses)]

    assert leaks == []
    assert shown_in(caplog.text, addresses) == set()


@pytest.mark.slow
@pytest.mark.once("what a page shows; the matrix is walked on both")
def test_the_pages_of_an_account_have_its_own_address_alone(worlds: Worlds):
    pages = [f"/{route}" for route, _view in routes(get_resolver()) if route.startswith("accounts/")]
    plain = [path for path in pages if "<" not in path and "?P" not in path]
    addresses = every_address()
    assert len(plain) > 10

    shown = {
        (role, path): shown_in(text_of(caller.client.get(path)), addresses)
        for turn, path in enumerate([*plain, "/api/v1/me/"])
        # Every day the organizer, and of the others one of five in turn.
        for role in {ORGANIZER, *in_turn(ROLES, turn, of=5)}
        for caller in [worlds.caller(role, FRESH)]
    }

    assert {cell: found for cell, found in shown.items() if found - own(worlds.caller(cell[0], FRESH))} == {}
    assert shown[ORGANIZER, "/accounts/email/"] == own(worlds.caller(ORGANIZER, FRESH)) != set()


def test_a_mail_has_nobodys_address_but_its_readers(worlds: Worlds):
    own_email = User.objects.get(pk=account_of(worlds.caller(STRANGER, FRESH))).email
    organizer = worlds.caller(ORGANIZER, FRESH)
    slug = worlds.own["slug"]

    organizer.post(f"/v1/tournaments/{slug}/invitations/", {"role": "scorer", "email": "reader@home.example"})
    worlds.caller(STRANGER, FRESH).client.post(
        "/accounts/email/",
        {"action_add": "", "email": "reader@home.example"},
        headers={"X-CSRFToken": CSRF},
    )
    for page in ("/accounts/password/reset/", "/accounts/login/code/"):
        Caller().client.post(page, {"email": own_email}, headers={"X-CSRFToken": CSRF})

    assert len(mail.outbox) == 4
    for message in mail.outbox:
        written = f"{message.subject}\n{message.body}"
        assert shown_in(written, every_address() - set(message.to)) == set()


def test_what_is_written_down_for_the_operator_has_no_address(
    worlds: Worlds, caplog: pytest.LogCaptureFixture
):
    someone = account("someone@home.example", "Someone")

    with caplog.at_level(logging.INFO):
        for password in ("wrong", PASSWORD):
            Caller().client.post(
                "/accounts/login/",
                {"login": someone.email, "password": password},
                headers={"X-CSRFToken": CSRF},
            )
        Caller().client.post("/accounts/login/", {"login": someone.email, "password": "no CSRF"})

    assert "Forbidden" in caplog.text
    assert shown_in(caplog.text, every_address()) == set()


def those_signed_in(worlds: Worlds) -> set[str]:
    """Who is really let in: without them a walk would see nothing and find nothing."""
    return {role for role in ROLES if worlds.caller(role, FRESH).client.get("/me/").status_code == 200}


def own(caller: Caller) -> set[str]:
    user = account_of(caller)
    return {
        *User.objects.filter(pk=user).values_list("email", flat=True),
        *EmailAddress.objects.filter(user=user).values_list("email", flat=True),
    }


def account_of(caller: Caller) -> int | None:
    """The account this caller's browser is signed in with."""
    return caller.client.session.get("_auth_user_id")
