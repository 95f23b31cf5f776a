"""Which games count is chosen at the desk."""

import pytest

from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.stages.test_qualification import form
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import CountingRule
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return hall_with_a_game()


def test_a_choice_is_asked_about_once_results_are_in(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"/t/spring-open/desk/stages/{hall.stage.pk}/counting/"
    assert path in alice.get("/t/spring-open/desk/edit/").content.decode()
    typed = form(alice.get(path), selection="best", number="3", minimum_games="2")

    asked = alice.post(path, typed)

    assert asked.status_code == 409
    assert "published ranks may change" in text_of(asked)
    assert not CountingRule.objects.exists()
    done = alice.post(path, form(asked, confirm="ranks_may_change"), follow=True)
    assert "Counting rules of the standings saved." in text_of(done)
    columns = ("selection", "number", "minimum_games", "maximum_games")
    assert CountingRule.objects.values_list(*columns).get() == ("best", 3, 2, 0)
    assert form(alice.get(path))["minimum_games"] == "2"


def test_what_a_round_without_a_game_brings_is_typed_in_points_and_shown(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"/t/spring-open/desk/stages/{hall.stage.pk}/counting/"

    alice.post(path, form(alice.get(path), selection="all", sitting_out_score="5", absence_score="-30"))

    assert CountingRule.objects.values_list("sitting_out_score", "absence_score").get() == (5_000, -30_000)
    assert {'value="5"', 'value="-30"'} <= set(alice.get(path).content.decode().split())
    publish_tournament(hall.tournament.pk)
    shown = text_of(alice.get("/t/spring-open/standings/"))
    assert "Sitting out a round gives +5. Missing a round gives −30." in shown


def test_what_is_no_rule_is_said_beside_its_field(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"/t/spring-open/desk/stages/{hall.stage.pk}/counting/"

    answer = alice.post(path, form(alice.get(path), selection="best", number=""))

    assert answer.status_code == 422
    assert "Please enter how many games count, unless all do." in text_of(answer)
    assert not CountingRule.objects.exists()


def test_how_many_says_nothing_where_all_count(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"/t/spring-open/desk/stages/{hall.stage.pk}/counting/"

    alice.post(path, form(alice.get(path), selection="all", number="3"))

    assert not CountingRule.objects.exists()


def test_what_a_missing_game_costs_is_typed_in_points_and_shown(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"/t/spring-open/desk/stages/{hall.stage.pk}/counting/"

    too_fine = alice.post(
        path, form(alice.get(path), selection="all", minimum_games="3", missing_game_penalty="0.0001")
    )
    typed = {"selection": "all", "minimum_games": "3", "missing_game_penalty": "20"}
    alice.post(path, form(alice.get(path), **typed, confirm="ranks_may_change"))

    assert too_fine.status_code == 422
    assert "This is finer than the rulebook allows" in text_of(too_fine)
    assert CountingRule.objects.values_list("minimum_games", "missing_game_penalty").get() == (3, 20_000)
    assert 'value="20"' in alice.get(path).content.decode()
    publish_tournament(hall.tournament.pk)
    shown = text_of(alice.get("/t/spring-open/standings/"))
    assert "Each game short of 3 costs 20." in shown
    assert ("2 games missing" in shown, "3 games missing" in shown) == (True, True)
