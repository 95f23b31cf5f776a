"""Moments that programs send: with their offset from UTC, or not at all."""

import pytest
from rest_framework.test import APIClient

from tests.tournaments.hall import Hall, open_hall
from tournaments.models import Night, Round, SelfRegistration

pytestmark = pytest.mark.django_db


@pytest.fixture
def tokyo() -> Hall:
    return open_hall(time_zone="Asia/Tokyo")


def api_of(hall: Hall) -> APIClient:
    api = APIClient()
    api.force_authenticate(hall.alice.user)
    return api


def test_a_round_is_planned_at_a_moment_with_its_offset(tokyo: Hall) -> None:
    round_ = tokyo.draw()

    answer = api_of(tokyo).post(
        f"/api/v1/rounds/{round_.pk}/plan/",
        {"planned_at": "2027-01-05T19:00+09:00"},
        headers={"Idempotency-Key": "a-key-of-its-own"},
        format="json",
    )

    assert (answer.status_code, answer.json()["planned_at"]) == (200, "2027-01-05T10:00:00.000000Z")


@pytest.mark.parametrize(
    ("address", "body", "field"),
    [
        ("rounds/{round}/plan/", {"planned_at": "2027-01-05T19:00"}, "planned_at"),
        ("tournaments/spring-open/nights/", {"stage": 1, "starts_at": "2027-01-05T19:00:00"}, "starts_at"),
        (
            "tournaments/spring-open/nights/",
            {"stage": 1, "starts_at": "2027-01-05T19:00Z", "closes_at": "2027-01-05 18:00"},
            "closes_at",
        ),
        (
            "tournaments/spring-open/registration/",
            {"is_open": True, "closes_at": "2027-01-05T19:00"},
            "closes_at",
        ),
    ],
)
def test_a_moment_without_its_offset_is_refused_and_nothing_is_planned(
    tokyo: Hall, address: str, body: dict[str, object], field: str
) -> None:
    round_ = tokyo.draw()
    send = api_of(tokyo).post

    answer = send(
        "/api/v1/" + address.format(round=round_.pk),
        body,
        headers={"Idempotency-Key": "a-key-of-its-own"},
        format="json",
    )

    error = answer.json()["error"]
    assert (answer.status_code, [*error["fields"]]) == (400, [field])
    assert "2027-01-05T19:00+09:00" in str(error["fields"][field])
    assert (Round.objects.get().planned_at, Night.objects.count(), SelfRegistration.objects.count()) == (
        None,
        0,
        0,
    )
