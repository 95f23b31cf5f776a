"""Pages that listen, on a server as the manual installs it: nginx in front, pages and streams behind it."""

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from subprocess import STDOUT, Popen

import pytest
from playwright.sync_api import Page, expect

from tests.docs.test_nginx import PATIENCE, _wait_for, free_ports, running
from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import Witness, press, sign_in
from tests.journeys.test_phones_at_a_table import SOON, stand_still
from tools.demo_house import Demo
from tools.environment import ROOT
from tools.servers import redis as redis_server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.run("at a table")]
AT_ONCE = 1_000  # milliseconds of the page's own clock
# Real time in which nginx and the web server forget what they have kept.
FORGOTTEN = 2_500
KEY = "of-a-journey-that-nobody-else-makes-0123456789-abcdefghijklmnop"


@dataclass
class Server:
    url: str
    streams: "Popen[bytes]"


@pytest.fixture
def server(demo_of_the_house: Demo, tmp_path: Path) -> Iterator[Server]:
    """The demo on a server with streams; nobody publishes standings, since no worker runs."""
    shutil.copytree(demo_of_the_house.folder, tmp_path / "var")
    app, live = free_ports(2)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="jantaku-nginx-")))
        folder.chmod(0o755)
        nginx = stack.enter_context(running(folder, app, live, "localhost"))
        environment = {
            "DATABASE_URL": f"sqlite:///{tmp_path}/var/jantaku.sqlite3",
            "JANTAKU_VAR_DIR": f"{tmp_path}/var",
            "REDIS_URL": stack.enter_context(redis_server()),
            "LIVE_STREAMS": "1",
            "SECRET_KEY": KEY,
            "SITE_URL": f"https://localhost:{nginx.https}",
            "PROXY_COUNT": "1",
            "STATIC_MANIFEST": "0",
        }
        gunicorn = ["-m", "gunicorn", "config.wsgi", "--worker-class=gthread", "--threads=6"]
        log = stack.enter_context((tmp_path / "server.log").open("wb"))

        def start(*command: str) -> "Popen[bytes]":
            process = Popen([sys.executable, *command], cwd=ROOT, env=environment, stdout=log, stderr=STDOUT)
            stack.callback(process.wait, PATIENCE)
            stack.callback(process.terminate)
            return process

        start(*gunicorn, f"--bind=127.0.0.1:{app}", "--no-control-socket", "--graceful-timeout=1")
        streams = start("manage.py", "serve_live", f"--port={live}")
        for port in (app, live):
            _wait_for(port)
        yield Server(environment["SITE_URL"], streams)


def listening(page: Page, address: str) -> Page:
    """Open a page and wait until it listens; its clock stands still, so it asks nothing by itself."""
    page.clock.install()
    with page.expect_response(lambda answer: answer.url.endswith("/news/stream/")) as opened:
        page.goto(EVENT + address)
    assert opened.value.status == 200
    stand_still(page)
    return page


def test_a_confirmation_shows_at_once_and_without_streams_within_three_seconds(
    visitor: Callable[..., Page], server: Server, witness: Witness
):
    referee = visitor(width=1280, base_url=server.url, ignore_https_errors=True)
    sign_in(referee)
    referee.goto(EVENT + "desk/")
    referee.locator(".tiles").get_by_role("link", name="Waiting for confirmation").first.click()
    expect(referee.get_by_role("button", name="Confirm as referee")).to_be_visible()
    table = referee.url
    desk = listening(referee.context.new_page(), "desk/")
    round_page = listening(visitor(base_url=server.url, ignore_https_errors=True), "rounds/4/")
    screen = listening(visitor(base_url=server.url, ignore_https_errors=True), "hall/screen/?show=results")
    shown = [desk.locator("main"), round_page.locator("main"), screen.locator(".hall-slides")]
    before = [part.text_content() or "" for part in shown]
    referee.wait_for_timeout(FORGOTTEN)

    press(referee, "Confirm as referee")
    referee.wait_for_timeout(500)
    for page in (desk, round_page, screen):
        page.clock.run_for(AT_ONCE)

    for part, said in zip(shown, before, strict=True):
        expect(part).not_to_have_text(said)

    # What was open ends, as it should.
    witness.is_closed = True
    for page in (desk, round_page, screen):
        page.clock.run_for(SOON)  # for the look that follows each piece of news
    server.streams.kill()
    server.streams.wait()
    confirmed = [part.text_content() or "" for part in shown]
    referee.goto(table)
    referee.locator("summary", has_text="Void this result").click()
    referee.locator("form[action$='/void/'] [name=reason]").fill("wrong table")
    press(referee, "Void")
    referee.wait_for_timeout(FORGOTTEN)
    for page in (desk, round_page, screen):
        page.clock.run_for(SOON)

    for part, said in zip(shown, confirmed, strict=True):
        expect(part).not_to_have_text(said)
