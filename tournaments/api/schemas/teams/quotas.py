"""How many games everybody is to play in a stage."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.play.games_of_players import Games


class GamesShape(TypedDict):
    """How many games an entry has: confirmed ones, and those to come in rounds that are published and not over.

    `needs` is how many confirmed games are missing.
    """

    entry: int
    games: Annotated[int, "Confirmed games."]
    to_come: Annotated[int, "Games in published rounds that are not over."]
    needs: Annotated[int, "Confirmed games still missing."]


class GameQuotaShape(TypedDict):
    """Everybody plays at least `least` games of the stage and at most `most` (0: no limit); `players` by number."""

    stage: int
    least: Annotated[int, "Least games for each player; 0 if none are needed."]
    most: Annotated[int, "Most games for each player; 0 for no limit."]
    players: Annotated[list[GamesShape], "Games of each player, by number."]


def game_quota_shape(
    stage: Stage, quota: GameQuota | None, players: Iterable[tuple[Entry, Games]]
) -> GameQuotaShape:
    rule = quota or GameQuota()
    return {
        "stage": stage.pk,
        "least": rule.least,
        "most": rule.most,
        "players": [
            {
                "entry": entry.pk,
                "games": games.played,
                "to_come": games.to_come,
                "needs": rule.missing(games.played),
            }
            for entry, games in players
        ],
    }
