"""What counts for teams is set at the desk, and their standings say so."""

import pytest
from django.test import Client

from tests.tournaments.actions.teams.test_counting import two_rounds
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import TeamCountingRule
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return two_rounds().hall


def page(hall: Hall) -> str:
    return f"{DESK}stages/{hall.stage.pk}/teams/"


def test_it_is_set_on_a_page_that_asks_first_and_the_standings_follow(hall: Hall) -> None:
    publish_tournament(hall.tournament.pk)
    alice, path = signed_in(hall.alice), page(hall)
    assert path in alice.get(DESK + "edit/").content.decode()
    typed = {"best_of_a_round": "3", "games_of_a_player": "", "best_games": "", "match_points": "4、2、1 0"}

    asked = send(alice, path, **typed)
    assert "published ranks may change" in text_of(asked)
    done = send(alice, path, **typed, confirm="ranks_may_change")

    assert "Team scoring rules saved." in text_of(done)
    columns = ("best_of_a_round", "games_of_a_player", "best_games", "match_points")
    assert TeamCountingRule.objects.values_list(*columns).get() == (3, 0, 0, [4, 2, 1, 0])
    shown = text_of(Client().get("/t/spring-open/standings/"))
    for words in (
        "The best 3 games of each round count. Match points by place: 4–2–1–0.",
        "Match points",
        "Games that do not count",
    ):
        assert words in shown
    assert "Match points" in text_of(alice.get("/t/spring-open/print/stages/1/standings/"))
    ledger = text_of(alice.get("/t/spring-open/ledger/"))
    assert f"Team scoring in the stage “{hall.stage.name}” was set: The best 3 games of each round" in ledger


@pytest.mark.slow
def test_the_form_shows_what_is_set_and_takes_it_away(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), page(hall)
    send(alice, path, games_of_a_player="2", match_points="3 1", confirm="ranks_may_change")
    assert 'value="3, 1"' in alice.get(path).content.decode()

    send(alice, path, games_of_a_player="", match_points="", confirm="ranks_may_change")

    assert not TeamCountingRule.objects.exists()
    assert "all games of their players" in text_of(alice.get("/t/spring-open/ledger/"))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"match_points": "four"}, "Please enter whole numbers, such as 4, 2, 1, 0."),
        ({"match_points": "1 2"}, "Please list match points by place, 1st first"),
        ({"match_points": "0 0"}, "Match points that are all 0 cannot rank teams."),
    ],
)
def test_what_is_no_rule_is_said_beside_its_field(hall: Hall, typed: dict[str, str], said: str) -> None:
    answer = signed_in(hall.alice).post(page(hall), {**typed, "confirm": "ranks_may_change"})

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert not TeamCountingRule.objects.exists()
