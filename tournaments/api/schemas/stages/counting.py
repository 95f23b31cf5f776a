"""Which games of a stage count."""

from typing import Annotated, TypedDict

from tournaments.models import CountingRule, Stage
from web.api.answers import Given, filled


class CountingShape(TypedDict):
    """Which of everybody's games make their total: `all`, or `number` of them: the `best`, the best in a row
    (`best_run`), or all but so many of the worst (`all_but_worst`).

    Below `minimum_games` nobody has a rank, or each missing game costs `missing_game_penalty` units; after
    `maximum_games` (0: no limit) further games do not count. A round brings `sitting_out_score` units to whoever it
    leaves without a seat, and `absence_score` to whoever is not there.
    """

    stage: Annotated[int, Given()]
    selection: Annotated[str, "Which games count.", CountingRule.Selection]
    number: Annotated[int, "How many games `selection` takes; 0 if it takes all."]
    minimum_games: int
    maximum_games: int
    missing_game_penalty: int
    sitting_out_score: int
    absence_score: int


_rule = filled(CountingShape, CountingRule)


def counting_shape(stage: Stage, counting: CountingRule | None) -> CountingShape:
    return _rule(counting or CountingRule(), stage=stage.pk)
