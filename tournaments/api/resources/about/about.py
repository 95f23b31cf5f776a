from typing import Any

from tournaments.actions.about.about import describe_tournament, thank_players
from tournaments.api.api_view import ApiView
from tournaments.api.fields import SaidInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.schemas.about.about import AboutShape, ThanksShape, about_shape, thanks_shape
from tournaments.models import Tournament
from tournaments.models.about.events import AboutSet, ThanksSet
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


class ThanksInput(SaidInput):
    """Closing words in two languages. Fields left out are emptied."""

    event = ThanksSet


class TournamentThanks(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getThanks",
        "What the organizers say at the end of a tournament",
        permission=everybody,
        gives=ThanksShape,
    )
    def get(self, tournament: Tournament) -> ThanksShape:
        return thanks_shape(tournament)

    @writes(
        "setThanks",
        "Say something at the end: on the final ranking and in mails to players. If-Match names the tag you saw",
        permission=can_run,
        takes=ThanksInput,
        gives=ThanksShape,
        if_match=True,
    )
    def post(self, tournament: Tournament, data: dict[str, Any], seen: str) -> ThanksShape:
        thank_players(tournament=tournament, seen=seen, by=self.actor, **data)
        return thanks_shape(tournament)
