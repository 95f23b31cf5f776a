"""In a real browser, a page of another origin reads the public and uses bearers; what cookies open stays closed."""

import http.server
import json
import threading
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie

import pytest
from playwright.sync_api import Browser

from tools.demo_house import House
from tournaments.credentials.devices import SEAT_COOKIE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGE = b"<!doctype html><title>A board on another origin</title>"
FETCH = """async ([url, options]) => {
    try { const answer = await fetch(url, options); return [answer.status, await answer.text()]; }
    catch (error) { return ["refused", error.name]; }
}"""
REFUSED = ["refused", "TypeError"]
CSRF = "c" * 32


class _Board(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def board() -> Iterator[str]:
    """A page on another port of this machine: another origin, to which this machine's cookies are sent."""
    with http.server.HTTPServer(("127.0.0.1", 0), _Board) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def claim(house: House, number: int) -> tuple[str, str]:
    """Claim a seat of the demo's playing table; return the bearer and the cookie."""
    request = urllib.request.Request(
        f"{house.url}/api/v1/seats/claim/",
        json.dumps({"code": house.codes[number]}).encode(),
        {"Content-Type": "application/json", "Idempotency-Key": f"claim-{number:04}"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        cookies = SimpleCookie(answer.headers["Set-Cookie"])
        return json.load(answer)["token"], cookies[SEAT_COOKIE].value


def test_cookies_open_nothing_to_a_page_of_another_origin_and_bearers_do(
    own_house: House, board: str, browser: Browser
) -> None:
    api = f"{own_house.url}/api/v1"
    _token, cookie = claim(own_house, 0)
    bearer, _cookie = claim(own_house, 1)
    with browser.new_context() as context:
        context.add_cookies(
            [
                {"name": name, "value": value, "url": own_house.url}
                for name, value in ((SEAT_COOKIE, cookie), ("csrftoken", CSRF))
            ]
        )
        page = context.new_page()
        page.goto(board)

        def fetch(path: str, **options: object) -> list[object]:
            answer: list[object] = page.evaluate(FETCH, [f"{api}{path}", options])
            return answer

        # There is something to read: the cookie is the phone's, and this machine's pages do see its seat.
        seat = context.request.get(f"{api}/me/").json()["seat"]
        assert seat["wind"] == 1
        report = {
            "method": "POST",
            "body": json.dumps({"points": [45_000, 35_000, 25_000, 15_000]}),
        }
        sent = {"Content-Type": "application/json", "Idempotency-Key": "from-a-board"}
        path = f"/tables/{seat['table']}/scoresheets/"

        assert fetch("/me/", credentials="include") == REFUSED
        headers = {**sent, "X-CSRFToken": CSRF}
        assert fetch(path, credentials="include", headers=headers, **report) == REFUSED
        assert fetch(path, credentials="omit", headers=headers, **report) == REFUSED
        status, text = fetch("/me/")
        assert (status, json.loads(str(text))["seat"]) == (200, None)
        assert fetch("/tournaments/", credentials="omit")[0] == 200
        assert json.loads(str(fetch(path)[1]))["count"] == 0
        status, text = fetch(path, headers={**sent, "Authorization": f"Bearer {bearer}"}, **report)
        assert (status, json.loads(str(text))["version"]) == (201, 1)
