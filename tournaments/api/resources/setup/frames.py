"""One tournament and one stage: read, edit."""

from typing import Any

from rest_framework import serializers

from players.api.fields import Name
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.editing import edit_tournament, remove_stage, rename_stage
from tournaments.api.api_view import ApiView
from tournaments.api.fields import EditedColumns, Title
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.setup.tournaments import find_stage, full
from tournaments.api.schemas.structure import StageShape, TournamentPageShape, stage_shape
from tournaments.models import Stage, Tournament
from tournaments.models.setup.structure import MOST_DELAY, MOST_PHOTO_DAYS
from tournaments.permissions import can_run
from web.api.fields import Address, Input, Whole, within
from web.api.policies import Everybody


class EditedTournament(EditedColumns):
    """The new values; fields left out do not change. A former address redirects to the new one."""

    model = Tournament

    slug = Address(required=False, help_text="New address; the old one leads on to it.")
    name = Title(required=False)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ends_on = serializers.DateField(required=False, allow_null=True)
    confirmations_needed = Whole(
        **within(Tournament, "confirmations_needed"), required=False, allow_null=True
    )
    live_delay = Whole(
        min_value=1,
        max_value=MOST_DELAY,
        required=False,
        allow_null=True,
        help_text="So many minutes later everybody reads a hand of a game in play; null: at once.",
    )
    photo_days = Whole(
        min_value=1,
        max_value=MOST_PHOTO_DAYS,
        required=False,
        allow_null=True,
        help_text="For so many days photos of paper sheets are kept; null: none are taken.",
    )


class EditedStage(Input):
    name = Name()


class OneTournament(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTournament",
        "A tournament with its rules and stages",
        permission=everybody,
        gives=TournamentPageShape,
    )
    def get(self, tournament: Tournament) -> TournamentPageShape:
        return full(tournament)

    @writes(
        "editTournament",
        "Change name, address, days, venue, zone, who sees it or who confirms. If-Match names the tag you saw",
        permission=can_run,
        takes=EditedTournament,
        gives=TournamentPageShape,
        if_match=True,
    )
    def patch(self, tournament: Tournament, changes: dict[str, Any], seen: str) -> TournamentPageShape:
        return full(edit_tournament(tournament=tournament, changes=changes, seen=seen, by=self.actor))

    @writes(
        "discardTournament",
        "Put a tournament away for good that was set up by mistake or as a test. Its ledger stays, closed",
        permission=can_run,
        status=204,
    )
    def delete(self, tournament: Tournament) -> None:
        discard_tournament(tournament=tournament, by=self.actor)


class OneStage(ApiView):
    permission_classes = [Everybody]

    @reads("getStage", "A stage", permission=everybody, finds=find_stage, gives=StageShape)
    def get(self, stage: Stage) -> StageShape:
        return stage_shape(stage)

    @writes(
        "renameStage",
        "Give a stage another name. If-Match names the tag you saw",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=EditedStage,
        gives=StageShape,
        if_match=True,
    )
    def patch(self, stage: Stage, data: dict[str, Any], seen: str) -> StageShape:
        name = data["name"]
        renamed = rename_stage(stage=stage, name=name, seen=seen, by=self.actor)
        return stage_shape(renamed)

    @writes(
        "removeStage",
        "Take away a stage in which nothing was drawn; a tournament has at least one",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        status=204,
    )
    def delete(self, stage: Stage) -> None:
        remove_stage(stage=stage, by=self.actor)
