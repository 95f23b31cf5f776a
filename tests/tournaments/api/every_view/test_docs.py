"""The description: complete, true, and readable."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from tests.routes import calls
from tests.tournaments.api.callers import BALANCED, body_of, phone_of, stranger
from tests.tournaments.hall import Hall
from tournaments.api.guide import ABOUT
from tournaments.models import Table
from web.api.docs import description, resolved

pytestmark = pytest.mark.database("sqlite")

HIDDEN = {("GET", "api/"), ("GET", "api/v1/"), ("GET", "api/v1/schema/")}


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def test_the_description_is_made_without_a_warning() -> None:
    """As `manage.py spectacular --validate --fail-on-warn` does, with the description that all others ask for."""
    validate_schema(description())

    assert not GENERATOR_STATS


def test_every_operation_of_the_api_is_described() -> None:
    described = {(method, path) for method, path, _operation in operations()}

    routes = {
        (method, "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route.replace("<id:pk>", "{id}")))
        for method, route in calls() - HIDDEN
    }
    assert described == routes


def test_every_operation_says_how_it_may_be_refused() -> None:
    for method, path, operation in operations():
        responses = operation["responses"]
        assert isinstance(responses, dict)
        assert {"401", "404", "429", "503"} <= set(responses), path
        if method != "GET":
            # A question to a rulebook, or about one's own registration, changes nothing: no state can refuse it.
            conflict = set() if "/rulebooks/" in path or path == "/api/v1/registration/" else {"409"}
            assert {"400", "403", "415", "422"} | conflict <= set(responses), path


def test_what_a_hand_brings_is_not_called_64_bits_wide_where_it_may_be_wider() -> None:
    schemas = description()["components"]["schemas"]
    wide = [
        schemas["Hand"]["properties"]["payment"]["additionalProperties"],
        schemas["Hand"]["properties"]["delta"]["items"],
        schemas["Payment"]["properties"]["delta"]["items"],
        schemas["Next"]["properties"]["delta"]["items"],
    ]
    question = {"dealer": 0, "win": "tsumo", "wins": [{"winner": 0, "han": 70, "fu": 30}]}
    question["assume"] = {"overlay.unlimited": True}

    paid = body_of(stranger().post("/v1/rulebooks/mleague/payment/", question, key=None))["delta"]

    each = 283_341_988_972_178_712_821_800  # 2 x 30 x 2^72, up to the next 100
    assert paid == [3 * each, -each, -each, -each]
    assert {(one["type"], one.get("format")) for one in wide} == {("integer", None)}
    # A draw, a foul, a place: bounded by the rulebook.
    assert schemas["DrawnHand"]["properties"]["delta"]["items"]["format"] == "int64"
    assert schemas["GameResult"]["properties"]["places"]["items"]["format"] == "int64"


def test_operations_have_names_of_their_own() -> None:
    names = [operation["operationId"] for _method, _path, operation in operations()]

    assert len(names) == len(set(names))


def test_a_sheet_has_exactly_the_fields_that_are_described(hall: Hall, table: Table) -> None:
    phone = phone_of(table.seats.get(wind=1), hall.alice)

    body = body_of(phone.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))

    schemas = description()["components"]["schemas"]
    assert set(body) == set(schemas["SheetAnswer"]["properties"])
    assert set(body["seats"][0]) == set(schemas["SeatScore"]["properties"])
    assert set(body["agreement"]) == set(schemas["Agreement"]["properties"])


def test_the_schema_is_served_to_everybody(db: None) -> None:
    body = body_of(stranger().get("/v1/schema/"))

    assert body["openapi"].startswith("3.")
    assert body["paths"] == description()["paths"]


def test_the_page_shows_every_operation_and_needs_no_script(db: None) -> None:
    page = Client().get("/api/").content.decode()

    for _method, path, operation in operations():
        assert path in page
        assert str(operation["operationId"]) in page
    assert "<script" not in page
    assert "style=" not in page


def test_what_everybody_may_read_asks_for_no_token() -> None:
    asks = {
        str(one["operationId"]): one["security"] for method, _path, one in operations() if method == "GET"
    }
    staffs = {
        *("listStaff", "listInvitations", "listTokens", "listWishes", "listSeatTokens"),
        *("listPlayerCards", "listKiosks", "listRefereeCalls", "getAttention"),
        *("getTournamentFile", "listRegistrations", "getCheckIn", "getProposedQualifiers"),
        "listLineUpQuotas",
        *("listOrganizers", "listOrganizerInvitations", "proposeNextSeason", "listProposals"),
        "listOwnProposals",
    }

    assert {name for name, security in asks.items() if security} == {
        *staffs,
        "getOwnPlayerCard",
        "getOwnKiosk",
    }
    people = [{"token": []}, {"session": []}]
    assert all(asks[name] == people for name in staffs)
    assert asks["getOwnPlayerCard"] == [{"cardToken": []}]
    assert asks["getOwnKiosk"] == [{"kioskToken": []}]


CALLS = {"callReferee", "endRefereeCall", "takePhoto", "removePhoto"}
# What players of a club do by themselves.
HANDS = ("drawTableSeats", "enterHand", "takeHandsBack", "enterGame", "enterOnlineGame", "reportHands")
CLUB = {"openTable", "takeTableBack", "signUpForNight", "signOffFromNight"}


def test_phones_may_report_confirm_and_dispute_by_token_and_anybody_claims() -> None:
    asks = {
        str(one["operationId"]): one["security"] for method, _path, one in operations() if method != "GET"
    }
    phones = {name for name, security in asks.items() if {"seatToken": []} in security}

    assert phones == {"report", "confirm", "dispute", *HANDS, *CALLS, *CLUB}
    assert all({"cardToken": []} in asks[name] for name in phones)
    assert asks["enterCardPin"] == asks["leavePlayerCard"] == [{"cardToken": []}]
    anybodys = {name for name, security in asks.items() if not security}
    assert anybodys >= {"claimSeat", "claimPlayerCard", "settleWin"}
    assert asks["createToken"] == asks["startRound"] == [{"token": []}, {"session": []}]


def test_descriptions_are_for_those_who_use_the_api_and_not_for_those_who_write_it() -> None:
    inside = (
        "permission_classes",
        "doors",
        "`do_once`",
        "`scoring`",
        "view",
        "Door",
        "ApiView",
        "answers. Its policy",
    )
    for _method, path, operation in operations():
        words = str(operation.get("description", operation["summary"]))
        assert len(words) > 10, path
        assert not [word for word in inside if word in words], path
    assert set(ABOUT) <= {operation["operationId"] for _method, _path, operation in operations()}


def test_limits_replays_and_tags_are_described() -> None:
    standings, report = (
        next(one for _method, _path, one in operations() if one["operationId"] == name)
        for name in ("getStandings", "report")
    )

    assert "If-None-Match" in {resolved(parameter)["name"] for parameter in standings["parameters"]}
    assert {"304", "429"} <= set(standings["responses"])
    assert {"ETag"} <= set(standings["responses"]["200"]["headers"])
    assert {"ETag", "RateLimit-Remaining"} <= set(resolved(standings["responses"]["304"])["headers"])
    assert {"ETag", "Idempotent-Replay"} <= set(resolved(report["responses"]["201"])["headers"])
    assert "Retry-After" in resolved(report["responses"]["503"])["headers"]
    used = {
        reference["$ref"].rpartition("/")[2]
        for _method, _path, one in operations()
        for response in one["responses"].values()
        for reference in resolved(response).get("headers", {}).values()
    }
    assert used == set(description()["components"]["headers"])


def test_the_served_description_names_the_address_it_was_asked_by(db: None) -> None:
    body = body_of(stranger().get("/v1/schema/", Host="127.0.0.1:8123"))

    assert body["servers"] == [{"url": "http://127.0.0.1:8123"}]
    assert description()["servers"] == [{"url": settings.SITE_URL}]


def test_the_page_shows_the_operations_that_match_a_search(db: None) -> None:
    client = Client()

    found, none, odd = (
        client.get("/api/", {"search": words})
        for words in ("START  clock", "no such call", '"><script>' + "x" * 100)
    )

    names = [one.id for group in found.context["groups"] for one in group.operations]
    assert "startClock" in names
    assert len(names) < 10
    assert 'id="shapes"' not in found.content.decode()
    assert "No operation matches <bdi>“no such call”</bdi>." in none.content.decode()
    assert "<script" not in odd.content.decode()
