"""Live totals of games in play."""

from operator import attrgetter
from typing import Annotated, TypedDict

from tournaments.api.schemas.play.hands import GameStateShape, game_of_state
from tournaments.standings.in_play.live_totals import LiveGame, LiveRow, LiveSeat, LiveStage, LiveTeam
from web.api.answers import Of, filled


class LiveSeatShape(TypedDict):
    """A player at a table in play, the `entry` that the game counts for, the player's points, and the result they
    would give.
    """

    entry: Annotated[int, "Id of the entry that it counts for."]
    wind: Annotated[str, Of("wind.key"), "Wind of the seat in this hand."]
    name: Annotated[str, "Name of the player."]
    points: Annotated[int, "Points at the table now."]
    made: Annotated[int, "Result if the game ended now, in units."]


class LiveGameShape(TypedDict):
    """A table in play. `game` is its state between two hands; null while a result waits for confirmation."""

    table: int
    number: Annotated[int, "Number of the table."]
    round: Annotated[int, "Id of the round."]
    stage: int
    is_unranked: bool
    game: Annotated[
        GameStateShape | None,
        Of("state", game_of_state),
        "The game as it is now; null while a result waits to be confirmed.",
    ]
    seats: Annotated[list[LiveSeatShape], "Who plays, first dealer first."]


class LiveEntryShape(TypedDict):
    """A player's published and live standing. `table` is where they play, or null."""

    entry: int
    player: int
    name: Annotated[str, "Name of the player."]
    rank: Annotated[int | None, "Published rank; null if not ranked."]
    total: Annotated[int, "Published total, in units."]
    live_rank: int | None
    live_total: int
    table: Annotated[
        int | None, Of("game", attrgetter("table")), "Id of the table they play at; null if they do not play."
    ]


class LiveTeamShape(TypedDict):
    team: Annotated[int, "Id of the team."]
    name: Annotated[str, "Name of the team."]
    rank: Annotated[int, "Published rank."]
    total: Annotated[int, "Published total, in units."]
    live_rank: int
    live_total: int


class LiveStageShape(TypedDict):
    stage: Annotated[int, Of("stage.pk")]
    standings: Annotated[list[LiveEntryShape], Of("rows"), "Players, best first."]
    teams: Annotated[list[LiveTeamShape], "Teams, best first; empty without teams."]


class LiveTotalsShape(TypedDict):
    """Provisional standings: if the games in play ended now. Hands appear after `delay` minutes, or at once (null).
    Totals are in units; see the tournament's `units_per_point`.
    """

    delay: Annotated[int | None, "Minutes by which hands come late; null if they come at once."]
    games: Annotated[list[LiveGameShape], "Games in play."]
    stages: Annotated[list[LiveStageShape], "Standings as they would be."]


_seat = filled(LiveSeatShape, LiveSeat)
_game = filled(LiveGameShape, LiveGame)
_entry = filled(LiveEntryShape, LiveRow)
_team = filled(LiveTeamShape, LiveTeam)
_stage = filled(LiveStageShape, LiveStage)


def live_totals_shape(delay: int | None, games: list[LiveGame], stages: list[LiveStage]) -> LiveTotalsShape:
    return {
        "delay": delay,
        "games": [_game(game) for game in games],
        "stages": [_stage(one) for one in stages],
    }
