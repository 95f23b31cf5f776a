"""Players, tournaments and leagues are found by a few letters; players are listed page by page."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Club, Player
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.models import League, Tournament
from tournaments.views.public import search

pytestmark = pytest.mark.django_db


def found(query: str, client: Client | None = None) -> dict[str, list[str]]:
    """What the page of the search shows, by its headings."""
    page = (client or Client()).get("/search/", {"q": query}).content.decode()
    sections = re.findall(r'<h2 id="(\w+)">(.*?)</section>', page, re.DOTALL)
    return {name: re.findall(r'<a href="/\w+/[^"]*"><bdi>([^<]*)</bdi>', text) for name, text in sections}


def listed(address: str = "/players/") -> tuple[list[str], list[str]]:
    """The players of a page, and where it leads."""
    page = Client().get(address).content.decode()
    return re.findall(r'<a href="/players/\d+/"><bdi>([^<]*)</bdi>', page), re.findall(
        r'href="\?([^"]*)"', page
    )


class TestTheSearch:
    @pytest.fixture(autouse=True)
    def _house(self, hall: Hall) -> None:
        Tournament.objects.update(name="Spring Open", venue="Kraków")
        Tournament.objects.create(slug="hidden", name="Spring in secret", visibility="unlisted")
        League.objects.create(slug="club", name="Spring League")
        Player.objects.filter(pk=Player.objects.order_by("pk")[0].pk).update(
            name="May Spring",
            skeleton="mayspring",
            reading="メイ",
            club=Club.objects.create(name="East Club"),
        )
        Player.objects.create(name="Spring Nobody", skeleton="springnobody")

    def test_finds_players_tournaments_and_leagues_that_everybody_may_know_of(self, hall: Hall) -> None:
        everything = {"players": ["May Spring"], "tournaments": ["Spring Open"], "leagues": ["Spring League"]}

        assert found("spring") == everything
        assert found("SPRING", signed_in(hall.alice)) == everything
        assert found("めい") == {"players": ["May Spring"]}
        assert found("open krak") == {"tournaments": ["Spring Open"]}

    def test_hides_the_players_of_a_tournament_that_is_not_listed(self) -> None:
        Tournament.objects.update(visibility="unlisted")

        assert found("spring") == {"leagues": ["Spring League"]}
        assert listed()[0] == []

    def test_says_what_was_not_found_as_it_was_typed(self) -> None:
        page = Client().get("/search/", {"q": "<b>x"}).content.decode()

        assert "Nothing matches <bdi>“&lt;b&gt;x”</bdi>." in page

    @pytest.mark.parametrize("query", ["", "   ", "\0", 61 * "x"])
    def test_without_a_query_it_can_use_it_finds_nothing(self, query: str) -> None:
        with CaptureQueriesContext(connection) as asked:
            assert found(query) == {}

        assert [one["sql"] for one in asked if "players_player" in one["sql"]] == []

    def test_leads_to_all_where_there_are_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(search, "MOST_FOUND", 1)
        Player.objects.update(skeleton="spring")

        page = Client().get("/search/?q=spring").content.decode()

        assert 'href="/players/?q=spring"' in page

    def test_takes_four_statements_however_much_is_found(self) -> None:
        counts = []
        for query in ("nothing like it", "spring"):
            with CaptureQueriesContext(connection) as asked:
                found(query)
            counts.append(len(asked))

        # One is the site's brand.
        assert counts == [4, 4]

    def test_is_on_every_page(self) -> None:
        assert (
            '<a class="find" href="/search/" rel="search">'
            in Client().get("/t/spring-open/").content.decode()
        )
        assert '<form class="search" role="search" action="/search/"' in Client().get("/").content.decode()


class TestAllPlayers:
    def test_come_page_by_page_in_their_order(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(search, "PLAYERS_A_PAGE", 3)
        Player.objects.filter(pk=hall.tournament.entries.order_by("number")[7].player_id).update(reading="あ")

        first, way = listed()
        second, onward = listed(f"/players/?{way[0]}")
        last, back = listed(f"/players/?{onward[1]}")

        ordered = Player.objects.order_by("reading", "name", "pk")
        assert first + second + last == [one.name for one in ordered]
        assert (len(first), len(second), len(last)) == (3, 3, 2)
        assert (len(way), onward[0], back) == (1, "", [""])

    def test_keep_to_what_was_searched_for(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(search, "PLAYERS_A_PAGE", 1)
        two = list(Player.objects.order_by("name")[:2])
        Player.objects.filter(pk__in=[one.pk for one in two]).update(skeleton="sparrow")

        first, way = listed("/players/?q=spar")

        assert (first, way) == ([two[0].name], [f"q=spar&amp;after={two[0].pk}"])
        assert listed(f"/players/?q=spar&after={two[0].pk}") == ([two[1].name], ["q=spar"])

    @pytest.mark.parametrize("after", ["x", "0", "-1", "99999", "9" * 40, "１", "%00"])
    def test_begin_again_where_a_page_cannot_be_understood(self, hall: Hall, after: str) -> None:
        assert len(listed(f"/players/?after={after}")[0]) == 8
