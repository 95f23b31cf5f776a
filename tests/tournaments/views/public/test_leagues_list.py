"""Leagues that play are on the front page; all of them on a page of their own."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.hall import Hall
from tournaments.actions.leagues.founding import create_league, create_season, remove_league
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Tournament
from tournaments.views.public import front

pytestmark = pytest.mark.django_db


def league(hall: Hall, slug: str, *, days: int | None = None, **more: str) -> None:
    """A league of this name, and if `days` is given a tournament of it that begins so many days from now."""
    season = create_season(league=create_league(slug=slug, name=slug, by=hall.alice), name="1", by=hall.alice)
    if days is None:
        return
    made = create_tournament(
        frame=Frame(slug=f"t-{slug}", name=f"T {slug}", rulebook_id="mleague", season=season), by=hall.alice
    )
    pin_rulebook(made, by=hall.alice)
    begins = timezone.localdate() + timedelta(days=days)
    Tournament.objects.filter(pk=made.pk).update(starts_on=begins, **more)


def on(path: str) -> list[str]:
    page = Client().get(path).content.decode()
    names = ("plays", "played", "long-ago", "hidden", "empty", "gone")
    return [name for name in names if f'href="/l/{name}/"' in page]


@pytest.fixture
def leagues(hall: Hall) -> None:
    league(hall, "plays", days=30)
    league(hall, "played", days=-300)
    league(hall, "long-ago", days=-500, status="finished")
    league(hall, "hidden", days=30, visibility="private")
    league(hall, "empty")
    gone = create_league(slug="gone", name="gone", by=hall.alice)
    remove_league(league=gone, by=hall.alice)


def test_the_front_page_has_those_that_play(leagues: None) -> None:
    assert on("/") == ["plays", "played"]


def test_all_are_one_link_away(leagues: None) -> None:
    assert 'href="/leagues/"' in Client().get("/").content.decode()
    assert on("/leagues/") == ["plays", "played", "long-ago", "hidden", "empty"]


def test_all_are_on_pages(leagues: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "LEAGUES_A_PAGE", 2)

    pages = [on(f"/leagues/?page={number}") for number in (1, 2, 3)]

    assert pages == [["hidden", "empty"], ["played", "long-ago"], ["plays"]]


def test_crawlers_are_told_what_to_leave_alone() -> None:
    answer = Client().get("/robots.txt")

    lines = answer.content.decode().splitlines()
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, "text/plain")
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /me/", "Disallow: /t/*/downloads/", "Disallow: /api/"} <= set(lines)
