"""How many games each player is to play in a stage."""

from collections.abc import Iterable
from typing import Annotated, TypedDict, cast

from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.play.games_of_players import Games
from tournaments.models.teams.events import GameQuotaSet
from web.api.answers import Given, Of, filled
from web.api.fields import meaning


class GamesShape(TypedDict):
    """An entry's games: confirmed, and to come in published rounds that are not over.

    `needs`: how many confirmed games are missing.
    """

    entry: Annotated[int, Given()]
    games: Annotated[int, Of("played"), "Confirmed games."]
    to_come: Annotated[int, "Games in published rounds that are not over."]
    needs: Annotated[int, Given(), "Confirmed games still missing."]


class GameQuotaShape(TypedDict):
    """Each player plays at least `least` games of the stage and at most `most` (0: no limit); `players` by number."""

    stage: int
    least: Annotated[int, meaning(GameQuota, "least")]
    most: Annotated[int, meaning(GameQuota, "most")]
    players: Annotated[list[GamesShape], "Games of each player, by number."]


_games = filled(GamesShape, Games)


def game_quota_shape(
    stage: Stage, quota: GameQuota | None, players: Iterable[tuple[Entry, Games]]
) -> GameQuotaShape:
    rule = quota or GameQuota()
    shapes = [_games(games, entry=entry.pk, needs=rule.missing(games.played)) for entry, games in players]
    return cast(GameQuotaShape, {**setting_answer(GameQuotaSet, stage, quota), "players": shapes})
