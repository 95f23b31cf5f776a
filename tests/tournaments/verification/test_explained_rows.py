"""An event that explains a row of a stage proves all of it, as long as there is the stage."""

from typing import Any

import pytest
from django.db import connection, models

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.play.round_times import set_planned_rounds
from tournaments.actions.play.seat_draws import set_seat_draw_rule
from tournaments.actions.setup.editing import remove_stage
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.teams.counting import set_team_counting
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import Stage
from tournaments.models.events import Event, Explains, explaining_events
from tournaments.verification import verify_ledger

# By the kind of its event: what sets the row, its first terms and others; and what takes it away.
SET: dict[str, tuple[Any, dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "counting_set": (set_counting, {"selection": "best", "number": 3}, {"minimum_games": 2}, {}),
    "team_counting_set": (set_team_counting, {"best_games": 9}, {"match_points": [4, 2, 1, 0]}, {}),
    "game_quota_set": (set_game_quota, {"least": 2}, {"most": 8}, {}),
    "planned_rounds_set": (set_planned_rounds, {"rounds": 6}, {"rounds": 6, "minutes": 75}, {}),
    "line_up_rule_set": (set_line_up_rule, {"closes_before": 60}, {"late_penalty": 9}, {"is_on": False}),
    "seat_draw_rule_set": (set_seat_draw_rule, {"is_on": True}, {"is_on": True}, {"is_on": False}),
}
EXPLAINING = pytest.mark.parametrize(
    ("event", "explains"), explaining_events().items(), ids=lambda one: getattr(one, "kind", "")
)


@EXPLAINING
def test_an_event_says_every_column_of_the_row_that_it_explains(
    event: type[Event], explains: Explains
) -> None:
    columns = {field.name for field in explains.model._meta.concrete_fields}

    assert set(explains.names(event)) == columns - {"stage"}, (
        f"{explains.model.__name__} and {event.__name__} have other names: what is in one alone is not proved,"
        " and neither travels nor comes back in the next season."
    )


@EXPLAINING
def test_the_row_belongs_to_one_stage(event: type[Event], explains: Explains) -> None:
    owner = explains.model._meta.pk

    assert isinstance(owner, models.OneToOneField)
    assert (owner.name, owner.related_model) == ("stage", Stage)


@pytest.fixture
def stage(db: None) -> tuple[Hall, Stage]:
    hall = open_hall(players=0)
    return hall, add_stage(tournament=hall.tournament, name="Final", by=hall.alice)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_every_kind_that_explains_a_row_is_set_here() -> None:
    assert {event.kind for event in explaining_events()} == set(SET)


@pytest.mark.parametrize("kind", SET)
def test_the_last_entry_of_a_stage_says_what_its_row_is(stage: tuple[Hall, Stage], kind: str) -> None:
    hall, final = stage
    action, first, second, off = SET[kind]
    model = Event.events[kind].explains.model  # type: ignore[union-attr]

    found = []
    for terms in (first, second, off):
        action(stage=final, by=hall.alice, **terms)
        found.append((model._default_manager.count(), problems(hall)))

    assert found == [(1, []), (1, []), (0, [])]


@pytest.mark.parametrize("kind", SET)
def test_a_stage_that_was_removed_has_no_row_any_more(stage: tuple[Hall, Stage], kind: str) -> None:
    hall, final = stage
    action, first, _second, _off = SET[kind]
    action(stage=final, by=hall.alice, **first)

    remove_stage(stage=final, by=hall.alice)

    assert problems(hall) == []


@pytest.mark.parametrize("kind", SET)
def test_a_row_that_went_another_way_is_gone(stage: tuple[Hall, Stage], kind: str) -> None:
    hall, final = stage
    action, first, _second, _off = SET[kind]
    action(stage=final, by=hall.alice, **first)
    explains = Event.events[kind].explains
    assert explains is not None

    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {explains.model._meta.db_table}")

    about = str(explains.about) % {"id": final.pk}
    seq = hall.tournament.ledger.latest("seq").seq
    assert problems(hall) == [f"Entry {seq}: {about}, which this entry records, is gone."]


def test_what_an_entry_of_an_earlier_version_leaves_out_is_as_in_a_new_row() -> None:
    event = Event.events["counting_set"]
    assert event.explains is not None

    columns = event.explains.columns(
        event, {"stage": 1, "selection": "best", "number": 3, "minimum_games": 2}
    )

    assert columns == {
        "selection": "best",
        "number": 3,
        "minimum_games": 2,
        "maximum_games": 0,
        "missing_game_penalty": 0,
        "sitting_out_score": 0,
        "absence_score": 0,
    }
