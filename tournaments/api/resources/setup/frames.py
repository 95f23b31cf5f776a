"""One tournament and one stage: looked at, and edited."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.editing import edit_tournament, remove_stage, rename_stage
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Title
from tournaments.api.resources.setup.tournaments import find_stage, full
from tournaments.api.schemas.structure import StageShape, TournamentPageShape, stage_shape
from tournaments.models import Tournament
from tournaments.models.setup.structure import MOST_DELAY, MOST_PHOTO_DAYS
from tournaments.permissions import can_run
from web.api.fields import Address, Input, OneOf, Text, Whole
from web.api.policies import Everybody
from web.api.schema import describe


class EditedTournament(Input):
    """What shall be otherwise; what is left out stays. The old address leads on to the new one."""

    slug = Address(required=False)
    name = Title(required=False)
    venue = Text(max_length=100, required=False, allow_blank=True)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ends_on = serializers.DateField(required=False, allow_null=True)
    time_zone = Text(max_length=64, required=False)
    visibility = OneOf(Tournament.Visibility.choices, required=False)
    confirmation_rule = OneOf(Tournament.ConfirmationRule.choices, required=False)
    confirmations_needed = Whole(min_value=1, max_value=3, required=False, allow_null=True)
    paper_counts = OneOf(Tournament.PaperCounts.choices, required=False)
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

    @describe("getTournament", "A tournament with its rules and stages", gives=TournamentPageShape)
    def get(self, request: Request, slug: str) -> Response:
        return Response(full(self.find_tournament(slug)))

    @describe(
        "editTournament",
        "Change name, address, days, venue, zone, who sees it or who confirms. If-Match names the tag you saw",
        takes=EditedTournament,
        gives=TournamentPageShape,
        changes=True,
        if_match=True,
    )
    def patch(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        changes = self.validated_data(EditedTournament)
        seen = self.version()
        return self.do(
            lambda: full(edit_tournament(tournament=tournament, changes=changes, seen=seen, by=self.actor))
        )

    @describe(
        "discardTournament",
        "Put a tournament away for good that was set up by mistake: nothing was drawn in it. Its ledger stays",
        status=204,
        changes=True,
    )
    def delete(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))

        def action() -> dict[str, object]:
            discard_tournament(tournament=tournament, by=self.actor)
            return {}

        return self.do(action, status=204)


class OneStage(ApiView):
    permission_classes = [Everybody]

    @describe("getStage", "A stage", gives=StageShape)
    def get(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        return Response(stage_shape(stage, stage.tournament.slug))

    @describe(
        "renameStage",
        "Give a stage another name. If-Match names the tag you saw",
        takes=EditedStage,
        gives=StageShape,
        changes=True,
        if_match=True,
    )
    def patch(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))
        name, seen = self.validated_data(EditedStage)["name"], self.version()

        def action() -> StageShape:
            renamed = rename_stage(stage=stage, name=name, seen=seen, by=self.actor)
            return stage_shape(renamed, renamed.tournament.slug)

        return self.do(action)

    @describe(
        "removeStage",
        "Take away a stage in which nothing was drawn; a tournament has at least one",
        status=204,
        changes=True,
    )
    def delete(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))

        def action() -> dict[str, object]:
            remove_stage(stage=stage, by=self.actor)
            return {}

        return self.do(action, status=204)
