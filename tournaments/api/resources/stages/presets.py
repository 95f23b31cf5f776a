from typing import Any

from tournaments.actions.stages.presets import PRESETS, use_preset
from tournaments.api.api_view import ApiView
from tournaments.api.operations import writes
from tournaments.api.resources.setup.tournaments import full
from tournaments.api.schemas.structure import TournamentPageShape
from tournaments.models import Tournament
from tournaments.permissions import can_run
from web.api.fields import Input, OneOf
from web.api.policies import Everybody


class PresetInput(Input):
    """The format of the stages."""

    preset = OneOf([(key, preset.title) for key, preset in PRESETS.items()], help_text="Ready-made stages.")


class TournamentPreset(ApiView):
    permission_classes = [Everybody]

    @writes(
        "usePreset",
        "Set up the stages of a preset in a tournament in which nothing is drawn",
        permission=can_run,
        takes=PresetInput,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TournamentPageShape:
        preset = data["preset"]
        use_preset(tournament=tournament, preset=preset, by=self.actor)
        return full(tournament)
