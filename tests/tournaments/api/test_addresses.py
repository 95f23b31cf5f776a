"""Addresses of the API are tried one after the other, from the first one on."""

import pytest

from tournaments.api.urls import urlpatterns

TRIED_AT_MOST = 12


@pytest.mark.parametrize(
    "address",
    ["v1/tables/17/scoresheets/", "v1/scoresheets/17/confirm/", "v1/tables/17/", "v1/stages/17/standings/"],
)
def test_what_a_hall_asks_all_evening_is_among_the_first(address: str) -> None:
    found = next(place for place, one in enumerate(urlpatterns, 1) if one.pattern.match(address))

    assert found <= TRIED_AT_MOST
