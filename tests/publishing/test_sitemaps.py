"""What search engines are told of."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.tournaments.hall import open_hall
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "http://127.0.0.1:8000"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def addresses(path: str) -> list[str]:
    """The addresses in a sitemap."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return [one.text or "" for one in ElementTree.fromstring(answer.content).iter(f"{MAP}loc")]


def test_the_index_names_each_part_and_every_part_can_be_read() -> None:
    parts = addresses("/sitemap.xml")

    assert parts == [
        f"http://testserver/sitemap-{part}.xml"
        for part in ("pages", "tournaments", "leagues", "seasons", "players")
    ]
    assert [addresses(part.removeprefix("http://testserver"))[:1] for part in parts[1:]] == [[]] * 4


def test_pages_are_there_in_each_language() -> None:
    assert addresses("/sitemap-pages.xml")[:4] == [
        f"{SITE}/",
        f"{SITE}/ja/",
        f"{SITE}/tournaments/",
        f"{SITE}/ja/tournaments/",
    ]


def test_what_is_not_listed_is_not_told_of() -> None:
    shown, hidden = open_hall("shown"), open_hall("hidden", visibility=Tournament.Visibility.UNLISTED)
    players = {entry.player_id for entry in shown.tournament.entries.all()}
    others = {entry.player_id for entry in hidden.tournament.entries.all()}

    assert addresses("/sitemap-tournaments.xml") == [f"{SITE}/t/shown/", f"{SITE}/ja/t/shown/"]
    assert not players & others
    assert addresses("/sitemap-players.xml")[::2] == [f"{SITE}/players/{pk}/" for pk in sorted(players)]


def test_robots_are_led_to_it() -> None:
    assert f"Sitemap: {SITE}/sitemap.xml" in Client().get("/robots.txt").content.decode()
