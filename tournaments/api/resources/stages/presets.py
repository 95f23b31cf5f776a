"""A preset of a tournament's stages."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.stages.presets import PRESETS, use_preset
from tournaments.api.api_view import ApiView
from tournaments.api.resources.setup.tournaments import full
from tournaments.api.schemas.structure import TournamentPageShape
from tournaments.permissions import can_run
from web.api.fields import Input, OneOf
from web.api.policies import Everybody
from web.api.schema import describe


class PresetInput(Input):
    """What the stages are to be."""

    preset = OneOf([(key, preset.title) for key, preset in PRESETS.items()])


class TournamentPreset(ApiView):
    permission_classes = [Everybody]

    @describe(
        "usePreset",
        "Set up the stages of a preset in a tournament in which nothing is drawn",
        takes=PresetInput,
        gives=TournamentPageShape,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        preset = self.validated_data(PresetInput)["preset"]

        def action() -> TournamentPageShape:
            use_preset(tournament=tournament, preset=preset, by=self.actor)
            return full(tournament)

        return self.do(action)
