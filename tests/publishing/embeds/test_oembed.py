"""oEmbed: what a site shows in place of a link."""

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.tournaments.hall import Hall
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SITE = "http://127.0.0.1:8000"


def asked(url: str, **more: str) -> tuple[int, dict[str, object]]:
    answer = Client().get("/oembed", {"url": url, **more})
    assert answer["Content-Type"] == "application/json"
    return answer.status_code, answer.json()


def test_an_event_is_shown_by_its_standings(hall: Hall) -> None:
    status, told = asked(f"{SITE}/t/spring-open/")

    frame = (
        f'<iframe src="{SITE}/embed/t/spring-open/standings/?top=10" title="Spring Open · Standings" width="640"'
        ' height="480" frameborder="0" loading="lazy"></iframe>\n'
        f'<script src="{SITE}/static/js/embed.js" async></script>'
    )
    assert (status, told) == (
        200,
        {
            "version": "1.0",
            "type": "rich",
            "title": "Spring Open · Standings",
            "provider_name": "Jantaku",
            "provider_url": SITE,
            "cache_age": 3600,
            "html": frame,
            "width": 640,
            "height": 480,
        },
    )


def test_a_japanese_address_gets_a_japanese_frame(hall: Hall) -> None:
    _status, told = asked(f"{SITE}/ja/t/spring-open/standings/1/?after=1")

    assert f'src="{SITE}/ja/embed/t/spring-open/standings/?top=10"' in str(told["html"])
    assert told["title"] == "Spring Open · 順位表"


@pytest.mark.parametrize(
    ("room", "size"),
    [
        ({"maxwidth": "400", "maxheight": "300"}, (400, 300)),
        ({"maxwidth": "9000", "maxheight": "1"}, (640, 160)),
        ({"maxwidth": "wide", "maxheight": "²"}, (640, 480)),
    ],
)
def test_a_frame_fits_into_the_room_there_is(hall: Hall, room: dict[str, str], size: tuple[int, int]) -> None:
    _status, told = asked(f"{SITE}/t/spring-open/", **room)

    assert (told["width"], told["height"]) == size


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/t/spring-open/",
        f"{SITE}@example.org/t/spring-open/",
        f"{SITE}/t/nothing/",
        f"{SITE}/t/spring-open/ledger/",
        f"{SITE}/players/1/",
        "javascript:alert(1)",
        "http://[",
        "//\x00",
        f"{SITE}/t/" + "a" * 2000,
    ],
)
def test_other_addresses_have_no_frame(hall: Hall, url: str) -> None:
    status, told = asked(url)

    assert (status, list(told)) == (404, ["error"])


def test_without_an_address_the_question_is_wrong(db: None) -> None:
    status, told = asked("")

    assert (status, list(told)) == (400, ["error"])


def test_a_private_event_has_none(hall: Hall) -> None:
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)

    assert asked(f"{SITE}/t/spring-open/")[0] == 404


def test_xml_is_not_spoken(hall: Hall) -> None:
    assert asked(f"{SITE}/t/spring-open/", format="xml")[0] == 501


def test_a_hostile_name_stays_text(hall: Hall) -> None:
    Tournament.objects.update(name='"><script>alert(1)</script>')

    _status, told = asked(f"{SITE}/t/spring-open/")

    assert "<script>alert" not in str(told["html"])


def test_pages_lead_to_it(hall: Hall) -> None:
    found = {
        path: re.findall(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', html)
        for path in ("/t/spring-open/", "/ja/t/spring-open/standings/", "/t/spring-open/ledger/")
        if (html := Client().get(path).content.decode())
    }

    assert {path: len(links) for path, links in found.items()} == {
        "/t/spring-open/": 1,
        "/ja/t/spring-open/standings/": 1,
        "/t/spring-open/ledger/": 0,
    }
    address = urlsplit(unescape(found["/ja/t/spring-open/standings/"][0]))
    assert "/ja/embed/" in Client().get(f"{address.path}?{address.query}").json()["html"]
