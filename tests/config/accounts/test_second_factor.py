"""A second factor: set up by whoever wants one, and before anything else by those who may do everything."""

import json
import re
from io import StringIO

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse

from config.accounts.second_factor import SecondFactors
from players.models import User
from tests.config.accounts.apps import ACTIVATE, STEP, code_of, set_up_app, type_password
from tests.config.accounts.people import CODE, ELSEWHERE, account, browser, code_in_last_mail, is_in
from tournaments.actions.rate_limits import SECOND_FACTORS_OF_AN_ACCOUNT
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
INDEX, CODES = "/accounts/2fa/", "/accounts/2fa/recovery-codes/"
required = override_settings(SECOND_FACTOR_REQUIRED=True)


def superuser() -> User:
    user = account()
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    return user


def signed_in(network: str = "192.0.2.1") -> Client:
    client = browser(network)
    assert is_in(type_password(client))
    return client


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_from_the_first_code_on_the_password_alone_lets_nobody_in(
    django_capture_on_commit_callbacks,
):
    account()
    client = signed_in()

    page = client.get(INDEX).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        key = set_up_app(client)

    assert f'href="{ACTIVATE}"' in page
    assert [message.subject for message in mail.outbox] == ["An app was set up as second factor"]
    with time_machine.travel("2026-11-27 09:01:00", tick=False):
        guest = browser()
        assert type_password(guest).headers["Location"] == STEP
        assert guest.get("/me/").headers["Location"].startswith("/accounts/login/")
        wrong = guest.post(STEP, {"code": "000000"})
        assert "This code is wrong" in wrong.content.decode()
        assert is_in(guest.post(STEP, {"code": code_of(key)}))
        assert guest.get("/me/").status_code == 200


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_a_code_by_mail_needs_the_second_factor_as_well():
    account()
    key = set_up_app(signed_in())
    guest = browser()

    with time_machine.travel("2026-11-27 09:01:00", tick=False):
        guest.post(CODE, {"email": "alice@home.example"})
        answer = guest.post("/accounts/login/code/confirm/", {"code": code_in_last_mail()})
        assert answer.headers["Location"] == STEP
        assert is_in(guest.post(STEP, {"code": code_of(key)}))


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_a_code_that_was_used_opens_nothing_a_second_time():
    account()
    key = set_up_app(signed_in())

    with time_machine.travel("2026-11-27 09:01:00", tick=False):
        first, second = browser(), browser(ELSEWHERE)
        type_password(first), type_password(second)
        assert is_in(first.post(STEP, {"code": code_of(key)}))
    # Still within the tolerance for clocks; the cache has forgotten it.
    with time_machine.travel("2026-11-27 09:01:35", tick=False):
        assert not is_in(second.post(STEP, {"code": code_of(key, -1)}))


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_a_phones_clock_may_be_half_a_minute_off():
    account()
    key = set_up_app(signed_in())

    with time_machine.travel("2026-11-27 09:10:00", tick=False):
        for later, lets_in in ((-2, False), (-1, True), (1, True), (2, False)):
            guest = browser()
            type_password(guest)
            assert is_in(guest.post(STEP, {"code": code_of(key, later)})) is lets_in


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_codes_are_counted_for_the_account_from_wherever_they_come():
    account()
    key = set_up_app(signed_in())

    with time_machine.travel("2026-11-27 09:05:00", tick=False):
        for number in range(SECOND_FACTORS_OF_AN_ACCOUNT.most):
            guest = browser(f"203.0.113.{number}")
            type_password(guest)
            guest.post(STEP, {"code": f"00000{number}"})
        late = browser(ELSEWHERE)
        type_password(late)
        answer = late.post(STEP, {"code": code_of(key)})

    assert "Too many wrong codes" in answer.content.decode()


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_each_recovery_code_opens_the_account_once():
    account()
    client = signed_in()
    set_up_app(client)
    page = client.get(CODES).content.decode()
    codes = re.findall(r"<code>(\d{8})</code>", page)
    assert len(set(codes)) == 10

    first, second = browser(), browser()
    type_password(first), type_password(second)

    assert is_in(first.post(STEP, {"code": codes[0]}))
    assert not is_in(second.post(STEP, {"code": codes[0]}))
    assert is_in(second.post(STEP, {"code": codes[1]}))


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_new_recovery_codes_end_the_old_ones_and_can_be_saved_as_a_file():
    account()
    client = signed_in()
    set_up_app(client)
    old = re.findall(r"<code>(\d{8})</code>", client.get(CODES).content.decode())

    client.post(f"{CODES}generate/")
    saved = client.get(f"{CODES}download/").content.decode().split("\n")

    assert len(saved) == 12
    assert not set(saved) & set(old)


@time_machine.travel("2026-11-27 09:00:00", tick=False)
def test_an_app_can_be_removed_and_its_owner_is_told():
    account()
    client = signed_in()
    set_up_app(client)

    answer = client.post("/accounts/2fa/totp/deactivate/", {})

    assert answer.status_code == 302
    assert Authenticator.objects.count() == 0
    assert mail.outbox[-1].subject == "The app was removed as second factor"
    assert is_in(type_password(browser()))


def test_the_database_alone_tells_no_key():
    account()
    key = set_up_app(signed_in())

    stored = str(list(Authenticator.objects.values_list("data", flat=True)))

    assert key not in stored
    assert SecondFactors().decrypt(Authenticator.objects.get(type="totp").data["secret"]) == key


