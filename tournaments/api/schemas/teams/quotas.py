"""How many games everybody is to play in a stage."""

from collections.abc import Iterable
from typing import TypedDict

from tournaments.models import Entry, GameQuota, Stage
from tournaments.models.play.games_of_players import Games


class GamesShape(TypedDict):
    """How many games an entry has: confirmed ones, and those to come in rounds that are published and not over.

    `needs` is how many confirmed games are missing.
    """

    entry: int
    games: int
    to_come: int
    needs: int


class GameQuotaShape(TypedDict):
    """Everybody plays at least `least` games of the stage and at most `most` (0: no limit); `players` by number."""

    stage: int
    least: int
    most: int
    players: list[GamesShape]


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
