"""API tokens, made and revoked by their owner."""

import re

import pytest

from tests.tournaments.views.desk.browser import send
from tournaments.models import ApiToken

pytestmark = pytest.mark.django_db


def test_an_api_token_is_shown_once_and_kept_as_a_hash(hall, alice):
    page = alice.post("/me/tokens/", {"name": "results bot", "scope": "read", "days": "30"}).content.decode()
    secret = re.search(r"mjt_[\w-]+", page)[0]
    token = ApiToken.objects.get()

    assert secret not in alice.get("/me/tokens/").content.decode()
    assert secret not in str(vars(token))
    send(alice, f"/me/tokens/{token.pk}/revoke/")
    assert not ApiToken.objects.alive().exists()


def test_a_second_tap_shows_the_same_api_token_and_makes_no_second(hall, alice):
    wanted = {"name": "results bot", "scope": "read", "days": "30", "key": "tap" * 6}
    first = alice.post("/me/tokens/", wanted)

    again = alice.post("/me/tokens/", wanted)

    shown = [re.findall(r"mjt_[\w-]{20,}", page.content.decode()) for page in (first, again)]
    assert (first.status_code, again.status_code, shown[1]) == (200, 200, shown[0])
    assert len(shown[0]) == 1
    assert ApiToken.objects.count() == 1


def test_the_form_for_an_api_token_brings_a_key_of_its_own(hall, alice):
    keys = [
        re.findall(r'name="key" value="([^"]+)"', alice.get("/me/tokens/").content.decode())
        for _visit in range(2)
    ]

    assert len(keys[0]) == len(keys[1]) == 1
    assert keys[0] != keys[1]


def test_somebody_elses_token_is_not_found(hall, alice, charlie):
    alice.post("/me/tokens/", {"name": "results bot", "scope": "read", "days": "30"})

    assert charlie.post(f"/me/tokens/{ApiToken.objects.get().pk}/revoke/").status_code == 404
    assert ApiToken.objects.alive().count() == 1
