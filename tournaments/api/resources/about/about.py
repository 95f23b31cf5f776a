from typing import Any

from tournaments.actions.about.about import describe_tournament
from tournaments.api.api_view import ApiView
from tournaments.api.fields import SaidInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.schemas.about.about import AboutShape, about_shape
from tournaments.models import Tournament
from tournaments.models.about.events import AboutSet
from tournaments.permissions import can_run
from web.api.policies import Everybody


class AboutInput(SaidInput):
    """Descriptions in two languages, and facts. Fields left out are emptied."""

    event = AboutSet


class TournamentAbout(ApiView):
    permission_classes = [Everybody]

    @reads("getAbout", "What a tournament says about itself", permission=everybody, gives=AboutShape)
    def get(self, tournament: Tournament) -> AboutShape:
        return about_shape(tournament)

    @writes(
        "setAbout",
        "Say what the event is: description, fee, address, contact, website. If-Match names the tag you saw",
        permission=can_run,
        takes=AboutInput,
        gives=AboutShape,
        if_match=True,
    )
    def post(self, tournament: Tournament, data: dict[str, Any], seen: str) -> AboutShape:
        describe_tournament(tournament=tournament, seen=seen, by=self.actor, **data)
        return about_shape(tournament)
