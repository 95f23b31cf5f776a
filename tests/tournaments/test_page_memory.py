"""Published pages come from memory, are never wrong for more than a second, and are never one visitor's own."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, override_settings

from tests.tournaments.hall import BALANCED, Hall
from tests.tournaments.views.conftest import signed_in
from tests.web.clock import Clock
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.editing import edit_player
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.actions.seen_versions import player_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import League, Round, Tournament
from web.page_memory import LIFETIME, LIFETIME_UNSEEN, memory

PAGE = "/t/spring-open/standings/"
MIDDLEWARE = "web.page_memory.PageMemoryMiddleware"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(memory, "clock", clock)
    return clock


pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]


def addresses(hall: Hall) -> list[str]:
    return [PAGE, f"/ja{PAGE}", f"{PAGE}1/", f"/api/v1/stages/{hall.stage.pk}/standings/"]


def warmed(address: str = PAGE) -> HttpResponse:
    """The page as it is given from memory."""
    Client().get(address)
    return Client().get(address)


class TestAPageThatIsThere:
    def test_is_given_without_a_statement_for_a_second_and_then_after_one(
        self, hall: Hall, clock: Clock, django_assert_num_queries
    ) -> None:
        first = Client().get(PAGE)

        with django_assert_num_queries(0):
            young = Client().get(PAGE)
        clock.now += LIFETIME
        with django_assert_num_queries(1):
            looked_at = Client().get(PAGE)
        with django_assert_num_queries(0):
            young_again = Client().get(PAGE)

        assert {one.content for one in (first, young, looked_at, young_again)} == {first.content}

    def test_is_304_for_who_has_it_without_a_statement(
        self, hall: Hall, clock: Clock, django_assert_num_queries
    ) -> None:
        etag = warmed().headers["ETag"]

        with django_assert_num_queries(0):
            answer = Client().get(PAGE, headers={"If-None-Match": etag})

        assert (answer.status_code, answer.content, answer.headers["ETag"]) == (304, b"", etag)
        assert "Content-Type" not in answer.headers

    def test_is_made_whole_for_the_memory_even_if_the_first_to_ask_has_it(
        self, hall: Hall, clock: Clock
    ) -> None:
        etag = warmed().headers["ETag"]
        memory.clear()

        answer = Client().get(PAGE, headers={"If-None-Match": etag})

        assert (answer.status_code, len(memory)) == (304, 1)

    def test_has_every_header_that_it_has_without_the_memory(self, hall: Hall, clock: Clock) -> None:
        without = [one for one in settings.MIDDLEWARE if one != MIDDLEWARE]
        for address in addresses(hall):
            for headers in ({}, {"Origin": "https://example.org"}, {"Accept-Language": "ja"}):
                with override_settings(MIDDLEWARE=without):
                    plain = Client().get(address, headers=headers)
                Client().get(address, headers=headers)
                kept = Client().get(address, headers=headers)
                expected = {
                    name: value for name, value in plain.headers.items() if not name.startswith("RateLimit")
                }
                if plain.status_code == 200:
                    varies = plain.get("Vary", "").split(", ")
                    expected["Vary"] = ", ".join(dict.fromkeys([*filter(None, varies), "Accept-Encoding"]))

                assert (kept.status_code, kept.content) == (plain.status_code, plain.content), address
                assert dict(kept.headers) == expected, address

    def test_is_zipped_for_who_can_read_that(self, hall: Hall, clock: Clock) -> None:
        plain = warmed()

        zipped = Client().get(PAGE, headers={"Accept-Encoding": "br, gzip"})
        refused = Client().get(PAGE, headers={"Accept-Encoding": "br, gzip;q=0"})

        assert gzip.decompress(zipped.content) == plain.content == refused.content
        assert zipped.headers["Content-Encoding"] == "gzip"
        assert zipped.headers["Content-Length"] == str(len(zipped.content))
        assert zipped.headers["ETag"] == f"W/{plain.headers['ETag']}"


class TestEveryPublicPage:
    """Each is given as it is for a second; then some ask what they depend on, and the others are made anew."""

    def of_a_second(self, hall: Hall, round_: Round) -> list[str]:
        table = round_.tables.get(number=1)
        player = hall.tournament.entries.get(number=1).player_id
        opponent = hall.tournament.entries.get(number=2).player_id
        event = "/t/spring-open/"
        pages = ["", "ledger/", "players/", "rounds/1/", f"tables/{table.pk}/", "hall/screen/", "downloads/"]
        return [
            "/",
            "/players/",
            f"/players/{player}/",
            f"/players/{player}/games/",
            f"/players/{player}/against/{opponent}/",
            *(event + page for page in pages),
        ]

    def of_the_ledger(self, hall: Hall, round_: Round) -> list[str]:
        pages = ("draw/", f"draw/{round_.draw_id}/", "rules/", "calculator/", "hall/")
        return [f"/t/spring-open/{page}" for page in pages]

    def of_the_standings(self, hall: Hall) -> list[str]:
        team = hall.tournament.teams.first() or form_team(
            tournament=hall.tournament, name="Bears", by=hall.alice
        )
        return [f"/t/spring-open/teams/{team.pk}/"]

    def of_the_release(self) -> list[str]:
        return ["/rulebooks/", "/rulebooks/mleague/", "/calculator/", "/conditions/", "/guides/"]

    def test_is_given_without_a_statement_and_is_304_for_who_has_it(
        self, hall: Hall, round_: Round, clock: Clock, django_assert_num_queries
    ) -> None:
        for address in [
            *self.of_a_second(hall, round_),
            *self.of_the_ledger(hall, round_),
            *self.of_the_standings(hall),
            *self.of_the_release(),
        ]:
            first = Client().get(address)

            with django_assert_num_queries(0):
                young = Client().get(address)
                known = Client().get(address, headers={"If-None-Match": young.headers["ETag"]})

            assert (first.status_code, young.content, known.status_code) == (200, first.content, 304), address

    def test_is_looked_at_after_a_second_at_the_price_of_what_it_depends_on(
        self, hall: Hall, round_: Round, clock: Clock, django_assert_num_queries
    ) -> None:
        # A page of the release has the brand of the site, which may change.
        for address in [
            *self.of_the_ledger(hall, round_),
            *self.of_the_standings(hall),
            *self.of_the_release(),
        ]:
            first = Client().get(address)
            clock.now += LIFETIME

            with django_assert_num_queries(1):
                later = Client().get(address)

            assert later.content == first.content, address

    def test_is_another_a_second_after_what_it_shows(self, hall: Hall, round_: Round, clock: Clock) -> None:
        addresses = [
            *self.of_a_second(hall, round_),
            *self.of_the_ledger(hall, round_),
            *self.of_the_standings(hall),
        ]
        first = {address: Client().get(address).content for address in addresses}

        Tournament.objects.update(visibility="private")
        at_once = {address: Client().get(address).content for address in addresses}
        clock.now += LIFETIME_UNSEEN
        later = {address: Client().get(address) for address in addresses}

        assert at_once == first
        assert [address for address in addresses if later[address].content == first[address]] == []

    def test_of_the_ledger_is_another_after_an_action_and_after_its_league_got_another_name(
        self, hall: Hall, round_: Round, clock: Clock
    ) -> None:
        season = create_season(
            league=create_league(slug="spring-league", name="Spring League", by=hall.alice),
            name="2026",
            by=hall.alice,
        )
        season.divisions.create(level=hall.tournament.level)
        Tournament.objects.update(season=season)
        address = f"/t/spring-open/draw/{round_.draw_id}/"
        player = hall.tournament.entries.get(number=1).player

        def after_a_second() -> str:
            clock.now += LIFETIME
            return Client().get(address).content.decode()

        first = after_a_second()
        edit_player(player=player, changes={"name": "Zora"}, seen=player_tag(player), by=hall.alice)
        renamed = after_a_second()
        League.objects.update(name="Summer League")
        moved = after_a_second()

        assert ["Zora" in page for page in (first, renamed, moved)] == [False, True, True]
        assert ["Summer League" in page for page in (first, renamed, moved)] == [False, False, True]


@contextmanager
def seen_when_the_second_is_over(hall: Hall, clock: Clock) -> Iterator[None]:
    """What is done in here changes every address of the hall: not at once, but after a second."""
    before = {address: warmed(address).content for address in addresses(hall)}
    yield
    assert {address: Client().get(address).content for address in addresses(hall)} == before
    clock.now += LIFETIME
    assert [address for address, page in before.items() if Client().get(address).content == page] == []


class TestAPageThatIsNoLongerRight:
    def test_after_a_reported_and_a_confirmed_result(self, hall: Hall, round_: Round, clock: Clock) -> None:
        with seen_when_the_second_is_over(hall, clock):
            sheet = report_sheet(table=round_.tables.get(number=1), report=TableReport(BALANCED), by=hall.rob)

        with seen_when_the_second_is_over(hall, clock):
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.alice, as_referee=True)

    def test_after_a_player_got_another_name(self, hall: Hall, clock: Clock) -> None:
        player = hall.tournament.entries.get(number=1).player

        with seen_when_the_second_is_over(hall, clock):
            edit_player(player=player, changes={"name": "Zora"}, seen=player_tag(player), by=hall.alice)

    def test_after_the_tournament_was_made_private(self, hall: Hall, clock: Clock) -> None:
        with seen_when_the_second_is_over(hall, clock):
            Tournament.objects.update(visibility="private")

    def test_after_it_was_discarded(self, hall: Hall, clock: Clock) -> None:
        with seen_when_the_second_is_over(hall, clock):
            discard_tournament(tournament=hall.tournament, by=hall.alice)


def test_visitors_with_cookies_have_the_same_pages_from_memory_and_leave_them_to_others(
    hall: Hall, round_: Round, clock: Clock, django_assert_num_queries
) -> None:
    alice, phone = signed_in(hall.alice), Client(headers={"Cookie": "jantaku_seat=x; csrftoken=y"})
    everybodys = [one for one in addresses(hall) if not one.startswith("/api/")]
    of_all = TestEveryPublicPage()
    everybodys += [
        *of_all.of_a_second(hall, round_),
        *of_all.of_the_ledger(hall, round_),
        *of_all.of_the_standings(hall),
        *of_all.of_the_release(),
    ]
    for address in everybodys:
        made = alice.get(address)
        with django_assert_num_queries(0):
            others = [who.get(address) for who in (alice, phone, Client())]
            known = phone.get(address, headers={"If-None-Match": made.headers["ETag"]})

        assert [one.content for one in others] == [made.content] * 3, address
        assert (made.headers["Cache-Control"][:6], known.status_code) == ("public", 304), address


def test_programs_and_the_api_with_a_cookie_go_past_it(hall: Hall, clock: Clock) -> None:
    alice, api = signed_in(hall.alice), addresses(hall)[-1]
    for address in addresses(hall):
        Client(headers={"Authorization": "Bearer x"}).get(address)
    for client in (alice, Client(headers={"Cookie": "jantaku_seat=x"})):
        client.get(api)

    assert len(memory) == 0


def test_a_private_tournament_never_gets_in(hall: Hall, clock: Clock) -> None:
    Tournament.objects.update(visibility="private")
    alice = signed_in(hall.alice)

    answers = [[who.get(address).status_code for address in addresses(hall)] for who in (alice, Client())]

    assert answers == [[200] * 4, [404] * 4]
    assert len(memory) == 0
