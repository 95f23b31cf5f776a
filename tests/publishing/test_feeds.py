"""Atom feeds of a tournament and of a league, read as XML."""

from datetime import datetime
from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, finished_hall, open_hall, play
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.hall.announcements import announce
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.models import LedgerEntry, Tournament

pytestmark = pytest.mark.django_db
CONSOLE = Actor(is_console=True)
ATOM = "{http://www.w3.org/2005/Atom}"
SITE = "http://127.0.0.1:8000"
FEED = "/t/spring-open/feed.atom"


def feed(path: str) -> ElementTree.Element:
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return ElementTree.fromstring(answer.content)


def entries(path: str, name: str = "title") -> list[str]:
    """This of each entry, the newest first."""
    return [one.findtext(f"{ATOM}{name}") or "" for one in feed(path).iter(f"{ATOM}entry")]


def test_a_feed_tells_rounds_results_announcements_and_the_end() -> None:
    finished = finished_hall()
    announce(tournament=finished.tournament, text="Prizes at six", by=finished.alice)

    titles = entries(FEED)

    assert titles[:2] == ["Announced: Prizes at six", "Tournament finished"]
    assert [one.partition(":")[0] for one in titles[2:]] == [
        "Round 1, Table 2 confirmed",
        "Round 1, Table 1 confirmed",
        "Round 1 published",
    ]


def test_an_entry_has_a_lasting_id_the_time_of_its_record_and_the_page_it_is_about(hall: Hall) -> None:
    table = hall.started().tables.get(number=1)
    play(table, hall.alice)
    record = LedgerEntry.objects.filter(tournament=hall.tournament).order_by("seq").last()

    read = feed(FEED)

    newest = next(read.iter(f"{ATOM}entry"))
    of_the_day = f"{record.recorded_at:%Y-%m-%d}"
    assert newest.findtext(f"{ATOM}id") == (
        f"tag:127.0.0.1,{of_the_day}:tournaments/{hall.tournament.pk}/ledger/{record.seq}"
    )
    assert datetime.fromisoformat(newest.findtext(f"{ATOM}updated")).replace(microsecond=0) == (
        record.recorded_at.replace(microsecond=0)
    )
    assert newest.find(f"{ATOM}link").get("href") == f"{SITE}/t/spring-open/tables/{table.pk}/"
    assert read.findtext(f"{ATOM}updated") == newest.findtext(f"{ATOM}updated")


def test_drafts_and_what_is_the_staffs_alone_are_not_in_it(hall: Hall) -> None:
    hall.draw()

    assert entries(FEED) == []


def test_a_feed_without_news_stays_the_same(hall: Hall) -> None:
    first, again = (Client().get(FEED) for _ in range(2))

    assert first.content == again.content
    assert Client().get(FEED, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_in_japanese_it_speaks_japanese(hall: Hall) -> None:
    publish_round(round_=hall.draw(), by=hall.alice)

    assert feed(f"/ja{FEED}").get("{http://www.w3.org/XML/1998/namespace}lang") == "ja"
    assert "1回戦" in entries(f"/ja{FEED}")[0]


def test_fifty_entries_are_told(hall: Hall) -> None:
    [text] = LedgerEntry.objects.filter(tournament=hall.tournament, seq=1)
    assert text.kind not in entries(FEED)
    many = [announce(tournament=hall.tournament, text=f"News {n}", by=hall.alice) for n in range(3)]

    assert entries(FEED) == [f"Announced: News {n}" for n in reversed(range(len(many)))]


def test_a_control_character_in_a_name_breaks_no_feed(hall: Hall) -> None:
    Tournament.objects.update(name="A\x07 & <b>")

    assert feed(FEED).findtext(f"{ATOM}title") == "A & <b>"


def test_a_league_tells_what_is_listed_of_all_its_tournaments() -> None:
    league = create_league(slug="club", name="Club League", by=CONSOLE)
    season = create_season(league=league, name="2026", by=CONSOLE)
    halls = [
        open_hall("one", season=season),
        open_hall("two", season=season),
        open_hall("hidden", season=season, visibility=Tournament.Visibility.UNLISTED),
    ]
    for hall in halls:
        announce(tournament=hall.tournament, text=f"At {hall.tournament.slug}", by=hall.alice)

    assert entries("/l/club/feed.atom") == [
        "Spring Open: Announced: At two",
        "Spring Open: Announced: At one",
    ]


def test_who_may_not_know_of_a_tournament_finds_no_feed(hall: Hall) -> None:
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)

    assert [Client().get(path).status_code for path in (FEED, "/l/none/feed.atom")] == [404, 404]


@pytest.mark.parametrize("path", ["/t/spring-open/", "/t/spring-open/ledger/"])
def test_pages_lead_to_it(hall: Hall, path: str) -> None:
    html = Client().get(path).content.decode()

    assert f'<link rel="alternate" type="application/atom+xml" href="{FEED}">' in html
