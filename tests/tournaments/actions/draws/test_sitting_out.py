"""Nobody sits out twice running, by whatever method the rounds are drawn, in what stage and however they are told."""

from itertools import pairwise

import pytest

from tests.tournaments.hall import open_hall
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draws import draw, plan_of, redraw
from tournaments.actions.draws.inputs import waited_before
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Draw, Round, Stage
from tournaments.models.play.sitting_out import sitting_out

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]


def waiting(stage: Stage) -> list[set[int]]:
    rounds = list(
        Round.objects.filter(stage__tournament=stage.tournament).order_by("stage__ordinal", "number")
    )
    found = sitting_out(rounds)
    return [{entry.pk for entry in found[round_.pk]} for round_ in rounds]


def twice_running(stage: Stage) -> list[set[int]]:
    return [again for here, there in pairwise(waiting(stage)) if (again := here & there)]


@pytest.mark.parametrize("players", [5, 6, 7])
@pytest.mark.parametrize("method", [Method.RANDOM, Method.MET_LEAST, Method.SNAKE, Method.SWISS])
def test_round_by_round(method: Method, players: int) -> None:
    hall = open_hall(players=players)

    for _round in range(6):
        draw(
            stage=hall.stage,
            plan=Plan(method=method, remainder="byes"),
            by=hall.alice,
            confirm=["results_missing"],
        )

    assert [len(row) for row in waiting(hall.stage)] == [players - 4] * 6
    assert twice_running(hall.stage) == []
    assert all(check_draw(stored).is_same for stored in Draw.objects.all())


@pytest.mark.parametrize("players", [5, pytest.param(10, marks=pytest.mark.slow)])
def test_in_a_schedule_and_in_the_stage_after_it(players: int) -> None:
    hall = open_hall(players=players)
    schedule = Plan(method=Method.SCHEDULE, rounds=4, remainder="byes")

    draw(stage=hall.stage, plan=schedule, by=hall.alice)
    second = add_stage(tournament=hall.tournament, name="Second", by=hall.alice)
    draw(stage=second, plan=schedule, by=hall.alice)

    assert len(waiting(second)) == 8
    assert twice_running(second) == []
    assert all(check_draw(stored).is_same for stored in Draw.objects.all())


def test_who_waited_in_a_draft_that_is_drawn_anew_may_wait_again() -> None:
    """It never was the round before."""
    hall = open_hall(players=5)
    plan = Plan(method=Method.RANDOM, remainder="byes")
    first = draw(stage=hall.stage, plan=plan, by=hall.alice)
    (before,) = waiting(hall.stage)

    assert waited_before(hall.stage, hall.entries()) == sorted(before)
    assert waited_before(hall.stage, hall.entries(), without=first.rounds.all()) == []

    again = redraw(old=first, plan=plan_of(first), by=hall.alice, reason="Once more")
    assert check_draw(again).is_same


def test_whoever_was_brought_in_has_not_waited() -> None:
    hall = open_hall(players=5)
    stored = draw(stage=hall.stage, plan=Plan(method=Method.RANDOM, remainder="byes"), by=hall.alice)
    ((one,),) = waiting(hall.stage)
    seat = stored.rounds.get().tables.get().seats.first()
    assert seat is not None
    type(seat).objects.filter(pk=seat.pk).update(entry=one, replaces=seat.entry_id)

    assert waited_before(hall.stage, hall.entries()) == []
