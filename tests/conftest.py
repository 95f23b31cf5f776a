"""Shared fixtures. `make test` runs tests with a database twice: on SQLite, and on PostgreSQL + Redis."""

import gc
import os
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import hypothesis
import pytest
from _pytest import runner
from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.live import Running, start_server, start_worker
from tests.migrated import MIGRATED_POSTGRES, MIGRATED_SQLITE, a_demo, copy_migrated
from tools.demo_house import Demo
from tournaments.views.public.standings.table import TABLES
from web.frames import with_room
from web.page_memory import memory

# Run each test in a frame with room for all it calls; also in xdist's processes.
run_with_room = with_room(runner.pytest_runtest_protocol, words=2**17)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    return run_with_room(item, nextitem)


# The same examples each time, so that failures repeat; `thorough` generates new ones.
hypothesis.settings.register_profile("default", deadline=None, derandomize=True, max_examples=50)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=1000, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mark_folders(config, items)
    if os.environ.get("JANTAKU_WITHOUT_SLOW"):
        leave_out("slow", config, items)
    if connection.vendor == "postgresql":
        if os.environ.get("JANTAKU_TESTED_ON_SQLITE"):
            leave_out("once", config, items)
        return
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(
                pytest.mark.skip(reason="needs PostgreSQL; runs in the other half of `make test`")
            )


def mark_folders(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Apply a `conftest.py`'s `pytestmark` to all tests of its folder."""
    for folder in {node for item in items for node in item.listchain() if isinstance(node, pytest.Directory)}:
        marks = getattr(config.pluginmanager.get_plugin(str(folder.path / "conftest.py")), "pytestmark", [])
        for mark in marks if isinstance(marks, list) else [marks]:
            folder.add_marker(mark)


def leave_out(mark: str, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect all tests with this mark."""
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
    items[:] = [item for item in items if not item.get_closest_marker(mark)]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempt imported and collected objects from garbage collection, and collect the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def _house(worker_id_number: int) -> Iterator[None]:
    """Use fast password hashing, raise errors of tasks, and give each parallel run its own Redis database.

    Without `live_worker` there are no workers, so both databases use embedded mode.
    """
    changed: dict[str, object] = {
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "EMBEDDED": True,
        "SECOND_FACTOR_REQUIRED": False,
        "CHECK_PAYLOADS": True,
        # Orders of a test are in a transaction that no other process can see.
        "DRAW_WORKER": "",
    }
    if settings.REDIS_URL:
        own = urlunsplit(urlsplit(settings.REDIS_URL)._replace(path=f"/{worker_id_number}"))
        changed["REDIS_URL"] = current_app.conf.broker_url = own
        changed["CACHES"] = {"default": {**settings.CACHES["default"], "LOCATION": own}}
    current_app.conf.task_always_eager = True
    current_app.conf.task_eager_propagates = True
    with override_settings(**changed):
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files() -> Iterator[None]:
    """Look up static files once, not for each test client's middleware."""
    look, found = WhiteNoiseMiddleware.add_files_from_finders, {}

    def look_once(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            look(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", look_once)
        yield


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    """Reset the language of the thread after each test."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _page_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat cached pages as twenty seconds old at each request, so that they are only reused if still valid."""
    memory.clear()
    TABLES.clear()
    monkeypatch.setattr(memory, "clock", count(step=20).__next__)


@pytest.fixture(scope="session")
def worker_id_number() -> int:
    """Return 0 in a single run, 0… in parallel processes; `make test` may set a higher start."""
    name = os.environ.get("PYTEST_XDIST_WORKER", "")
    first = int(os.environ.get("JANTAKU_TEST_NUMBER", "0"))
    return first + int(name.removeprefix("gw") or 0)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(worker_id_number: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    # A file instead of :memory:, so that several processes can open it, and WAL works as in production.
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        test["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        copy_migrated(Path(test["NAME"]))
    else:
        test["NAME"] = f"test_jantaku_{worker_id_number}"
        test["TEMPLATE"] = MIGRATED_POSTGRES


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Keep a copied, migrated file. It is deleted with the folder of the run."""
    return connection.vendor == "sqlite" and MIGRATED_SQLITE is not None


@pytest.fixture(scope="session")
def _worker(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    worker = start_worker(tmp_path_factory.mktemp("worker"))
    yield worker
    worker.stop()


@pytest.fixture
def live_worker(transactional_db: None, request: pytest.FixtureRequest) -> Iterator[Running]:
    """Start a Celery worker that receives tasks through Redis. Skips on the SQLite run, which has none."""
    if not settings.REDIS_URL:
        pytest.skip("needs Redis; runs in the other half of `make test`")
    worker: Running = request.getfixturevalue("_worker")
    current_app.conf.task_always_eager = False
    with override_settings(EMBEDDED=False, DRAW_WORKER="celery"):
        yield worker
    current_app.conf.task_always_eager = True
    current_app.control.purge()
    cache.clear()  # it also records which calls wait


@pytest.fixture(scope="session")
def _server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = start_server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def several_processes(transactional_db: None, _server: Running) -> str:
    """Return the address of a real web server: four processes, eight threads, one database."""
    return _server.url


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Return the demo of `make run` on SQLite, loaded once. Tests that write use a copy."""
    return a_demo(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return Chromium's path. Without it, browser tests are skipped unless JANTAKU_REQUIRE_BROWSER is set."""
    for name in CHROMIUMS:
        if found := shutil.which(name):
            return found
    if os.environ.get("JANTAKU_REQUIRE_BROWSER"):
        pytest.fail("No Chromium found, and JANTAKU_REQUIRE_BROWSER is set.")
    pytest.skip("no Chromium on this machine")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless Chromium. Open a page with `browser.new_context(locale=…, color_scheme=…).new_page()`."""
    # Playwright's loop runs in this thread, so Django would take our queries for calls from async code.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def repository() -> Path:
    return settings.BASE_DIR
