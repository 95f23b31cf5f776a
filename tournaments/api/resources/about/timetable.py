from typing import Any

from tournaments.actions.about.timetable import set_timetable
from tournaments.api.api_view import ApiView
from tournaments.api.fields import SaidInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.schemas.about.timetable import TimetableShape, timetable_shape
from tournaments.models import Tournament
from tournaments.models.about.events import TimetableSet
from tournaments.models.about.timetable import MOST_ITEMS
from tournaments.permissions import can_run
from web.api.fields import Input, Instant, Several
from web.api.policies import Everybody


class TimetableItemInput(SaidInput):
    event = TimetableSet

    at = Instant()


class TimetableInput(Input):
    """The whole timetable. Items left out are removed."""

    items = Several(child=TimetableItemInput(), max_length=MOST_ITEMS, help_text="In any order.")


class TournamentTimetable(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTimetable", "What happens when, besides the rounds", permission=everybody, gives=TimetableShape
    )
    def get(self, tournament: Tournament) -> TimetableShape:
        return timetable_shape(tournament)

    @writes(
        "setTimetable",
        "Say what happens when, as one list. If-Match names the tag you saw",
        permission=can_run,
        takes=TimetableInput,
        gives=TimetableShape,
        if_match=True,
    )
    def post(self, tournament: Tournament, data: dict[str, Any], seen: str) -> TimetableShape:
        set_timetable(tournament=tournament, items=data["items"], seen=seen, by=self.actor)
        return timetable_shape(tournament)
