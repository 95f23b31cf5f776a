"""The desk on a match day: one panel, a tile for each table with the game it plays, and one button at a time."""

import re

import pytest

from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tests.tournaments.views.desk.test_phases import step
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.models import Round

pytestmark = pytest.mark.database("sqlite")


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


def nth(hall: Hall, number: int) -> Round:
    return hall.stage.rounds.get(number=number)


def desk_of(hall: Hall) -> str:
    response = signed_in(hall.alice).get(DESK)
    assert response.status_code == 200
    return response.content.decode()


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_steps_of_days_drawn_one_by_one(hall: Hall) -> None:
    plan = Plan(method=Method.RANDOM, games=2)
    steps = [step(hall)]
    stored = draw(stage=hall.stage, plan=plan, by=hall.alice)
    steps.append(step(hall))
    publish_draw(draw=stored, by=hall.alice)
    steps.append(step(hall))
    start_round(round_=nth(hall, 1), by=hall.alice)
    steps.append(step(hall))
    for table in nth(hall, 1).tables.all():
        play(table, hall.alice)
    steps.append(step(hall))
    for table in nth(hall, 2).tables.all():
        play(table, hall.alice)
    steps.append(step(hall))
    close_round(round_=nth(hall, 2), by=hall.alice)
    steps.append(step(hall))

    assert steps == [
        ("draw", "", None),
        ("publish", "Day 1, game 1", None),
        ("start", "Day 1, game 1", None),
        ("type_sheets", "Day 1, game 1", None),
        ("type_sheets", "Day 1, game 2", None),
        ("close", "Day 1, game 2", None),
        ("draw", "Day 1, game 2", None),
    ]


def test_each_table_has_one_tile_with_the_game_it_plays(hall: Hall) -> None:
    stored = draw(stage=hall.stage, plan=Plan(method=Method.RANDOM, games=3), by=hall.alice)
    publish_draw(draw=stored, by=hall.alice)
    start_round(round_=nth(hall, 1), by=hall.alice)
    play(nth(hall, 1).tables.get(number=2), hall.alice)

    html = desk_of(hall)

    assert re.findall(r'data-table="(\d)"', html) == ["1", "2"]
    assert re.findall(r"Game \d of \d", html) == ["Game 1 of 3", "Game 2 of 3"]
    assert "1 of 6 games confirmed" in text_of(html)
    assert text_of(re.findall(r"<h1>.*?</h1>", html, re.DOTALL)[0]).startswith("Day 1 ")
    assert f'href="/t/{hall.tournament.slug}/desk/tables/{nth(hall, 2).tables.get(number=2).pk}/"' in html


def test_a_day_to_come_is_one_line_and_starts_as_one(hall: Hall) -> None:
    stored = draw(stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=6, games=3), by=hall.alice)
    publish_draw(draw=stored, by=hall.alice)

    html = desk_of(hall)

    words = text_of(html)
    assert "Start the match day" in words
    assert "Later rounds 1" in words
    assert "game 2" not in words


@pytest.mark.parametrize(("rounds", "buttons"), [(3, ["Publish"]), (6, ["Publish only Day 1"])])
def test_a_draft_is_published_by_the_day(hall: Hall, rounds: int, buttons: list[str]) -> None:
    plan = Plan(method=Method.SCHEDULE, rounds=rounds, games=3)
    stored = draw(stage=hall.stage, plan=plan, by=hall.alice)

    html = signed_in(hall.alice).get(f"{DESK}draw/{stored.pk}/").content.decode()

    labels = [text_of(one) for one in re.findall(r"<button.*?</button>", html, re.DOTALL)]
    assert [label for label in labels if label.startswith("Publish")][:1] == buttons
