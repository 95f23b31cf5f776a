"""API tokens, made and revoked by their owner."""

import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from tests.tournaments.api.callers import program
from tests.tournaments.views.desk.browser import send
from tests.tournaments.views.seat.test_seat_pages import text_of
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


def test_when_a_token_was_last_used_stands_beside_it(hall, alice):
    secret = program(hall.alice.user, "read").bearer
    before = text_of(alice.get("/me/tokens/"))

    Client().get("/api/v1/tournaments/", headers={"Authorization": f"Bearer {secret}"})

    after = text_of(alice.get("/me/tokens/"))
    used = date_format(timezone.localtime(ApiToken.objects.get().last_used_at), "DATETIME_FORMAT")
    assert ("never used" in before, "never used" in after) == (True, False)
    assert f"last used {used}" in after
