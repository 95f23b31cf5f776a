"""Results as a file say which game of which match day each row is, where there are match days."""

import csv
import io

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan

pytestmark = pytest.mark.database("sqlite")


def rows_of(hall: Hall, name: str) -> list[dict[str, str]]:
    text = Client().get(f"/t/{hall.tournament.slug}/downloads/{name}.csv").getvalue().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("name", ["results", "results-by-player"])
def test_results_have_the_match_day_and_its_game(db: None, name: str) -> None:
    hall = open_hall()
    for games in (3, 1):
        plan = Plan(method=Method.RANDOM, games=games)
        publish_draw(draw=draw(stage=hall.stage, plan=plan, by=hall.alice), by=hall.alice)

    rows = rows_of(hall, name)

    found = {(row["Round"], row["Match day"], row["Game of the day"]) for row in rows}
    assert found == {("1", "1", "1"), ("2", "1", "2"), ("3", "1", "3"), ("4", "", "")}


def test_without_match_days_there_are_no_such_columns(db: None) -> None:
    hall = open_hall()
    hall.started()

    assert not {"Match day", "Game of the day"} & set(rows_of(hall, "results")[0])
