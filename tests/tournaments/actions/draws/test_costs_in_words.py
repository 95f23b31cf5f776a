"""A draw says what it cost, also where tables do not fill or people are kept apart, and searches on by itself."""

import pytest

from seating.constraints import SeatingConstraints
from seating.quality import schedule_quality
from seating.requests import ScheduleRequest
from tests.thorough import part
from tests.tournaments.hall import open_hall
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.drawing import run
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.wording.draws import figures_of, quality_in_words
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.setup.tournaments import add_stage

pytestmark = pytest.mark.database("sqlite")

FOUR_TEAMS = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]


def schedule(players: int, rounds: int, seed: str = "c3", **more: object) -> dict[str, object]:
    request = ScheduleRequest(players=range(1, players + 1), rounds=rounds, **more)
    return run(request, seed).quality.as_json()


def sentences(quality: dict[str, object]) -> list[str]:
    return [sentence.words for sentence in quality_in_words(quality)]


def least(quality: dict[str, object]) -> dict[str, tuple[int, int | None]]:
    return {figure.name: (figure.here, figure.least) for figure in figures_of(quality)}


@pytest.mark.slow
def test_rematches_at_tables_of_five_are_said():
    quality = schedule(21, 5, remainder="five")

    times = quality["excess_meetings"]
    assert times
    assert f"There are {times} rematches. A longer search may find fewer." in sentences(quality)
    assert least(quality)["Rematches"] == (times, 0)


@pytest.mark.slow
def test_where_teams_are_apart_it_counts_whom_one_can_meet():
    quality = schedule(16, 5, constraints=SeatingConstraints(groups=FOUR_TEAMS))

    said = "There are 24 rematches. No fewer are possible: players need more opponents than there are."
    assert said in sentences(quality)
    assert least(quality)["Rematches"] == (24, 24)


def test_how_often_the_same_two_meet_is_said():
    table = [[(1, 2, 3, 4, 5)]] * 3

    assert sentences(schedule_quality(table).as_json())[0] == (
        "There are 20 rematches. No fewer are possible: players need more opponents than there are. The "
        "same two meet up to 3 times."
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", part(["c3"], ["d4"]))
def test_twenty_two_players_who_sit_out_in_turn_are_searched_for_longer_by_itself(seed):
    request = ScheduleRequest(players=range(1, 23), rounds=6, remainder="byes")

    drawn = run(request, seed)

    assert drawn.quality.metrics.excess_meetings == 0


def test_what_was_searched_for_longer_is_drawn_again_the_same(db):
    hall = open_hall(players=22)

    stored = draw(
        stage=hall.stage, plan=Plan(method="schedule", rounds=6, remainder="byes"), by=hall.alice, seed="c3"
    )

    assert stored.quality["excess_meetings"] == 0
    assert check_draw(stored).reasons == []


def test_a_cut_through_a_tie_is_said(db):
    hall = open_hall(players=16)
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    stored = draw(stage=final, plan=Plan(method="by_standing", best=4), by=hall.alice)

    assert stored.quality["cut"] == {"rank": 1, "tied": 16, "through": 4}
    said = "16 players share rank 1; the lot decided which 4 of them are in."
    assert said in sentences(stored.quality)


def test_a_cut_between_two_ranks_says_nothing(db):
    hall = open_hall(players=8)
    for table in hall.started().tables.all():
        points = [40_000, 30_000, 20_000 - table.number * 100, 10_000 + table.number * 100]
        correct_sheet(table=table, report=TableReport(Figures(points)), by=hall.rob)
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    stored = draw(
        stage=final, plan=Plan(method="by_standing", best=4), by=hall.alice, confirm=["results_missing"]
    )

    assert stored.quality["cut"] is None
    assert not [words for words in sentences(stored.quality) if "shared by" in words]
