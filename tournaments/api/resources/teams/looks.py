from typing import Any

from tournaments.actions.teams.looks import set_team_look
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.people.teams import find_team
from tournaments.api.schemas.teams.looks import TeamLookShape, team_look_shape
from tournaments.models import Team, TeamLook
from tournaments.models.teams.looks import LONGEST_MARK
from tournaments.permissions import can_set_team_looks
from web.api.fields import Input, Text
from web.api.policies import Everybody
from web.colours import LONGEST_COLOUR


class NewTeamLook(Input):
    """A colour such as #c8402b, and a mark of one or two characters; fields left out have their defaults."""

    colour = Text(allow_blank=True, default="", max_length=LONGEST_COLOUR, help_text="Colour as #rrggbb.")
    mark = Text(allow_blank=True, default="", max_length=LONGEST_MARK, help_text="One or two characters.")


class OneTeamLook(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTeamLook", "A team’s colour and mark", permission=everybody, finds=find_team, gives=TeamLookShape
    )
    def get(self, team: Team) -> TeamLookShape:
        return team_look_shape(team.pk, TeamLook.objects.filter(team=team).first())

    @writes(
        "setTeamLook",
        "Choose a team’s colour and mark (its captain, the organizer). If-Match names the tag you saw",
        permission=can_set_team_looks,
        finds=find_team,
        takes=NewTeamLook,
        gives=TeamLookShape,
        if_match=True,
    )
    def post(self, team: Team, data: dict[str, Any], seen: str) -> TeamLookShape:
        return team_look_shape(team.pk, set_team_look(team=team, seen=seen, by=self.actor, **data))
