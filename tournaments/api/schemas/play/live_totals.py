"""Where the games in play would lead, as answers."""

from typing import Annotated, TypedDict

from scoring.game.log import state_as_json
from tournaments.api.schemas.play.hands import GameStateShape, game_shape
from tournaments.standings.in_play.live_totals import LiveGame, LiveRow, LiveStage, LiveTeam
from web.api.answers import filled


class LiveSeatShape(TypedDict):
    """Who sits at a table in play, and for which `entry` it counts; what they have, and what that would bring."""

    entry: Annotated[int, "Id of the entry that it counts for."]
    wind: Annotated[str, "Wind of the seat in this hand."]
    name: Annotated[str, "Name of the player."]
    points: Annotated[int, "Points at the table now."]
    made: Annotated[int, "Result if the game ended now, in units."]


class LiveGameShape(TypedDict):
    """A table in play. `game` is as it stands between two hands; null where a result waits to be confirmed."""

    table: int
    number: Annotated[int, "Number of the table."]
    round: Annotated[int, "Id of the round."]
    stage: int
    is_unranked: bool
    game: Annotated[
        GameStateShape | None, "The game as it is now; null while a result waits to be confirmed."
    ]
    seats: Annotated[list[LiveSeatShape], "Who plays, first dealer first."]


class LiveEntryShape(TypedDict):
    """A player: what is published, and what it would be. `table` is where they play, or null."""

    entry: int
    player: int
    name: Annotated[str, "Name of the player."]
    rank: Annotated[int | None, "Published rank; null if not ranked."]
    total: Annotated[int, "Published total, in units."]
    live_rank: int | None
    live_total: int
    table: Annotated[int | None, "Id of the table they play at; null if they do not play."]


class LiveTeamShape(TypedDict):
    team: Annotated[int, "Id of the team."]
    name: Annotated[str, "Name of the team."]
    rank: Annotated[int, "Published rank."]
    total: Annotated[int, "Published total, in units."]
    live_rank: int
    live_total: int


class LiveStageShape(TypedDict):
    stage: int
    standings: Annotated[list[LiveEntryShape], "Players, best first."]
    teams: Annotated[list[LiveTeamShape], "Teams, best first; empty without teams."]


class LiveTotalsShape(TypedDict):
    """Provisional: where the games in play would lead, if they ended as they stand. Hands come `delay` minutes late,
    or at once (null). Totals are in units; see the tournament's `units_per_point`.
    """

    delay: Annotated[int | None, "Minutes by which hands come late; null if they come at once."]
    games: Annotated[list[LiveGameShape], "Games in play."]
    stages: Annotated[list[LiveStageShape], "Standings as they would be."]


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


_team = filled(LiveTeamShape, LiveTeam)
