"""Line-ups: their rule in a stage, and which teams have submitted one for a round."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import LineUp, LineUpRule, Seat, Stage, Team
from tournaments.models.play.events import LineUpRuleSet
from web.api.fields import meaning


class LineUpRuleShape(TypedDict):
    """Whether captains decide who plays in the stage, until `closes_before` minutes before a round's planned time.
    Being late costs a team `late_penalty` units.
    """

    stage: int
    is_on: Annotated[bool, "True if captains say who plays."]
    closes_before: Annotated[int, meaning(LineUpRule, "closes_before")]
    late_penalty: int


class LineUpShape(TypedDict):
    """Whether a team has submitted, for how many tables, and whether it is revealed. `entries`, in order of its
    tables, is visible only to the team's captain until then; else null.
    """

    team: Annotated[int, "Id of the team."]
    name: Annotated[str, "Name of the team."]
    tables: Annotated[int, "Tables at which the team plays."]
    handed_in: Annotated[bool, "True if the captain has handed in."]
    is_late: Annotated[bool, "True if it came late."]
    is_shown: Annotated[bool, "True once everybody may see it."]
    entries: Annotated[list[int] | None, "Ids of its players, in the order of its tables; null while secret."]


class LineUpsShape(TypedDict):
    """`closes_at`: when line-ups are late; null: when the round starts."""

    round: Annotated[int, "Id of the round."]
    closes_at: Annotated[str | None, "When line-ups count as late; null for when the round starts."]
    teams: Annotated[list[LineUpShape], "Each team that plays in the round, and its line-up."]


def line_up_rule_shape(stage: Stage, rule: LineUpRule | None) -> LineUpRuleShape:
    found: LineUpRuleShape = setting_answer(LineUpRuleSet, stage, rule)
    return found


def line_up_shape(
    team: Team, seats: Sequence[Seat], line_up: LineUp | None, *, shows_it: bool
) -> LineUpShape:
    return {
        "team": team.pk,
        "name": team.name,
        "tables": len(seats),
        "handed_in": line_up is not None,
        "is_late": line_up is not None and line_up.is_late,
        "is_shown": line_up is not None and line_up.is_shown,
        "entries": line_up.entries if line_up is not None and (shows_it or line_up.is_shown) else None,
    }
