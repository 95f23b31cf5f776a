"""Who may keep an answer: everybody for a second, if it knows nothing of its visitor; else nobody."""

import pytest
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from web.policies import mark_as_looked_at, public

pytestmark = pytest.mark.once("asks no database")
SHARED, OWN = "public, max-age=1, stale-while-revalidate=1", "private, no-store"


def asked(view, method: str = "get") -> HttpResponse:
    request = getattr(RequestFactory(), method)("/")
    request.session = SessionStore()
    return public(view)(request)


def plain(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("the same for all")


def looking(request: HttpRequest) -> HttpResponse:
    mark_as_looked_at(request)
    return HttpResponse("yours")


def with_session(request: HttpRequest) -> HttpResponse:
    request.session.get("user")
    return HttpResponse("yours")


def with_form(request: HttpRequest) -> HttpResponse:
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
    return HttpResponse("yours")


def long_lived(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("a style sheet", headers={"Cache-Control": "max-age=60"})


@pytest.mark.parametrize(
    ("view", "method", "kept_by"),
    [
        (plain, "get", SHARED),
        (plain, "head", SHARED),
        (plain, "post", OWN),
        (looking, "get", OWN),
        (with_session, "get", OWN),
        (with_form, "get", OWN),
        (long_lived, "get", "max-age=60"),
    ],
)
def test_an_answer_is_kept_by_whom_it_may_be(view, method, kept_by):
    answer = asked(view, method)

    assert {part.strip() for part in answer["Cache-Control"].split(",")} == {
        part.strip() for part in kept_by.split(",")
    }


def test_a_page_carries_its_policy_and_its_name():
    assert (public(plain).policy, public(plain).__name__) == ("public", "plain")
