"""Pages that other sites frame: small, the same for everyone, and the only ones that may be framed."""

import gzip
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from players.models import Player
from tests.static.styles import sheet, source
from tests.tournaments.hall import Hall, finished_hall, play
from tests.tournaments.views.conftest import signed_in
from tournaments.models import Tournament
from tournaments.standings import publish_tournament
from web.page_memory import memory

pytestmark = pytest.mark.django_db
STANDINGS, NOW = "/embed/t/spring-open/standings/", "/embed/t/spring-open/now/"
SECURITY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
}


@pytest.fixture(autouse=True)
def _empty_memory() -> Iterator[None]:
    memory.clear()
    yield
    memory.clear()


def names(path: str) -> list[str]:
    """Whom a page names, in its order."""
    return re.findall(r'<(?:bdi|bdi class="who")>([^<]+)</bdi>', Client().get(path).content.decode())[1:]


def test_standings_name_the_first_so_many() -> None:
    finished_hall()

    everybody = names(STANDINGS)

    assert len(everybody) == 8
    assert names(f"{STANDINGS}?top=5") == everybody[:5]
    assert names(f"{STANDINGS}?top=7") == everybody


def test_the_round_in_play_shows_who_sits_there_and_then_results_by_place(hall: Hall) -> None:
    table = hall.started().tables.get(number=1)
    seated = names(NOW)
    play(table, hall.alice)

    html = Client().get(NOW).content.decode()

    assert len(seated) == 9  # with the round's
    assert "Round 1: 1 of 2 tables have reported" in html
    assert html.count("Playing") == 1
    assert 'class="rank">1</span>' in html


def test_before_anything_happened_both_say_so(hall: Hall) -> None:
    assert ["Nothing to show yet." in Client().get(path).content.decode() for path in (STANDINGS, NOW)] == [
        True,
        True,
    ]


@pytest.mark.parametrize("path", [STANDINGS, NOW, f"/ja{NOW}", f"{STANDINGS}?top=5&look=dark"])
def test_any_site_may_frame_them_and_they_load_only_our_own(hall: Hall, path: str) -> None:
    answers = [Client().get(path) for _ in range(2)]

    for answer in answers:
        assert answer.status_code == 200
        assert set(answer["Content-Security-Policy"].split("; ")) == SECURITY
        assert "X-Frame-Options" not in answer
        assert not answer.cookies
        assert answer["Cache-Control"].startswith("public")


@pytest.mark.parametrize(
    "path", ["/", "/t/spring-open/", "/t/spring-open/standings/", "/t/spring-open/share/", "/me/"]
)
def test_no_other_page_may_be_framed(hall: Hall, path: str) -> None:
    answer = Client().get(path)

    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"].split("; ")
    assert answer["X-Frame-Options"] == "DENY"


def test_a_private_event_is_in_no_frame_even_for_its_own_staff(hall: Hall) -> None:
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)
    alice = signed_in(hall.alice)

    assert [alice.get(path).status_code for path in (STANDINGS, NOW, "/t/spring-open/")] == [404, 404, 200]
    assert "/embed/" not in alice.get("/t/spring-open/share/").content.decode()


def test_they_are_kept_once_for_each_choice_and_change_with_the_event(hall: Hall) -> None:
    round_ = hall.started()
    paths = [f"{STANDINGS}?top=5", f"{STANDINGS}?of=players&top=10&look=light", f"{NOW}?look=dark"]
    for path in paths:
        Client().get(path)
    kept = len(memory)
    for query in ("?top=7", "?look=dark&top=5", "?top=5&more=1"):
        Client().get(STANDINGS + query)

    assert (kept, len(memory)) == (3, 3)
    play(round_.tables.get(number=1), hall.alice)
    publish_tournament(hall.tournament.pk)
    memory.clear()
    assert len(names(paths[0])) == 4


def test_what_is_known_is_not_sent_again(hall: Hall) -> None:
    client = Client()
    tag = client.get(STANDINGS)["ETag"]

    assert client.get(STANDINGS, headers={"If-None-Match": tag}).status_code == 304


def test_links_lead_out_of_the_frame() -> None:
    finished_hall()

    links = [
        link
        for path in (STANDINGS, NOW)
        for link in re.findall(r"<a [^>]+>", Client().get(path).content.decode())
    ]

    assert len(links) > 12
    assert [link for link in links if not link.endswith('target="_blank" rel="noopener">')] == []


def test_a_name_is_text(hall: Hall) -> None:
    Player.objects.filter(name="Bob").update(name="<script>alert(1)</script>")
    hall.started()

    html = Client().get(NOW).content.decode()

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "alert(1)</script>" not in html


def test_all_of_it_is_small() -> None:
    finished_hall()
    page = Client().get(STANDINGS).content
    files = [source(name).encode() for name in ("js/embedded.js", "js/embed.js")]

    size = sum(len(gzip.compress(one)) for one in (page, sheet("css/embed.css").encode(), *files))

    assert size < 20_000
