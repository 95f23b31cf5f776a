"""What programs expect of any API: an index, redirects, OPTIONS, problem details, and the reason of a 403."""

from inspect import unwrap

import pytest

from tests.permissions import digest
from tests.routes import calls
from tests.tournaments.api.callers import BALANCED, Caller, body_of, program, signed_in, stranger
from tests.tournaments.hall import Hall
from tournaments.api.api_view import METHODS
from tournaments.api.missing_rights import MEANINGS, TOO_NARROW, needed
from tournaments.api.operations import everybody, holder_of_the_code
from tournaments.models import Table
from web.api.negotiation import PROBLEM

from .test_house import views

pytestmark = pytest.mark.database("sqlite")


def test_the_index_says_where_to_begin(db: None) -> None:
    body = body_of(stranger().get("/v1/", Host="127.0.0.1:8123"))

    address = "http://127.0.0.1:8123/api/v1/"
    assert body == {
        "name": "Jantaku",
        "version": "1",
        "description": f"{address}schema/",
        "guide": "http://127.0.0.1:8123/api/",
        "me": f"{address}me/",
        "tournaments": f"{address}tournaments/",
        "leagues": f"{address}leagues/",
        "players": f"{address}players/",
        "rulebooks": f"{address}rulebooks/",
    }
    assert all(stranger().get(body[name].partition("/api")[2]).status_code == 200 for name in list(body)[2:])


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/v1", "/api/v1/"),
        ("/v1/players?search=B%C3%BCb&limit=3", "/api/v1/players/?search=B%C3%BCb&limit=3"),
        ("/v1/tournaments/spring-open/exports", "/api/v1/tournaments/spring-open/exports/"),
        ("/v1/tournaments/no-such", "/api/v1/tournaments/no-such/"),
    ],
)
def test_a_read_without_the_slash_at_the_end_is_redirected(db: None, path: str, location: str) -> None:
    answer = stranger().get(path, Origin="https://board.example.net")

    assert (answer.status_code, answer["Location"]) == (308, location)
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_changes_and_unknown_addresses_are_not_redirected(hall: Hall) -> None:
    untouched = digest()

    answers = [
        signed_in(hall.alice.user).post("/v1/tournaments/spring-open/finish"),
        stranger().get("/v1/nothing"),
        stranger().get("/v1//evil.example.org"),
    ]

    assert [answer.status_code for answer in answers] == [404] * 3
    assert digest() == untouched


def test_a_browsers_parameters_are_ignored_when_reading(hall: Hall) -> None:
    plain, padded = (stranger().get(f"/v1/tournaments/{query}") for query in ("", "?_=171&format=json"))

    assert padded.status_code == 200
    assert body_of(padded)["results"] == body_of(plain)["results"]


def test_another_format_and_a_changes_parameters_are_still_refused(hall: Hall) -> None:
    untouched = digest()
    alice = signed_in(hall.alice.user)

    answers = [
        stranger().get("/v1/tournaments/?format=xml"),
        stranger().get("/v1/tournaments/?format=json&format=json"),
        alice.post("/v1/tournaments/spring-open/finish/?_=1"),
        alice.post("/v1/tournaments/spring-open/finish/?format=json"),
    ]

    assert [body_of(one)["error"]["code"] for one in answers] == ["unknown_parameter"] * 4
    assert digest() == untouched


def test_options_names_the_methods_of_an_address(hall: Hall) -> None:
    answers = [
        stranger().call("OPTIONS", "/v1/tournaments/?banana=1"),
        Caller(bearer="mjt_wrong").call("OPTIONS", "/v1/tokens/"),
        stranger().call("OPTIONS", "/v1/nothing/"),
    ]

    assert [(one.status_code, one.get("Allow")) for one in answers[:2]] == [
        (204, "GET, POST, HEAD, OPTIONS")
    ] * 2
    assert answers[2].status_code == 404


def test_problem_details_are_written_on_request(hall: Hall, table: Table) -> None:
    uneven = BALANCED | {"points": [40_000, 30_000, 20_000, 9_000]}
    alice = signed_in(hall.alice.user)

    answer = alice.post(f"/v1/tables/{table.pk}/scoresheets/", uneven, Accept=f"application/json, {PROBLEM}")

    error = body_of(alice.post(f"/v1/tables/{table.pk}/scoresheets/", uneven))["error"]
    assert (answer.status_code, answer["Content-Type"]) == (422, PROBLEM)
    assert "Accept" in answer["Vary"].split(", ")
    assert body_of(answer) == {
        "type": "about:blank",
        "title": "Unprocessable Entity",
        "status": 422,
        "detail": error["message"],
        "code": "points_do_not_balance",
        "fields": error["fields"],
    }


def test_programs_that_accept_problem_details_alone_get_json_when_all_is_well(hall: Hall) -> None:
    good, missing = (
        stranger().get(f"/v1/tournaments/{slug}/", Accept=f"{PROBLEM};q=0.9")
        for slug in ("spring-open", "no")
    )

    assert (good.status_code, good["Content-Type"]) == (200, "application/json")
    assert (missing.status_code, missing["Content-Type"], body_of(missing)["code"]) == (
        404,
        PROBLEM,
        "not_found",
    )


def test_a_403_says_what_the_caller_needs(hall: Hall) -> None:
    rob = signed_in(hall.rob.user)
    reader, manager = program(hall.alice.user, "read"), program(hall.alice.user)
    untouched = digest()

    answers = [
        rob.post("/v1/tournaments/spring-open/finish/"),
        rob.post("/v1/leagues/", {"slug": "cup", "name": "Cup"}),
        reader.post("/v1/tournaments/spring-open/finish/"),
        manager.get("/v1/tokens/"),
    ]

    assert [one.status_code for one in answers] == [403] * 4
    assert [body_of(one)["needs"] for one in answers] == ["organizer", "founder", TOO_NARROW, "sign_in"]
    assert set(body_of(answers[0])["error"]) == {"code", "message", "fields"}
    assert digest() == untouched


def test_every_permission_of_a_call_has_a_word() -> None:
    permissions = {
        unwrap(vars(view)[method].permission)
        for view in views()
        for method in METHODS
        if method in vars(view)
        if hasattr(vars(view)[method], "permission")
    }

    silent = permissions - {everybody, holder_of_the_code}
    assert {permission for permission in silent if not needed(permission)} == set(), (
        "Say what it asks for in tournaments/api/missing_rights.py."
    )
    assert {needed(permission) for permission in silent} | {TOO_NARROW} == set(MEANINGS)
    assert len(calls()) > 250
