"""How many rounds a stage has and when they begin."""

from typing import Annotated, TypedDict

from tournaments.models import PlannedRounds
from web.api.fields import meaning


class PlannedRoundsShape(TypedDict):
    """`rounds` of `minutes` each; 0: open. Rounds that exist have times of their own."""

    stage: int
    rounds: Annotated[int, meaning(PlannedRounds, "rounds")]
    starts_at: Annotated[int, meaning(PlannedRounds, "starts_at")]
    minutes: Annotated[int, meaning(PlannedRounds, "minutes")]
    pause: Annotated[int, meaning(PlannedRounds, "pause")]
    lunch_after: Annotated[int, meaning(PlannedRounds, "lunch_after")]
    lunch: Annotated[int, meaning(PlannedRounds, "lunch")]
    a_day: Annotated[int, meaning(PlannedRounds, "a_day")]
