"""Where one is signed in, which programs act in one's name, and how all of that ends."""

import time

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client, override_settings

from players.models import User
from tests.config.accounts.people import ELSEWHERE, HOME, LOGIN, PASSWORD, account, browser, is_in
from tests.config.accounts.test_first_organizer import begin
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token

pytestmark = pytest.mark.django_db
SESSIONS, CHANGE = "/accounts/sessions/", "/accounts/password/change/"


def signed_in(network: str = HOME, email: str = "alice@home.example") -> Client:
    client = browser(network)
    assert is_in(client.post(LOGIN, {"login": email, "password": PASSWORD}))
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def program_of(user: User) -> str:
    return create_api_token(name="board", scope="manage", days=9, by=Actor(user))[1]


def works(secret: str) -> bool:
    answer = browser().get("/api/v1/tokens/", headers={"Authorization": f"Bearer {secret}"})
    return answer.status_code != 401


def test_the_page_lists_sessions_and_programs_of_this_account_alone():
    alice, bob = account(), account("bob@home.example", "Bob")
    here, _there = signed_in(), signed_in(ELSEWHERE)
    signed_in("203.0.113.3", bob.email)
    program_of(alice)

    page = here.get(SESSIONS).content.decode()

    assert page.count("Sign this session out") == 1
    assert [address in page for address in (HOME, ELSEWHERE, "203.0.113.3")] == [True, True, False]
    assert "board" in page


def test_one_session_is_ended_and_no_other():
    account()
    here, there, third = signed_in(), signed_in(ELSEWHERE), signed_in("203.0.113.3")

    here.post(SESSIONS, {"session": UserSession.objects.get(ip=ELSEWHERE).pk})

    assert [is_signed_in(client) for client in (here, there, third)] == [True, False, True]


def test_nobody_ends_the_session_of_another_account():
    account(), account("bob@home.example", "Bob")
    alice, bob = signed_in(), signed_in(ELSEWHERE, "bob@home.example")

    for what in (UserSession.objects.get(ip=ELSEWHERE).pk, "x", "9" * 30, "²"):
        alice.post(SESSIONS, {"session": what})

    assert is_signed_in(bob)


def test_end_all_ends_every_other_session_and_every_program():
    alice, bob = account(), account("bob@home.example", "Bob")
    here, there, third = signed_in(), signed_in(ELSEWHERE), signed_in("203.0.113.3")
    programs = [program_of(alice), program_of(alice), program_of(bob)]

    answer = here.post(SESSIONS, {"everything": "1"}, follow=True)

    assert "All other sessions were signed out and all programs stopped" in answer.content.decode()
    assert [is_signed_in(client) for client in (here, there, third)] == [True, False, False]
    assert [works(secret) for secret in programs] == [False, False, True]


def test_sessions_end_without_programs_and_programs_without_sessions():
    alice = account()
    here, there = signed_in(), signed_in(ELSEWHERE)
    program = program_of(alice)

    here.post(SESSIONS, {"other_sessions": "1"})
    assert (is_signed_in(there), works(program)) == (False, True)
    there = signed_in(ELSEWHERE)
    here.post(SESSIONS, {"programs": "1"})
    assert (is_signed_in(there), works(program)) == (True, False)


def test_a_new_password_ends_all_other_sessions_and_asks_about_programs():
    alice = account()
    here, there = signed_in(), signed_in(ELSEWHERE)
    program = program_of(alice)

    answer = here.post(CHANGE, {"password1": "chun-haku-hatsu", "password2": "chun-haku-hatsu"}, follow=True)

    page = answer.content.decode()
    assert answer.redirect_chain[-1][0] == f"{SESSIONS}?new-password"
    assert "Stop them too?" in page
    assert (is_signed_in(here), is_signed_in(there), works(program)) == (True, False, True)


def test_without_programs_nothing_is_asked():
    account()

    answer = signed_in().post(
        CHANGE, {"password1": "chun-haku-hatsu", "password2": "chun-haku-hatsu"}, follow=True
    )

    page = answer.content.decode()
    assert "all other sessions were signed out" in page
    assert "Stop them too?" not in page


def test_a_session_from_before_the_list_comes_onto_it_with_its_next_request():
    alice = account()
    client = browser(ELSEWHERE)
    client.force_login(alice)
    assert not UserSession.objects.exists()

    client.get("/me/")

    assert list(UserSession.objects.values_list("ip", flat=True)) == [ELSEWHERE]


def test_the_first_organizers_session_is_on_the_list():
    client = browser()
    begin(client)
    client.get("/me/")

    assert UserSession.objects.count() == 1


def test_a_session_that_is_not_used_ends_and_one_that_is_used_goes_on():
    account()
    with time_machine.travel("2026-11-01 10:00", tick=False):
        used, left = signed_in(), signed_in(ELSEWHERE)
    for day in ("05", "10", "15", "20"):
        with time_machine.travel(f"2026-11-{day} 10:00", tick=False):
            assert is_signed_in(used)

    with time_machine.travel("2026-11-20 11:30", tick=False):
        assert (is_signed_in(used), is_signed_in(left)) == (True, False)
        assert Session.objects.get(session_key=used.cookies["sessionid"].value).expire_date.day == 28


@override_settings(SESSION_MOST_DAYS=10)
def test_used_or_not_a_session_ends_after_some_months():
    account()
    with time_machine.travel("2026-11-01 10:00", tick=False):
        client = signed_in()
    with time_machine.travel("2026-11-07 10:00", tick=False):
        assert is_signed_in(client)

    with time_machine.travel("2026-11-12 10:00", tick=False):
        client.get("/me/")
        assert not is_signed_in(client)


def test_the_use_of_a_session_is_written_once_an_hour(django_assert_num_queries):
    account()
    with time_machine.travel("2026-11-01 10:00", tick=False):
        client = signed_in()
        client.get("/me/")
        first = UserSession.objects.get().last_seen_at
    with time_machine.travel("2026-11-01 10:59", tick=False):
        client.get("/me/")
        assert UserSession.objects.get().last_seen_at == first
    with time_machine.travel("2026-11-01 11:01", tick=False):
        client.get("/me/")
        assert UserSession.objects.get().last_seen_at > first


def test_a_page_that_is_the_same_for_all_looks_at_no_session():
    account()
    client = signed_in()
    with time_machine.travel(time.time() + 7200):
        answer = client.get("/rulebooks/")

        assert "Cookie" not in answer.headers.get("Vary", "")
    assert UserSession.objects.get().last_seen_at.timestamp() < time.time() + 60
