"""A server on a new database with the demo, as `make run` has, and browsers that report errors."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tools.demo_house import DATABASE, ORGANIZER, PASSWORD, Demo, House, begin_again, demo_house

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.run("browsers")]

# Long enough for busy machines: a slow page must not fail like one that never gets ready.
PATIENCE = 30_000  # milliseconds
PHONE_WIDTH, PHONE_HEIGHT = 360, 844
# The files of each server by address, and the sessions opened there.
FILES: dict[str, Path] = {}
SESSIONS: dict[str, tuple[str, str, str]] = {}
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def demo_of_the_house(request: pytest.FixtureRequest) -> Demo:
    """Return the demo that all servers copy."""
    if settings.REDIS_URL:
        pytest.skip("the pages are the same on every database; runs in the SQLite half of `make test`")
    return request.getfixturevalue("demo")


@pytest.fixture(scope="session")
def house(
    chromium: str, demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    with demo_house(tmp_path_factory.mktemp("house") / "var", demo_of_the_house) as house:
        FILES[urlsplit(house.url).netloc] = house.folder
        yield house


@pytest.fixture(scope="session")
def renewed_house(demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Start a second server for tests that need the original demo."""
    with demo_house(tmp_path_factory.mktemp("renewed") / "var", demo_of_the_house) as house:
        FILES[urlsplit(house.url).netloc] = house.folder
        yield house


@pytest.fixture
def own_house(renewed_house: House, demo_of_the_house: Demo, witness: "Witness") -> Iterator[House]:
    """Provide a separate demo, for journeys that need an unused table."""
    begin_again(renewed_house, demo_of_the_house)
    yield renewed_house
    # Phones keep polling; that the closed server does not answer is not the page's fault.
    witness.is_closed = True


@pytest.fixture(scope="session")
def playing(
    demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[tuple[House, Any]]:
    """Provide a server where nothing is reported, and the cookies of a phone with a seat."""
    with demo_house(tmp_path_factory.mktemp("typing") / "var", demo_of_the_house) as house:
        context = browser.new_context(base_url=house.url)
        phone = context.new_page()
        phone.goto(f"/seat/#{house.codes[0]}")
        phone.wait_for_url("**/seat/table/")
        cookies = context.cookies()
        context.close()
        yield house, {"cookies": cookies, "origins": []}


@pytest.fixture(scope="session")
def _one_phone(playing: tuple[House, Any], browser: Browser) -> Iterator[Page]:
    house, state = playing
    context = browser.new_context(
        base_url=house.url,
        storage_state=state,
        viewport={"width": PHONE_WIDTH, "height": PHONE_HEIGHT},
        has_touch=True,
        is_mobile=True,
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)
    Witness([]).watch(context)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(_one_phone: Page, witness: "Witness") -> Page:
    """Return a phone with a seat in `playing`, at its empty form: shared, but without traces of earlier use."""
    witness.listen(_one_phone.context)
    _one_phone.set_viewport_size({"width": PHONE_WIDTH, "height": PHONE_HEIGHT})
    _one_phone.goto("/healthz")
    _one_phone.evaluate("localStorage.clear(), sessionStorage.clear()")
    _one_phone.goto("/seat/table/")
    return _one_phone


@dataclass
class Witness:
    """Records errors reported by browsers until it is closed."""

    complaints: list[str]
    is_closed: bool = False
    # In tests that kill the server, missing answers are not the page's fault.
    is_server_killed: bool = False

    def watch(self, context: BrowserContext) -> BrowserContext:
        context.add_init_script(
            "addEventListener('securitypolicyviolation',"
            " (event) => console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI))"
        )
        return self.listen(context)

    def listen(self, context: BrowserContext) -> BrowserContext:
        context.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        return context

    def _note(self, complaint: str) -> None:
        # A refused form (409, 412, 422) or a missing page (404) is an answer, not an error.
        is_unanswered = self.is_server_killed and "net::ERR_" in complaint
        if "status of 4" not in complaint and not is_unanswered and not self.is_closed:
            self.complaints.append(complaint)


@pytest.fixture
def witness() -> Iterator[Witness]:
    """Fail the test if a page violated the content security policy, or wrote an error to the console."""
    seen = Witness([])
    yield seen
    assert seen.complaints == []


@pytest.fixture
def visitor(
    browser: Browser, request: pytest.FixtureRequest, witness: Witness
) -> Iterator[Callable[..., Page]]:
    """Make a new user's page: `visitor(width=390, locale="ja", color_scheme="dark", java_script_enabled=False)`.

    With `base_url` they use another server; the shared one starts for its first visitor. Service workers, which
    fetch all files again for each new phone, are blocked unless a test passes `service_workers="allow"`.
    """
    opened: list[BrowserContext] = []

    def arrive(width: int = 390, **more: object) -> Page:
        size = {"width": width, "height": 844 if width < 600 else 800}
        where = {} if "base_url" in more else {"base_url": request.getfixturevalue("house").url}
        context = browser.new_context(**{**where, "viewport": size, "service_workers": "block", **more})
        context.set_default_timeout(PATIENCE)
        opened.append(witness.watch(context))
        return context.new_page()

    yield arrive
    for context in opened:
        context.close()


def press(page: Page, name: str) -> None:
    """Press the button of a form, and wait for the next page.

    A click alone returns earlier: the test might then read the old page, or its next request might overtake the
    form. Buttons that do not leave the page are clicked, not pressed.
    """
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).first.click()


def follow(page: Page, name: str, *, exact: bool = False) -> None:
    """Follow a link, and wait until the new page is there and its scripts have run.

    After a click alone a test may find parts that the old page has too, or type before scripts listen.
    """
    with page.expect_navigation():
        page.get_by_role("link", name=name, exact=exact).first.click()


def sign_in(page: Page, email: str = ORGANIZER) -> None:
    """Sign in by the form the first time; afterwards reuse that session, because checking passwords is slow.

    All servers are copies of one demo, and accept the session.
    """
    page.goto("/healthz")
    at = urlsplit(page.url)
    files = FILES.get(at.netloc)
    if email not in SESSIONS or files is None:
        page.goto("/accounts/login/")
        page.get_by_label("Email").fill(email)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        with page.expect_navigation(url="**/me/"):
            page.locator("main form button").first.click()
        if files is not None:
            SESSIONS[email] = _session(page, files)
        return
    with closing(sqlite3.connect(files / DATABASE, timeout=PATIENCE)) as database, database:
        database.execute(
            "INSERT OR REPLACE INTO django_session (session_key, session_data, expire_date) VALUES (?, ?, ?)",
            SESSIONS[email],
        )
    key, *_row = SESSIONS[email]
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": f"{at.scheme}://{at.netloc}"}])
    page.goto("/me/")
    assert page.url.endswith("/me/"), page.url


def _session(page: Page, files: Path) -> tuple[str, str, str]:
    """Return the database row of this browser's session."""
    [key] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    with closing(sqlite3.connect(files / DATABASE, timeout=PATIENCE)) as database:
        query = "SELECT session_key, session_data, expire_date FROM django_session WHERE session_key = ?"
        row: tuple[str, str, str] = database.execute(query, [key]).fetchone()
    return row
