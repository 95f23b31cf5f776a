"""Everybody reads what the event is, in their language if it was written in it."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.said import ABOUT, HOSTILE, ITEMS, LONG
from tournaments.actions.about.about import describe_tournament
from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.seen_versions import said_tag
from tournaments.models import About, TimetableItem
from tournaments.models.about.events import AboutSet, TimetableSet

pytestmark = pytest.mark.django_db
PAGE = "/t/spring-open/"


def say(hall: Hall, **about: str) -> None:
    seen = said_tag(AboutSet, list(About.objects.filter(tournament=hall.tournament)))
    describe_tournament(tournament=hall.tournament, seen=seen, by=hall.alice, **about)


def page_of(client: Client, address: str = PAGE) -> str:
    return client.get(address).content.decode()


def test_a_tournament_that_says_nothing_shows_nothing(hall: Hall, client: Client) -> None:
    assert "Good to know" not in page_of(client)


def test_the_description_and_the_facts_are_on_its_page(hall: Hall, client: Client) -> None:
    say(hall, **ABOUT)

    page = page_of(client)

    assert '<div class="card prose" lang="en" dir="auto"><h2>Come and play</h2>' in page
    assert "<bdi>3,000 yen</bdi>" in page
    assert (
        'href="https://www.openstreetmap.org/search?query=1-2-3%20Kanda%2C%20Tokyo" rel="nofollow ugc' in page
    )
    assert '<a href="https://club.example/spring" rel="nofollow ugc noopener">' in page


def test_the_description_is_in_the_readers_language_else_in_the_other(hall: Hall, client: Client) -> None:
    say(hall, **ABOUT)
    both = page_of(client, "/ja/t/spring-open/")
    say(hall, description_en="Only English")
    one = page_of(client, "/ja/t/spring-open/")

    assert '<div class="card prose" lang="ja" dir="auto"><h2>参加者募集</h2>' in both
    assert '<div class="card prose" lang="en" dir="auto"><p>Only English</p>' in one


def test_people_read_the_address_and_robots_do_not(hall: Hall, client: Client) -> None:
    say(hall, contact="alice@club.example")

    page = page_of(client)

    assert "alice@club.example" not in page
    assert '<a href="mailto:alice@club.example"><bdi>alice@club.example</bdi></a>' in html.unescape(page)


def test_a_contact_that_is_no_address_is_a_text(hall: Hall, client: Client) -> None:
    say(hall, contact="Alice, at the bar")

    assert "<bdi>Alice, at the bar</bdi>" in page_of(client)
    assert "mailto" not in html.unescape(page_of(client))


@pytest.mark.parametrize("text", [HOSTILE, LONG], ids=["hostile", "long"])
@pytest.mark.parametrize("column", ["description_en", "description_ja", "fee", "address", "contact"])
def test_hostile_words_are_shown_and_execute_nowhere(
    hall: Hall, client: Client, column: str, text: str
) -> None:
    say(hall, **{column: text[:200]})

    page = page_of(client)

    main = page[page.index("<main") : page.index("</main>")]
    assert re.findall(r"<(script|img|iframe|style)\b", main) == []
    assert re.findall(r"\son\w+=[^>]*>", re.sub(r"&lt;.*?&gt;", "", main)) == []
    assert re.findall(r'href="(?!https?://|/|#|mailto:|&#)', main) == []
    first = text.split("<img")[0]
    assert first in html.unescape(main)


def put(hall: Hall, items: list[dict[str, Any]]) -> None:
    seen = said_tag(TimetableSet, list(TimetableItem.objects.filter(tournament=hall.tournament)))
    set_timetable(tournament=hall.tournament, items=items, seen=seen, by=hall.alice)


def lines(page: str) -> list[str]:
    section = page[page.index('aria-labelledby="timetable"') :].split("</section>")[0]
    return [
        " ".join(re.sub(r"<[^>]+>", " ", one).split())
        for one in re.findall(r"<(?:h3|d[td])>(.*?)</(?:h3|d[td])>", section, re.S)
    ]


def test_the_timetable_is_by_day_in_the_zone_of_the_tournament(hall: Hall, client: Client) -> None:
    put(hall, ITEMS)

    assert lines(page_of(client)) == ["Jan. 2, 2026", "09:30", "Doors Ring twice", "17:00", "Prize-giving"]


def test_once_there_are_leaders_the_timetable_is_beside_them(db: None, client: Client) -> None:
    hall = hall_with_a_game()
    put(hall, ITEMS)

    page = page_of(client)

    side = page[page.index('<div class="side">') :]
    assert page.count('id="timetable"') == 1
    assert side.index("Leaders") < side.index('id="timetable"')
    assert "said" not in side


def test_rounds_with_a_time_are_between_the_items(hall: Hall, client: Client) -> None:
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    plan_times(
        tournament=hall.tournament, times={round_.pk: ITEMS[0]["at"] + timedelta(minutes=30)}, by=hall.alice
    )
    nothing = page_of(client)

    put(hall, ITEMS)

    assert 'aria-labelledby="timetable"' not in nothing
    assert lines(page_of(client))[1:5] == ["09:30", "Doors Ring twice", "10:00", "Round 1"]


@pytest.mark.parametrize("column", ["title", "note"])
@pytest.mark.parametrize("text", [HOSTILE[:80], LONG], ids=["hostile", "long"])
def test_hostile_words_of_a_timetable_are_shown_and_execute_nowhere(
    hall: Hall, client: Client, column: str, text: str
) -> None:
    put(hall, [{**ITEMS[0], column: text}])

    page = page_of(client)

    main = page[page.index("<main") : page.index("</main>")]
    assert re.findall(r"<(script|img|iframe|style)\b", main) == []
    assert text in html.unescape(main)
