from typing import Annotated, TypedDict

from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import CountingRule, Stage
from tournaments.models.setup.events import CountingSet
from web.api.fields import meaning


class CountingShape(TypedDict):
    """Which games of a player make the total: `all`, or `number` of them: the `best`, the best in a row
    (`best_run`), or all except that many of the worst (`all_but_worst`).

    Below `minimum_games` there is no rank, or each missing game costs `missing_game_penalty` units; games after
    `maximum_games` (0: no limit) do not count. A round scores `sitting_out_score` units for players without a seat,
    and `absence_score` for absent ones.
    """

    stage: int
    selection: Annotated[str, "Which games count.", CountingRule.Selection]
    number: Annotated[int, meaning(CountingRule, "number")]
    minimum_games: int
    maximum_games: int
    missing_game_penalty: int
    sitting_out_score: int
    absence_score: int


def counting_shape(stage: Stage, counting: CountingRule | None) -> CountingShape:
    found: CountingShape = setting_answer(CountingSet, stage, counting)
    return found
