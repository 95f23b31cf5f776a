"""Standings show who goes on, how far everybody is from the line, what was carried over and which games count."""

import re

import pytest
from django.test import Client

from tests.tournaments.actions.stages.finals import Final, before_the_final, seated_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.people.entries import withdraw
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.qualification import Places
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Final:
    return before_the_final()


def rows(scene: Final, ordinal: int = 1) -> list[str]:
    """The lines of the table of players, as text."""
    publish_tournament(scene.hall.tournament.pk)
    page = Client().get(f"/t/spring-open/standings/{ordinal}/").content.decode()
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    found = [re.sub(r"<[^>]+>", " ", line) for line in body.split("</tr>")]
    return [" ".join(line.split()) for line in found if line.strip()]


def test_a_line_stands_behind_the_last_who_goes_on(scene: Final) -> None:
    scene.set()

    lines = rows(scene)

    assert lines[4] == "Places 1 to 4 go on to Final"
    assert len(lines) == 9


def test_everybody_reads_how_far_the_line_is(scene: Final) -> None:
    scene.set()

    ends = [line.rpartition(" ")[2] for line in rows(scene) if not line.startswith("Places")]

    # Of +62.8 +60 +12.6 +10 | -20 -20.3 -50 -55.1.
    assert ends == ["+82.8", "+80.0", "+32.6", "+30.0", "−30.0", "−30.3", "−60.0", "−65.1"]


def test_who_has_withdrawn_is_passed_over(scene: Final) -> None:
    scene.set()
    first = seated_in(scene.main.rounds.get())[0][0]
    withdraw(entry=scene.hall.tournament.entries.get(number=first), by=scene.hall.alice)

    lines = rows(scene)

    assert lines[5] == "Places 1 to 4 go on to Final"


def test_two_lines_are_two(scene: Final) -> None:
    scene.set(rules=[Places(scene.main.pk, last=1), Places(scene.main.pk, last=3)])

    assert [n for n, line in enumerate(rows(scene)) if "on to Final" in line] == [1, 4]


def test_what_was_carried_over_has_a_column(scene: Final) -> None:
    scene.set(carries="full")
    scene.confirm()

    (first, *_others) = rows(scene, 2)

    assert "Carried over +62.8" in first


def test_without_a_later_stage_the_page_is_as_it_was(scene: Final) -> None:
    page = Client().get("/t/spring-open/standings/1/").content.decode()

    assert "To the line" not in page
    assert "Carried over" not in page


def test_which_games_count_is_said_and_how_many_are_missing(scene: Final) -> None:
    set_counting(
        stage=scene.main,
        selection="best",
        number=5,
        minimum_games=4,
        maximum_games=8,
        by=scene.hall.alice,
        confirm=["ranks_may_change"],
    )

    lines = rows(scene)

    said = text_of(Client().get("/t/spring-open/standings/1/"))
    assert "The best 5 games count. Only the first 8 games of a player are looked at." in said
    assert "Whoever has played 4 games is ranked." in said
    assert all("3 more games until ranked" in line for line in lines)


def test_an_earlier_stage_takes_one_statement_more(scene: Final, django_assert_num_queries) -> None:
    scene.set()
    publish_tournament(scene.hall.tournament.pk)

    with django_assert_num_queries(3):
        Client().get("/t/spring-open/standings/1/")
