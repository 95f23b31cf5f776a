"""What every test may ask for. `make test` runs those with a database twice: on SQLite, and on PostgreSQL + Redis."""

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

# Each test runs as ever, in a frame with room for all that it calls; in the processes of xdist, too.
run_with_room = with_room(runner.pytest_runtest_protocol, words=2**17)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    return run_with_room(item, nextitem)


# The same examples every time, so that a red run can be run again; `thorough` goes looking for new ones.
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
    """What the `pytestmark` of a `conftest.py` says holds for all tests of its folder."""
    for folder in {node for item in items for node in item.listchain() if isinstance(node, pytest.Directory)}:
        marks = getattr(config.pluginmanager.get_plugin(str(folder.path / "conftest.py")), "pytestmark", [])
        for mark in marks if isinstance(marks, list) else [marks]:
            folder.add_marker(mark)


def leave_out(mark: str, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run none of the tests with this mark."""
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
    items[:] = [item for item in items if not item.get_closest_marker(mark)]


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is imported and collected lives to the end: nobody need look for garbage in it, and seldom in the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def _house(worker_id_number: int) -> Iterator[None]:
    """Passwords hash fast, a failing task fails its test, and parallel runs have a Redis database each.

    Without `live_worker` nobody runs tasks, so the house is embedded then, on both databases.
    """
    changed: dict[str, object] = {
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "EMBEDDED": True,
        "SECOND_FACTOR_REQUIRED": False,
        "CHECK_PAYLOADS": True,
        # What a test orders lies in a transaction that no other process can see.
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
    """Every test client has middleware of its own; the static files it serves are looked for once and not by each."""
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
    """A page in Japanese leaves its language on the thread; the next test begins in English all the same."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _page_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two looks at a page lie twenty seconds here: what was kept is given again only if it is still right."""
    memory.clear()
    TABLES.clear()
    monkeypatch.setattr(memory, "clock", count(step=20).__next__)


@pytest.fixture(scope="session")
def worker_id_number() -> int:
    """0 in a run of its own, 0… in parallel processes; `make test` may have a run begin higher."""
    name = os.environ.get("PYTEST_XDIST_WORKER", "")
    first = int(os.environ.get("JANTAKU_TEST_NUMBER", "0"))
    return first + int(name.removeprefix("gw") or 0)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(worker_id_number: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    # A file, not :memory:, so that several processes can open it and WAL is what it is in real life.
    test = connection.settings_dict["TEST"]
    if connection.vendor == "sqlite":
        test["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        copy_migrated(Path(test["NAME"]))
    else:
        test["NAME"] = f"test_jantaku_{worker_id_number}"
        test["TEMPLATE"] = MIGRATED_POSTGRES


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A copy of a migrated file is not to be begun anew. It goes with the folder of the run."""
    return connection.vendor == "sqlite" and MIGRATED_SQLITE is not None


@pytest.fixture(scope="session")
def _worker(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    worker = start_worker(tmp_path_factory.mktemp("worker"))
    yield worker
    worker.stop()


@pytest.fixture
def live_worker(transactional_db: None, request: pytest.FixtureRequest) -> Iterator[Running]:
    """A real Celery worker; tasks go to it through Redis. On the SQLite run, where there is none, skips."""
    if not settings.REDIS_URL:
        pytest.skip("needs Redis; runs in the other half of `make test`")
    worker: Running = request.getfixturevalue("_worker")
    current_app.conf.task_always_eager = False
    with override_settings(EMBEDDED=False, DRAW_WORKER="celery"):
        yield worker
    current_app.conf.task_always_eager = True
    current_app.control.purge()
    cache.clear()  # it says, too, which calls wait


@pytest.fixture(scope="session")
def _server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = start_server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def several_processes(transactional_db: None, _server: Running) -> str:
    """The address of a real web server: four processes, eight threads, one database."""
    return _server.url


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """What `make run` leaves: the demo on SQLite, loaded once. Whoever writes into it works on a copy."""
    return a_demo(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is. Without one, browser tests are skipped, unless JANTAKU_REQUIRE_BROWSER is set."""
    for name in CHROMIUMS:
        if found := shutil.which(name):
            return found
    if os.environ.get("JANTAKU_REQUIRE_BROWSER"):
        pytest.fail("No Chromium found, and JANTAKU_REQUIRE_BROWSER is set.")
    pytest.skip("no Chromium on this machine")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless Chromium. Open a page with `browser.new_context(locale=…, color_scheme=…).new_page()`."""
    # Playwright's loop runs in this thread; Django would take our own queries for calls from async code.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def repository() -> Path:
    """The folder everything is in."""
    return settings.BASE_DIR
