from typing import Annotated, TypedDict

from tournaments.actions.seen_versions import team_look_tag
from tournaments.models import TeamLook
from tournaments.models.teams.looks import look_of
from web.api.fields import meaning


class TeamLookShape(TypedDict):
    """A team's colour and mark. Send `tag` as If-Match."""

    colour: Annotated[str, meaning(TeamLook, "colour")]
    mark: Annotated[str, meaning(TeamLook, "mark")]
    on_light: Annotated[str, "The colour as light pages show it, #rrggbb."]
    on_dark: Annotated[str, "The colour as dark pages show it, #rrggbb."]
    tag: str


def team_look_shape(team: int, row: TeamLook | None) -> TeamLookShape:
    look = look_of(team, row)
    return {
        "colour": row.colour if row is not None else "",
        "mark": look.mark,
        "on_light": look.steps.light,
        "on_dark": look.steps.dark,
        "tag": team_look_tag(row),
    }
