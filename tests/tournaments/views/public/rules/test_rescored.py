"""The standings by another rulebook, beside the official ones: to choose, to read, and what is refused."""

import pytest
from django.conf import settings
from django.test import Client

from tests.rules.views.test_rulebooks import text_of
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.odd_hall import THREES
from tests.tournaments.standings.test_who_is_ranked import hall_with_a_substitute
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import Publication
from tournaments.standings import publish_standings

pytestmark = pytest.mark.django_db
PAGE = "/t/spring-open/by-another-rulebook/"


@pytest.fixture
def hall() -> Hall:
    hall = open_hall()
    play(hall.started().tables.get(number=1), hall.alice, Figures([45_000, 30_000, 15_000, 10_000]))
    publish_standings(hall.stage.pk)
    return hall


def test_the_rules_lead_to_a_choice(hall):
    assert PAGE in Client().get("/t/spring-open/rules/").content.decode()

    chosen = text_of(PAGE)

    assert "Unofficial and not stored." in chosen
    assert "Official" not in chosen.replace("official table", "")


def test_each_player_stands_with_both_totals(hall):
    # 50,000, 35,000, 20,000 and 15,000 from 30,000, uma 15/5; by M-League rules +65, +10, −25 and −50.
    found = text_of(f"{PAGE}?with=jpml_b")

    assert "1 game" in found
    for line in ("+35.0 +65.0 Rank 1", "+10.0 +10.0 Rank 2", "−15.0 −25.0", "−30.0 −50.0"):
        assert line in found


def test_what_a_rulebook_leaves_open_is_said(hall):
    tied = hall.stage.rounds.get().tables.get(number=2)
    play(tied, hall.alice, Figures([40_000, 25_000, 25_000, 10_000]))
    publish_standings(hall.stage.pk)

    found = text_of(f"{PAGE}?with=beginner")

    assert "The rulebook leaves open what is needed here. Please set for this event: result.tie." in found
    assert "Official" not in found.replace("official table", "")


def test_a_stage_has_its_own_address(hall):
    assert "+35.0 +65.0" in text_of(f"{PAGE}1/?with=jpml_b")
    assert Client().get(f"{PAGE}2/").status_code == 404


@pytest.mark.parametrize("rulebook", ["mcr", "tenhou_sanma", "nothing"])
def test_a_rulebook_that_cannot_be_compared_is_not_there(hall, rulebook):
    assert Client().get(f"{PAGE}?with={rulebook}").status_code == 404


def test_without_any_to_compare_there_is_no_page_and_no_link():
    open_hall(rulebook_id="mcr", house_rules={"chombo.kind": "none", "chombo.amount": 0})

    assert Client().get(PAGE).status_code == 404
    assert PAGE not in Client().get("/t/spring-open/rules/").content.decode()


def test_too_many_games_are_not_settled_while_somebody_waits(hall):
    Publication.objects.update(games_counted=5_001)

    found = text_of(f"{PAGE}?with=jpml_b")

    assert "This stage has too many games to compute this while you wait." in found
    assert "+35.0" not in found


def test_in_japanese(hall):
    found = text_of(f"/ja{PAGE}?with=jpml_b")

    assert "正式ではなく" in found
    assert "▲ − 15.0 ▲ − 25.0 3位" in found


def test_it_takes_so_many_statements(hall, django_assert_num_queries):
    # The tournament and its stages; games, penalties, entries; both published tables. Without workers, whether they
    # are behind.
    with django_assert_num_queries(7 + settings.EMBEDDED):
        text_of(f"{PAGE}?with=jpml_b")


def test_teams_stand_below_and_whoever_is_not_ranked_officially_is_without_a_rank() -> None:
    hall, _absent, spare = hall_with_a_substitute(substitutes="own_score")
    for number, name in enumerate(("Bears", "Cougars")):
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        hall.tournament.entries.filter(number__in=range(1 + 4 * number, 5 + 4 * number)).update(team=team)
    publish_standings(hall.stage.pk, anew=True)

    found = text_of(f"{PAGE}?with=jpml_b")

    assert "Teams All teams, best first" in found
    assert "Rank Team Total Official" in found
    assert spare in found
    assert "No rank" in found


def test_a_game_that_the_rulebook_cannot_settle_is_refused_in_words() -> None:
    hall = open_hall()
    figures = Figures([45_000, 30_000, 15_000, 9_000], leftover=1_000)
    play(hall.started().tables.get(number=1), hall.alice, figures)
    publish_standings(hall.stage.pk)

    found = text_of(f"{PAGE}?with=beginner")

    assert "The rulebook leaves open what is needed here." in found
    assert "Official" not in found.replace("official table", "")


def test_games_at_tables_of_another_size_are_counted_as_left_out() -> None:
    hall = THREES.named(open_hall(players=7))
    round_ = THREES.started(hall)
    three = THREES.table(round_)
    play(three, hall.alice, THREES.figures)
    publish_standings(hall.stage.pk)

    found = text_of(f"{PAGE}?with=jpml_b")

    assert "0 games 1 game at a table of another size is left out" in found
