"""The front page shows what is near first and hides none of today's; every other tournament is found on a list."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.play.rounds import close_round
from tournaments.models import League, Season, Tournament
from tournaments.views.public import tournament_list

pytestmark = pytest.mark.django_db
Status = Tournament.Status


def days(number: int) -> date:
    """So many days from today, at the site."""
    return timezone.localdate() + timedelta(number)


def make(
    name: str, starts: int | None, *, status: str = "running", ends: int | None = None, **more: object
) -> None:
    """A tournament from that day to that one."""
    Tournament.objects.create(
        slug=name.lower().replace(" ", "-"),
        name=name,
        starts_on=None if starts is None else days(starts),
        ends_on=None if ends is None else days(ends),
        status=status,
        **more,
    )


def names(address: str = "/", client: Client | None = None) -> list[str]:
    """The tournaments on a page, from top to bottom."""
    page = (client or Client()).get(address).content.decode()
    return re.findall(r'<h[23]><a href="/t/[^"]*"><bdi>([^<]*)</bdi>', page)


def parts(address: str = "/") -> dict[str, list[str]]:
    """The tournaments of the front page below their headings."""
    page = Client().get(address).content.decode()
    sections = re.findall(r'<h2 id="(\w+)">(.*?)</section>', page, re.DOTALL)
    # A card, or a row that begins with its day.
    begins = r'(?:<h3>|<div class="who">\s*<p>\s*(?:<strong>[^<]*</strong>\s*)?)'
    cards = rf'{begins}<a href="/t/[^"]*"><bdi>([^<]*)</bdi>'
    return {name: found for name, text in sections if (found := re.findall(cards, text))}


class TestTheFrontPage:
    def test_shows_todays_tournament_above_a_year_of_evenings_that_were_never_closed(self) -> None:
        for number in range(1, 62):
            make(f"Evening {number}", -7 * number)
        make("Saturday Cup", 0, status="planned")

        shown = parts()

        assert shown["planned"] == ["Saturday Cup"]
        assert shown["unfinished"] == [f"Evening {number}" for number in range(1, 13)]
        assert list(shown) == ["planned", "unfinished"]

    def test_shows_today_first_and_then_what_is_nearest(self) -> None:
        make("In a week", 7, status="planned")
        make("Tomorrow", 1, status="planned")
        make("Some day", None, status="planned")
        make("Today", 0, status="planned")
        make("Season", -60, ends=30)
        make("Yesterday and today", -1, ends=0)
        make("Now", 0)
        make("Last week", -7)
        make("Last year", -300, status="finished")
        make("Last month", -30, status="finished")

        assert parts() == {
            "running": ["Now", "Yesterday and today", "Season"],
            "planned": ["Today", "Tomorrow", "In a week", "Some day"],
            "finished": ["Last month", "Last year"],
            "unfinished": ["Last week"],
        }

    def test_hides_none_of_a_saturday_on_which_hundred_halls_play(self) -> None:
        for number in range(100):
            make(f"Hall {number:03}", 0, status="planned")
            make(f"Sunday {number:03}", 1, status="planned")

        assert parts()["planned"][:101] == [*(f"Hall {number:03}" for number in range(100)), "Sunday 000"]

    def test_leads_to_all(self) -> None:
        make("Now", 0)

        assert 'href="/tournaments/"' in Client().get("/").content.decode()


class TestAllTournaments:
    @pytest.fixture(autouse=True)
    def _tournaments(self) -> None:
        season = Season.objects.create(
            league=League.objects.create(slug="club", name="Club League"), name="2026", ordinal=1
        )
        season.divisions.create(level=1)
        make("Spring Cup", -200, status="finished", venue="Berlin")
        make("Autumn Cup", -20, status="finished", venue="Kraków")
        make("Club Evening", 0, season=season)
        make("Next Year", 300, status="planned")
        make("Some day", None, status="planned")
        make("Hidden", 0, visibility="unlisted")
        make("Secret", 0, visibility="private")

    def test_are_listed_from_the_latest_on_and_nobody_finds_what_is_not_for_everybody(
        self, hall: Hall
    ) -> None:
        Tournament.objects.filter(pk=hall.tournament.pk).update(visibility="private")

        listed = ["Some day", "Next Year", "Club Evening", "Autumn Cup", "Spring Cup"]
        assert names("/tournaments/") == listed
        assert names("/tournaments/", signed_in(hall.alice)) == listed

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("q=cup", ["Autumn Cup", "Spring Cup"]),
            ("q=cup+berlin", ["Spring Cup"]),
            ("status=planned", ["Some day", "Next Year"]),
            ("league=club", ["Club Evening"]),
            (f"since={date.today() - timedelta(30)}", ["Next Year", "Club Evening", "Autumn Cup"]),
            ("status=finished&q=spring", ["Spring Cup"]),
            ("q=secret", []),
        ],
    )
    def test_are_found_by_name_place_status_league_and_day(self, query: str, found: list[str]) -> None:
        assert names(f"/tournaments/?{query}") == found

    @pytest.mark.parametrize(
        "query",
        ["status=x", "league=none", "since=soon", "page=0", "page=x", "page=99999", "q=" + 80 * "x", "q=%00"],
    )
    def test_what_cannot_be_understood_is_not_applied(self, query: str) -> None:
        answer = Client().get(f"/tournaments/?{query}")

        assert answer.status_code == 200
        assert "Next Year" in answer.content.decode()

    def test_come_page_by_page_with_what_was_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tournament_list, "TOURNAMENTS_A_PAGE", 1)

        first, second = (
            Client().get(f"/tournaments/?q=cup&page={number}").content.decode() for number in (1, 2)
        )

        assert re.findall(r'href="([^"]*)" rel="(prev|next)"', first) == [("?q=cup&amp;page=2", "next")]
        assert re.findall(r'href="([^"]*)" rel="(prev|next)"', second) == [("?q=cup&amp;page=1", "prev")]

    def test_take_as_many_statements_for_three_as_for_one(self) -> None:
        def statements() -> int:
            with CaptureQueriesContext(connection) as asked:
                assert Client().get("/tournaments/?status=planned").status_code == 200
            return len(asked)

        few = statements()
        for number in range(3):
            make(f"More {number}", number, status="planned")

        assert statements() == few

    def test_a_league_leads_to_its_own(self) -> None:
        assert 'href="/tournaments/?league=club"' in Client().get("/l/club/").content.decode()


@pytest.mark.parametrize(
    ("starts", "ends", "is_asked"),
    [(-2, None, True), (-9, -2, True), (-9, 2, False), (2, None, False), (None, None, False)],
)
def test_the_desk_asks_its_organizer_to_finish_what_is_over(
    hall: Hall, starts: int | None, ends: int | None, is_asked: bool
) -> None:
    close_round(round_=hall.started(), by=hall.alice, leave_open=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(
        starts_on=None if starts is None else days(starts),
        ends_on=None if ends is None else days(ends),
    )

    pages = [signed_in(who).get("/t/spring-open/desk/").content.decode() for who in (hall.alice, hall.rob)]

    assert ["please finish it" in page for page in pages] == [is_asked, False]
