"""Pages of other origins may read what is public and use bearers; what cookies open is never theirs."""

import pytest
from django.http import HttpResponse

from tests.routes import calls
from tests.thorough import in_turn
from tests.tournaments.api.callers import Caller, signed_in, stranger
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.hall import Hall
from tests.tournaments.worlds import ORGANIZER, build

pytestmark = pytest.mark.database("sqlite")

ELSEWHERE = "https://board.example.net"
OURS = ("authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "accept-language")


def preflight(path: str, method: str, *headers: str) -> HttpResponse:
    return Caller().client.options(
        path,
        headers={
            "Origin": ELSEWHERE,
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": ", ".join(headers),
        },
    )


def words(header: str | None) -> set[str]:
    return {word.strip().lower() for word in (header or "").split(",")} - {""}


def is_readable(answer: HttpResponse, *, with_cookies: bool) -> bool:
    """The CORS check of the Fetch standard: may a page of another origin read this answer?"""
    allowed = answer.get("Access-Control-Allow-Origin")
    if allowed == "*" and not with_cookies:
        return True
    return allowed == ELSEWHERE and (
        not with_cookies or answer.get("Access-Control-Allow-Credentials") == "true"
    )


def test_every_address_answers_preflights_for_bearers_and_never_for_cookies(db: None) -> None:
    seen = 0
    world = build().own
    for row in MATRIX:
        if not row.route.startswith("api/v1/"):
            continue
        answer = preflight(row.path(world), row.method, *OURS)

        assert answer.status_code == 200, str(row)
        assert answer["Access-Control-Allow-Origin"] == "*", str(row)
        assert row.method.lower() in words(answer["Access-Control-Allow-Methods"]), str(row)
        assert set(OURS) <= words(answer["Access-Control-Allow-Headers"]), str(row)
        # Without these two, no browser sends a call with cookies, nor the header that would let one change something.
        assert "Access-Control-Allow-Credentials" not in answer, str(row)
        assert "x-csrftoken" not in words(answer["Access-Control-Allow-Headers"]), str(row)
        assert not answer.cookies, str(row)
        seen += 1
    assert seen >= len([route for _method, route in calls() if route.startswith("api/v1/")])


@pytest.mark.slow
def test_no_answer_of_any_address_is_readable_with_cookies_and_every_one_without(db: None) -> None:
    worlds = build()
    reading = [row for row in MATRIX if row.method == "GET" and row.route.startswith("api/v1/")]
    # Every day one of three: the headers are those of the API and no view's own.
    for row in in_turn(reading, 0, of=3):
        path = row.path(worlds.own).removeprefix("/api")
        known = worlds.caller(ORGANIZER, "").get(path, Origin=ELSEWHERE)
        unknown = stranger().get(path, Origin=ELSEWHERE)

        assert not is_readable(known, with_cookies=True), str(row)
        assert not is_readable(unknown, with_cookies=True), str(row)
        assert is_readable(unknown, with_cookies=False), str(row)


def test_what_a_page_elsewhere_needs_to_know_is_exposed(hall: Hall) -> None:
    answer = stranger().get(f"/v1/stages/{hall.stage.pk}/standings/", Origin=ELSEWHERE)

    assert words(answer["Access-Control-Expose-Headers"]) == {
        "etag",
        "idempotent-replay",
        "location",
        "ratelimit-limit",
        "ratelimit-remaining",
        "ratelimit-reset",
        "retry-after",
    }


def test_refusals_are_readable_too(hall: Hall) -> None:
    answers = [
        stranger().get("/v1/tournaments/no-such-thing/", Origin=ELSEWHERE),
        stranger().post("/v1/tournaments/", {}, Origin=ELSEWHERE),
        stranger().get("/v1/nothing/here/", Origin=ELSEWHERE),
        Caller(bearer="mjt_wrong").get("/v1/me/", Origin=ELSEWHERE),
    ]

    assert [answer.status_code for answer in answers] == [404, 401, 404, 401]
    assert all(is_readable(answer, with_cookies=False) for answer in answers)


@pytest.mark.parametrize(
    "path",
    ["/", "/api/", "/accounts/login/", "/t/spring-open/", "/me/", "/seat/", "/healthz", "/admin/login/"],
)
def test_pages_are_not_for_other_origins(hall: Hall, path: str) -> None:
    client = signed_in(hall.alice.user).client

    read = client.get(path, headers={"Origin": ELSEWHERE})

    assert "Access-Control-Allow-Origin" not in read
    assert "Access-Control-Allow-Origin" not in preflight(path, "POST", "content-type")
