"""Cookies that only this host sets, and what pages may use of a device."""

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from tournaments.credentials.devices import (
    CARD_COOKIE,
    DEVICE_COOKIE,
    SEAT_COOKIE,
    device_of,
    name_device,
    set_card_cookie,
    set_seat_cookie,
)
from web.browser import BrowserPoliciesMiddleware, cookie_of, forget_cookie, keep_cookie

https = override_settings(HTTPS=True)


def asking(response: HttpResponse | None = None, **cookies: str):
    """The request of a browser that keeps these cookies, and then those of an answer."""
    request = RequestFactory().get("/")
    request.COOKIES = dict(cookies)
    for name, morsel in (response.cookies if response is not None else {}).items():
        if morsel["max-age"] == 0:
            request.COOKIES.pop(name, None)
        else:
            request.COOKIES[name] = morsel.value
    return request


@https
def test_by_https_a_seat_is_kept_in_a_cookie_that_no_other_host_can_set():
    response = HttpResponse()

    set_seat_cookie(response, "secret", is_secure=True)

    kept = response.cookies["__Host-jantaku_seat"]
    assert (kept.value, kept["secure"], kept["httponly"], kept["path"], kept["domain"], kept["samesite"]) == (
        "secret",
        True,
        True,
        "/",
        "",
        "Lax",
    )


def test_without_https_the_plain_name_is_used():
    response = HttpResponse()

    set_seat_cookie(response, "secret", is_secure=False)

    assert list(response.cookies) == ["jantaku_seat"]


@https
def test_a_phone_that_took_its_seat_before_keeps_it():
    assert cookie_of(asking(jantaku_seat="old"), SEAT_COOKIE) == "old"
    assert cookie_of(asking(**{"jantaku_seat": "old", "__Host-jantaku_seat": "new"}), SEAT_COOKIE) == "new"


@https
def test_a_card_takes_the_place_of_a_seat_under_either_name():
    response = HttpResponse()

    set_card_cookie(response, "card", is_secure=True)
    after = asking(response, **{"jantaku_seat": "old", "__Host-jantaku_seat": "new"})

    assert (cookie_of(after, SEAT_COOKIE), cookie_of(after, CARD_COOKIE)) == ("", "card")


@pytest.mark.parametrize("by_https", [False, True])
def test_what_is_taken_back_is_gone(by_https: bool):
    with override_settings(HTTPS=by_https):
        given, taken = HttpResponse(), HttpResponse()
        keep_cookie(given, "jantaku_card", "secret", max_age=60, is_secure=by_https)
        before = asking(given, jantaku_card="old")
        forget_cookie(taken, "jantaku_card")

        assert cookie_of(before, "jantaku_card") == "secret"
        assert cookie_of(asking(taken, **before.COOKIES), "jantaku_card") == ""


def test_the_name_of_a_phone_is_known_under_both_names():
    plain, bound = HttpResponse(), HttpResponse()
    name_device(plain, "phone-1", is_secure=False)
    with https:
        name_device(bound, "phone-2", is_secure=True)

        assert list(bound.cookies) == [f"__Host-{DEVICE_COOKIE}"]
        assert device_of(asking(plain)) == "phone-1"
        assert device_of(asking(bound)) == "phone-2"
        assert device_of(asking(jantaku_phone="forged")) == ""


def test_every_answer_says_what_its_page_may_use(db):
    for page in ("/", "/me/", "/api/v1/rulebooks/", "/nothing/here/"):
        said = Client().get(page).headers["Permissions-Policy"]
        assert "camera=()" in said
        assert "geolocation=()" in said
        assert "publickey-credentials-get=(self)" in said


@pytest.mark.parametrize("status", [200, 404, 500])
def test_an_answer_keeps_a_policy_of_its_own(status: int):
    own = HttpResponse(status=status, headers={"Content-Security-Policy": "default-src 'none'"})

    answer = BrowserPoliciesMiddleware(lambda _request: own)(RequestFactory().get("/"))

    assert answer["Content-Security-Policy"] == "default-src 'none'"


@pytest.mark.parametrize(
    ("debug", "has_policy"),
    [(False, {200: True, 404: True, 500: True}), (True, {200: True, 404: False, 500: False})],
)
def test_only_where_django_explains_an_error_to_a_developer_it_may_have_its_styles(debug, has_policy):
    with override_settings(DEBUG=debug):
        answers = {
            status: BrowserPoliciesMiddleware(lambda _request, status=status: HttpResponse(status=status))(
                RequestFactory().get("/")
            )
            for status in has_policy
        }

    assert {status: "Content-Security-Policy" in answer for status, answer in answers.items()} == has_policy
