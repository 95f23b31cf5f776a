"""How many games each player plays in a stage."""

from collections.abc import Mapping

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.setup.game_quotas import TOO_MANY_GAMES, too_many_games
from tournaments.actions.setup.settings import set_setting
from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.teams.events import GameQuotaSet


def set_game_quota(*, stage: Stage, by: Actor, **games: int) -> GameQuota | None:
    """Set the minimum and maximum number of `games` in the stage; 0 and 0: any number (returns None).

    Pages show who needs more games, and players beyond `most` are asked about before they come in. Games played are
    not affected. See `set_setting`.
    """
    found: GameQuota | None = set_setting(GameQuotaSet, games, stage=stage, by=by)
    return found


def refuse_too_many_games(
    stage: Stage, people: Mapping[int, Entry], field_name: str, *, but: int | None = None
) -> None:
    """Refuse, for `field_name`, players who have used up the stage's game quota.

    `people` maps ids to entries; games of the round with id `but` are ignored.
    """
    for words in too_many_games(stage, people.values(), but=but):
        raise RulesRefuse(words, code=TOO_MANY_GAMES, fields={field_name: [words]})
