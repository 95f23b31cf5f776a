"""A parameter that an address does not know is refused with the list of those it knows: a misspelt filter is seen."""

import pytest
from django.core.cache import cache

from tests.permissions import digest
from tests.thorough import in_turn
from tests.tournaments.api.callers import body_of, code_of, signed_in, stranger
from tests.tournaments.api.permission_matrix import MATRIX, one_who_may
from tests.tournaments.hall import Hall
from tests.tournaments.worlds import ORGANIZER, build
from tournaments.models import Tournament

pytestmark = pytest.mark.database("sqlite")


def test_every_address_refuses_a_parameter_it_does_not_know(db: None) -> None:
    worlds = build()
    untouched = digest()
    taken = []
    for turn, row in enumerate(MATRIX):
        if row.route == "api/":
            continue
        caller = worlds.caller(one_who_may(row) or ORGANIZER, row.scene)
        body = row.body(worlds.own) if row.body else None
        headers = dict(row.headers(worlds.own)) if row.headers else {}
        path = row.path(worlds.own).removeprefix("/api")
        cache.clear()  # nobody calls so much in a minute
        for query in in_turn(("?banana=1", "?page=2", "?limit=1&Limit=2", "?=1"), turn, of=4):
            answer = caller.call(row.method, path + query, body, **headers)
            if answer.status_code != 400 or body_of(answer)["error"]["code"] != "unknown_parameter":
                taken.append((str(row), query, answer.status_code))

    assert taken == []
    assert digest() == untouched


def test_the_refusal_names_what_there_is(hall: Hall) -> None:
    answer = stranger().get("/v1/leagues/?serach=spring")

    assert answer.status_code == 400
    assert body_of(answer)["error"] == {
        "code": "unknown_parameter",
        "message": "The parameter “serach” is not supported here. Supported parameters: limit, offset, search.",
        "fields": {
            "serach": [
                "The parameter “serach” is not supported here. Supported parameters: limit, offset, search."
            ]
        },
    }


def test_an_address_that_takes_none_says_so(hall: Hall) -> None:
    answer = stranger().get(f"/v1/stages/{hall.stage.pk}/standings/?limit=3")

    message = body_of(answer)["error"]["message"]
    assert message == "The parameter “limit” is not supported here. This address takes no parameters."


@pytest.mark.parametrize("query", ["limit=1&limit=2", "limit=1&limit=1"])
def test_a_parameter_that_is_given_twice_is_refused(hall: Hall, query: str) -> None:
    assert code_of(stranger().get(f"/v1/leagues/?{query}")) == (400, "repeated_parameter")


def test_a_change_does_not_look_as_if_it_took_its_options_from_the_address(hall: Hall) -> None:
    alice = signed_in(hall.alice.user)

    answer = alice.post("/v1/tournaments/spring-open/import/?dry_run=true", {"csv": "name\nNewcomer\n"})

    assert code_of(answer) == (400, "unknown_parameter")
    assert Tournament.objects.get().entries.count() == 8


def test_whoever_may_not_know_of_a_thing_learns_nothing_from_the_refusal(hall: Hall) -> None:
    Tournament.objects.update(visibility="private")

    foreign, missing = (stranger().get(f"/v1/tournaments/{slug}/?banana=1") for slug in ("spring-open", "no"))

    assert (foreign.status_code, foreign.content) == (missing.status_code, missing.content)
