"""What holds for every view of the API."""

from collections.abc import Iterator

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings
from django.urls import get_resolver
from redis.exceptions import ConnectionError as RedisAway
from rest_framework.settings import api_settings
from rest_framework.test import APIRequestFactory

from config.policies import DenyAll
from config.routes import routes
from tests.tournaments.api.callers import BALANCED, Caller, body_of, code_of, phone_of, signed_in, stranger
from tests.tournaments.hall import Hall
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads
from tournaments.api.throttles import FairUse
from tournaments.models import Table
from web.api.base_view import NotFoundView

pytestmark = pytest.mark.database("sqlite")


@pytest.fixture
def one_minute() -> Iterator[None]:
    """Calls are counted by the minute of the clock: none of them turns while a test counts."""
    with time_machine.travel("2026-11-21 09:30:30Z", tick=False):
        yield


def views() -> list[type[ApiView]]:
    found = [
        view.view_class
        for route, view in routes(get_resolver())
        if route.startswith("api/v1/") and hasattr(view, "view_class")
    ]
    assert len(found) > 40
    return [view for view in found if view is not NotFoundView]


def test_every_view_declares_its_policy_itself() -> None:
    assert [
        view for view in views() if "permission_classes" not in vars(view) and view.__base__ is ApiView
    ] == []
    assert all(policy is not DenyAll for view in views() for policy in view.permission_classes)


def test_a_view_that_forgets_its_policy_can_be_used_by_nobody(db: None) -> None:
    class Forgetful(ApiView):
        @reads("getThis", "Read it", permission=everybody, finds=None)
        def get(self) -> None:
            raise AssertionError("nobody gets in here")

    response = Forgetful.as_view()(APIRequestFactory().get("/"))

    policies = api_settings.DEFAULT_PERMISSION_CLASSES
    assert policies == [DenyAll]
    assert response.status_code in (401, 403)


class TestCaching:
    def test_a_known_visitors_answer_is_kept_by_nobody(self, hall: Hall) -> None:
        response = signed_in(hall.alice.user).get("/v1/tournaments/")

        assert response["Cache-Control"] == "private, no-store"

    def test_a_strangers_answer_may_be_kept_but_asked_about(self, hall: Hall) -> None:
        caller = stranger()
        del caller.client.cookies["csrftoken"]

        response = caller.get(f"/v1/stages/{hall.stage.pk}/standings/")

        assert response["Cache-Control"] == "no-cache"
        assert {"Authorization", "Cookie"} <= {name.strip() for name in response["Vary"].split(",")}

    def test_standings_that_moved_are_not_a_304(self, hall: Hall, table: Table) -> None:
        path = f"/v1/stages/{hall.stage.pk}/standings/"
        tag = stranger().get(path)["ETag"]
        phone_of(table.seats.get(wind=1), hall.alice).post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)

        response = stranger().get(path, If_None_Match=tag)

        assert (response.status_code, body_of(response)["games_reported"]) == (200, 1)

    def test_the_304_of_private_standings_is_not_for_strangers(self, hall: Hall) -> None:
        path = f"/v1/stages/{hall.stage.pk}/standings/"
        tag = stranger().get(path)["ETag"]
        type(hall.tournament).objects.filter(pk=hall.tournament.pk).update(visibility="private")

        assert stranger().get(path, If_None_Match=tag).status_code == 404


@pytest.mark.usefixtures("one_minute")
class TestFairness:
    @override_settings(API_READS_PER_MINUTE=2)
    def test_the_third_of_two_reads_has_to_wait(self, hall: Hall) -> None:
        codes = [stranger().get("/v1/leagues/").status_code for _time in range(2)]

        third = stranger().get("/v1/leagues/")

        assert codes == [200, 200]
        assert code_of(third) == (429, "too_many_requests")
        assert 1 <= int(third["Retry-After"]) <= 60

    @override_settings(API_READS_PER_MINUTE=2, API_DEEDS_PER_MINUTE=5)
    def test_every_answer_says_how_much_is_left_and_until_when(self, hall: Hall) -> None:
        alice = signed_in(hall.alice.user)

        answers = [alice.get("/v1/leagues/") for _time in range(3)] + [alice.post("/v1/tournaments/", {})]

        assert [
            [answer[f"RateLimit-{name}"] for name in ("Limit", "Remaining", "Reset")] for answer in answers
        ] == [["2", "1", "30"], ["2", "0", "30"], ["2", "0", "30"], ["5", "4", "30"]]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 400]
        assert answers[2]["Retry-After"] == "30"

    @override_settings(API_READS_PER_MINUTE=1)
    def test_each_phone_has_its_own_count_in_a_hall_with_one_address(self, hall: Hall, table: Table) -> None:
        phones = [phone_of(seat, hall.alice) for seat in table.seats.all()]

        assert [phone.get("/v1/leagues/").status_code for phone in phones] == [200] * 4

    @override_settings(
        CACHES={
            "default": {
                "BACKEND": "config.cache.RedisCache",
                "LOCATION": "redis://127.0.0.1:1/0",
                "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
            }
        }
    )
    def test_with_redis_away_results_are_still_taken(self, hall: Hall, table: Table) -> None:
        with pytest.raises(RedisAway):
            cache.get("anything")
        phone = phone_of(table.seats.get(wind=1), hall.alice)

        response = phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED)

        assert response.status_code == 201
        assert "RateLimit-Limit" not in response


def test_nothing_but_json_comes_out(hall: Hall) -> None:
    for path in ("/v1/tournaments/", "/v1/nowhere/", "/v1/schema/", "/v1/tables/x/"):
        assert Caller().get(path)["Content-Type"] == "application/json"


def test_the_house_counts_calls() -> None:
    throttles = api_settings.DEFAULT_THROTTLE_CLASSES
    assert throttles == [FairUse]
    assert settings.API_READS_PER_MINUTE >= 1_200
