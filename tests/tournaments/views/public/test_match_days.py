"""The public page of a match day: a card for each table, with its games as rows and the sum of the day."""

import re
from collections import Counter
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from players.actions import add_player
from tests.tournaments.hall import Hall, open_hall, play
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.seats import substitute
from tournaments.models import Round, Score
from tournaments.models.play.match_days import tables_of_day
from tournaments.models.play.table_cards import cards_by_round

pytestmark = pytest.mark.database("sqlite")

TWO_DAYS = Plan(method=Method.SCHEDULE, rounds=6, games=3)


@pytest.fixture
def hall(db: None) -> Hall:
    """Two tables in the first of two match days of three games."""
    opened = open_hall()
    publish_draw(draw=draw(stage=opened.stage, plan=TWO_DAYS, by=opened.alice), by=opened.alice)
    start_round(round_=opened.stage.rounds.get(number=1), by=opened.alice)
    return opened


def page_of(hall: Hall, number: int, **query: str) -> str:
    address = reverse("stage_round", args=[hall.tournament.slug, 1, number])
    response = Client().get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def day(hall: Hall) -> list[Round]:
    return list(hall.stage.rounds.filter(match_day=1).order_by("number"))


def test_every_game_leads_to_the_page_of_its_day(hall: Hall) -> None:
    first, third, fourth = (page_of(hall, number) for number in (1, 3, 4))

    assert text_of(re.findall(r"<h1>.*?</h1>", first)[0]) == "Day 1 In play"
    assert text_of(re.findall(r"<h1>.*?</h1>", third)[0]) == "Day 1 In play"
    assert text_of(re.findall(r"<h1>.*?</h1>", fourth)[0]) == "Day 2 Published"
    assert first.count('<table class="day">') == 2
    assert re.findall(r'aria-label="(Day \d)"', first) == ["Day 1", "Day 2"]


def test_a_table_adds_up_its_day(hall: Hall) -> None:
    for round_ in day(hall)[:2]:
        play(round_.tables.get(number=1), hall.alice)
    rounds = day(hall)

    one, other = tables_of_day(rounds, cards_by_round(rounds))

    results = Counter[str]()
    for name, total in Score.objects.values_list("entry__player__name", "total"):
        results[name] += total
    assert [(player.name, player.total) for player in one.players] == results.most_common()
    assert sum(player.total or 0 for player in one.players) == 0
    assert [player.total for player in other.players] == [None] * 4
    assert [game.game for game in one.games] == [1, 2, 3]
    assert (one.is_over, other.is_over) == (False, False)
    for game in one.games:
        assert {seat.name for seat in game.seats if seat is not None} == {p.name for p in one.players}


def test_a_substitute_of_one_game_is_named_in_it(hall: Hall) -> None:
    guest = register(
        tournament=hall.tournament, player=add_player(name="Guest"), is_substitute=True, by=hall.alice
    )
    seat = day(hall)[1].tables.get(number=1).seats.select_related("entry__player").get(wind=1)
    replaced = str(seat.entry.player)

    substitute(seat=seat, entry=guest, by=hall.rob)

    rounds = day(hall)
    one = tables_of_day(rounds, cards_by_round(rounds))[0]
    assert replaced in {player.name for player in one.players}
    assert "Guest" not in {player.name for player in one.players}
    assert [[s.name for s in game.seats if s and s.replaces] for game in one.games] == [[], ["Guest"], []]
    assert "Guest" in text_of(page_of(hall, 2))


def test_a_name_finds_its_table(hall: Hall) -> None:
    name = (
        day(hall)[0].tables.get(number=2).seats.select_related("entry__player").get(wind=1).entry.player.name
    )

    html = page_of(hall, 1, q=name)

    assert html.count('<table class="day">') == 1
    assert "Table 2" in text_of(html)


def test_the_page_costs_as_many_statements_as_one_round(
    hall: Hall, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    page_of(hall, 1)

    with django_assert_max_num_queries(14):  # type: ignore[operator]
        page_of(hall, 2)
