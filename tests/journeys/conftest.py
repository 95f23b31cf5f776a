"""A server of its own on a fresh database with the demo in it, as `make run` has, and browsers that tell on it."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE = 60  # seconds
PASSWORD = "jantaku-demo"
ORGANIZER = "organizer@demo.example"


@dataclass(frozen=True)
class House:
    """The running demo: its address, and the codes of the four seats of a table that plays."""

    url: str
    codes: list[str]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if settings.REDIS_URL:
        pytest.skip("the pages are the same on every database; runs in the SQLite half of `make test`")
    folder = tmp_path_factory.mktemp("house")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    told = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "DEBUG")
    }
    told |= {"JANTAKU_VAR_DIR": str(folder), "SITE_URL": f"http://{address}"}

    def manage(*command: str) -> str:
        run = [sys.executable, "manage.py", *command]
        done = subprocess.run(
            run, cwd=settings.BASE_DIR, env=told, check=True, capture_output=True, text=True
        )
        return done.stdout

    manage("migrate", "-v0")
    codes = re.findall(r"#([A-Z2-9]{26})", manage("load_demo"))
    server = [sys.executable, "-m", "gunicorn", "config.wsgi", "--worker-class=gthread", "--threads=6"]
    server += [f"--bind={address}", "--no-control-socket"]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            server, cwd=settings.BASE_DIR, env=told, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        _wait(f"http://{address}/healthz", folder / "server.log")
        yield House(f"http://{address}", codes)
    finally:
        process.terminate()
        process.wait(timeout=15)


def _wait(url: str, log: Path) -> None:
    patience_ends = time.monotonic() + PATIENCE
    while time.monotonic() < patience_ends:
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not come up:\n{log.read_text()[-3000:]}")


@dataclass
class Witness:
    """Writes down whatever a browser complains about."""

    complaints: list[str]

    def watch(self, context: BrowserContext) -> BrowserContext:
        context.add_init_script(
            "addEventListener('securitypolicyviolation',"
            " (event) => console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI))"
        )
        context.on("console", lambda said: self._note(said.text) if said.type == "error" else None)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        return context

    def _note(self, complaint: str) -> None:
        # A refused form (409, 412, 422) or a missing page (404) is an answer, not a mistake.
        if "status of 4" not in complaint:
            self.complaints.append(complaint)


@pytest.fixture
def witness() -> Iterator[Witness]:
    """Fails the test when a page broke the content security policy, or said an error on the console."""
    seen = Witness([])
    yield seen
    assert seen.complaints == []


@pytest.fixture
def visitor(browser: Browser, house: House, witness: Witness) -> Iterator[Callable[..., Page]]:
    """Make a new person's page: `visitor(width=390, locale="ja", color_scheme="dark", java_script_enabled=False)`."""
    opened: list[BrowserContext] = []

    def arrive(width: int = 390, **more: object) -> Page:
        context = browser.new_context(
            base_url=house.url, viewport={"width": width, "height": 844 if width < 600 else 800}, **more
        )
        context.set_default_timeout(15_000)
        opened.append(witness.watch(context))
        return context.new_page()

    yield arrive
    for context in opened:
        context.close()


def sign_in(page: Page, email: str = ORGANIZER) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url("**/me/")
