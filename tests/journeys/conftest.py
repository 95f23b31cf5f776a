"""A server of its own on a fresh database with the demo in it, as `make run` has, and browsers that tell on it."""

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

# A busy machine takes its time; a page that never shows what it should differs from a slow one by this.
PATIENCE = 30_000  # milliseconds
PHONE_WIDTH, PHONE_HEIGHT = 360, 844
# Where the files of each house are, by its address, and who has signed in at one of them.
FILES: dict[str, Path] = {}
SESSIONS: dict[str, tuple[str, str, str]] = {}
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def demo_of_the_house(request: pytest.FixtureRequest) -> Demo:
    """The demo; every house is a copy of it."""
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
    """A second server, for whoever needs the demo as it was."""
    with demo_house(tmp_path_factory.mktemp("renewed") / "var", demo_of_the_house) as house:
        FILES[urlsplit(house.url).netloc] = house.folder
        yield house


@pytest.fixture
def own_house(renewed_house: House, demo_of_the_house: Demo, witness: "Witness") -> Iterator[House]:
    """A demo of one's own, for a journey that needs a table nobody else reports."""
    begin_again(renewed_house, demo_of_the_house)
    yield renewed_house
    # Phones go on asking; that nobody answers once the house is closed is no fault of the page.
    witness.is_closed = True


@pytest.fixture(scope="session")
def playing(
    demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[tuple[House, Any]]:
    """A house in which nobody reports, and the cookies of a phone that holds a seat."""
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
    """A phone that holds a seat in `playing`, at its empty form: one for all, and as if it had never typed there."""
    witness.listen(_one_phone.context)
    _one_phone.set_viewport_size({"width": PHONE_WIDTH, "height": PHONE_HEIGHT})
    _one_phone.goto("/healthz")
    _one_phone.evaluate("localStorage.clear(), sessionStorage.clear()")
    _one_phone.goto("/seat/table/")
    return _one_phone


@dataclass
class Witness:
    """Writes down whatever a browser complains about, until it is closed."""

    complaints: list[str]
    is_closed: bool = False
    # A test that kills its server: that nobody answered for a while is no fault of the page.
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
        # A refused form (409, 412, 422) or a missing page (404) is an answer, not a mistake.
        is_unanswered = self.is_server_killed and "net::ERR_" in complaint
        if "status of 4" not in complaint and not is_unanswered and not self.is_closed:
            self.complaints.append(complaint)


@pytest.fixture
def witness() -> Iterator[Witness]:
    """Fails the test when a page broke the content security policy, or wrote an error to the console."""
    seen = Witness([])
    yield seen
    assert seen.complaints == []


@pytest.fixture
def visitor(
    browser: Browser, request: pytest.FixtureRequest, witness: Witness
) -> Iterator[Callable[..., Page]]:
    """Make a new person's page: `visitor(width=390, locale="ja", color_scheme="dark", java_script_enabled=False)`.

    With `base_url` they visit another house; the one of all is opened for whoever visits it first. Pages do without
    their worker, which takes all files again for every new phone, unless a test says `service_workers="allow"`.
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
    """Press the button of a form, and wait until the page that answers is there.

    A click alone returns before: what one then reads may be the page that is about to go, and an address asked for
    next may overtake the form. A button that leads nowhere is clicked, not pressed.
    """
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).first.click()


def follow(page: Page, name: str, *, exact: bool = False) -> None:
    """Follow a link, and wait until the page it leads to is there and its scripts have run.

    After a click alone one may look at what the page before has too, or type before anybody listens.
    """
    with page.expect_navigation():
        page.get_by_role("link", name=name, exact=exact).first.click()


def sign_in(page: Page, email: str = ORGANIZER) -> None:
    """By the form, the first time; afterwards with the session that it opened, since a password is slow to check.

    Every house is a copy of one demo, so it takes that session for its own.
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
    """The row of the session that this browser has."""
    [key] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    with closing(sqlite3.connect(files / DATABASE, timeout=PATIENCE)) as database:
        query = "SELECT session_key, session_data, expire_date FROM django_session WHERE session_key = ?"
        row: tuple[str, str, str] = database.execute(query, [key]).fetchone()
    return row