def test_a_key_of_the_house_that_was_replaced_still_opens_what_it_closed():
    account()
    key = set_up_app(signed_in())
    data = Authenticator.objects.get(type="totp").data["secret"]

    with override_settings(SECRET_KEY="n" * 50, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert SecondFactors().decrypt(data) == key


def test_without_the_key_of_the_house_no_code_is_right_and_the_page_says_why():
    account()
    key = set_up_app(signed_in())
    guest = browser()

    with override_settings(SECRET_KEY="n" * 50, SECRET_KEY_FALLBACKS=[]):
        type_password(guest)
        answer = guest.post(STEP, {"code": code_of(key, 1)})

    assert "secret key has changed" in answer.content.decode()


@required
def test_an_operator_without_a_second_factor_is_led_to_set_one_up():
    superuser()
    Tournament.objects.create(name="Bob's", slug="bobs", starts_on="2026-11-27", visibility="private")
    client = signed_in()

    for page in (
        "/me/",
        "/admin/",
        "/admin/players/user/",
        "/t/bobs/",
        "/t/bobs/desk/",
        reverse("create_tournament"),
    ):
        answer = client.get(page)
        assert (page, answer.status_code, answer.headers.get("Location")) == (page, 302, INDEX)
    api = client.get("/api/v1/tournaments/bobs/")
    said = client.get(INDEX).content.decode()

    assert api.status_code == 403
    assert "needs a second factor" in api.json()["error"]["message"]
    assert "so a password alone is not enough" in said


@required
@pytest.mark.parametrize(
    "marks", [{"is_founder": True}, {"is_staff": True}, {"is_founder": True, "is_staff": True}]
)
def test_who_may_found_is_not_asked_for_one(marks: dict[str, bool]):
    """Earlier versions had operators mark founders as staff; alone that opens nothing of others."""
    User.objects.filter(pk=account().pk).update(**marks)
    client = signed_in()

    assert client.get("/me/").status_code == 200
    assert "so a password alone is not enough" not in client.get(INDEX).content.decode()


@required
def test_who_has_permissions_on_the_admin_site_is_asked_for_one():
    user = account()
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="change_club"))
    client = signed_in()

    for page in ("/me/", "/admin/", "/admin/players/club/"):
        assert client.get(page).headers.get("Location") == INDEX


@required
def test_with_a_second_factor_everything_opens():
    superuser()
    client = signed_in()
    set_up_app(client)

    assert [client.get(page).status_code for page in ("/me/", "/admin/", "/admin/players/user/")] == [200] * 3


@required
def test_nobody_else_needs_one():
    account()

    assert signed_in().get("/me/").status_code == 200


def test_on_a_laptop_it_is_offered_and_not_required():
    superuser()
    client = signed_in()

    assert client.get("/admin/").status_code == 200
    assert "so a password alone is not enough" not in client.get(INDEX).content.decode()


def test_the_operators_console_removes_a_lost_second_factor_and_ends_all_sessions():
    account()
    client = signed_in()
    set_up_app(client)

    output = StringIO()
    call_command("remove_second_factor", "Alice@home.example", stdout=output)

    assert "Removed 2 " in output.getvalue()
    assert client.get("/me/").status_code == 302
    assert is_in(type_password(browser()))
    with pytest.raises(CommandError, match="No account signs in with"):
        call_command("remove_second_factor", "nobody@home.example")


def test_passkeys_are_offered_only_where_browsers_know_them():
    account()
    client = signed_in()

    def offers(host: str, **more: object) -> bool:
        with override_settings(ALLOWED_HOSTS=["*"]):
            return "Add a passkey" in client.get(INDEX, headers={"Host": host}, **more).content.decode()

    assert offers("localhost:8000")
    assert offers("league.example.org", secure=True)
    assert not offers("league.example.org")
    assert not offers("127.0.0.1:8000")
    assert not offers("192.168.1.5", secure=True)
    assert not offers("[::1]:8000")


def credential(**response: object) -> str:
    return json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": response})


ODD = [
    *("", "1", "[]", '"x"', "{}", "null", '{"id": 1}', "{", '{"response": []}'),
    credential(userHandle="MQ", clientDataJSON="AA", authenticatorData="AA", signature="AA"),
    credential(userHandle=5, clientDataJSON="e30", authenticatorData="AA", signature="AA"),
    credential(userHandle="MQ", clientDataJSON="e30", authenticatorData="A" * 50, signature="AA"),
    credential(attestationObject="oA", clientDataJSON="e30"),
    credential(attestationObject=[], clientDataJSON={}),
]


@pytest.mark.parametrize("said", ODD)
def test_what_no_browser_says_of_a_passkey_is_refused_in_words(said: str):
    account()
    client = signed_in()
    set_up_app(client)
    client.get("/accounts/2fa/webauthn/add/")
    guest, second = browser(), browser()
    guest.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"})
    type_password(second)
    second.get(STEP)

    answers = [
        client.post("/accounts/2fa/webauthn/add/", {"credential": said}),
        guest.post("/accounts/2fa/webauthn/login/", {"credential": said}),
        second.post(STEP, {"credential": said}),
    ]

    assert [answer.status_code for answer in answers] == [200, 302, 200]
    assert not any(is_in(answer) for answer in answers)
    assert Authenticator.objects.filter(type="webauthn").count() == 0
