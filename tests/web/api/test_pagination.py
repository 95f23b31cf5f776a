"""A page of a list says how many there are, and where the pages before and after it are."""

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from web.api.pagination import Paging, page_of_list

pytestmark = pytest.mark.once("asks no database")
HERE = "http://testserver/api/v1/players/"


def links(count: int, **query: int) -> tuple[str | None, str | None]:
    """The addresses of the pages before and after the one asked for, with a filter that both keep."""
    request = Request(APIRequestFactory().get("/api/v1/players/", {"q": "bob", **query}))
    paging = Paging(data=query)
    assert paging.is_valid()
    answer = page_of_list(request, [], paging.validated_data, count=count).data
    assert (answer["count"], answer["results"]) == (count, [])
    return answer["previous"], answer["next"]


@pytest.mark.parametrize(
    ("count", "query", "before", "after"),
    [
        (50, {}, None, None),
        (51, {}, None, "?offset=50&q=bob"),
        (51, {"offset": 50}, "?offset=0&q=bob", None),
        (30, {"limit": 10, "offset": 10}, "?limit=10&offset=0&q=bob", "?limit=10&offset=20&q=bob"),
        # A page that begins in the middle of the first leads back to the beginning.
        (30, {"limit": 10, "offset": 5}, "?limit=10&offset=0&q=bob", "?limit=10&offset=15&q=bob"),
        (0, {"offset": 100}, "?offset=50&q=bob", None),
    ],
)
def test_it_leads_to_its_neighbours(count, query, before, after):
    found = links(count, **query)

    assert [address and sorted(address.partition("?")[2].split("&")) for address in found] == [
        address and sorted(address[1:].split("&")) for address in (before, after)
    ]
    assert all(address is None or address.startswith(f"{HERE}?") for address in found)


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 201}, {"offset": -1}, {"offset": 1_000_001}])
def test_what_is_no_part_of_a_list_is_refused(query):
    assert not Paging(data=query).is_valid()
