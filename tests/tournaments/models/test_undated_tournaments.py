"""Without a first day a tournament is the latest of all: in every order, and on every database."""

from datetime import date

import pytest
from django.db.models import IntegerField
from django.test import Client

from players.models import Player
from tests.tournaments.hall import open_hall
from tournaments.actions.imports.results import import_results
from tournaments.models import Score, Seat, SeatHands, Tournament
from tournaments.models.setup.structure import earliest_first, how_recent, latest_first
from tournaments.standings import publish_tournament
from tournaments.standings.hands.reading import yakuman_of_player
from tournaments.standings.people.head_to_head import games_of_two, latest
from tournaments.standings.seasons.streaks import games_in_order, longest_streaks

pytestmark = pytest.mark.django_db
# In the order in which they are set up, which is none of those asked for.
DAYS = {"may": date(2026, 5, 1), "undated": None, "march": date(2026, 3, 1)}
LATEST = ["undated", "may", "march"]
# Bob's places: 1st, 1st and 4th from the earliest on.
LAST_IN = "undated"


@pytest.fixture(autouse=True)
def _tournaments() -> None:
    for slug, day in DAYS.items():
        hall = open_hall(slug, players=0, rulebook_id="mleague", starts_on=day)
        names = ["Bob", "Ann", "Cat", "Dan"] if slug != LAST_IN else ["Ann", "Cat", "Dan", "Bob"]
        rows = zip(names, (45_000, 30_000, 20_000, 5_000), strict=True)
        lines = ["round,table,player,points", *(f"1,1,{name},{points}" for name, points in rows)]
        import_results(stage=hall.stage, text="\n".join(lines), by=hall.alice)
        publish_tournament(hall.tournament.pk)


def slugs(tournaments: object) -> list[str]:
    return [one.slug for one in tournaments]  # type: ignore[attr-defined]


def test_tournaments_are_listed_so() -> None:
    everything = Tournament.objects.all()

    assert slugs(everything) == LATEST
    assert slugs(everything.order_by(latest_first())) == LATEST
    assert slugs(everything.order_by(earliest_first())) == LATEST[::-1]
    assert slugs(everything.in_order_of_play()) == LATEST[::-1]
    assert slugs(sorted(everything, key=how_recent, reverse=True)) == LATEST


def test_calls_and_pages_list_them_so() -> None:
    client = Client()
    calls = {
        ordering: [
            one["slug"] for one in client.get(f"/api/v1/tournaments/?ordering={ordering}").json()["results"]
        ]
        for ordering in ("starts_on", "-starts_on")
    }
    page = client.get("/tournaments/").content.decode()

    assert calls == {"starts_on": LATEST[::-1], "-starts_on": LATEST}
    assert sorted(LATEST, key=lambda slug: page.index(f"/t/{slug}/")) == LATEST


def test_games_streaks_and_yakuman_follow_each_other_so() -> None:
    bob, dan = Player.objects.get(name="Bob"), Player.objects.get(name="Dan")
    everything = Tournament.objects.all()
    figures = {
        column.name: 0
        for column in SeatHands._meta.fields
        if isinstance(column, IntegerField) and not column.has_default() and column.name != "id"
    }
    SeatHands.objects.bulk_create(
        SeatHands(seat=seat, stage=seat.round.stage, won_yakuman="kokushi", **figures)
        for seat in Seat.objects.filter(entry__player=bob).select_related("round__stage")
    )

    assert [one.place for one in games_in_order(bob, everything.values_list("pk", flat=True))] == [1, 1, 4]
    assert longest_streaks(dict.fromkeys(everything.values_list("pk", flat=True), 1))["firsts_in_a_row"] == {
        bob.pk: 2
    }
    assert slugs(score.stage.tournament for score in latest(games_of_two(bob, dan, everything))) == LATEST
    assert slugs(won.tournament for won in yakuman_of_player(bob, everything)) == LATEST
    assert Score.objects.filter(entry__player=bob).count() == 3
