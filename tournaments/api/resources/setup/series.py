"""A series of tournaments like one."""

from typing import Any

from rest_framework import serializers

from tournaments.actions.seasons.repeating import (
    MOST_DAYS_BEFORE,
    MOST_EVENTS,
    PlannedEvent,
    RegistrationDays,
    repeat_tournament,
)
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Title
from tournaments.api.operations import writes
from tournaments.api.resources.setup.tournaments import season_to_use
from tournaments.api.schemas.structure import MadeSeriesShape, tournament_shape
from tournaments.models import Tournament
from tournaments.permissions import can_copy
from web.api.fields import Address, Id, Input, Several, Whole
from web.api.policies import Everybody

LAST_MINUTE = 24 * 60 - 1


class EventInput(Input):
    name = Title()
    slug = Address(help_text="Part of the address that will name it, such as sunday-cup-2027-04.")
    starts_on = serializers.DateField()


class RegistrationDaysInput(Input):
    """When players can register for each event. `closes_before` null: until the first tables are drawn."""

    opens_before = Whole(
        min_value=0, max_value=MOST_DAYS_BEFORE, help_text="It opens so many days before the first day."
    )
    closes_before = Whole(
        min_value=0,
        max_value=MOST_DAYS_BEFORE,
        default=None,
        allow_null=True,
        help_text="It closes so many days before; null for when the first tables are drawn.",
    )
    at = Whole(
        min_value=0,
        max_value=LAST_MINUTE,
        default=0,
        help_text="Minutes after midnight at which it opens and closes.",
    )


class NewSeries(Input):
    """`season` makes one ranking of its tournaments; null: none. Without `registration` you open it yourself."""

    events = Several(child=EventInput(), max_length=MOST_EVENTS, help_text="In their order.")
    season = Id(required=False, allow_null=True, help_text="Id of the season in which they count; or null.")
    registration = RegistrationDaysInput(
        required=False, help_text="When players can register for each of them."
    )


class Series(ApiView):
    permission_classes = [Everybody]

    @writes(
        "repeatTournament",
        "Set up tournaments like this one on other days, all of them or none; you become their organizer",
        permission=can_copy,
        takes=NewSeries,
        gives=MadeSeriesShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> MadeSeriesShape:
        registration = data.get("registration")
        made = repeat_tournament(
            tournament=tournament,
            events=[PlannedEvent(**event) for event in data["events"]],
            season=season_to_use(self.actor, data.get("season")),
            registration=RegistrationDays(**registration) if registration is not None else None,
            by=self.actor,
        )
        return {"tournaments": [tournament_shape(one) for one in made]}
