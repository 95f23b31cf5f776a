"""The frame of an event's pages, and of a league's."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.registers import IN_A_TAB
from tests.routes import is_a_page, pages
from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.models import Round
from tournaments.templatetags.frame import LEAGUE_TABS, TABS

CONSOLE = Actor(is_console=True)
TAB = re.compile(r'<a href="([^"]+)"(?: aria-current="(\w+)")?>')
# Of an event, but without its frame, and why.
WITHOUT = {
    "at/<int:number>/": "leads to a table",
    "news/": "read by scripts",
    "legal/<slug:kind>/": "the imprint and the privacy notice, which every page links to",
    "downloads/tournament/": "a file",
    "prize-giving/": "fills a wall",
    "hall/screen/": "fills a wall",
    "print/stages/<int:ordinal>/<slug:what>/": "paper",
    "print/stages/<int:ordinal>/rounds/<int:number>/<slug:what>/": "paper",
    "open-table/": "a form for players",
    "tables/<int:pk>/take-back/": "a form for players",
}


def tabs_of(address: str) -> list[tuple[str, str]]:
    """The tabs of a page: where each leads, and how it is marked."""
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return TAB.findall(answer.content.decode().partition('<nav class="sections"')[2].partition("</nav>")[0])


@pytest.mark.database("none")
def test_every_address_of_an_event_belongs_to_one_tab():
    named = [name for tab in TABS for name in (tab.page, *tab.parts)]
    of_an_event = {
        route.removeprefix("t/<slug:slug>/")
        for route in pages()
        if is_a_page(route)
        and route.startswith("t/<slug:slug>/")
        and not route.startswith("t/<slug:slug>/desk/")
    }
    in_tabs = {
        template.removeprefix("t/%(slug)s/")
        for name in named
        for template, _parameters in get_resolver().reverse_dict.getlist(name)[0][0]
    }
    framed = {re.sub(r"<\w+:(\w+)>", r"%(\1)s", route): route for route in of_an_event - WITHOUT.keys()}

    IN_A_TAB.refuse_gaps(framed.values(), [framed.get(one, one) for one in in_tabs])
    assert len(named) == len(set(named))
    assert WITHOUT.keys() <= of_an_event


@pytest.mark.django_db
@pytest.mark.parametrize("tab", TABS, ids=lambda tab: tab.page)
def test_the_same_tabs_are_on_every_page_of_an_event(hall: Hall, tab):
    address = reverse(tab.page, args=[hall.tournament.slug])
    everywhere = [reverse(one.page, args=[hall.tournament.slug]) for one in TABS]

    tabs = tabs_of(address)

    assert tabs == [(one, "page" if one == address else "") for one in everywhere]


@pytest.mark.django_db
def test_a_page_without_a_tab_of_its_own_marks_where_it_belongs(hall: Hall, round_: Round):
    table = round_.tables.get(number=1)

    tabs = tabs_of(reverse("table", args=[hall.tournament.slug, table.pk]))

    assert [url for url, current in tabs if current == "true"] == [
        reverse("rounds", args=[hall.tournament.slug])
    ]


@pytest.mark.django_db
def test_a_league_without_ratings_has_no_tab_for_them():
    league = create_league(slug="club", name="Club League", about="", by=CONSOLE)
    create_season(league=league, name="2026", by=CONSOLE)
    everywhere = [reverse(one.page, args=["club"]) for one in LEAGUE_TABS if one.page != "ratings"]

    found = {address: tabs_of(address) for address in everywhere}
    season = tabs_of(reverse("season", args=["club", 1]))

    assert found == {
        address: [(one, "page" if one == address else "") for one in everywhere] for address in everywhere
    }
    assert season == [(everywhere[0], "true"), *((one, "") for one in everywhere[1:])]
