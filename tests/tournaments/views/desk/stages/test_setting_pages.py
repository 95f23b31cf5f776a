"""A column of a setting can be typed at the desk, sent in a call, and is in the answer; or a sentence asks for it."""

from typing import Any

import pytest

from tournaments.api.fields import StageSettingInput
from tournaments.api.schemas.planned_rounds import PlannedRoundsShape
from tournaments.api.schemas.play.seat_draws import SeatDrawRuleShape
from tournaments.api.schemas.stages.counting import CountingShape
from tournaments.api.schemas.teams.counting import TeamCountingShape
from tournaments.api.schemas.teams.line_ups import LineUpRuleShape
from tournaments.api.schemas.teams.quotas import GameQuotaShape
from tournaments.api.urls import urlpatterns as calls
from tournaments.forms.round_times import PlannedRoundsForm
from tournaments.forms.stages.counting import CountingForm
from tournaments.forms.stages.seat_draw import SeatDrawRuleForm
from tournaments.forms.teams.counting import TeamCountingForm
from tournaments.forms.teams.line_ups import LineUpRuleForm
from tournaments.forms.teams.quotas import GameQuotaForm
from tournaments.models.ceremony.events import SeatDrawRuleSet
from tournaments.models.events import Event, explaining_events
from tournaments.models.play.events import LineUpRuleSet, PlannedRoundsSet
from tournaments.models.setup.events import CountingSet
from tournaments.models.teams.events import GameQuotaSet, TeamCountingSet
from tournaments.views.desk.stages.setting_page import StageSettingPage
from tournaments.views.desk.urls import urlpatterns as pages

# By the event: its form, empty, and its answer.
SHOWN: dict[type[Event], tuple[Any, Any]] = {
    CountingSet: (CountingForm(None, 1), CountingShape),
    TeamCountingSet: (TeamCountingForm(None), TeamCountingShape),
    GameQuotaSet: (GameQuotaForm(None), GameQuotaShape),
    PlannedRoundsSet: (PlannedRoundsForm(None), PlannedRoundsShape),
    LineUpRuleSet: (LineUpRuleForm(None, 1), LineUpRuleShape),
    SeatDrawRuleSet: (SeatDrawRuleForm(None), SeatDrawRuleShape),
}


def asked(event: type[Event]) -> set[str]:
    """Everything that an event says of a stage."""
    return {*event.__struct_fields__} - {"stage"}


def test_every_setting_has_a_page_a_call_and_a_row_here() -> None:
    assert calls
    assert pages
    of_pages = {page.event for page in StageSettingPage.__subclasses__()}
    of_calls = {one.event for one in StageSettingInput.__subclasses__()}

    assert of_pages == of_calls == set(SHOWN) == set(explaining_events())


@pytest.mark.parametrize("event", SHOWN, ids=lambda event: event.kind)
def test_every_column_is_typed_sent_and_shown(event: type[Event]) -> None:
    form, shape = SHOWN[event]
    (taken,) = [one() for one in StageSettingInput.__subclasses__() if one.event is event]

    missing = {
        f"{type(form).__name__}: declare the field, with a label": asked(event) - {*form.fields},
        f"{type(taken).__name__}: declare the field": asked(event) - {*taken.fields},
        f"{shape.__name__}: declare what is answered": asked(event) - {*shape.__annotations__},
    }
    assert {where: names for where, names in missing.items() if names} == {}
