"""How many games everybody is to play in a stage."""

from collections.abc import Mapping

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.setup.game_quotas import TOO_MANY_GAMES, too_many_games
from tournaments.actions.setup.settings import set_setting
from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.teams.events import GameQuotaSet


def set_game_quota(*, stage: Stage, by: Actor, **games: int) -> GameQuota | None:
    """Let everybody play at least and at most so many `games` of the stage; 0 and 0: any number. Returns None then.

    Pages say from now on who needs more games, and whoever would play more than `most` is asked about before they
    come in. What was played stays as it is. See `set_setting`.
    """
    found: GameQuota | None = set_setting(GameQuotaSet, games, stage=stage, by=by)
    return found


def refuse_too_many_games(
    stage: Stage, people: Mapping[int, Entry], field_name: str, *, but: int | None = None
) -> None:
    """Refuse, beside `field_name`, whoever has as many games of the stage already as its quota allows.

    `people` are the entries by id; the games of the round with the id `but` are left out.
    """
    for words in too_many_games(stage, people.values(), but=but):
        raise RulesRefuse(words, code=TOO_MANY_GAMES, fields={field_name: [words]})
