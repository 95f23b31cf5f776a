"""The phone's pages on a home screen, and without Wi-Fi."""

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tournaments.models import Table
from tournaments.views.seat.phone_app import FILES, FILES_OF
from web.joined_files import bundle, is_list
from web.static_files import made_of

PAGES = ("/seat/table/", "/seat/hands/", "/ja/seat/table/", "/ja/seat/hands/")
IMPORTED = re.compile(r'(?:from |import |import\()"(\.{1,2}/[\w./-]+)"')


def source(name: str) -> str:
    return Path(str(finders.find(name))).read_text()


def as_collected(name: str) -> str:
    return bundle(name, source) if is_list(source(name)) else source(name)


def told(client: Client) -> dict[str, Any]:
    """What the worker is told before it begins."""
    script = client.get("/worker.js").content.decode()
    return json.loads(re.match(r"self\.jantaku = (.*);\n", script)[1])


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_the_worker_may_look_after_every_page(client: Client, db: None):
    answer = client.get("/worker.js")

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert 'importScripts("/static/js/worker.js");' in answer.content.decode()
    assert told(client)["pages"] == [
        *("/seat/table/", "/seat/hands/", "/seat/card/"),
        *("/ja/seat/table/", "/ja/seat/hands/", "/ja/seat/card/"),
    ]


@pytest.mark.parametrize("page", PAGES)
def test_all_files_of_a_page_are_on_the_phone(
    table: Table, phones: Callable[[Table], list[Client]], page: str
):
    phone = phones(table)[0]

    shown = phone.get(page).content.decode()

    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', shown)) - {"/static/icons/maskable-192.png"}
    assert len(named) >= 3
    worker = told(phone)
    assert named - {*worker["files"], *worker["files_of"].get(page, ())} == set()


def test_what_only_hands_need_comes_with_the_page_of_hands(
    table: Table, phones: Callable[[Table], list[Client]]
):
    phone = phones(table)[0]

    worker, shown = told(phone), phone.get("/seat/table/").content.decode()

    assert list(worker["files_of"]) == ["/seat/hands/", "/ja/seat/hands/"]
    assert "/static/js/hands_ahead.js" in worker["files_of"]["/ja/seat/hands/"]
    assert [name for name in worker["files_of"]["/seat/hands/"] if name in shown] == []


@pytest.mark.parametrize(
    ("page", "files", "most"),
    [("/seat/table/", FILES, 50_000), ("/seat/hands/", FILES_OF["hands"], 18_000)],
)
def test_a_first_visit_is_small_enough_for_one_bar_of_wifi(
    table: Table, phones: Callable[[Table], list[Client]], page: str, files: tuple[str, ...], most: int
):
    """What the table's page needs, and what the page of hands needs besides, as a server gives it."""
    phone = phones(table)[0]

    sent = [phone.get(page).content, *(as_collected(name).encode() for name in files)]

    assert sum(len(gzip.compress(content)) for content in sent) <= most


@pytest.mark.parametrize("page", PAGES[:2])
def test_what_a_script_asks_for_is_on_the_phone_too(
    table: Table, phones: Callable[[Table], list[Client]], page: str
):
    """But for what only told tiles need, which is asked for when they are there."""
    worker = told(phones(table)[0])
    kept = {name.removeprefix("/static/") for name in (*worker["files"], *worker["files_of"].get(page, ()))}

    asked = {
        os.path.normpath(Path(name).parent / path)
        for name in kept
        if name.endswith((".js", ".css")) and not name.startswith("vendor/")
        for path in IMPORTED.findall(source(name))
    }

    assert {"js/outbox_store.js", "css/tokens.css"} <= asked
    assert asked - kept == ({"js/hand_tiles.js"} if page == "/seat/hands/" else set())


def test_no_module_of_a_page_runs_twice_where_its_scripts_are_joined():
    """A module that is part of a joined file, and is asked for besides, would listen and send twice."""
    templates = Path(settings.BASE_DIR, "templates")
    frame = (templates / "phone" / "base.html").read_text()
    pages = [page for page in templates.rglob("*.html") if '"phone/base.html"' in page.read_text()]

    twice = {}
    for page in pages:
        named = re.findall(r'static "(js/[^"]+)"', frame + page.read_text())
        lists = [name for name in named if is_list(source(name))]
        in_lists = {part for name in lists for part in made_of(name)}
        besides = [part for name in named if name not in lists for part in made_of(name) if part in in_lists]
        twice[page.name] = besides

    assert twice == {name: [] for name in ("page.html", "card.html", "claim.html", "day.html", "table.html")}


@pytest.mark.parametrize(
    ("language", "start", "name"),
    [("en", "/seat/table/", "Jantaku: my table"), ("ja", "/ja/seat/table/", "雀卓：自分の卓")],
)
def test_the_home_screen_opens_the_table_in_its_language(client: Client, db: None, language, start, name):
    prefix = "" if language == "en" else "/ja"

    answer = client.get(f"{prefix}/seat/app.webmanifest")

    app = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (app["id"], app["start_url"], app["lang"], app["display"]) == (
        "/seat/",
        start,
        language,
        "standalone",
    )
    assert app["name"].startswith(name)
    assert [icon["purpose"] for icon in app["icons"]] == ["any", "any", "maskable", "maskable"]
    for icon in app["icons"]:
        png = Path(finders.find(icon["src"].removeprefix("/static/"))).read_bytes()
        assert "x".join(map(str, size_of(png))) == icon["sizes"]
