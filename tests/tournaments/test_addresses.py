"""An e-mail address is shown to its owner alone: no page, answer, log line or mail has another's."""

import logging
import re
from collections.abc import Iterable
from copy import deepcopy

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.urls import get_resolver

from players.models import User
from tests.config.accounts.people import PASSWORD, account
from tests.permissions import FOREIGN, OWN, Row, undone, views_of
from tests.tournaments.api.callers import CSRF, Caller
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.views.test_permission_matrix import OWN_ONLY, PAGES, address
from tests.tournaments.worlds import FRESH, ORGANIZER, OTHER, ROLES, STRANGER, SUPERUSER, Worlds, build
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.models import Stage

pytestmark = pytest.mark.django_db

SIZE = 25
GROUPS = [MATRIX[start : start + SIZE] for start in range(0, len(MATRIX), SIZE)]
# Where people read their own address; the admin is the operator's, who may look.
ONES_OWN = ("/api/v1/me/", "/accounts/")


# A private tournament is 404 to everybody else, which the matrices show.
SEES = {OWN: ROLES, FOREIGN: (OTHER, SUPERUSER)}


@pytest.fixture
def worlds() -> Worlds:
    """Two tournaments and everybody. Nobody has a name: they must not be called by their address instead."""
    made = build()
    for world in (made.own, made.foreign, made.missing):
        world.update(one=1, two=2, three=3, publish="publish", withdraw="withdraw")
    for world in (made.own, made.foreign):
        stage = Stage.objects.get(pk=world["stage"])
        alice = Actor(stage.tournament.staff.get(role="organizer").user)
        publish_round(round_=draw_round(stage=stage, by=alice), by=alice)
    User.objects.update(name="")
    for user in User.objects.all():
        EmailAddress.objects.create(user=user, email=f"second-{user.email}", verified=True)
    return made


def every_address() -> set[str]:
    return {
        *User.objects.values_list("email", flat=True),
        *EmailAddress.objects.values_list("email", flat=True),
    }


def shown_in(text: str, addresses: Iterable[str]) -> set[str]:
    """The addresses that stand in a text, also when only their characters do, as in %40 or &#64;."""
    plain = text.lower().replace("%40", "@").replace("&#64;", "@").replace("\\u0040", "@")
    return {one for one in addresses if re.search(rf"(?<![\w.-]){re.escape(one)}", plain)}


def text_of(response: HttpResponse) -> str:
    return f"{response.headers}\n{response.cookies}\n{response.content.decode(errors='replace')}"


def is_ones_own(path: str) -> bool:
    return path.startswith(ONES_OWN)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("rows", GROUPS, ids=lambda rows: f"{rows[0].route} to {rows[-1].route}")
def test_no_answer_of_the_api_has_anybodys_address(
    worlds: Worlds, rows: list[Row], caplog: pytest.LogCaptureFixture
):
    addresses, leaks = every_address(), []
    cells = [
        (row, role, target)
        for row in rows
        for target, roles in SEES.items()
        if target in row.expected
        for role in roles
    ]

    assert ORGANIZER in those_signed_in(worlds)
    with caplog.at_level(logging.INFO):
        for row, role, target in cells:
            world, caller = worlds.of(target), worlds.caller(role, row.scene)
            cache.clear()
            with undone():
                body = row.body(world) if row.body else None
                headers = row.headers(world) if row.headers else {}
                path, cookies = row.path(world), deepcopy(caller.client.cookies)
                answer = caller.call(row.method, path.removeprefix("/api"), body, **headers)
                caller.client.cookies = cookies
            if not is_ones_own(path):
                leaks += [(str(row), role, target, one) for one in shown_in(text_of(answer), addresses)]

    assert leaks == []
    assert shown_in(caplog.text, addresses) == set()


@pytest.mark.timeout(600)
def test_no_page_has_anybodys_address(worlds: Worlds, caplog: pytest.LogCaptureFixture):
    addresses, leaks = every_address(), []
    asked = [
        (address(route, page, worlds.of(target), worlds.of(target)["slug"]), method, roles)
        for target, roles in SEES.items()
        for route, page in PAGES.items()
        for method in {"GET", *page.methods}
    ]
    asked += [
        (f"/{route}", method, ROLES) for route in OWN_ONLY if "<" not in route for method in ("GET", "POST")
    ]

    assert ORGANIZER in those_signed_in(worlds)
    with caplog.at_level(logging.INFO):
        for path, method, roles in asked:
            for role in roles:
                client = worlds.caller(role, FRESH).client
                cookies = deepcopy(client.cookies)
                with undone():
                    answer = client.generic(
                        method, path, b"", "application/x-www-form-urlencoded", headers={"X-CSRFToken": CSRF}
                    )
                client.cookies = cookies
                leaks += [(method, path, role, one) for one in shown_in(text_of(answer), addresses)]

    assert leaks == []
    assert shown_in(caplog.text, addresses) == set()


def test_the_pages_of_an_account_have_its_own_address_alone(worlds: Worlds):
    pages = [
        f"/{route}" for route, _view in views_of(get_resolver().url_patterns) if route.startswith("accounts/")
    ]
    plain = [path for path in pages if "<" not in path and "?P" not in path]
    addresses = every_address()
    assert len(plain) > 10

    shown = {
        (role, path): shown_in(text_of(caller.client.get(path)), addresses)
        for path in [*plain, "/api/v1/me/"]
        for role in ROLES
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
