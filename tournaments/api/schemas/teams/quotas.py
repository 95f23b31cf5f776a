"""How many games everybody is to play in a stage."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.play.games_of_players import Games
from web.api.answers import Given, Of, filled


class GamesShape(TypedDict):
    """How many games an entry has: confirmed ones, and those to come in rounds that are published and not over.

    `needs` is how many confirmed games are missing.
    """

    entry: Annotated[int, Given()]
    games: Annotated[int, Of("played"), "Confirmed games."]
    to_come: Annotated[int, "Games in published rounds that are not over."]
    needs: Annotated[int, Given(), "Confirmed games still missing."]


class GameQuotaShape(TypedDict):
    """Everybody plays at least `least` games of the stage and at most `most` (0: no limit); `players` by number."""

    stage: Annotated[int, Given()]
    least: Annotated[int, "Least games for each player; 0 if none are needed."]
    most: Annotated[int, "Most games for each player; 0 for no limit."]
    players: Annotated[list[GamesShape], Given(), "Games of each player, by number."]


_games = filled(GamesShape, Games)
_quota = filled(GameQuotaShape, GameQuota)


def game_quota_shape(
    stage: Stage, quota: GameQuota | None, players: Iterable[tuple[Entry, Games]]
) -> GameQuotaShape:
    rule = quota or GameQuota()
    shapes = [_games(games, entry=entry.pk, needs=rule.missing(games.played)) for entry, games in players]
    return _quota(rule, stage=stage.pk, players=shapes)
