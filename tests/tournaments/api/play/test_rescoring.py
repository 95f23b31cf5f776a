"""A stage by another rulebook, over the API."""

import pytest

from tests.tournaments.api.callers import Caller
from tests.tournaments.hall import Hall, open_hall, play
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import Publication
from tournaments.standings import publish_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    hall = open_hall(players=4)
    play(hall.started().tables.get(), hall.alice, Figures([45_000, 30_000, 15_000, 10_000]))
    publish_standings(hall.stage.pk)
    return hall


def get(hall: Hall, rulebook: str):
    return Caller().call("GET", f"/v1/stages/{hall.stage.pk}/rescored/{rulebook}/")


def test_each_line_has_both_totals(hall):
    body = get(hall, "wrc_2025").json()

    lines = body.pop("standings")
    assert body == {
        "stage": hall.stage.pk,
        "tournament": "spring-open",
        "rulebook": "wrc_2025",
        "units_per_point": 3000,
        "official_units_per_point": 1000,
        "games": 1,
        "games_left_out": 0,
        "teams": [],
    }
    # From 30,000, uma 15/5/−5/−15; M-League: 50/10/−10/−30 from 30,000 to return.
    assert [(one["rank"], one["total"], one["official_rank"], one["official_total"]) for one in lines] == [
        (1, 105_000, 1, 65_000),
        (2, 30_000, 2, 10_000),
        (3, -45_000, 3, -25_000),
        (4, -90_000, 4, -50_000),
    ]
    assert {*lines[0]} == {
        *("position", "rank", "entry", "name", "total", "penalty", "games", "official_rank", "official_total")
    }


@pytest.mark.parametrize("rulebook", ["mcr", "tenhou_sanma", "nothing"])
def test_a_rulebook_that_cannot_be_compared_is_not_there(hall, rulebook):
    assert get(hall, rulebook).status_code == 404


def test_too_many_games_are_refused(hall):
    Publication.objects.update(games_counted=5_001)

    refused = get(hall, "jpml_b")

    assert refused.status_code == 422
    assert refused.json()["error"] == {
        "code": "not_comparable",
        "message": "This stage has too many games to compute this while you wait.",
        "fields": {"rulebook": ["This stage has too many games to compute this while you wait."]},
    }


def test_what_a_rulebook_leaves_open_is_said(hall):
    second = hall.started()
    play(second.tables.get(), hall.alice, Figures([40_000, 25_000, 25_000, 10_000]))
    publish_standings(hall.stage.pk)

    refused = get(hall, "beginner")

    assert refused.status_code == 422
    says = "The rulebook leaves open what is needed here. Please set for this event: result.tie."
    assert refused.json()["error"] == {
        "code": "not_comparable",
        "message": says,
        "fields": {"rulebook": [says]},
    }
