"""A league's pages at its own host name, and nothing else there."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.permissions import digest
from tests.tournaments.brands import brand
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.hosts import set_league_host
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import League, LeagueHost, Tournament
from tournaments.verification.leagues.ledger import verify_league

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
HOST = "river.example.org"


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


@pytest.fixture
def league(hall: Hall) -> League:
    """A league with the hall's tournament in it, at its own host name."""
    found = create_league(slug="river-league", name="River League", by=hall.alice)
    season = create_season(league=found, name="2026", by=hall.alice)
    set_divisions(season=season, divisions=[{"name": ""}], seen=divisions_tag([]), by=hall.alice)
    Tournament.objects.filter(pk=hall.tournament.pk).update(season=season)
    set_league_host(league=found, host=HOST, by=hall.alice)
    return found


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": HOST})


def test_its_front_is_the_first_page(client: Client, league: League) -> None:
    page = client.get("/")

    assert page.status_code == 200
    assert page.content == Client(headers={"host": settings.ALLOWED_HOSTS[0]}).get("/l/river-league/").content
    assert "River League" in page.content.decode()
    assert f'hreflang="ja" href="{settings.SITE_URL}/ja/l/river-league/"' in page.content.decode()


def test_each_language_has_its_front(client: Client, league: League) -> None:
    page = client.get("/ja/")

    assert (page.status_code, 'lang="ja"' in page.content.decode()) == (200, True)


def test_what_its_pages_are_made_of_is_there_too(client: Client, hall: Hall, league: League) -> None:
    brand(league, hall.alice)
    pages = [client.get(path).content.decode() for path in ("/", "/ja/", "/ja/t/spring-open/")]

    parts = {part for page in pages for part in re.findall(r'(?:href|src)="(/[^"]*brand/[^"]+)"', page)}

    assert {part[:7] for part in parts} == {"/brand/"}
    assert {client.get(part).status_code for part in parts} == {200}


@pytest.mark.parametrize(
    "path", ["/l/river-league/", "/l/river-league/records/", "/t/spring-open/", "/t/spring-open/standings/"]
)
def test_its_pages_and_those_of_its_events_are_there(client: Client, league: League, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/",
        "/t/other-open/",
        "/t/private-open/",
        "/t/none-open/",
        "/l/other-league/",
        "/accounts/login/",
        "/t/spring-open/desk/",
        "/t/spring-open/register/",
        "/api/v1/tournaments/",
        "/nowhere/",
    ],
)
def test_everything_else_leads_to_the_site(client: Client, hall: Hall, league: League, path: str) -> None:
    open_hall(slug="other-open")
    private = open_hall(slug="private-open").tournament
    Tournament.objects.filter(pk=private.pk).update(
        visibility="private", season=hall.tournament.__class__.objects.get(pk=hall.tournament.pk).season
    )

    found = client.get(path + "?a=b")

    assert (found.status_code, found["Location"]) == (302, f"{settings.SITE_URL}{path}?a=b")


def test_nothing_is_sent_there(client: Client, league: League) -> None:
    assert client.post("/").status_code == 302
    assert client.post("/")["Location"] == f"{settings.SITE_URL}/"


@pytest.mark.parametrize(
    "host", ["evil.example", "river.example.org.evil.example", "x" * 300, "river.example.org:x"]
)
def test_a_host_that_is_nobodys_is_refused_as_ever(league: League, host: str) -> None:
    assert Client(headers={"host": host}).get("/").status_code == 400


def test_it_begins_and_ends_without_a_restart(hall: Hall, league: League, client: Client) -> None:
    before = client.get("/").status_code

    set_league_host(league=league, host="", by=hall.alice)

    assert (before, client.get("/").status_code) == (200, 400)
    assert verify_league(league.pk).problems == []


@pytest.mark.parametrize(
    "host",
    [
        "https://x.example",
        "x",
        "x.example/",
        "a b.example",
        "-a.example",
        "1.2.3.4",
        "läger.example",
        "x" * 254,
    ],
)
def test_what_is_no_host_name_is_refused(hall: Hall, league: League, host: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse):
        set_league_host(league=league, host=host, by=hall.alice)

    assert digest() == before


def test_no_two_leagues_share_one_and_none_has_the_sites(hall: Hall, league: League) -> None:
    other = create_league(slug="lake-league", name="Lake League", by=hall.alice)

    for host in (HOST, HOST.upper(), settings.ALLOWED_HOSTS[0]):
        with pytest.raises(RulesRefuse):
            set_league_host(league=other, host=host, by=hall.alice)

    assert LeagueHost.objects.count() == 1
