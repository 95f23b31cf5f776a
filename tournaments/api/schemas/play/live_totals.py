"""Where the games in play would lead, as answers."""

from typing import TypedDict

from scoring.game.log import state_as_json
from tournaments.api.schemas.play.hands import GameStateShape, game_shape
from tournaments.standings.in_play.live_totals import LiveGame, LiveRow, LiveStage, LiveTeam


class LiveSeatShape(TypedDict):
    """Who sits at a table in play, and for which `entry` it counts; what they have, and what that would bring."""

    entry: int
    wind: str
    name: str
    points: int
    made: int


class LiveGameShape(TypedDict):
    """A table in play. `game` is as it stands between two hands; null where a result waits to be confirmed."""

    table: int
    number: int
    round: int
    stage: int
    is_unranked: bool
    game: GameStateShape | None
    seats: list[LiveSeatShape]


class LiveEntryShape(TypedDict):
    """A player: what is published, and what it would be. `table` is where they play, or null."""

    entry: int
    player: int
    name: str
    rank: int | None
    total: int
    live_rank: int | None
    live_total: int
    table: int | None


class LiveTeamShape(TypedDict):
    team: int
    name: str
    rank: int
    total: int
    live_rank: int
    live_total: int


class LiveStageShape(TypedDict):
    stage: int
    standings: list[LiveEntryShape]
    teams: list[LiveTeamShape]


class LiveTotalsShape(TypedDict):
    """Provisional: where the games in play would lead, if they ended as they stand. Hands come `delay` minutes late,
    or at once (null). Totals are in units; see the tournament's `units_per_point`.
    """

    delay: int | None
    games: list[LiveGameShape]
    stages: list[LiveStageShape]


def live_totals_shape(delay: int | None, games: list[LiveGame], stages: list[LiveStage]) -> LiveTotalsShape:
    return {
        "delay": delay,
        "games": [_game(game) for game in games],
        "stages": [
            {
                "stage": one.stage.pk,
                "standings": [_entry(row) for row in one.rows],
                "teams": [_team(row) for row in one.teams],
            }
            for one in stages
        ],
    }


def _game(game: LiveGame) -> LiveGameShape:
    return {
        "table": game.table,
        "number": game.number,
        "round": game.round,
        "stage": game.stage,
        "is_unranked": game.is_unranked,
        "game": game_shape(state_as_json(game.state)) if game.state is not None else None,
        "seats": [
            {
                "entry": seat.entry,
                "wind": seat.wind.key,
                "name": seat.name,
                "points": seat.points,
                "made": seat.made,
            }
            for seat in game.seats
        ],
    }


def _entry(row: LiveRow) -> LiveEntryShape:
    return {
        "entry": row.entry,
        "player": row.player,
        "name": row.name,
        "rank": row.rank,
        "total": row.total,
        "live_rank": row.live_rank,
        "live_total": row.live_total,
        "table": row.game.table if row.game is not None else None,
    }


def _team(row: LiveTeam) -> LiveTeamShape:
    return {
        "team": row.team,
        "name": row.name,
        "rank": row.rank,
        "total": row.total,
        "live_rank": row.live_rank,
        "live_total": row.live_total,
    }
