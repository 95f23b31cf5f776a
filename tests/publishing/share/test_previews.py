"""What messengers and search engines are told of a page, and the pictures they show beside a link."""

import json
import re
from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from tests.tournaments.hall import Hall, play
from tests.tournaments.views.conftest import signed_in
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "http://127.0.0.1:8000"
PAGE = "/t/spring-open/"
HOSTILE = '</script><b>"&'


def seq_of(hall: Hall) -> int:
    return Tournament.objects.get(pk=hall.tournament.pk).head.seq


def told(path: str, client: Client | None = None) -> dict[str, str]:
    """What a page says about itself, by Open Graph's names; "canonical" is its address."""
    html = (client or Client()).get(path).content.decode()
    found = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', html))
    return found | dict(re.findall(r'<link rel="(canonical)" href="([^"]+)">', html))


def event_data(path: str) -> dict[str, object] | None:
    found = re.search(
        r'<script type="application/ld\+json">(.*?)</script>', Client().get(path).content.decode(), re.DOTALL
    )
    return json.loads(found[1]) if found else None


def test_an_event_has_a_picture_of_its_state(hall: Hall, client: Client) -> None:
    def preview():
        return client.get(f"{PAGE}preview-{seq_of(hall)}.png")

    before = preview()
    round_ = hall.started()
    begun = preview()
    play(round_.tables.get(number=1), hall.alice)
    after = preview()

    assert [answer["Content-Type"] for answer in (before, begun, after)] == ["image/png"] * 3
    assert Image.open(BytesIO(after.content)).size == (1200, 630)
    assert len({before.content, begun.content, after.content}) == 3
    assert after["Cache-Control"] == "public, max-age=300"


def test_a_table_has_one_of_who_sits_there_and_then_of_its_result(hall: Hall, client: Client) -> None:
    table = hall.started().tables.get(number=1)
    path = f"{PAGE}tables/{table.pk}/"
    first = told(path)["og:image"]
    before = client.get(first.removeprefix(SITE))
    play(table, hall.alice)
    second = told(path)["og:image"]
    after = client.get(second.removeprefix(SITE))

    assert (first == second, before.content == after.content) == (False, False)
    assert client.get(first.removeprefix(SITE))["Location"] == second.removeprefix(SITE)


def test_every_page_of_an_event_says_what_it_is(hall: Hall) -> None:
    hall.started()

    assert told(f"/ja{PAGE}standings/?after=1") == {
        "canonical": f"{SITE}/ja{PAGE}standings/",
        "og:type": "website",
        "og:site_name": "雀卓",
        "og:title": "順位表 · Spring Open",
        "og:description": "Spring Open · 卓組・結果・リアルタイムの順位",
        "og:url": f"{SITE}/ja{PAGE}standings/",
        "og:locale": "ja_JP",
        "og:image": f"{SITE}/ja{PAGE}preview-{seq_of(hall)}.png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "順位表 · Spring Open",
        "twitter:card": "summary_large_image",
    }


def test_other_pages_show_the_mark(hall: Hall) -> None:
    front = told("/")

    assert front["og:image"].startswith(f"{SITE}/static/icons/icon-512")
    assert (front["canonical"], front["twitter:card"]) == (f"{SITE}/", "summary")


def test_pages_of_some_say_nothing(hall: Hall) -> None:
    assert told(f"{PAGE}desk/", signed_in(hall.alice)) == {}


def test_a_private_event_shows_nobody_its_picture(hall: Hall, client: Client) -> None:
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)

    assert client.get(f"{PAGE}preview-{seq_of(hall)}.png").status_code == 404
    assert told(PAGE)["og:image"].startswith(f"{SITE}/static/")


def test_an_event_with_a_day_is_told_to_search_engines(hall: Hall) -> None:
    without = event_data(PAGE)
    Tournament.objects.update(
        starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 3), venue=HOSTILE, name=HOSTILE
    )

    assert without is None
    assert event_data(PAGE) == {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": HOSTILE,
        "sport": "Mahjong",
        "startDate": "2026-05-02",
        "endDate": "2026-05-03",
        "eventStatus": "https://schema.org/EventScheduled",
        "inLanguage": "en",
        "url": SITE + PAGE,
        "image": [f"{SITE}{PAGE}preview-{seq_of(hall)}.png"],
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": {"@type": "Place", "name": HOSTILE, "address": HOSTILE},
    }


def test_one_page_says_how_to_share_and_follow(hall: Hall, client: Client) -> None:
    html = client.get(f"{PAGE}share/").content.decode()

    assert 'href="webcal://127.0.0.1:8000/t/spring-open/calendar.ics"' in html
    assert f'src="{PAGE}preview-{seq_of(hall)}.png"' in html
    assert 'src="data:image/svg+xml' in html
    assert "<iframe" not in html
    assert f"&lt;iframe src=&quot;{SITE}/embed/t/spring-open/standings/?top=10&quot; title=" in html
    assert f'href="{SITE}/t/spring-open/feed.atom"' in html
