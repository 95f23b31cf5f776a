"""One action sets every row of a stage that an event explains, and refuses what its model refuses."""

from typing import Any

import pytest

from tests.permissions import digest
from tests.tournaments.hall import Hall, hall_with_a_game, open_hall
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.setup.settings import set_setting
from tournaments.models import GameQuota, LineUpRule, SeatDrawRule
from tournaments.models.bounds import Between
from tournaments.models.ceremony.events import SeatDrawRuleSet
from tournaments.models.events import Event, explaining_events
from tournaments.models.play.events import LineUpRuleSet
from tournaments.models.setup.events import CountingSet
from tournaments.models.teams.events import GameQuotaSet, TeamCountingSet
from tournaments.verification import verify_ledger
from web.column_bounds import bounds_of

# Every number of every setting, with what refuses one outside of its bounds.
NUMBERS = [
    (event, column, validator)
    for event, explains in explaining_events().items()
    for column in explains.model._meta.concrete_fields
    for validator in column.validators
    if isinstance(validator, Between)
]
# Just outside of its bounds, and far outside.
OUTSIDE = [
    (event, column.name, number)
    for event, column, between in NUMBERS
    for number in (between.least - 1, between.most + 1, 10**30)
]


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


def test_words_refuse_what_the_database_refuses() -> None:
    refused = {str(column): (between.least, between.most) for _event, column, between in NUMBERS}

    assert refused == {str(column): bounds_of(column) for _event, column, _between in NUMBERS}


def test_a_column_that_is_left_out_is_as_in_a_new_row(hall: Hall) -> None:
    set_setting(GameQuotaSet, {"least": 2, "most": 9}, stage=hall.stage, by=hall.alice)

    found = set_setting(GameQuotaSet, {"most": 8}, stage=hall.stage, by=hall.alice)

    assert (found.least, found.most) == (0, 8)
    assert hall.last_payload() == {"stage": hall.stage.pk, "least": 0, "most": 8}
    assert GameQuota.objects.values_list("least", "most").get() == (0, 8)
    assert verify_ledger(hall.tournament.pk).problems == []


@pytest.mark.parametrize(
    ("event", "to"),
    [
        (CountingSet, {}),
        (TeamCountingSet, {"match_points": []}),
        (GameQuotaSet, {"least": 0}),
        (LineUpRuleSet, {"is_on": False}),
        (SeatDrawRuleSet, {"is_on": False}),
    ],
)
def test_what_is_not_set_is_not_taken_away(hall: Hall, event: type[Event], to: dict[str, Any]) -> None:
    before = digest()

    assert set_setting(event, to, stage=hall.stage, by=hall.alice) is None

    assert digest() == before


def test_a_row_of_defaults_is_there_where_a_switch_is_on(hall: Hall) -> None:
    set_setting(LineUpRuleSet, {"is_on": True}, stage=hall.stage, by=hall.alice)
    set_setting(SeatDrawRuleSet, {"is_on": True}, stage=hall.stage, by=hall.alice)

    assert list(LineUpRule.objects.values_list("stage", "closes_before", "late_penalty")) == [
        (hall.stage.pk, 0, 0)
    ]
    assert list(SeatDrawRule.objects.values_list("stage", flat=True)) == [hall.stage.pk]


@pytest.mark.parametrize(
    ("event", "to"), [(GameQuotaSet, {"fewest": 1}), (LineUpRuleSet, {"is_on": False, "closes": 5})]
)
def test_a_column_that_is_unknown_is_our_mistake(hall: Hall, event: type[Event], to: dict[str, Any]) -> None:
    before = digest()

    with pytest.raises(TypeError, match="unexpected keyword"):
        set_setting(event, to, stage=hall.stage, by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize(("event", "name", "number"), OUTSIDE)
def test_a_number_outside_of_its_bounds_is_refused_by_its_name(
    hall: Hall, event: type[Event], name: str, number: int
) -> None:
    switch = {"is_on": True} if event is LineUpRuleSet else {}
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_setting(event, {**switch, name: number}, stage=hall.stage, by=hall.alice)

    code = event.kind.removesuffix("_set")
    assert (refusal.value.code, refusal.value.fields) == (code, {name: [refusal.value.message]})
    assert digest() == before


def test_of_two_things_that_are_wrong_the_first_is_said(hall: Hall) -> None:
    with pytest.raises(RulesRefuse) as refusal:
        set_setting(GameQuotaSet, {"least": -1, "most": 1_001}, stage=hall.stage, by=hall.alice)

    words = "A number of games must be between 0 and 1,000."
    assert (refusal.value.message, refusal.value.fields) == (words, {"least": [words]})


@pytest.mark.django_db
def test_nothing_is_set_in_a_tournament_that_is_over() -> None:
    hall = hall_with_a_game()
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"])
    before = digest()

    with pytest.raises(StateRefuses, match="finished"):
        set_setting(SeatDrawRuleSet, {"is_on": True}, stage=hall.stage, by=hall.alice)

    assert digest() == before


def test_what_depends_on_other_rows_is_asked_only_if_something_changes(hall: Hall) -> None:
    asked: list[tuple[Any, Any]] = []

    def refuse(before: GameQuota | None, after: GameQuota | None) -> None:
        asked.append((before and before.least, after and after.least))

    for least in (2, 2, 3, 0):
        set_setting(GameQuotaSet, {"least": least}, stage=hall.stage, by=hall.alice, refuse=refuse)

    assert asked == [(None, 2), (2, 3), (3, None)]
