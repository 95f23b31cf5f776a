"""In a real browser, a page of another origin reads the public and uses bearers; what cookies open stays closed."""

import http.server
import json
import os
import re
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
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


EVENT = "/t/demo-spring-open/"


class _Board(http.server.BaseHTTPRequestHandler):
    shown = PAGE

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.shown)

    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def board_of(shown: bytes) -> Iterator[str]:
    """A page on another port of this machine: another origin, to which this machine's cookies are sent."""
    handler = type("Handler", (_Board,), {"shown": shown})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def board() -> Iterator[str]:
    with board_of(PAGE) as address:
        yield address


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


CLUB = (
    b'<!doctype html><meta name="viewport" content="width=device-width"><title>A club</title><h1>A club</h1>'
)
# Whether the frames are as high as what is in them, and nothing is wider than its frame.
FRAMES = "[...document.querySelectorAll('iframe')]"
INSIDE = "html => [html.scrollWidth <= innerWidth, html.scrollHeight <= innerHeight]"


@pytest.mark.parametrize("width", [320, 900])
def test_a_page_of_another_origin_shows_standings_and_tables(
    house: House, browser: Browser, width: int
) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}, locale="en-GB") as context:
        page, said = context.new_page(), list[str]()
        page.goto(f"{house.url}{EVENT}share/")
        texts = [page.locator(f"#embed-{name}").inner_text() for name in ("standings", "now")]
        site = re.search(r'src="(https?://[^/]+)/', texts[0])
        assert site is not None
        lines = "".join(texts).replace(site[1], house.url).encode()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))

        with board_of(CLUB + lines) as club:
            page.goto(club)
            page.wait_for_function(f"{FRAMES}.length === 2")
            for number in range(2):
                page.locator("iframe").nth(number).scroll_into_view_if_needed()
                page.frame_locator("iframe").nth(number).locator("[data-embedded] a").first.wait_for()
            page.wait_for_function(f"{FRAMES}.every(one => one.style.height)")
            if folder := os.environ.get("JANTAKU_SHOTS"):
                page.screenshot(path=f"{folder}/embed-{width}.png", full_page=True)
            fits = [
                page.frame_locator("iframe").nth(one).locator("html").evaluate(INSIDE) for one in range(2)
            ]
            with context.expect_page() as opened:
                page.frame_locator("iframe").first.locator("tbody a").first.click()
            opened.value.wait_for_load_state()

            assert fits == [[True, True]] * 2
            assert opened.value.url.startswith(f"{house.url}/")
            assert page.url == club
            # Chromium does not know every name in Permissions-Policy, and says so.
            assert "\n".join(one for one in said if "Permissions-Policy" not in one) == ""


def test_no_other_page_is_shown_in_a_frame(house: House, browser: Browser) -> None:
    framed = f'<iframe src="{house.url}{EVENT}"></iframe>'.encode()
    with browser.new_context() as context, board_of(CLUB + framed) as club:
        page, said = context.new_page(), list[str]()
        page.on("console", lambda message: said.append(message.text))
        with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
            page.goto(club)

        assert page.frames[1].url.startswith("chrome-error:")
